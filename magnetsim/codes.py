"""Position and shot codes: a table at rest before a shot, and a shot, as one line each to paste into a bug report.

A code is what it is, its version, its content and a check, with dots between: `position-1.eNq…w.0a1b2c3d`. The content
is strict JSON as a record holds it, deflated, in base64url without padding; the check is the first
eight digits of the JSON's SHA-256. To read a code gives, to the last bit, what it was made from.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from magnetsim.errors import CodeError, MagnetsimError
from magnetsim.language import Phrase
from magnetsim.record.lines import compact
from magnetsim.record.moves import move_data, read_move
from magnetsim.record.plain import Data, compare, entry, mismatch, read
from magnetsim.record.states import read_state, state_data
from magnetsim.rules.xinxin.game import Move, Phase, Shoot, State
from magnetsim.scenario import Scenario, parse_scenario
from magnetsim.session import Session, XinxinMatch, empty_table, resumed, seated
from magnetsim.table import Placed, lay

VERSION = 1
"""Of both forms of code."""
LARGEST = 4 * 1024 * 1024
"""bytes of content; 200 magnets take 50,000."""


def position_code(scenario: Scenario, state: State) -> str:
    """The code of a state in which a player is to shoot, of a match of this scenario.

    It holds the table with its bonds, kinds and board, the shooter in hand, options and scores, names, strategies and
    the seed, and nothing of what was played before.
    """
    return _code("position", _position_data(scenario, state))


def shot_code(shoot: Shoot) -> str:
    """The code of a shot."""
    return _code("shot", move_data(shoot))


def read_position(code: str) -> Session:
    """A match that begins with the position of a code; CodeError when it is none."""
    data = _content("position", code)
    with _means("position"):
        scenario = parse_scenario(read(dict[str, Any], entry(data, "scenario", "position"), "scenario"), "scenario")
        if not isinstance(scenario, Scenario):
            raise mismatch("scenario.game", '"xinxin"', f'"{scenario.game}"')
        state = read_state(entry(data, "state", "position"), _start(scenario, data), "state")
        compare(_position_data(scenario, state), data)
        return resumed(scenario, state)


def read_shot(code: str) -> Shoot:
    """The shot of a code; CodeError when it is none."""
    data = _content("shot", code)
    with _means("shot"):
        move = read_move(data, "shot")
        compare(move_data(move), data)
        return _shot(move)


def codes_of_turn(scenario: Scenario, match: XinxinMatch, turn: int) -> tuple[str, str] | None:
    """The codes of the position and the shot of a turn that was played; None when there was no shot in it."""
    before = match.start
    for step in match.steps:
        if step.turn == turn and isinstance(step.move, Shoot):
            return position_code(scenario, before), shot_code(step.move)
        before = step.after
    return None


def _position_data(scenario: Scenario, state: State) -> Data:
    if state.phase is not Phase.AIM:
        raise ValueError(f"a position is a state in which a player is to shoot, got the phase {state.phase.value}")
    laid = {"magnet": state.laid.magnet.tolist(), "kind": state.laid.kind.tolist()}
    return {"scenario": _scenario_data(scenario), "laid": laid, "state": state_data(state)}


def _shot(move: Move) -> Shoot:
    if not isinstance(move, Shoot):
        raise TypeError(f"expected a shot, got another move, {type(move).__name__}")
    return move


@contextmanager
def _means(form: str) -> Iterator[None]:
    """CodeError for what goes wrong inside: a content that fits its check may still have been made by hand."""
    try:
        yield
    except (MagnetsimError, ValueError, LookupError, TypeError, ArithmeticError) as error:
        text = Phrase("{form} code: expected a {form}, got something else: {error}", form=form, error=error)
        raise CodeError(text) from error


def _start(scenario: Scenario, data: Data) -> State:
    """A state that says of the match what its scenario does, and of which kind each magnet is."""
    laid = entry(data, "laid", "position")
    magnets, kinds = (read(tuple[int, ...], entry(laid, key, "laid"), f"laid.{key}") for key in ("magnet", "kind"))
    nothing = empty_table(scenario)
    if not all(0 <= kind < len(nothing.kinds) for kind in kinds):
        raise mismatch("laid.kind", Phrase("numbers from 0 to {most}", most=len(nothing.kinds) - 1), max(kinds))
    # Where they were laid is not told: anywhere will do where none touches another.
    placed = [Placed(one, kind, (float(one), 0.0), 0.0) for one, kind in zip(magnets, kinds, strict=True)]
    return seated(scenario, lay(nothing.board, nothing.kinds, placed)).match.state


def _scenario_data(scenario: Scenario) -> Data:
    """What of a scenario goes on to hold; a script is over, and greedy decides in its place."""
    data = scenario.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"about", "expect"})
    for player in data["players"]:
        if player.pop("shots", None) is not None:
            player["strategy"] = "greedy"
    return data


def _code(form: str, data: Data) -> str:
    content = compact(data).encode()
    packed = base64.urlsafe_b64encode(zlib.compress(content, 9)).decode("ascii").rstrip("=")
    return f"{form}-{VERSION}.{packed}.{_check(content)}"


def _content(form: str, code: str) -> Any:
    """The data of a code of this form; CodeError when it is not whole."""
    # Line breaks and blanks come from a mail or a terminal that folds long lines.
    found = re.fullmatch(r"([a-z]+)-([0-9]+)\.([\w-]+)\.([0-9a-f]{8})", re.sub(r"\s", "", code), re.ASCII)
    if found is None:
        start = code.strip()[:30]
        problem = Phrase(
            "expected {form}-{version}.….…, whole, got {start}…, {count} characters",
            form=form,
            version=VERSION,
            start=repr(start),
            count=len(code),
        )
        raise _refused(form, problem)
    if found[1] != form:
        problem = Phrase(
            "expected one that begins with {form}-, got one that begins with {got}-", form=form, got=found[1]
        )
        raise _refused(form, problem)
    if found[2] != str(VERSION):
        problem = Phrase(
            "expected version {version}, got {got}; another magnetsim wrote it", version=VERSION, got=found[2][:20]
        )
        raise _refused(form, problem)
    try:
        packed = base64.b64decode(found[3] + "=" * (-len(found[3]) % 4), altchars=b"-_", validate=True)
        inflating = zlib.decompressobj()
        content = inflating.decompress(packed, LARGEST)
    except (binascii.Error, zlib.error) as error:
        raise _refused(form, Phrase("it was changed or cut on its way: {error}", error=error)) from error
    if not inflating.eof or inflating.unused_data:
        problem = Phrase("it was changed or cut on its way: its content has no end, or goes on after it")
        raise _refused(form, problem)
    if _check(content) != found[4]:
        problem = Phrase(
            "it was changed or cut on its way: expected the check {expected}, got {got}",
            expected=_check(content),
            got=found[4],
        )
        raise _refused(form, problem)
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise _refused(form, Phrase("expected strict JSON in it, got something else: {error}", error=error)) from error


def _refused(form: str, problem: Phrase) -> CodeError:
    return CodeError(Phrase("{form} code: {problem}", form=form, problem=problem))


def _check(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:8]
