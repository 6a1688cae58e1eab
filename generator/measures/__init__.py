"""What is reported of an arm, a case, a comparison: statistics applied to accounted trials."""
