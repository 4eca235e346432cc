"""What the window leaves in files: pictures, and positions as scenarios; beside what is there, never over it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

from magnetsim.codes import position_code
from magnetsim.errors import naming_file
from magnetsim.rules.xinxin.game import State
from magnetsim.scenario import Scenario
from magnetsim.scenario.players import PlayerSection

PICTURES, POSITIONS = Path("pictures"), Path("positions")
"""Folders, in the one that the program was started in, as `records` is."""
_WIDE = 100
"""Characters of a code on a line."""


def save_beside(folder: Path, stem: str, ending: str, write: Callable[[Path], None]) -> Path:
    """Write a file of this name, or of the first numbered one that is free; its whole path. OutputError if it fails.

    stem : of the name; what no file's name may have is replaced
    """
    with naming_file(folder):
        folder.mkdir(exist_ok=True)
        whole = folder.absolute()
        path = _free(whole, re.sub(r'[\\/:*?"<>|\x00-\x1f]', "-", stem)[:80], ending)
        write(path)
    return path


def position_text(scenario: Scenario, state: State) -> str:
    """A scenario file that takes a match of this scenario up in a state in which a player is to shoot."""
    code = position_code(scenario, state)
    folded = "\n".join(code[at : at + _WIDE] for at in range(0, len(code), _WIDE))
    name = f"{scenario.name}, {state.turn}"
    score = " : ".join(map(str, state.scores))
    lines = [
        f"# {scenario.name}, turn {state.turn}: {state.players[state.seat].name} is to shoot, the score is {score}.",
        "schema = 1",
        f"name = {_quoted(name[-80:].strip())}",
        'game = "xinxin"',
        f"seed = {scenario.seed}",
        f'position = """\n{folded}\n"""',
    ]
    for player in scenario.players:
        lines += ["", "[[players]]", *_player(player)]
    return "\n".join(lines) + "\n"


def _player(player: PlayerSection) -> list[str]:
    # A script is over; greedy decides in its place.
    strategy = "greedy" if player.strategy == "scripted" else player.strategy
    if isinstance(player.hand, str):
        hand = _quoted(player.hand)
    else:
        hand = "{ " + ", ".join(f"{key} = {value!r}" for key, value in player.hand.key_values().items()) + " }"
    return [
        f"name = {_quoted(player.name)}",
        f"strategy = {_quoted(strategy)}",
        f"hand = {hand}",
        f"catch_skill = {player.catch_skill!r}",
        *(["preview = false"] if player.preview is False else []),
    ]


def _quoted(text: str) -> str:
    """As a string of TOML, which takes JSON's escapes."""
    return json.dumps(text, ensure_ascii=False)


def _free(folder: Path, stem: str, ending: str) -> Path:
    names = (f"{stem}{ending}" if number == 1 else f"{stem}-{number}{ending}" for number in count(1))
    return next(path for path in map(folder.joinpath, names) if not path.exists())
