"""A match or an experiment made ready to be seen: its film, who plays, what is told; drawn at any moment of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pygame

from magnetsim.experiment import Experiment
from magnetsim.language import Words
from magnetsim.narration.explanation import refused
from magnetsim.narration.xinxin import STRATEGIES, outcome_text, said
from magnetsim.rules.xinxin import game as xinxin
from magnetsim.rules.xinxin.game import Phase, Shoot
from magnetsim.scenario import make_physics
from magnetsim.session import Session, XinxinStep
from magnetsim.shot import Trajectory
from magnetsim.table import Board, Floats, Kind
from magnetsim.viewer.camera import Camera, Rectangle, fitted
from magnetsim.viewer.clip import Clip
from magnetsim.viewer.film import Film, experiment_film, opening_clip, step_clip
from magnetsim.viewer.forces import mark_forces
from magnetsim.viewer.hud import Status, write
from magnetsim.viewer.layout import Layout, layout
from magnetsim.viewer.legend import legend_height, write_legend
from magnetsim.viewer.marks import mark_bonds, mark_groups, mark_numbers
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.picture import Painter
from magnetsim.viewer.scene import Scene
from magnetsim.viewer.telling import Telling
from magnetsim.viewer.trails import recent_ways
from magnetsim.viewer.turn_list import Told


@dataclass(kw_only=True)
class Show(Telling[Clip]):
    """What is shown of magnets on a board."""

    board: Board
    kinds: tuple[Kind, ...]
    film: Film = field(default_factory=Film)
    steps: list[XinxinStep] = field(default_factory=list)
    _painter: Painter | None = None

    def add(self, session: Session, step: XinxinStep, words: Words) -> None:
        """Take in a move that was made."""
        before = self.steps[-1].after if self.steps else session.match.start
        self.film.add(step_clip(session, before, step))
        self.steps.append(step)
        self._tell(step, words)

    @property
    def shots(self) -> list[int]:
        """The clips in which a shot is seen."""
        return [self.opening + at for at, step in enumerate(self.steps) if isinstance(step.move, Shoot)]

    def keep(self, moves: int) -> None:
        """Forget all moves but so many of the first."""
        self.film.keep(moves + self.opening)
        del self.steps[moves:]
        self.forget(moves)

    def tell_in(self, words: Words) -> None:
        """Tell all turns again, in another language."""
        self.forget(0)
        for step in self.steps:
            self._tell(step, words)

    def _tell(self, step: XinxinStep, words: Words) -> None:
        for one in step.refused:
            self.say(refused(one.reason, words), words)
        for event in step.events:
            if event.name == "turn":
                self.begin(int(str(event.data["turn"])), -1 if event.seat is None else event.seat)
            self.say(said(event, self.names, words), words)
        outcome = xinxin.outcome(step.after)
        if outcome is not None:
            self.end(outcome_text(self.names, outcome, step.after.turn, words))
        self.count(step.after.scores)

    def motion_of(self, clip: int, since: float) -> tuple[Trajectory | None, float]:
        """The ways of the magnets that move in a clip, and the time (s) since that began; negative before."""
        settled = self.film.motion(clip)
        return None if settled is None else settled.trajectory, since - self.film.clips[clip].hand

    def _ways(self, time: float) -> dict[int, Floats]:
        """Where the magnets that move at a time have just been."""
        at, since = self.film.place(time)
        settled = self.film.motion(at)
        return {} if settled is None else recent_ways(settled, since - self.film.clips[at].hand)

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
        if painter is None or painter.size != where.table[2:]:
            painter = self._painter = Painter(self.board, self.kinds, where.table[2:])
        ways = self._ways(status.time) if overlays.trails and scene is None else None
        pixels = painter.paint(seen, camera, field=overlays.field, capture=overlays.capture, ways=ways)
        surface.blit(pygame.image.frombuffer(pixels.data, painter.size, "RGB"), where.table[:2])
        surface.set_clip(pygame.Rect(where.table))
        if overlays.bonds:
            mark_bonds(surface, seen, camera)
        if overlays.numbers:
            mark_numbers(surface, seen, camera, where.letter)
        mark_groups(surface, seen, camera, where.letter)
        if overlays.forces:
            mark_forces(surface, seen, camera)
        surface.set_clip(None)
        write(surface, where, status, words, legend_height(where, overlays, words))
        write_legend(surface, camera, where, overlays, words, len(status.sitters))


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
        show.begin(start.turn, start.seat)
        show.count(start.scores)
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
