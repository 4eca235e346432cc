"""docs/ways.md: its limits are those of the rules and the physics, its table what `make ways` measures."""

import re
from pathlib import Path

import pytest

from magnetsim.physics.chipmunk import FINGER_RADIUS
from magnetsim.physics.launching import FINGER_FRICTION
from magnetsim.physics.settling import LONGEST_FLIGHT
from magnetsim.rules.xinxin.game import Options
from scripts.ways import SHOTS, rows

PAGE = (Path(__file__).parent.parent / "docs" / "ways.md").read_text(encoding="utf-8")


def numbers(row):
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", row.split("|", 2)[2])]


@pytest.mark.rule("X1.6")
def test_the_limits_are_those_that_are_held():
    options = Options()
    for limit in (
        f"0–{1e3 * options.start_depth:.0f} mm inside the rim",
        f"0–{1e3 * options.start_depth:.0f} mm behind the rim",
        f"{1e3 * options.reach:.0f} mm of rim",
        f"`speed_limit` ({options.speed_limit:.0f} m/s)",
        f"`stroke_limit` ({1e3 * options.stroke_limit:.0f} mm)",
        f"`rim_zone` ({1e3 * options.rim_zone:.0f} mm)",
        f"`spin_limit` ({options.spin_limit:.0f} rad/s)",
        f"of {1e3 * FINGER_RADIUS:.0f} mm radius and friction {FINGER_FRICTION}",
        f"after {LONGEST_FLIGHT:.0f} s, it has fallen",
    ):
        assert limit in PAGE, limit


@pytest.mark.rule("X1.6")
def test_the_table_is_what_is_measured():
    printed = [line for line in PAGE.split("\n") if line.split(" | ")[0].removeprefix("| ") in SHOTS]
    measured = rows()[2:]
    assert [row.split("|")[1] for row in printed] == [row.split("|")[1] for row in measured]
    for was, row in zip(printed, measured, strict=True):
        # Another machine may round a last digit otherwise.
        assert numbers(was) == pytest.approx(numbers(row), rel=0.02, abs=1.0), "make ways prints the table"
