"""[rules] and [deal]: what a game's table agrees on, and a draw that is settled beforehand."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, field_validator

from magnetsim.language import Phrase
from magnetsim.rules.xinxin.options import Options, Way
from magnetsim.scenario.quantities import MM_PER_M, Name, Reference, Section, WayName

RimLength = Annotated[float, Field(gt=0, le=5000)]


class RulesSection(Section):
    """Options of 《心心相引》; the bounds that no rulebook gives are our own."""

    ways: tuple[WayName, ...] = Field(
        default=("flick", "push", "deliver"),
        min_length=1,
        max_length=3,
        description="ways of shooting that are allowed; one only is agreed for the whole game (X1.6, X1.7)",
    )
    teams: bool = Field(
        default=False, description="two who sit opposite each other play together and add up (X4.6, X5.4)"
    )
    free_movement: bool = Field(default=False, description="all may shoot from anywhere on the rim (X4.6)")
    only_largest: bool = Field(
        default=False, description="house rule: of several new clusters only the largest may be taken (X4.2)"
    )
    changed_is_new: bool = Field(
        default=False, description="house rule: a cluster that changed in any way counts as new (X4.3)"
    )
    must_take: bool = Field(default=False, description="house rule: who made a new cluster must take one (X3.3)")
    falls_to_next: bool = Field(
        default=False,
        description="house rule: what falls is the next player's; a shot by which one falls takes no cluster (X4.4)",
    )
    reach_mm: RimLength = Field(
        default=400.0, description="rim that a seated player reaches, half of it to either hand (X4.5)"
    )
    seat_width_mm: RimLength = Field(default=300.0, description="rim that a player needs to sit at (X1.4)")
    start_depth_mm: RimLength = Field(
        default=30.0, description="how far from the rim a shooter may stand at the start (X3.1)"
    )
    rim_zone_mm: RimLength = Field(
        default=120.0, description="distance from the rim within which a push must let go (X1.6)"
    )
    stroke_limit_mm: RimLength = Field(default=100.0, description="longest push (X1.6)")
    speed_limit_m_s: Annotated[float, Field(gt=0, le=10)] = Field(default=5.0, description="fastest shot")
    spin_limit_rad_s: Annotated[float, Field(ge=0, le=2000)] = Field(
        default=60.0, description="fastest spin of a delivery"
    )
    catch_reach_mm: RimLength = Field(
        default=350.0, description="rim to either side of a seat where its player catches (X4.4)"
    )
    refusals: Annotated[int, Field(ge=1, le=100)] = Field(
        default=3, description="illegal shots that forfeit a turn (X4.5)"
    )
    stalemate_rounds: Annotated[int, Field(ge=1, le=1000)] = Field(
        default=10, description="rounds without a new cluster or a catch that end the game (X3.6)"
    )
    turn_limit: Annotated[int, Field(ge=1, le=100_000)] = Field(
        default=1000, description="turns that end the game in any case"
    )
    replays: Annotated[int, Field(ge=0, le=1000)] = Field(default=20, description="tied games played again (X2.3)")

    @field_validator("ways")
    @classmethod
    def _ways_differ(cls, ways: tuple[WayName, ...]) -> tuple[WayName, ...]:
        if len(set(ways)) < len(ways):
            raise ValueError(Phrase("expected each of the ways once"))
        return ways


class DealSection(Section):
    """Who starts and with which shooters, where a puzzle settles what is drawn otherwise (X1.3, X1.5).

    A puzzle may also take a game up in its middle: with clusters, which are old (X4.3), and with shooters that were
    shot before. Clusters are let come to rest before the first turn, and must be what is said of them: each holds
    together, nothing else does, and nothing moves far.
    """

    shooters: tuple[Reference, ...] = Field(
        min_length=2, max_length=40, description="each player's shooter, by number or name, in the order of [[players]]"
    )
    start: Name = Field(description="name of the player who starts")
    clusters: tuple[Annotated[tuple[Reference, ...], Field(min_length=2, max_length=400)], ...] = Field(
        default=(), max_length=200, description="clusters of before, laid touching: no other magnets may touch (X1.2)"
    )
    lying: tuple[Reference, ...] = Field(
        default=(), max_length=40, description="of the shooters, those that lie on the table, shot before (X3.5)"
    )


def make_options(section: RulesSection) -> Options:
    """The options in SI."""
    return Options(
        ways=tuple(Way(way) for way in section.ways),
        teams=section.teams,
        free_movement=section.free_movement,
        only_largest=section.only_largest,
        changed_is_new=section.changed_is_new,
        must_take=section.must_take,
        falls_to_next=section.falls_to_next,
        reach=section.reach_mm / MM_PER_M,
        seat_width=section.seat_width_mm / MM_PER_M,
        start_depth=section.start_depth_mm / MM_PER_M,
        rim_zone=section.rim_zone_mm / MM_PER_M,
        stroke_limit=section.stroke_limit_mm / MM_PER_M,
        speed_limit=section.speed_limit_m_s,
        spin_limit=section.spin_limit_rad_s,
        catch_reach=section.catch_reach_mm / MM_PER_M,
        refusals=section.refusals,
        stalemate_rounds=section.stalemate_rounds,
        turn_limit=section.turn_limit,
        replays=section.replays,
    )
