"""What a reader can infer of withheld counts from all that is published, and its prevention."""
