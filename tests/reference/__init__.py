"""A second computation of the report, written from the texts alone, that tests compare against."""
