"""The negative half of the gate: nothing of the private artifacts stands in what goes out."""
