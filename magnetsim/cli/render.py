"""`magnetsim render`: pictures and moving pictures from a record or a scenario, without a screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from magnetsim.cli.output import Lang, relative, say, spoken
from magnetsim.cli.process import check_compiler, outlive_readers
from magnetsim.cli.showing import played_show, quiet_pygame, recorded_show
from magnetsim.cli.usage import UsageError
from magnetsim.cli.waiting import getting_ready, said_if_long
from magnetsim.errors import OutputError
from magnetsim.language import Phrase, Words, listed, message

if TYPE_CHECKING:
    from PIL.Image import Image

    from magnetsim.viewer.overlays import Overlays
    from magnetsim.viewer.render import Studio

Item = TypeVar("Item")

HELP = message(
    "Draw a picture (.png, .jpg, .webp) or a moving one (.gif, .webp, .mp4) from a record or a scenario; "
    "no screen needed."
)
EXAMPLES = message(
    "For example: [bold]magnetsim render records/classic-1.jsonl -o game.gif --turn 4[/bold]; "
    "[bold]magnetsim render records/classic-1.jsonl -o turns.png --contact-sheet[/bold]"
)


_LARGEST = 8192
"""Pixels, either way."""


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not all(part.isdecimal() and 0 < int(part[:9]) <= _LARGEST for part in (width, height)):
        raise UsageError(Phrase("--size: expected WIDTHxHEIGHT in pixels, such as 1280x800, got {got}", got=repr(text)))
    return int(width), int(height)


def render(
    context: typer.Context,
    path: Annotated[
        Path, typer.Argument(metavar="FILE", help=message("Record of a match; or a scenario, which is played first."))
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help=message("Where to; its ending tells how."))],
    turn: Annotated[
        int | None, typer.Option(metavar="N", help=message("One turn only; a still picture shows its end."))
    ] = None,
    size: Annotated[str, typer.Option(metavar="WxH", help=message("Pixels, such as 1280x800."))] = "1280x800",
    frames: Annotated[
        float, typer.Option("--fps", min=1, max=120, metavar="N", help=message("Frames a second."))
    ] = 25.0,
    speed: Annotated[
        float, typer.Option(min=0.05, max=100, metavar="X", help=message("How many times as quick as life."))
    ] = 1.0,
    sheet: Annotated[
        bool, typer.Option("--contact-sheet", help=message("The end of every turn, small, on one picture."))
    ] = False,
    bare: Annotated[bool, typer.Option("--bare", help=message("The table alone, nothing written beside it."))] = False,
    shown: Annotated[
        list[str] | None,
        typer.Option(
            "--show",
            metavar="NAME",
            help=message(
                "Shown upon the table as well: bonds, numbers, field, forces, capture or trails; may be given again."
            ),
        ),
    ] = None,
    still: Annotated[bool, typer.Option("--still", help=message("One picture, also for .webp."))] = False,
    lang: Lang = None,
) -> None:
    """Draw from a record or a scenario."""
    words, pixels, ending = spoken(context, lang), _size(size), out.suffix.lower()
    quiet_pygame()
    check_compiler()
    _check_wishes(out, ending, turn, pixels, sheet=sheet, still=still)
    from magnetsim.viewer.render import Studio, contact_sheet, frame_times, save_moving, save_still, span_of_turn

    show = played_show(path, words) if path.suffix == ".toml" else recorded_show(path, words)
    start, end = span_of_turn(show, turn)
    with said_if_long(getting_ready(words)):
        studio = Studio(show, pixels, words, bare, _overlays(shown or []))
        studio.picture(start)
    if sheet:
        picture = None
        turns = len({clip.turn for clip in show.film.clips})
        for grown in _with_progress(contact_sheet(studio), turns, words):
            picture = grown
        if picture is not None:
            save_still(out, picture)
    elif still or ending in (".png", ".jpg"):
        save_still(out, studio.picture(end))
    else:
        # An encoder that ends before its time is an error to tell.
        outlive_readers()
        times = frame_times(start, end, frames, speed)
        save_moving(out, _drawn(studio, times, speed, words), pixels, frames)
    say(words.gettext("Written: {path}").format(path=relative(out)))


def _overlays(names: list[str]) -> Overlays:
    """What is to be shown upon the table; UsageError for a name that is none."""
    from magnetsim.viewer.overlays import Overlays

    overlays, known = Overlays(), Overlays.names()
    for name in names:
        if name not in known:
            keys = listed(known)
            raise UsageError(Phrase("--show: expected one of {keys}, got {got}", keys=keys, got=repr(name)))
        overlays = replace(overlays, **{name: True})
    return overlays


def _check_wishes(
    out: Path, ending: str, turn: int | None, pixels: tuple[int, int], *, sheet: bool, still: bool
) -> None:
    """UsageError for what cannot be had together, OutputError where there is no folder; before anything is drawn."""
    named = {"path": out, "got": repr(ending)}
    if ending not in (".png", ".jpg", ".webp", ".gif", ".mp4"):
        text = Phrase(
            "{path}: expected an ending of .png, .jpg, .webp, .gif or .mp4, got {got}", path=out, got=repr(ending)
        )
        raise UsageError(text)
    if sheet and turn is not None:
        raise UsageError(Phrase("--contact-sheet shows all turns: leave out --turn"))
    if (sheet or still) and ending not in (".png", ".jpg", ".webp"):
        raise UsageError(Phrase("{path}: expected .png, .jpg or .webp for one picture, got {got}", **named))
    if ending == ".mp4" and any(side % 2 for side in pixels):
        even, got = ("x".join(map(str, size)) for size in ([side + side % 2 for side in pixels], pixels))
        text = Phrase("--size: .mp4 takes an even width and height, such as {even}, got {got}", even=even, got=got)
        raise UsageError(text)
    if not out.parent.is_dir():
        text = Phrase("{path}: there is no folder {folder}; make it, or name another file", path=out, folder=out.parent)
        raise OutputError(text)


def _drawn(studio: Studio, times: list[float], speed: float, words: Words) -> Iterator[Image]:
    return (studio.picture(time, speed=speed) for time in _with_progress(times, len(times), words))


def _with_progress(items: Iterable[Item], count: int, words: Words) -> Iterator[Item]:
    """The items, with a bar on standard error where that is a terminal."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return iter(
        track(
            items,
            words.gettext("drawing"),
            total=count,
            console=console,
            disable=not console.is_terminal,
            transient=True,
        )
    )
