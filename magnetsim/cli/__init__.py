"""The command line: the only place that prints and sets exit codes."""

from __future__ import annotations


def main() -> None:
    """Run the command line on sys.argv and leave with its exit code."""
    from magnetsim.cli.interruption import INTERRUPTED, end_when_interrupted, raising_when_interrupted

    end_when_interrupted()
    import sys

    from magnetsim.cli.app import start
    from magnetsim.cli.process import finish_process, prepare_process

    prepare_process()
    try:
        with raising_when_interrupted():
            code = start(sys.argv[1:])
    except KeyboardInterrupt:
        # Just before a command began or after it ended: there is nothing to tell.
        code = INTERRUPTED
    finish_process(code)
