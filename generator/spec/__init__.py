"""The stability spec: the protocol's thresholds as data."""
