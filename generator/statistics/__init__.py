"""Numbers in, numbers out: estimators that know no names and read no files."""
