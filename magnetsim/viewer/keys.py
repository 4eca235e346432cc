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
    TRAILS = auto()
    FIT = auto()
    FULL_SCREEN = auto()
    MUTE = auto()
    LANGUAGE = auto()
    FORK = auto()
    COPY = auto()
    PICTURE = auto()
    HELP = auto()
    QUIT = auto()


# Of two keys that belong together the first tells what both do.
BINDINGS: tuple[tuple[Action, tuple[int, ...], str, str], ...] = (
    (Action.PLAY, (pygame.K_SPACE,), message("Space"), message("play, pause")),
    (Action.FRAME_BACK, (pygame.K_LEFT,), "← →", message("a frame back, on")),
    (Action.FRAME_ON, (pygame.K_RIGHT,), "", ""),
    (Action.CLIP_BACK, (pygame.K_UP,), "↑ ↓", message("a move back, on")),
    (Action.CLIP_ON, (pygame.K_DOWN,), "", ""),
    (Action.SHOT_BACK, (pygame.K_COMMA,), ", .", message("a shot back, on")),
    (Action.SHOT_ON, (pygame.K_PERIOD,), "", ""),
    (Action.TURN_BACK, (pygame.K_PAGEUP, pygame.K_LEFTBRACKET), "PgUp PgDn [ ]", message("a turn back, on")),
    (Action.TURN_ON, (pygame.K_PAGEDOWN, pygame.K_RIGHTBRACKET), "", ""),
    (Action.START, (pygame.K_HOME,), "Home End", message("to the start, the end; digits: to a turn")),
    (Action.END, (pygame.K_END,), "", ""),
    (Action.SLOWER, (pygame.K_MINUS, pygame.K_KP_MINUS), "− +", message("slower, faster")),
    (Action.FASTER, (pygame.K_EQUALS, pygame.K_PLUS, pygame.K_KP_PLUS), "", ""),
    (Action.LOOP, (pygame.K_o,), "O", message("this move again and again")),
    (Action.BONDS, (pygame.K_b,), "B", message("show what is bonded")),
    (Action.NUMBERS, (pygame.K_n,), "N", message("show the magnets' numbers")),
    (Action.FIELD, (pygame.K_m,), "M", message("the field, as if by iron filings")),
    (Action.FORCES, (pygame.K_k,), "K", message("the magnetic force on each magnet")),
    (Action.CAPTURE, (pygame.K_i,), "I", message("how near another is pulled in")),
    (Action.TRAILS, (pygame.K_y,), "Y", message("where moving magnets have just been")),
    (Action.FIT, (pygame.K_f,), "F", message("the whole table; wheel: nearer, farther")),
    (Action.FULL_SCREEN, (pygame.K_F11,), "F11", message("the whole screen")),
    (Action.MUTE, (pygame.K_z,), "Z", message("sound, no sound")),
    (Action.LANGUAGE, (pygame.K_l,), "L", message("the other language")),
    (Action.FORK, (pygame.K_t,), "T", message("play on from here, or save the position")),
    (Action.COPY, (pygame.K_c,), "C", message("copy seed, turn, position and shot")),
    (Action.PICTURE, (pygame.K_p,), "P", message("save a picture in ./pictures")),
    (Action.HELP, (pygame.K_h, pygame.K_F1, pygame.K_SLASH, pygame.K_QUESTION), "H ?", message("this help")),
    (Action.QUIT, (pygame.K_ESCAPE,), "Esc", message("leave")),
)

OF_MAGNETS = frozenset(
    {
        Action.BONDS,
        Action.NUMBERS,
        Action.FIELD,
        Action.FORCES,
        Action.CAPTURE,
        Action.TRAILS,
        Action.MUTE,
        Action.FORK,
    }
)
"""What does nothing where cards are seen."""

OF_CARDS: dict[Action, str] = {
    Action.SHOT_BACK: message("a move as well: a vote, a card read or changed"),
    Action.COPY: message("copy seed and turn"),
}
"""What keys do there otherwise."""

AIMING: tuple[tuple[str, str], ...] = (
    ("← →", message("aiming: along the rim, to the player's left, right")),
    ("A D W S", message("aiming: direction, strength")),
    ("Q E", message("aiming: off the centre, for spin")),
    ("R", message("turn the magnet in hand")),
    ("Tab", message("aiming: another way; else: the next choice")),
    (message("Return"), message("shoot; take what is chosen")),
    ("V G", message("show the path; tell the chances")),
    ("U", message("take the last turn back")),
    ("X", message("take none; pass, where no spot is free")),
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
