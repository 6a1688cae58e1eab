"""From measures to the public report: fields listed, ids aliased, counts withheld."""
