"""`python -m generator` is the `stability` command."""

from __future__ import annotations

import gc

from generator.interrupt import end_on_interrupt


def main() -> None:
    """Run the command line; its imports take a while, and may be interrupted like all else."""
    end_on_interrupt()
    from generator.cli import main as command_line  # noqa: PLC0415 - not before the line above

    # Reports are large and hold no circles, so it does not pay to look for some often.
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    command_line()


if __name__ == "__main__":
    main()
