"""What the window remembers between commands, as the command line reads and keeps it."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from magnetsim.cli.output import language, note
from magnetsim.errors import OutputError
from magnetsim.language import Words, language_of, message, told, words_of

if TYPE_CHECKING:
    from magnetsim.viewer.settings import Settings

Mute = Annotated[bool, typer.Option("--mute", help=message("No sound."))]
Fresh = Annotated[
    bool, typer.Option("--fresh", help=message("As the first time: nothing that the window remembers is used or kept."))
]


@dataclass
class Memory:
    """Settings, and the file that they are kept in.

    settings : how the next window begins        asked : how the first one did, as the command line said
    remembered : what the file says, or would        file : None: nothing is kept
    """

    settings: Settings
    remembered: Settings
    words: Words
    file: Path | None

    def __post_init__(self) -> None:
        self.asked = self.settings

    @property
    def told_in(self) -> Words:
        """The language of the next window: what is remembered, or the last window came to speak, need not be ours."""
        return words_of(self.settings.language or language_of(self.words))

    def keep(self, settings: Settings) -> None:
        """Go on with these settings, and remember them where they are others; a complaint is no end of a game."""
        from magnetsim.viewer.settings import remember

        self.settings = settings
        # What the command line said and nobody changed is said for this once.
        kept = replace(
            settings,
            language=self.remembered.language if settings.language == self.asked.language else settings.language,
            muted=self.remembered.muted if settings.muted == self.asked.muted else settings.muted,
        )
        if kept != self.remembered and self.file is not None:
            self.remembered = kept
            try:
                remember(self.file, kept)
            except OutputError as error:
                note(told(error, self.words))


def recalled(context: typer.Context, lang: str | None, words: Words, *, mute: bool, fresh: bool) -> Memory:
    """What is remembered, after what the command line says; what is wrong with it is said."""
    from magnetsim.viewer.settings import remembered, settings_file

    file = None if fresh else settings_file(os.environ)
    settings, problem = remembered(file)
    if problem is not None:
        note(told(problem, words))
    spoken_in = lang or context.obj or settings.language or language(context, lang)
    return Memory(replace(settings, language=spoken_in, muted=settings.muted or mute), settings, words, file)
