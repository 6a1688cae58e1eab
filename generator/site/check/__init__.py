"""What a reviewer would want to be stopped for, found in the sources and their history."""
