"""What was written by a harness, read into typed records: one module a format."""
