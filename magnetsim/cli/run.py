"""`magnetsim run`."""

from magnetsim.language import message

HELP = message("Play a match, or run an experiment, from a scenario file.")
EXAMPLES = ""


def run() -> None:
    """Nothing yet."""
