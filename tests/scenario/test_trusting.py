"""Fits that are too wrong: a scenario is refused, or a word is said once, with numbers and with what to do."""

from __future__ import annotations

import re
import warnings
from dataclasses import replace

import pytest

from magnetsim.charges import DOUBTFUL, USELESS, GapError, store
from magnetsim.errors import Notice, ScenarioError
from magnetsim.outline import disc_outline, heart_outline
from magnetsim.scenario.kinds import as_finite
from magnetsim.scenario.trusting import _say_once, check_trust, doubt, shapes_of
from tests.physics.scenes import disc, heart

KINDS = (heart(), disc())
HEART, DISC = (store.shape_key(kind.outline, kind.height) for kind in KINDS)


def error(force: float, gap: float = 0.5e-3) -> GapError:
    return GapError(gap=gap, low=False, force=force, worst_force=2 * force, torque=force, worst_torque=force)


@pytest.fixture
def fits(monkeypatch):
    """Sets how wrong hearts are on hearts, and hearts on discs."""
    _say_once.cache_clear()
    doubt.cache_clear()

    def set_errors(own: float = 0.01, mixed: float = 0.01) -> None:
        good = store.shipped_fit(HEART)
        made = {HEART: replace(good, errors=(error(0.01, 0.1e-3), error(own))), DISC: store.shipped_fit(DISC)}
        monkeypatch.setattr(store, "_made", made)
        pair = store.pair_key(*((kind.outline, kind.height) for kind in KINDS))
        monkeypatch.setattr(store, "_pairs", {pair: (error(mixed),)})

    return set_errors


def test_good_fits_are_passed_without_a_word(fits):
    fits(DOUBTFUL, DOUBTFUL)
    check_trust(KINDS)


def test_a_useless_fit_is_refused(fits):
    fits(own=1.2 * USELESS)
    said = (
        "kinds.heart: as finite bodies they pull each other with a force that is 30 % off (root mean square over poses "
        '0.5 mm apart); expected at most 25 %: say magnetism = "dipole", or take other sizes (docs/magnetism.md)'
    )
    with pytest.raises(ScenarioError, match=f"^{re.escape(said)}$"):
        check_trust(KINDS)


def test_two_kinds_that_do_not_go_together_are_refused(fits):
    fits(mixed=2 * USELESS)
    check_trust(KINDS[:1])
    with pytest.raises(ScenarioError, match=r"^kinds.heart, kinds.disc: as finite bodies .* 50 % off"):
        check_trust(KINDS)


def test_a_doubtful_fit_is_told_once(fits):
    fits(own=0.15)
    with pytest.warns(Notice, match="kinds.heart: as finite bodies .* 15 % off"):
        check_trust(KINDS)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_trust(KINDS)


def test_each_shape_is_tried_once_and_what_is_upright_never():
    upright = replace(KINDS[1], name="upright", moment=0.0, moment_z=0.1)
    twin = replace(KINDS[0], name="another heart", mass=1.0)
    names, shapes = shapes_of([*KINDS, upright, twin])
    assert names == ("heart", "disc")
    assert shapes == tuple((kind.outline, kind.height) for kind in KINDS)
    check_trust([upright])


def test_what_is_shipped_can_be_trusted():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_trust(as_finite(kind) for kind in KINDS)


def test_a_pair_is_one_in_either_order():
    one, two = (heart_outline(), 7e-3), (disc_outline(9e-3), 7e-3)
    assert store.pair_key(one, two) == store.pair_key(two, one)
    assert store.kept_errors(two, one) == store.kept_errors(one, two)
    assert store.kept_errors(one, (disc_outline(9e-3), 5e-3)) is None
