"""Why a game of 《心心相引》 goes as it goes: for each event and each refused move its clause, and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from magnetsim.language import Words, message

if TYPE_CHECKING:
    from magnetsim.rules.base import Event, Reason

# By the event's name.
EVENTS = {
    "drew-shooter": message("{player} draws magnet {magnet} as shooter"),
    "starts": message("chance has it that {player} starts"),
    "turn": message("turn {turn}, clockwise, is that of {player}"),
    "skipped": message("{player} has nothing to shoot and is skipped"),
    "lifted": message("{player} takes up magnet {magnet}, the own shooter"),
    "took-shooter": message("{player} has lost the shooter and takes magnet {magnet} from the table as a new one"),
    "no-start": message("{player} reaches no legal spot to shoot from: the turn passes"),
    "shot": message("{player} sends in magnet {magnet}, in the way called {way}; it is read after {duration:.2f} s"),
    "time-limit": message("not all is at rest at the time limit of {duration:g} s: it is read as it lies"),
    "fell": message("magnet {magnet} falls: its centre of mass passed the rim"),
    "caught": message("{player} catches magnet {magnet} with a magnet in hand, and collects it"),
    "dropped": message("nobody catches magnet {magnet}: it is nobody's and goes back on the table"),
    "given": message("house rule: magnet {magnet}, which fell, belongs to {player}, who is next"),
    "old-cluster": message("cluster {magnets} is not new: no bond was made by this shot within it"),
    "unchanged-cluster": message("cluster {magnets} is not new: this shot made and broke no bond of it"),
    "new-cluster": message("cluster {magnets} is new: it hangs together, and this shot made {made} in it"),
    "changed-cluster": message("house rule: cluster {magnets} counts as new: this shot made or broke {changed}"),
    "no-new-cluster": message("no new cluster: nothing is taken, and what lies on the table stays as it lies"),
    "smaller-cluster": message("house rule: cluster {magnets} is new, but only the largest may be taken"),
    "forgone": message("house rule: a magnet fell, so none of the new clusters is taken: {clusters}"),
    "collected": message("{player} takes cluster {magnets}, whole"),
    "left": message("only one new cluster may be taken; left for later: {clusters}"),
    "declined": message("{player} takes none of the new clusters, as is allowed"),
    "put-back": message("magnet {magnet} is put back where it touches nothing and moves nothing"),
    "set-aside": message("there is no legal spot for magnet {magnet}: it is set aside for now"),
    "forfeited": message("{player} loses the turn after too many refused moves"),
    "ended": message("the game is over: {why}"),
    "won": message("{player} has most magnets, {score}, and wins"),
    "team-won": message("{players} together have most magnets, {score}, and win"),
    "tied": message("{players} are tied for first, with {score}"),
    "undecided": message("still tied after all replays, {replays} of them: nobody wins"),
    "replay": message("replay {replay}, a whole new game of those who are tied: {players}"),
}

# By the reason's name.
REFUSALS = {
    "wrong-phase": message("it is not the time for such a move"),
    "not-one-each": message("not one for each"),
    "not-playing": message("who does not play cannot start"),
    "not-another": message("only another player may catch"),
    "bare-hand": message("a bare hand catches nothing"),
    "no-shooter": message("there is no own shooter to lift"),
    "has-shooter": message("there is still an own shooter"),
    "not-on-table": message("the magnet is not on the table"),
    "anothers-shooter": message("the magnet is another player's shooter"),
    "not-own-shooter": message("it is not the own shooter"),
    "not-finite": message("a number is not finite"),
    "too-many-turns": message("an angle is beyond all measure"),
    "way-not-allowed": message("this way of shooting is not played here"),
    "not-agreed-way": message("another way of shooting was agreed for the whole game"),
    "not-at-rim": message("it does not start at the rim"),
    "out-of-reach": message("it starts beyond the player's reach"),
    "not-inward": message("it does not go in from the rim"),
    "speed": message("no hand gives such a speed"),
    "spin": message("no hand gives such a spin"),
    "offset": message("the finger would miss the magnet"),
    "stroke": message("no push is that long, or it is none"),
    "stroke-end": message("the push would let go outside the zone of the rim"),
    "touches": message("it would touch another magnet there"),
    "disturbs": message("a magnet would move by it"),
    "spot-exists": message("there is a legal spot"),
    "off-table": message("the spot is not on the table"),
    "not-waiting": message("the magnet does not wait to be put back"),
    "old-cluster": message("the cluster is not new"),
    "not-largest": message("the cluster is not the largest"),
    "no-cluster": message("it is no new cluster, whole"),
    "must-take": message("one of the new clusters must be taken here"),
}


def explained(event: Event, values: dict[str, Any], words: Words) -> str:
    """An event's clause and what it says, such as "X4.3: cluster {4, 9} is not new: …".

    values : the event's data and names, as they are to be told
    """
    name = "changed-cluster" if "changed" in event.data else event.name
    told = {**values, **{key: _sets(event.data[key]) for key in ("clusters",) if key in event.data}}
    if "magnets" in event.data:
        told["magnets"] = _sets((event.data["magnets"],))
    for key in ("made", "changed"):
        if key in event.data:
            told[key] = _bonds(event.data[key])
    return words.gettext("{clause}: {said}").format(
        clause=event.clause, said=words.gettext(EVENTS[name]).format(**told)
    )


def refused(reason: Reason, words: Words) -> str:
    """The clause by which a move was refused, and why."""
    said = words.gettext("refused: {why}").format(why=words.gettext(REFUSALS[reason.name]))
    return words.gettext("{clause}: {said}").format(clause=reason.clause, said=said)


def _sets(clusters: Any) -> str:
    groups: Iterable[Sequence[int]] = clusters
    return ", ".join(f"{{{', '.join(map(str, group))}}}" for group in groups)


def _bonds(bonds: Any) -> str:
    pairs: Iterable[Sequence[int]] = bonds
    return ", ".join("–".join(map(str, pair)) for pair in pairs)
