"""Pictures and moving pictures of a show, without a window or a screen."""

from __future__ import annotations

import math
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import pygame
from PIL import Image

from magnetsim.errors import DisplayError, OutputError, naming_file
from magnetsim.language import Phrase, Words
from magnetsim.viewer.games import AnyShow
from magnetsim.viewer.hud import write
from magnetsim.viewer.layout import LEAST, Layout
from magnetsim.viewer.lettering import lettered
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.palette import DISSIPATED, KINETIC, MAGNETIC, NEW, NORTH, OLD, PANEL, ROOM, SEATS, SOUTH, TEXT
from magnetsim.viewer.timeline import AnyTimeline


@dataclass
class Studio:
    """Draws moments of a show at one size.

    size : (width, height) px, no smaller than LEAST        bare : nothing but the table
    overlays : what is shown upon it
    """

    show: AnyShow
    size: tuple[int, int]
    words: Words
    bare: bool = False
    overlays: Overlays = field(default_factory=Overlays)

    def __post_init__(self) -> None:
        if self.size[0] < LEAST[0] or self.size[1] < LEAST[1]:
            least, got = ("x".join(map(str, size)) for size in (LEAST, self.size))
            raise DisplayError(Phrase("size: expected {least} or more, got {got}", least=least, got=got))
        self.layout: Layout = self.show.layout(*self.size, bare=self.bare, controls=False)
        self.camera = self.show.fitted(self.layout.table)
        self.surface = pygame.Surface(self.size)

    def picture(self, time: float, *, speed: float = 1.0) -> Image.Image:
        """The moment at a time, s."""
        status = self.show.status(time, speed=speed, running=True)
        self.show.draw(self.surface, self.camera, self.layout, status, self.words, self.overlays)
        return Image.frombytes("RGB", self.size, pygame.image.tobytes(self.surface, "RGB"))


def span_of_turn(show: AnyShow, turn: int | None) -> tuple[float, float]:
    """When a turn begins, and its last moment (s); None: the whole film. DisplayError when there is no such turn."""
    film: AnyTimeline = show.film
    if turn is None:
        return 0.0, film.length
    turns = film.turns
    if turn not in turns:
        raise DisplayError(
            Phrase("turn: expected one from {first} to {last}, got {got}", first=turns[0], last=turns[-1], got=turn)
        )
    start, end = film.span(turn)
    # Where it ends the next one begins.
    return start, end - 1e-6


def frame_times(start: float, end: float, frames_a_second: float, speed: float) -> list[float]:
    """The times (s) of the frames from start to end, the end among them."""
    count = max(1, math.ceil((end - start) / speed * frames_a_second))
    return [start + (end - start) * frame / count for frame in range(count + 1)]


def contact_sheet(studio: Studio, columns: int = 4) -> Iterator[Image.Image]:
    """The ends of all turns as small pictures on one, and once beside them what is written of the whole.

    Yields the sheet as it grows, the last time whole.
    """
    show, (width, height) = studio.show, studio.size
    small = (width // columns, height // columns)
    # Drawn half as large, so that what is written on the table can still be read, and no smaller than it can be laid.
    share = max(0.5, LEAST[0] / width, LEAST[1] / height)
    half = (round(share * width), round(share * height))
    table = Studio(show, half, studio.words, bare=True, overlays=studio.overlays)
    turns = show.film.turns
    rows = math.ceil(len(turns) / columns)
    beside = 0 if studio.bare else small[0]
    sheet = Image.new("RGB", (small[0] * columns + beside, small[1] * rows), ROOM)
    if beside:
        sheet.paste(_panel(studio, (beside, sheet.height)), (small[0] * columns, 0))
    for at, turn in enumerate(turns):
        picture = table.picture(span_of_turn(show, turn)[1]).resize(small, Image.Resampling.LANCZOS)
        _label(picture, str(turn))
        sheet.paste(picture, ((at % columns) * small[0], (at // columns) * small[1]))
        yield sheet


def _panel(studio: Studio, size: tuple[int, int]) -> Image.Image:
    """Scores and turns at the end, alone."""
    surface, nothing = pygame.Surface(size), (0, 0, 0, 0)
    where = Layout(size, nothing, (0, 0, *size), nothing, nothing, max(12, size[0] // 22))
    write(surface, where, studio.show.status(studio.show.film.length), studio.words)
    return Image.frombytes("RGB", size, pygame.image.tobytes(surface, "RGB"))


def _label(picture: Image.Image, text: str) -> None:
    label = lettered(text, max(12, picture.height // 14), TEXT)
    ground = pygame.Surface((label.get_width() + 8, label.get_height()))
    ground.fill(PANEL)
    ground.blit(label, (4, 0))
    picture.paste(Image.frombytes("RGB", ground.get_size(), pygame.image.tobytes(ground, "RGB")), (0, 0))


def save_moving(path: Path, frames: Iterator[Image.Image], size: tuple[int, int], frames_a_second: float) -> None:
    """Write frames as a .gif, .webp or .mp4; OutputError when the file cannot be written.

    DisplayError where an .mp4 is asked for and its encoder is not installed.
    """
    with _whole(path) as part:
        if path.suffix.lower() == ".mp4":
            _save_video(part, frames, size, frames_a_second, path)
        else:
            _save_animation(part, frames, frames_a_second)


def save_still(path: Path, picture: Image.Image) -> None:
    """Write a picture; OutputError when the file cannot be written."""
    with _whole(path) as part:
        picture.save(part)


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """Another name beside the path to write to, which becomes the path when all is written, and else is gone."""
    part = path.with_name(f".{path.stem}.part{path.suffix}")
    try:
        with naming_file(path):
            yield part
            part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink()


def _save_animation(path: Path, frames: Iterator[Image.Image], frames_a_second: float) -> None:
    """Frame by frame, so that a long film takes no more memory than a short one."""
    first = next(frames).copy()
    length = round(1000 / frames_a_second)
    if path.suffix.lower() == ".gif":
        # One palette for all frames, or the still parts would flicker; with what only later frames may show.
        palette = _with_swatches(first).quantize(colors=256, method=Image.Quantize.MEDIANCUT)
        drawn = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in chain([first], frames))
        next(drawn).save(path, save_all=True, append_images=drawn, duration=length, loop=0)
    else:
        more = (frame.copy() for frame in frames)
        first.save(path, save_all=True, append_images=more, duration=length, loop=0, quality=80)


def _with_swatches(frame: Image.Image) -> Image.Image:
    """The frame with a stripe of every colour that marks something, each in a broad enough field to be counted."""
    colours = (*SEATS, NEW, OLD, NORTH, SOUTH, TEXT, KINETIC, MAGNETIC, DISSIPATED)
    broad = Image.new("RGB", (frame.width, frame.height + 40))
    broad.paste(frame, (0, 0))
    side = frame.width // len(colours)
    for at, colour in enumerate(colours):
        broad.paste(colour, (at * side, frame.height, (at + 1) * side, frame.height + 40))
    return broad


def _save_video(
    path: Path, frames: Iterator[Image.Image], size: tuple[int, int], frames_a_second: float, whole: Path
) -> None:
    """Write an .mp4; whole : the path that it will have."""
    try:
        import imageio_ffmpeg
    except ImportError as error:
        raise DisplayError(
            Phrase(
                ".mp4: expected the extra named video to be installed, got none; "
                'install "magnetsim[video]", or write a .gif or .webp'
            )
        ) from error
    # What keeps a file from being written there is told in our words; the encoder has its own.
    path.touch()
    writer = imageio_ffmpeg.write_frames(
        str(path), size, fps=frames_a_second, macro_block_size=2, quality=8, ffmpeg_log_level="fatal"
    )
    try:
        _start(writer)
        for frame in frames:
            writer.send(frame.tobytes())
    except OSError as error:
        raise OutputError(Phrase("{path}: the encoder of .mp4 ended before all was written", path=whole)) from error
    finally:
        writer.close()


def _start(writer: Generator[None, bytes, None]) -> None:
    """Let imageio look for its encoder; DisplayError when what it finds, or what the user names, is none."""
    try:
        next(writer)
    except (OSError, RuntimeError, LookupError, ValueError) as error:
        named = os.environ.get("IMAGEIO_FFMPEG_EXE")
        raise DisplayError(
            Phrase(
                ".mp4: expected an ffmpeg that encodes H.264, got {got}; "
                "name one in IMAGEIO_FFMPEG_EXE or unset it, or write a .gif or .webp",
                got=repr(named) if named else Phrase("none"),
            )
        ) from error
