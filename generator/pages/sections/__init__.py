"""The parts that pages are put together from, each from one part of the report."""
