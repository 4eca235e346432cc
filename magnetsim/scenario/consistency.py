"""What no single section can check: that the parts of a scenario fit together."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from magnetsim.errors import ScenarioError
from magnetsim.language import Phrase, listed
from magnetsim.rim import rim_depth, rim_length
from magnetsim.rules.feelinks.state import Termination as FeelinksTermination
from magnetsim.rules.xinxin.state import Termination
from magnetsim.scenario.build import build_board, listed_table
from magnetsim.scenario.expect import FOR_EXPERIMENTS, FOR_GAMES, ExpectSection
from magnetsim.scenario.feelinks import AnyScenario, FeelinksScenario, expected_names, make_feelinks_options
from magnetsim.scenario.keys import choice
from magnetsim.scenario.magnet_numbers import magnet_number, old_clusters
from magnetsim.scenario.magnets import label
from magnetsim.scenario.model import Scenario
from magnetsim.scenario.position import position_problems
from magnetsim.scenario.problems import MOST_REPORTED, Problem, mismatch, nearest, shown
from magnetsim.scenario.quantities import MM_PER_M
from magnetsim.shot import MOST_SAMPLES

OVERLAP = 0.05e-3
"""m that listed magnets may overlap: what is left between magnets that rest against each other."""

FOR_GAMES_ONLY = ("layout", "rules", "deal", "players")
"""Sections that an experiment does not have."""


def problems(scenario: AnyScenario) -> list[Problem]:
    """All that does not fit together; nothing when the scenario can be used."""
    if isinstance(scenario, FeelinksScenario):
        return list(_feelinks(scenario))
    found = [*_names(scenario), *_kinds(scenario)]
    found += _game(scenario) if scenario.game == "xinxin" else _experiment(scenario)
    found += [*_samples(scenario), *position_problems(scenario)]
    if scenario.expect is not None:
        found += _expected(scenario, scenario.expect)
    return found or list(_places(scenario))


def _feelinks(scenario: FeelinksScenario) -> Iterator[Problem]:
    yield from _doubled("players", [player.name for player in scenario.players])
    for where, name in expected_names(scenario):
        yield from _player(scenario, where, name)
    expect = scenario.expect
    reasons = [reason.value for reason in FeelinksTermination]
    if expect is not None and expect.termination is not None and expect.termination not in reasons:
        yield mismatch("expect.termination", choice([f'"{reason}"' for reason in reasons]), shown(expect.termination))
    try:
        make_feelinks_options(scenario.rules, len(scenario.players))
    except ScenarioError as error:
        yield Problem("rules", Phrase("{problem}", problem=error))


def _names(scenario: Scenario) -> Iterator[Problem]:
    yield from _doubled("players", [player.name for player in scenario.players])
    yield from _doubled("magnets", [magnet.name for magnet in scenario.magnets or ()])
    for i, magnet in enumerate(scenario.magnets or ()):
        plain = alike(magnet.name or "")
        if plain.isdecimal() and int(plain) != i and int(plain) < len(scenario.magnets or ()):
            yield mismatch(
                f"magnets[{i}].name", Phrase("a name that is not another magnet's number"), shown(magnet.name)
            )


def _doubled(section: str, names: Sequence[str | None]) -> Iterator[Problem]:
    """Names that look alike would make two of one in every table."""
    first: dict[str, int] = {}
    for i, name in enumerate(names):
        if name is None:
            continue
        seen = first.setdefault(alike(name), i)
        if seen != i:
            yield mismatch(
                f"{section}[{i}].name",
                Phrase("a name that {place} does not have", place=f"{section}[{seen}]"),
                shown(name),
            )


def alike(name: str) -> str:
    """What names that look alike have in common, and no others."""
    return unicodedata.normalize("NFKC", name).casefold()


def _kinds(scenario: Scenario) -> Iterator[Problem]:
    known = list(scenario.kinds)
    used: list[tuple[str, str]] = []
    if scenario.layout is not None:
        where = "layout.counts" if scenario.layout.counts is not None else "layout.kind"
        used += [(where, name) for name in scenario.layout.numbers]
    for i, magnet in enumerate(scenario.magnets or ()):
        if magnet.kind is not None:
            used.append((f"magnets[{i}].kind", magnet.kind))
    unknown = [(where, name) for where, name in used if name not in scenario.kinds]
    for count, (where, name) in enumerate(unknown):
        # To look for a similar name takes long, and only the first are told.
        close = nearest(name, known) if count < MOST_REPORTED else None
        if close:
            hint = Phrase("did you mean {word}?", word=f'"{close}"')
        else:
            hint = Phrase("known kinds: {keys}", keys=listed(known, none=Phrase("none")))
        yield mismatch(where, Phrase("one of [kinds]"), shown(name), hint)


def _samples(scenario: Scenario) -> Iterator[Problem]:
    """A trajectory that memory might not hold."""
    physics = scenario.physics
    magnets = scenario.layout.total if scenario.layout is not None else len(scenario.magnets or ())
    seconds = physics.time_limit_s if physics.duration_s is None else physics.duration_s
    most = MOST_SAMPLES / (magnets * seconds)
    if physics.sample_rate_Hz > most:
        expected = Phrase(
            "at most {most} Hz for {magnets} magnets and {seconds} s",
            most=f"{most:g}",
            magnets=magnets,
            seconds=f"{seconds:g}",
        )
        yield mismatch("physics.sample_rate_Hz", expected, shown(physics.sample_rate_Hz))


def _game(scenario: Scenario) -> Iterator[Problem]:
    players = len(scenario.players)
    if players < 2:
        yield mismatch("players", Phrase("at least 2 [[players]]"), str(players))
    if scenario.rules.teams and (players < 4 or players % 2):
        expected = Phrase("false, or an even number of 4 players or more (X4.6)")
        yield mismatch("rules.teams", expected, Phrase("true for {players}", players=players))
    if scenario.physics.duration_s is not None:
        expected = Phrase("nothing in a game: a shot runs until all rest")
        yield mismatch("physics.duration_s", expected, Phrase("a time"))
    if scenario.layout is not None:
        magnets = scenario.layout.total
    else:
        magnets = sum(not magnet.damaged for magnet in scenario.magnets or ())
    if players >= 2 and magnets <= players:
        where = "layout" if scenario.layout is not None else "magnets"
        expected = Phrase("at least {least} magnets, a shooter each and a target (X1.4)", least=players + 1)
        yield mismatch(where, expected, str(magnets))
    for i, magnet in enumerate(scenario.magnets or ()):
        if not magnet.is_plain:
            text = Phrase("expected it free and at rest in a game, got it moving, held or driven")
            yield Problem(f"magnets[{i}]", text)
    room = int(rim_length(build_board(scenario)) * MM_PER_M / scenario.rules.seat_width_mm + 1e-6)
    if players > room:
        expected = Phrase("at most {most}, as many as the rim seats (X1.4)", most=room)
        yield mismatch("players", expected, str(players))
    for i, player in enumerate(scenario.players):
        for k, shot in enumerate(player.shots):
            if shot.magnet is not None:
                yield from _references(scenario, f"players[{i}].shots[{k}].magnet", [shot.magnet])
    yield from _deal(scenario)


def _deal(scenario: Scenario) -> Iterator[Problem]:
    if scenario.deal is None:
        return
    if scenario.magnets is None:
        yield Problem("deal", Phrase("expected [[magnets]] beside it: a layout's numbers fall by chance"))
        return
    numbers = [magnet_number(scenario, reference) for reference in scenario.deal.shooters]
    yield from _references(scenario, "deal.shooters", scenario.deal.shooters)
    if len(numbers) != len(scenario.players) or len(set(numbers)) != len(numbers):
        expected = Phrase("{count} different magnets, one a player", count=len(scenario.players))
        yield mismatch("deal.shooters", expected, str(len(set(numbers))))
    yield from _player(scenario, "deal.start", scenario.deal.start)
    yield from _references(scenario, "deal.lying", scenario.deal.lying)
    lying = {magnet_number(scenario, reference) for reference in scenario.deal.lying}
    if not lying <= set(numbers):
        yield mismatch("deal.lying", Phrase("some of deal.shooters"), shown(list(scenario.deal.lying)))
    if len(lying) != len(scenario.deal.lying):
        yield mismatch("deal.lying", Phrase("each magnet once"), shown(list(scenario.deal.lying)))
    together = [reference for group in scenario.deal.clusters for reference in group]
    yield from _references(scenario, "deal.clusters", together)
    found = [magnet_number(scenario, reference) for reference in together]
    if len(set(found)) != len(found):
        yield mismatch("deal.clusters", Phrase("each magnet once"), shown(together))
    if any(number in numbers and number not in lying for number in found):
        yield mismatch("deal.clusters", Phrase("no shooter but those of deal.lying"), shown(together))


def _experiment(scenario: Scenario) -> Iterator[Problem]:
    for section in FOR_GAMES_ONLY:
        if section in scenario.model_fields_set:
            yield Problem(section, Phrase('belongs to a game; this one is an experiment (game = "physics")'))


def _expected(scenario: Scenario, expect: ExpectSection) -> Iterator[Problem]:
    foreign = FOR_EXPERIMENTS if scenario.game == "xinxin" else FOR_GAMES
    for key in sorted(expect.model_fields_set & foreign):
        yield Problem(f"expect.{key}", Phrase('does not go with game = "{game}"', game=scenario.game))
    if expect.winner is not None:
        yield from _player(scenario, "expect.winner", expect.winner)
    for name in expect.scores or {}:
        yield from _player(scenario, "expect.scores", name)
    reasons = [reason.value for reason in Termination]
    if expect.termination is not None and expect.termination not in reasons:
        yield mismatch("expect.termination", choice([f'"{reason}"' for reason in reasons]), shown(expect.termination))
    for where, references in _expected_magnets(expect):
        yield from _references(scenario, f"expect.{where}", references)


def _expected_magnets(expect: ExpectSection) -> Iterator[tuple[str, Iterable[int | str]]]:
    for i, turn in enumerate(expect.ruling):
        for group in turn.new_clusters or ():
            yield f"ruling[{i}].new_clusters", group
        yield f"ruling[{i}].taken", turn.taken or ()
        yield f"ruling[{i}].fallen", turn.fallen or ()
    for group in expect.clusters or ():
        yield "clusters", group
    for bond in expect.bonds or ():
        yield "bonds", bond
    yield "exits", expect.exits or ()
    yield "magnets", [one.magnet for one in expect.magnets]
    for contact in expect.contacts or ():
        yield "contacts", contact.pair


def _player(scenario: AnyScenario, where: str, name: str) -> Iterator[Problem]:
    names = [player.name for player in scenario.players]
    if name not in names:
        told = listed(names, none=Phrase("(there are none)"))
        yield mismatch(where, Phrase("one of the players {names}", names=told), shown(name))


def _references(scenario: Scenario, where: str, references: Iterable[int | str]) -> Iterator[Problem]:
    for reference in references:
        if magnet_number(scenario, reference) is None:
            yield mismatch(where, Phrase("the number or name of a magnet that is placed"), shown(reference))


def _places(scenario: Scenario) -> Iterator[Problem]:
    """Listed magnets that lie off the table or in one another."""
    if scenario.magnets is None:
        return
    # Late: contact is found by compiled code, which a file with a layout can be checked without.
    from magnetsim.clusters import overlaps, touching_pairs
    from magnetsim.kernels.dipole import NEAREST

    table = listed_table(scenario)
    if len(table) == 0:
        yield Problem("magnets", Phrase("expected at least one that is not damaged, got none"))
    for number, (x, y) in zip(table.magnet, table.position, strict=True):
        if rim_depth(table.board, (float(x), float(y))) < 0:
            place = list(scenario.magnets[number].position_mm)
            yield mismatch(f"magnets[{number}].position_mm", Phrase("a place on the table"), shown(place))
    for first, second in overlaps(table, OVERLAP):
        both = _both(scenario, first, second)
        yield Problem("magnets", Phrase("expected magnets apart, got {both} overlapping", both=both))
    if scenario.game == "xinxin":
        groups = old_clusters(scenario)
        for first, second in touching_pairs(table, scenario.physics.touch_gap_mm / MM_PER_M):
            if any(group.issuperset((first, second)) for group in groups):
                continue
            both = _both(scenario, first, second)
            text = Phrase("expected no two to touch at the start (X1.2), got {both} touching", both=both)
            yield Problem("magnets", text)
    free = table.magnet[~table.touchable]
    for number in free:
        row = table.row(int(number))
        distance = np.hypot(*(table.position - table.position[row]).T)
        distance[row] = np.inf
        for other in table.magnet[distance < NEAREST]:
            if other > number or other not in free:
                both = _both(scenario, min(number, other), max(number, other))
                text = Phrase("expected at least 1 mm between all centres, got {both} nearer", both=both)
                yield Problem("magnets", text)


def _both(scenario: Scenario, first: int, second: int) -> Phrase:
    magnets = scenario.magnets or ()
    one, other = label(first, magnets[first]), label(second, magnets[second])
    return Phrase("{one} and {other}", one=one, other=other)
