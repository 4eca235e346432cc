"""`magnetsim replay`."""

from magnetsim.language import message

HELP = message("Play a record again.")
EXAMPLES = ""


def replay() -> None:
    """Nothing yet."""
