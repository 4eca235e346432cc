"""Moves as plain data, and back."""

from __future__ import annotations

import re
from typing import Any, get_args

from magnetsim.language import Phrase, listed
from magnetsim.plain.values import Data, entry, mismatch, plain, read, shown
from magnetsim.rules.xinxin.game import Move, Shoot, way_of
from magnetsim.shot import Delivery, Flick, Push


def _kebab(name: str) -> str:
    """`LiftShooter` as `lift-shooter`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


_MOVES: dict[str, type[Move]] = {_kebab(kind.__name__): kind for kind in get_args(Move)}
_SHOTS: dict[str, type[Flick | Push | Delivery]] = {"flick": Flick, "push": Push, "deliver": Delivery}


def move_data(move: Move) -> Data:
    """A move as plain data; a shot is named by its way."""
    data = {"move": _kebab(type(move).__name__), **plain(move)}
    if isinstance(move, Shoot):
        data["shot"] = {"way": way_of(move.shot).value, **data["shot"]}
    return data


def read_move(data: Any, what: str) -> Move:
    """The move that the data means; ValueError, calling it `what`, when it means none."""
    kind = _named(_MOVES, data, "move", what)
    if kind is not Shoot:
        move: Move = read(kind, {key: value for key, value in data.items() if key != "move"}, what)
        return move
    shot = entry(data, "shot", what)
    way = _named(_SHOTS, shot, "way", f"{what}.shot")
    return Shoot(
        position=read(tuple[float, float], entry(data, "position", what), f"{what}.position"),
        angle=read(float, entry(data, "angle", what), f"{what}.angle"),
        shot=read(way, {key: value for key, value in shot.items() if key != "way"}, f"{what}.shot"),
    )


def _named(kinds: dict[str, Any], data: Any, key: str, what: str) -> Any:
    name = entry(data, key, what)
    if not isinstance(name, str) or name not in kinds:
        raise mismatch(f"{what}.{key}", Phrase("one of {names}", names=listed(kinds)), shown(name))
    return kinds[name]
