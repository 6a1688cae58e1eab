"""What is seen across the versions: estimates over time, and what became of each case."""
