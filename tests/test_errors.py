"""Errors of our own are made from phrases, so that they can be told in either language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from magnetsim import errors
from magnetsim.clusters import BondCriteria
from magnetsim.errors import MagnetsimError, PhysicsError, ScenarioError
from magnetsim.language import told, words_of
from magnetsim.physics import Physics, settle
from magnetsim.rules.xinxin.setup import check_layout, check_teams
from magnetsim.shot import Flick
from magnetsim.table import Board, Placed, lay
from tests.physics.scenes import disc, wide

PACKAGE = Path(str(files("magnetsim")))
MODULES = sorted(PACKAGE.rglob("*.py"))
MADE_FROM_REASONS = {"IllegalShot"}
"""Told by the reason's name, for which narration has the words."""
KINDS = {
    kind.__name__ for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, MagnetsimError)
} - MADE_FROM_REASONS | {"UsageError", "NameTakenError"}


def raised(module: ast.AST) -> Iterator[tuple[ast.Call, ast.AST]]:
    """Each call that makes an error of ours, and the function that it stands in."""
    for scope in ast.walk(module):
        if isinstance(scope, ast.FunctionDef):
            for node in ast.walk(scope):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KINDS:
                    yield node, scope


def meant(expression: ast.expr, scope: ast.AST) -> Iterator[ast.expr]:
    """What an expression may be: names are followed to what the function calls so."""
    match expression:
        case ast.Name(id=name):
            for node in ast.walk(scope):
                match node:
                    case ast.Assign(targets=[ast.Name(id=target)]) if target == name:
                        yield from meant(node.value, scope)
                    case ast.NamedExpr(target=ast.Name(id=target)) if target == name:
                        yield from meant(node.value, scope)
        case ast.IfExp():
            yield from meant(expression.body, scope)
            yield from meant(expression.orelse, scope)
        case _:
            yield expression


def is_text(expression: ast.expr) -> bool:
    """Whether it is a str and no phrase: in quotes, an f-string, put together, or formatted."""
    match expression:
        case ast.JoinedStr() | ast.Constant() | ast.BinOp():
            return True
        case ast.Call(func=ast.Name(id="str" | "repr" | "message")):
            return True
        case ast.Call(func=ast.Attribute(attr="format" | "join" | "gettext")):
            return True
        case _:
            return False


def texts(source: str) -> list[int]:
    """The lines on which a source makes an error of ours from a text."""
    found = []
    for call, scope in raised(ast.parse(source)):
        if not call.args or any(is_text(one) for one in meant(call.args[0], scope)):
            found.append(call.lineno)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_error_is_made_from_a_text(path):
    assert texts(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "said",
    ['f"got {got}"', '"got " + got', '"got {}".format(got)', "str(got)", "text", 'Phrase("x") if got else "y"', ""],
)
def test_one_that_is_would_be_found(said):
    assert texts(f'def check(got):\n    text = f"got {{got}}"\n    raise ScenarioError({said})\n') == [3]
    assert texts('def check(got):\n    text = Phrase("got")\n    raise ScenarioError(text)\n') == []


def test_there_are_many():
    calls = [call for path in MODULES for call, _ in raised(ast.parse(path.read_text(encoding="utf-8")))]
    assert len(calls) >= 60


def close_pair():
    """Two discs that all but touch."""
    return lay(wide(), (disc(0.0),), [Placed(1, 0, (0.0, 0.0), 0.0), Placed(2, 0, (0.0200001, 0.0), 0.0)])


@pytest.mark.parametrize(
    ("refused", "chinese"),
    [
        (lambda: check_teams(5), "players：两人一队，人数应为偶数且不少于 4，实为 5；请增减"),
        (lambda: check_layout(close_pair(), 2, 1e-4), "magnets：应有至少 3 枚，2 人各一枚射手"),
        (lambda: settle(close_pair(), None, Physics(step=1.0)), "physics.step：应为 1e-06 到 0.005 s，实为 1.0"),
        (
            lambda: settle(close_pair(), Flick(1, 0.0, 1e9)),
            "磁铁 1 的 Flick：speed：应为大于 0、不超过 100 m/s 的数，实为 1000000000.0",
        ),
        (
            lambda: settle(lay(Board(close_pair().board.rim[:0], 1e9, 0.3, 0.2), (disc(0.0),), []), None),
            "board：应有各角，或不超过 100 m 的半径",
        ),
        (
            lambda: settle(close_pair(), None, Physics(criteria=BondCriteria(factor=-1.0))),
            "physics.criteria：应为 factor 不为负",
        ),
    ],
)
def test_what_rules_and_physics_refuse_is_told_in_chinese(refused, chinese):
    with pytest.raises((ScenarioError, PhysicsError)) as caught:
        refused()
    assert told(caught.value, words_of("zh")).startswith(chinese)
