"""The command line: the only place that prints and sets exit codes."""

from __future__ import annotations


def main() -> None:
    """Run the command line on sys.argv and leave with its exit code."""
    import sys

    try:
        from magnetsim.cli.app import start
        from magnetsim.cli.process import prepare_process

        prepare_process()
        code = start(sys.argv[1:])
    except KeyboardInterrupt:
        # Before a command began or after it ended: there is nothing to tell.
        code = 130
    sys.exit(code)
