"""A game of 《同感》 made ready to be seen: the same line of time and the same words beside the picture as any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pygame

from magnetsim.feelinks_session import FeelinksSession, FeelinksStep
from magnetsim.language import Words
from magnetsim.narration.feelinks import STRATEGIES, outcome_text, said, situation_text
from magnetsim.rules.feelinks import game as feelinks
from magnetsim.viewer.camera import Camera, Rectangle
from magnetsim.viewer.feelinks_clip import CardClip, scene_at, step_clip
from magnetsim.viewer.feelinks_layout import fitted_cards
from magnetsim.viewer.feelinks_picture import CardPainter
from magnetsim.viewer.hud import ROUNDS, Status, write
from magnetsim.viewer.layout import Layout, layout
from magnetsim.viewer.overlays import Overlays
from magnetsim.viewer.telling import Telling

_TOLD = ("reshuffled", "redrew", "beginners", "scored", "swapped")


@dataclass(kw_only=True)
class CardShow(Telling[CardClip]):
    """What is shown of cards on a table."""

    session: FeelinksSession
    steps: list[FeelinksStep] = field(default_factory=list)
    _painter: CardPainter | None = None

    def add(self, step: FeelinksStep, words: Words) -> None:
        """Take in a move that was made."""
        before = self.steps[-1].after if self.steps else self.session.match.start
        self.film.add(step_clip(before, step))
        self.steps.append(step)
        self._tell(step, words)

    def tell_in(self, words: Words) -> None:
        """Tell all turns again, in another language."""
        self.forget(0)
        for step in self.steps:
            self._tell(step, words)

    def _tell(self, step: FeelinksStep, words: Words) -> None:
        cards = step.after.setup.cards
        for event in step.events:
            if event.name == "host":
                self.begin(int(str(event.data["turn"])), -1 if event.seat is None else event.seat)
            elif event.name == "read":
                text = situation_text(cards, event.data["card"], event.data["situation"], words)
                self.say(text.rstrip(".。"), words)
            elif event.name in _TOLD:
                self.say(said(event, list(self.names), cards, step.after, words), words)
        outcome = feelinks.outcome(step.after)
        if outcome is not None:
            self.end(outcome_text(self.session, outcome, step.after.round.turn, words))
        self.count(step.after.scores)

    def layout(
        self, width: int, height: int, *, bare: bool = False, controls: bool = True, scale: float = 1.0
    ) -> Layout:
        """Where all stands in a window of this size; cards have no energies."""
        return layout(width, height, bare=bare, energies=False, controls=controls, scale=scale)

    def fitted(self, viewport: Rectangle) -> Camera:
        """A camera that shows the whole table, from straight above."""
        return fitted_cards(viewport)

    def draw(
        self,
        surface: pygame.Surface,
        camera: Camera,
        where: Layout,
        status: Status,
        words: Words,
        overlays: Overlays,  # noqa: ARG002 - nothing can be shown upon cards
    ) -> None:
        """Draw the moment of a status."""
        if self._painter is None or self._painter.size != where.size:
            self._painter = CardPainter(self.session.match.start.setup, where.size)
        at, since = self.film.place(status.time)
        self._painter.paint(surface, scene_at(self.film.clips[at], since), camera, where.letter, words)
        write(surface, where, status, words)


def feelinks_show(session: FeelinksSession, steps: Sequence[FeelinksStep], words: Words) -> CardShow:
    """A match to be shown, with the moves made so far; at least one."""
    scenario = session.scenario
    show = CardShow(
        title=scenario.name,
        seed=scenario.seed,
        names=tuple(player.name for player in scenario.players),
        manners=tuple(STRATEGIES[player.strategy] for player in scenario.players),
        session=session,
        counted=ROUNDS,
    )
    for step in steps:
        show.add(step, words)
    return show
