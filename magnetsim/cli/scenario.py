"""`magnetsim scenario`."""

import typer

from magnetsim.language import message

app = typer.Typer(no_args_is_help=True, help=message("Scenario files: check, begin, describe."))


@app.command()
def check() -> None:
    """Nothing yet."""
