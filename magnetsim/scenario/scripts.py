"""[[players.shots]]: a scripted player's shots, as moves."""

from __future__ import annotations

import math

from magnetsim.rules.xinxin.moves import Shoot
from magnetsim.scenario.magnet_numbers import magnet_number
from magnetsim.scenario.model import Scenario
from magnetsim.scenario.players import PlayerSection, ShotSection
from magnetsim.scenario.quantities import MM_PER_M
from magnetsim.shot import Delivery, Flick, Push, Shot


def make_shots(scenario: Scenario, section: PlayerSection) -> tuple[Shoot, ...]:
    """A player's script in SI; a shot that names no magnet has OWN in its place."""
    # Late: strategies know the rules, which are compiled in part; to check a file needs none of that.
    from magnetsim.players.tools import OWN

    def magnet(one: ShotSection) -> int:
        number = None if one.magnet is None else magnet_number(scenario, one.magnet)
        return OWN if number is None else number

    return tuple(
        Shoot(
            position=(one.position_mm[0] / MM_PER_M, one.position_mm[1] / MM_PER_M),
            angle=math.radians(one.angle_deg),
            shot=_shot(one, magnet(one)),
        )
        for one in section.shots
    )


def _shot(one: ShotSection, magnet: int) -> Shot:
    direction, offset = math.radians(one.direction_deg), one.offset_mm / MM_PER_M
    if one.way == "flick":
        return Flick(magnet, direction, one.speed_m_s, offset)
    if one.way == "push":
        return Push(magnet, direction, one.speed_m_s, (one.stroke_mm or 0.0) / MM_PER_M, offset)
    return Delivery(magnet, direction, one.speed_m_s, one.spin_rad_s)
