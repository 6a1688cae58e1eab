"""What every field of the report and every key of a download means."""
