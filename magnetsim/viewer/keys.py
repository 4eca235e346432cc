"""What each key does, in the order in which the help tells it."""

from __future__ import annotations

from enum import Enum, auto

import pygame

from magnetsim.language import message


class Action(Enum):
    """What a key asks for."""

    PLAY = auto()
    FRAME_BACK = auto()
    FRAME_ON = auto()
    CLIP_BACK = auto()
    CLIP_ON = auto()
    SHOT_BACK = auto()
    SHOT_ON = auto()
    TURN_BACK = auto()
    TURN_ON = auto()
    START = auto()
    END = auto()
    SLOWER = auto()
    FASTER = auto()
    LOOP = auto()
    BONDS = auto()
    NUMBERS = auto()
    FIELD = auto()
    FORCES = auto()
    CAPTURE = auto()
    FIT = auto()
    FULL_SCREEN = auto()
    MUTE = auto()
    LANGUAGE = auto()
    FORK = auto()
    COPY = auto()
    PICTURE = auto()
    HELP = auto()
    QUIT = auto()


BINDINGS: tuple[tuple[Action, tuple[int, ...], str, str], ...] = (
    (Action.PLAY, (pygame.K_SPACE,), message("Space"), message("play, pause")),
    (Action.FRAME_BACK, (pygame.K_LEFT,), "←", message("a frame back")),
    (Action.FRAME_ON, (pygame.K_RIGHT,), "→", message("a frame on")),
    (Action.CLIP_BACK, (pygame.K_UP,), "↑", message("a move back")),
    (Action.CLIP_ON, (pygame.K_DOWN,), "↓", message("a move on")),
    (Action.SHOT_BACK, (pygame.K_COMMA,), ",", message("a shot back")),
    (Action.SHOT_ON, (pygame.K_PERIOD,), ".", message("a shot on")),
    (Action.TURN_BACK, (pygame.K_PAGEUP, pygame.K_LEFTBRACKET), "PgUp [", message("a turn back")),
    (Action.TURN_ON, (pygame.K_PAGEDOWN, pygame.K_RIGHTBRACKET), "PgDn ]", message("a turn on")),
    (Action.START, (pygame.K_HOME,), "Home", message("to the start")),
    (Action.END, (pygame.K_END,), "End", message("to the end (digits or a click in the list: to a turn)")),
    (Action.SLOWER, (pygame.K_MINUS, pygame.K_KP_MINUS), "−", message("slower")),
    (Action.FASTER, (pygame.K_EQUALS, pygame.K_PLUS, pygame.K_KP_PLUS), "+", message("faster")),
    (Action.LOOP, (pygame.K_o,), "O", message("this move again and again")),
    (Action.BONDS, (pygame.K_b,), "B", message("show what is bonded")),
    (Action.NUMBERS, (pygame.K_n,), "N", message("show the magnets' numbers")),
    (Action.FIELD, (pygame.K_m,), "M", message("see the field, as if iron filings lay on the table")),
    (Action.FORCES, (pygame.K_k,), "K", message("see the magnetic force on each magnet")),
    (Action.CAPTURE, (pygame.K_i,), "I", message("see from where another magnet would be pulled in")),
    (Action.FIT, (pygame.K_f,), "F", message("see the whole table (wheel: nearer, farther; drag: move)")),
    (Action.FULL_SCREEN, (pygame.K_F11,), "F11", message("the whole screen")),
    (Action.MUTE, (pygame.K_z,), "Z", message("sound, no sound")),
    (Action.LANGUAGE, (pygame.K_l,), "L", message("the other language")),
    (Action.FORK, (pygame.K_t,), "T", message("play on from here: take over a seat, or save the position")),
    (Action.COPY, (pygame.K_c,), "C", message("copy name, seed, turn, and position and shot as codes")),
    (Action.PICTURE, (pygame.K_p,), "P", message("save a picture in the folder pictures")),
    (Action.HELP, (pygame.K_h, pygame.K_F1, pygame.K_SLASH, pygame.K_QUESTION), "H ?", message("this help")),
    (Action.QUIT, (pygame.K_ESCAPE,), "Esc", message("leave")),
)


AIMING: tuple[tuple[str, str], ...] = (
    ("← →", message("aiming: along the rim")),
    ("A D W S", message("aiming: direction, strength")),
    ("Q E", message("aiming: off the centre, for spin")),
    ("R", message("turn the magnet in hand")),
    ("Tab", message("aiming: another way of shooting; else: the next choice")),
    (message("Return"), message("shoot; take what is chosen")),
    ("V G", message("show the path; tell the chances")),
    ("U", message("take the last turn back")),
    ("X", message("take none; pass, where there is no spot to shoot from")),
)
"""What keys do while a person is asked, beside the mouse: the help tells it where one plays."""


def digit_of(key: int) -> int | None:
    """The digit of a key; None: it has none."""
    if pygame.K_0 <= key <= pygame.K_9:
        return key - pygame.K_0
    if pygame.K_KP_1 <= key <= pygame.K_KP_9:
        return key - pygame.K_KP_1 + 1
    return 0 if key == pygame.K_KP_0 else None


def action_of(key: int) -> Action | None:
    """What a key asks for; None: nothing."""
    return next((action for action, keys, _, _ in BINDINGS if key in keys), None)
