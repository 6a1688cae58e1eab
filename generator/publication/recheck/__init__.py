"""A published report's own numbers, computed again from the counts that it publishes."""
