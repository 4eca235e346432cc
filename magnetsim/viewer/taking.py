"""A person's turn at the window: what is asked, what mouse and keys choose, what is drawn meanwhile."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pygame

from magnetsim.language import Words, message
from magnetsim.match import Request
from magnetsim.narration.explanation import refused
from magnetsim.players.hand import HANDS, hand
from magnetsim.rim import rim_depth
from magnetsim.rules.xinxin.game import (
    Collect,
    Decline,
    LiftShooter,
    Move,
    NoStart,
    Phase,
    PutBack,
    SetAside,
    State,
    TakeShooter,
)
from magnetsim.session import Session
from magnetsim.tabletop.spots import find_put_back, find_start
from magnetsim.viewer.aim import Aim, drawn_back, first_aim, moved, next_way, shoot_of, slid_to, start_of
from magnetsim.viewer.camera import Camera
from magnetsim.viewer.person import Person, TakeBack
from magnetsim.viewer.preview import Preview
from magnetsim.viewer.scene import Scene

_AIM_KEYS: dict[int, dict[str, float]] = {
    pygame.K_LEFT: {"share": 0.04},
    pygame.K_RIGHT: {"share": -0.04},
    pygame.K_a: {"direction": math.radians(1.0)},
    pygame.K_d: {"direction": -math.radians(1.0)},
    pygame.K_w: {"speed": 0.05},
    pygame.K_s: {"speed": -0.05},
    pygame.K_q: {"offset": 0.1},
    pygame.K_e: {"offset": -0.1},
    pygame.K_r: {"turn": math.radians(15.0)},
}
NOTHING_TO_TAKE_BACK = message("there is nothing of yours to take back")
NOT_WITHOUT_START = message("there is a spot to shoot from within your reach, so the turn cannot be passed")
NOT_FORESEEN = message("this seat plays without seeing where a shot would go: preview = false in the scenario")
RETURN = (pygame.K_RETURN, pygame.K_KP_ENTER)
FINE = 0.2
"""With Shift a key moves by so much less."""


@dataclass
class Taking:
    """What a person is being asked, and what is chosen so far.

    request : None while nothing is asked        requests : how many there were
    choice : of what can be chosen, the index that is lit
    pose : where a magnet would be put back, m and rad        show_path : whether the person wants to foresee shots
    """

    session: Session
    person: Person
    preview: Preview
    show_path: bool = True
    request: Request[State, Move] | None = None
    requests: int = 0
    aim: Aim | None = None
    choice: int = 0
    pose: tuple[float, float, float] | None = None
    said: str = ""
    pressed: str = ""

    def look(self, words: Words) -> None:
        """See whether something is asked."""
        asked = self.person.pending()
        if asked is None:
            return
        self.request, self.choice = asked, 0
        self.requests += 1
        self.said = refused(asked.refused[-1].reason, words) if asked.refused else ""
        state = asked.view
        match state.phase:
            case Phase.AIM:
                self.aim = first_aim(state, self.aim)
                self._foresee()
            case Phase.TAKE if state.shooter[asked.seat] is not None:
                self._answer(LiftShooter())
            case Phase.PUT_BACK | Phase.RETURN:
                self.pose = find_put_back(state, state.waiting[0], self.session.physics)
                if self.pose is None:
                    self._answer(SetAside(state.waiting[0]))
            case _:
                pass

    @property
    def may_foresee(self) -> bool:
        """Whether the scenario lets the seat that is asked see where a shot would go."""
        return self.request is None or self.session.scenario.players[self.request.seat].preview is not False

    @property
    def foresees(self) -> bool:
        """Whether the seat that is asked sees it."""
        return self.show_path and self.may_foresee

    @property
    def choices(self) -> tuple[frozenset[int], ...]:
        """What can be chosen by Tab or a click: clusters, or single magnets."""
        if self.request is None:
            return ()
        state = self.request.view
        if state.phase is Phase.CHOOSE:
            return state.on_offer
        if state.phase is Phase.TAKE:
            return tuple(frozenset((magnet,)) for magnet in state.offered_shooters(self.request.seat))
        return ()

    def key(self, pressed: int, *, fine: bool = False) -> bool:
        """Do what a key asks for; whether it meant anything here."""
        if self.request is None:
            return False
        if pressed == pygame.K_u:
            if self.turns_back():
                self._answer(TakeBack(self.turns_back()))
            else:
                self.said = NOTHING_TO_TAKE_BACK
            return True
        state = self.request.view
        if state.phase is Phase.AIM and self.aim is not None:
            return self._aim_key(state, self.aim, pressed, fine=fine)
        if pressed == pygame.K_TAB and self.choices:
            self.choice = (self.choice + 1) % len(self.choices)
            return True
        if pressed in RETURN:
            self._take_choice(state)
            return True
        if pressed == pygame.K_x and state.phase is Phase.CHOOSE:
            self._answer(Decline())
            return True
        if pressed == pygame.K_r and self.pose is not None:
            self.pose = (*self.pose[:2], self.pose[2] + math.radians(15))
            return True
        return False

    def _aim_key(self, state: State, aim: Aim, pressed: int, *, fine: bool) -> bool:
        if pressed in _AIM_KEYS:
            scale = FINE if fine else 1.0
            self.aim = moved(aim, state, **{name: scale * by for name, by in _AIM_KEYS[pressed].items()})
        elif pressed == pygame.K_TAB:
            self.aim = next_way(aim, state)
        elif pressed == pygame.K_v and self.may_foresee:
            self.show_path = not self.show_path
        elif pressed in (pygame.K_v, pygame.K_g) and not self.may_foresee:
            self.said = NOT_FORESEEN
            return True
        elif pressed == pygame.K_g and self.foresees:
            err = hand(HANDS["normal"], state.options, state.laid)
            self.preview.wish(state, shoot_of(aim, state), err)
            return True
        elif pressed in RETURN:
            self._answer(shoot_of(aim, state))
            return True
        elif pressed == pygame.K_x:
            if find_start(state, self.session.physics) is None:
                self._answer(NoStart())
            else:
                self.said = NOT_WITHOUT_START
            return True
        else:
            return False
        self._foresee()
        return True

    def press(self, camera: Camera, pixel: tuple[float, float], magnet: int | None) -> bool:
        """A click on the table, on a magnet or beside; whether it meant anything here."""
        if self.request is None:
            return False
        state = self.request.view
        if state.phase is Phase.AIM and self.aim is not None:
            (start, _inward) = start_of(self.aim, state)
            (u, v) = camera.project(np.array([start]))[0]
            near = math.hypot(pixel[0] - u, pixel[1] - v) < max(18.0, 0.02 * camera.pixels_a_metre)
            self.pressed = "sling" if near else ""
            if not near and abs(rim_distance(state, camera, pixel)) < 0.04:
                self.pressed = "slide"
                self.drag(camera, pixel)
            return bool(self.pressed)
        for at, chosen in enumerate(self.choices):
            if magnet in chosen:
                self.choice = at
                self._take_choice(state)
                return True
        if self.pose is not None and state.phase in (Phase.PUT_BACK, Phase.RETURN):
            self.pose = (*camera.table_point(pixel), self.pose[2])
            self._take_choice(state)
            return True
        return False

    def drag(self, camera: Camera, pixel: tuple[float, float]) -> None:
        """The mouse moved with its button held."""
        if self.request is None or self.aim is None or not self.pressed:
            return
        point, state = camera.table_point(pixel), self.request.view
        self.aim = (drawn_back if self.pressed == "sling" else slid_to)(self.aim, state, point)
        self._foresee()

    def hover(self, camera: Camera, pixel: tuple[float, float]) -> None:
        """The mouse moved: a magnet that is to be put back goes along."""
        if self.request is not None and self.pose is not None:
            self.pose = (*camera.table_point(pixel), self.pose[2])

    def release(self) -> None:
        """The mouse button was let go: a drawn sling shoots when Return is pressed, so that one may still correct."""
        self.pressed = ""

    def scene(self, scene: Scene) -> Scene:
        """The scene with the shooter at its start, or the magnet that is put back under the mouse."""
        if self.request is None:
            return scene
        state = self.request.view
        if state.phase is Phase.AIM and self.aim is not None:
            shoot = shoot_of(self.aim, state)
            return _with(scene, state, shoot.shot.magnet, (*shoot.position, shoot.angle), self.request.seat)
        if self.pose is not None and state.phase in (Phase.PUT_BACK, Phase.RETURN):
            return _with(scene, state, state.waiting[0], self.pose, -1)
        return scene

    def _take_choice(self, state: State) -> None:
        match state.phase:
            case Phase.CHOOSE:
                self._answer(Collect(self.choices[self.choice]))
            case Phase.TAKE:
                self._answer(TakeShooter(min(self.choices[self.choice])))
            case Phase.PUT_BACK | Phase.RETURN if self.pose is not None:
                self._answer(PutBack(state.waiting[0], self.pose[:2], self.pose[2]))
            case _:
                pass

    def _foresee(self) -> None:
        if self.request is not None and self.aim is not None:
            self.preview.clear()
            if self.foresees:
                self.preview.wish(self.request.view, shoot_of(self.aim, self.request.view))

    def turns_back(self) -> int:
        """How many turns lie between now and the last thing that the person did; 0 when that was nothing."""
        steps, participants = self.session.match.steps, self.session.participants
        # What the window answers by itself is nothing that the person did.
        own = [
            step.turn
            for step in steps
            if step.mover >= 0
            and participants[step.mover].strategy is self.person
            and not isinstance(step.move, LiftShooter | SetAside)
        ]
        return len({step.turn for step in steps if step.turn >= own[-1]}) if own else 0

    def _answer(self, move: Move | TakeBack) -> None:
        self.request, self.pose = None, None
        self.preview.clear()
        self.person.answer(move)


def rim_distance(state: State, camera: Camera, pixel: tuple[float, float]) -> float:
    """How far (m) from the rim the point of the table lies that is seen at a pixel."""
    return rim_depth(state.table.board, camera.table_point(pixel))


def _with(scene: Scene, state: State, magnet: int, pose: tuple[float, float, float], owner: int) -> Scene:
    """The scene with one magnet more, and none of that number before."""
    keep = scene.magnet != magnet
    kind = int(state.laid.kind[state.laid.row(magnet)])
    return replace(
        scene,
        magnet=np.append(scene.magnet[keep], magnet),
        kind=np.append(scene.kind[keep], kind),
        pose=np.vstack([scene.pose[keep], [*pose, 0.0]]),
        opacity=np.append(scene.opacity[keep], 1.0),
        owner=np.append(scene.owner[keep], owner),
        groups=scene.groups if keep.all() else (),
        bonds=scene.bonds if keep.all() else (),
    )
