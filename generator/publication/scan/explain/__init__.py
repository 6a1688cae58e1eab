"""The positive half of the gate: what cannot be explained does not go out."""
