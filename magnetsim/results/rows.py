"""Rows of the tables, from a game that was played: plain dictionaries, which travel between processes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from magnetsim.friends import PlayedOut
from magnetsim.results.feelinks_rows import feelinks_columns
from magnetsim.results.parameters import Value
from magnetsim.results.schema import COLUMNS, FINISHED, GAMES, PARAMETER, STOPPED
from magnetsim.results.xinxin_rows import shot_rows, xinxin_columns
from magnetsim.scenario import AnyScenario, FeelinksScenario, scenario_data
from magnetsim.session import AnySession, Session

Row = dict[str, Any]

_SAYS_NOTHING_OF_PLAY = ("seed", "expect")


@dataclass(frozen=True, slots=True)
class Setup:
    """What all games of one scenario of a batch have in common.

    columns : those of their rows in the table of games
    """

    columns: Mapping[str, Any]


def new_setup(
    scenario: AnyScenario, versions: Mapping[str, str], batch_seed: int, parameters: Mapping[str, Value | None]
) -> Setup:
    """What the rows of a scenario's games begin with.

    versions : of what computes
    parameters : by key path, as parameter_row gives them
    """
    hands = None
    if not isinstance(scenario, FeelinksScenario):
        hands = [
            player.hand if isinstance(player.hand, str) else _json(player.hand.model_dump(mode="json"))
            for player in scenario.players
        ]
    return Setup(
        {
            "scenario": scenario.name,
            "digest": scenario_digest(scenario),
            "batch_seed": str(batch_seed),
            "kind": scenario.game,
            "versions": _json(dict(versions)),
            "players": [player.name for player in scenario.players],
            "strategies": [player.strategy for player in scenario.players],
            "hands": hands,
            **{PARAMETER + path: value for path, value in parameters.items()},
        }
    )


def scenario_digest(scenario: AnyScenario) -> str:
    """What tells scenarios apart that play differently: 16 hexadecimal digits; the seed does not count."""
    data = {key: value for key, value in scenario_data(scenario).items() if key not in _SAYS_NOTHING_OF_PLAY}
    return hashlib.sha256(_json(data, sort_keys=True).encode()).hexdigest()[:16]


def game_rows(
    setup: Setup, game: int, session: AnySession, error: str | None = None, ended: PlayedOut | None = None
) -> tuple[Row, list[Row]]:
    """A game's row in the table of games, and those of its shots.

    game : its number among the games of its scenario
    session : as it was played
    error : what ended it before its end; None when it is over
    ended : how it ended, when it was played out
    """
    status = FINISHED if error is None else STOPPED
    row = _begun(setup, game, session.match.seed, status, error)
    if isinstance(session, Session):
        key = {name: row[name] for name in ("scenario", "digest", "game")}
        shots = [{**key, **shot} for shot in shot_rows(session)]
        row.update(xinxin_columns(session))
        return row, shots
    row.update(feelinks_columns(session, ended))
    return row, []


def lost_row(setup: Setup, game: int, seed: int, status: str, error: str) -> Row:
    """The row of a game of which nothing is known but what became of it; status : CRASHED, TIMEOUT or STOPPED."""
    return _begun(setup, game, seed, status, error)


def _begun(setup: Setup, game: int, seed: int, status: str, error: str | None) -> Row:
    row: Row = dict.fromkeys(column.name for column in COLUMNS[GAMES])
    row.update(setup.columns)
    row.update(game=game, seed=str(seed), status=status, error=error)
    return row


def _json(data: Any, *, sort_keys: bool = False) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False, sort_keys=sort_keys, separators=(",", ":"))
