"""What each event of 《心心相引》 says: the clauses it may come from, whether it is somebody's, and its data."""

from __future__ import annotations

EVENTS = {
    "drew-shooter": ({"X1.3"}, True, {"magnet"}),
    "starts": ({"X1.5"}, True, set()),
    "turn": ({"X1.5"}, True, {"turn"}),
    "skipped": ({"X3.6"}, True, set()),
    "lifted": ({"X3.1"}, True, {"magnet"}),
    "took-shooter": ({"X3.5"}, True, {"magnet"}),
    "no-start": ({"X3.1"}, True, set()),
    "shot": ({"X3.2"}, True, {"magnet", "way", "duration"}),
    "time-limit": ({"X3.2"}, True, {"duration"}),
    "fell": ({"X4.4"}, False, {"magnet"}),
    "caught": ({"X4.4"}, True, {"magnet"}),
    "dropped": ({"X4.4"}, False, {"magnet"}),
    "given": ({"X4.4"}, True, {"magnet"}),
    "old-cluster": ({"X4.3"}, False, {"magnets"}),
    "unchanged-cluster": ({"X4.3"}, False, {"magnets"}),
    "new-cluster": ({"X4.1"}, True, {"magnets", "made"}),
    "no-new-cluster": ({"X3.4"}, True, set()),
    "smaller-cluster": ({"X4.2"}, True, {"magnets"}),
    "forgone": ({"X4.4"}, True, {"clusters"}),
    "collected": ({"X3.3"}, True, {"magnets"}),
    "left": ({"X4.2"}, True, {"clusters"}),
    "declined": ({"X3.3"}, True, set()),
    "put-back": ({"X4.4"}, True, {"magnet"}),
    "set-aside": ({"X4.4"}, True, {"magnet"}),
    "forfeited": ({"X4.5"}, True, {"phase"}),
    "ended": ({"X5.1", "X3.6"}, False, {"termination", "scores"}),
    "won": ({"X5.3"}, True, {"score"}),
    "team-won": ({"X5.4"}, False, {"seats", "score"}),
    "tied": ({"X2.3", "X5.4"}, False, {"seats", "score"}),
    "undecided": ({"X2.3"}, False, {"replays"}),
    "replay": ({"X2.3"}, False, {"seats", "replay"}),
}


def check_event(event, options):
    """Hold an event against the table; one clause of several hangs on how the game ended, or on teams."""
    clauses, has_seat, keys = EVENTS[event.name]
    if event.name == "ended":
        clauses = {"X5.1"} if event.data["termination"] == "collected" else {"X3.6"}
    elif event.name == "tied":
        clauses = {"X5.4"} if options.teams else {"X2.3"}
    elif event.name == "new-cluster" and options.changed_is_new:
        keys = {"magnets", "changed"}
    assert event.clause in clauses, event
    assert (event.seat is not None) == has_seat, event
    assert set(event.data) == keys, event
