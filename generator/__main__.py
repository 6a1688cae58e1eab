"""`python -m generator` is the `stability` command."""

from generator.cli import main

main()
