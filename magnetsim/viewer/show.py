"""A match or an experiment made ready to be seen: its film, who plays, what is told; drawn at any moment of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pygame

from magnetsim.experiment import Experiment
from magnetsim.language import Words
from magnetsim.narration.explanation import refused
from magnetsim.narration.xinxin import STRATEGIES, outcome_text, said
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import Phase
from magnetsim.scenario import make_physics
from magnetsim.session import Session, XinxinStep
from magnetsim.table import Board, Kind
from magnetsim.viewer.camera import Camera, Rectangle, fitted
from magnetsim.viewer.film import Film, experiment_film, opening_clip, step_clip
from magnetsim.viewer.hud import Sitter, Status, Told, write
from magnetsim.viewer.layout import Layout, layout
from magnetsim.viewer.marks import mark_bonds, mark_groups, mark_numbers
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.picture import Painter
from magnetsim.viewer.scene import Scene

BEFORE = Told(0, -1, "")
"""What all is told under that comes before the first turn."""


@dataclass
class Show:
    """What is shown. Moves are added as they are made; nothing here goes by a clock.

    names, manners : of the players, by seat: what they are called, how they decide
    seed : of the scenario
    turns : all that is told, by turn        told : by clip, how many of the turns, and the last of them as far as told
    scores : by clip, by seat
    begun : what all is told under that comes before the first turn begins
    opening : how many clips come before that of the first move: one, where a game is taken up in its middle
    """

    title: str
    seed: int
    board: Board
    kinds: tuple[Kind, ...]
    names: tuple[str, ...]
    manners: tuple[str, ...]
    film: Film = field(default_factory=Film)
    steps: list[XinxinStep] = field(default_factory=list)
    turns: list[Told] = field(default_factory=list)
    told: list[tuple[int, str]] = field(default_factory=list)
    scores: list[tuple[int, ...]] = field(default_factory=list)
    begun: Told = BEFORE
    opening: int = 0
    _painter: Painter | None = None

    def add(self, session: Session, step: XinxinStep, words: Words) -> None:
        """Take in a move that was made."""
        before = self.steps[-1].after if self.steps else session.match.start
        self.film.add(step_clip(session, before, step))
        self.steps.append(step)
        self._tell(step, words)

    def keep(self, moves: int) -> None:
        """Forget all moves but so many of the first."""
        clips = moves + self.opening
        self.film.keep(clips)
        del self.steps[moves:], self.told[clips:], self.scores[clips:]
        self.turns = self._told_until(clips)

    def tell_in(self, words: Words) -> None:
        """Tell all turns again, in another language."""
        del self.told[self.opening :], self.scores[self.opening :]
        self.turns = self._told_until(self.opening)
        for step in self.steps:
            self._tell(step, words)

    def _tell(self, step: XinxinStep, words: Words) -> None:
        turns = self.turns
        refusals = [refused(one.reason, words) for one in step.refused]
        if refusals and not turns:
            turns.append(self.begun)
        for text in refusals:
            turns[-1] = replace(turns[-1], text=words.gettext("; ").join(filter(None, (turns[-1].text, text))))
        for event in step.events:
            if event.name == "turn":
                turns.append(Told(int(str(event.data["turn"])), -1 if event.seat is None else event.seat, ""))
            text = said(event, self.names, words)
            if text and not turns:
                turns.append(self.begun)
            if text:
                turns[-1] = replace(turns[-1], text=words.gettext("; ").join(filter(None, (turns[-1].text, text))))
        outcome = xinxin.outcome(step.after)
        if outcome is not None:
            lines = outcome_text(self.names, outcome, step.after.turn, words).splitlines()
            turns.append(Told(0, -1, " ".join(lines)))
        self.told.append((len(turns), turns[-1].text if turns else ""))
        self.scores.append(step.after.scores)

    def _told_until(self, clips: int) -> list[Told]:
        """The turns as told by the end of so many clips."""
        if not self.told or not clips:
            return []
        count, text = self.told[clips - 1]
        return [*self.turns[: count - 1], replace(self.turns[count - 1], text=text)] if count else []

    def status(self, time: float, *, speed: float = 1.0, running: bool = False, live: bool = False) -> Status:
        """What is written at a time, s."""
        film = self.film
        at, since = film.place(time)
        clip = film.clips[at]
        settled = film.motion(at)
        # What a move leads to is told once it is seen.
        seen = at + 1 if since >= clip.hand + clip.moving else at
        scores = self.scores[seen - 1] if self.scores and seen else (0,) * len(self.names)
        return Status(
            title=self.title,
            sitters=[
                Sitter(name, manner, score)
                for name, manner, score in zip(self.names, self.manners, scores, strict=True)
            ],
            seat=clip.seat,
            turn=clip.turn,
            turns=film.clips[-1].turn,
            told=self._told_until(seen),
            time=min(time, film.length),
            length=film.length,
            marks=film.marks(),
            speed=speed,
            running=running,
            live=live,
            trajectory=settled.trajectory if settled is not None else None,
            since=since - clip.hand,
        )

    def code(self, time: float) -> str:
        """What names a moment, to tell it to others: the title with its seed, and the turn."""
        at, _ = self.film.place(time)
        return f"{self.title}, seed {self.seed}, turn {self.film.clips[at].turn}"

    def layout(
        self, width: int, height: int, *, bare: bool = False, controls: bool = True, scale: float = 1.0
    ) -> Layout:
        """Where all stands in a window of this size; as of layout.layout."""
        return layout(width, height, bare=bare, controls=controls, scale=scale)

    def fitted(self, viewport: Rectangle) -> Camera:
        """A camera that shows the whole table."""
        return fitted(self.board, viewport)

    def draw(
        self,
        surface: pygame.Surface,
        camera: Camera,
        where: Layout,
        status: Status,
        words: Words,
        overlays: Overlays,
        scene: Scene | None = None,
    ) -> None:
        """Draw the moment of a status; scene : what is seen instead of the film's own."""
        seen = self.film.scene(status.time) if scene is None else scene
        painter = self._painter
        if painter is None or painter.size != where.size:
            painter = self._painter = Painter(self.board, self.kinds, where.size)
        pixels = painter.paint(seen, camera, field=overlays.field)
        surface.blit(pygame.image.frombuffer(pixels.data, painter.size, "RGB"), (0, 0))
        surface.set_clip(pygame.Rect(where.table))
        if overlays.bonds:
            mark_bonds(surface, seen, camera)
        if overlays.numbers:
            mark_numbers(surface, seen, camera, where.letter)
        mark_groups(surface, seen, camera, where.letter)
        surface.set_clip(None)
        write(surface, where, status, words)


def match_show(session: Session, steps: Sequence[XinxinStep], words: Words) -> Show:
    """A match to be shown, with the moves made so far; at least one, or it was taken up in its middle."""
    scenario, start = session.scenario, session.match.start
    table = start.table
    show = Show(
        title=scenario.name,
        seed=scenario.seed,
        board=table.board,
        kinds=table.kinds,
        names=tuple(player.name for player in scenario.players),
        manners=tuple(STRATEGIES[player.strategy] for player in scenario.players),
    )
    if start.phase is Phase.AIM:
        show.begun, show.opening = Told(start.turn, start.seat, ""), 1
        show.film.add(opening_clip(start, session.criteria))
        show.turns.append(show.begun)
        show.told.append((1, ""))
        show.scores.append(start.scores)
    for step in steps:
        show.add(session, step, words)
    return show


def experiment_show(experiment: Experiment) -> Show:
    """An experiment to be shown."""
    criteria = make_physics(experiment.scenario.physics).criteria
    return Show(
        title=experiment.scenario.name,
        seed=experiment.scenario.seed,
        board=experiment.start.board,
        kinds=experiment.start.kinds,
        names=(),
        manners=(),
        film=experiment_film(experiment, criteria),
    )
