"""What counts: arms and their comparability, deduplication, states, case-level trials."""
