"""The three tables that a batch leaves, column by column: what each means, its type, its unit.

pyarrow is imported when a schema is asked for: who makes rows needs none of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

VERSION = 1
"""Version of the tables' format, kept in each file's metadata."""

PARAMETER = "param."
"""What the names of columns begin with that hold a key of the scenario."""

GAMES, SHOTS, TIMES = "games", "shots", "times"
"""The tables' names, and those of their folders in a batch's folder."""

FINISHED, STOPPED, CRASHED, TIMEOUT = "finished", "stopped", "crashed", "timeout"
"""What became of a game: played to its end; ended by an error; its process died; stopped for taking too long."""

FEELINKS = "feelinks"
"""The kind of game that has no shots, no hands and no magnets."""

KEY = ("scenario", "digest", "game")
"""What names a game within a batch, and what its tables are sorted by; shots by their turn as well."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    kind : such as "count": what kind of values it has, and so of which type it is in the file
    unit : in words of the International System; empty where there is none
    always : whether a row must have a value
    """

    name: str
    kind: str
    meaning: str
    unit: str = ""
    always: bool = False


_KEY = (
    Column("scenario", "text", "name of the scenario", always=True),
    Column("digest", "text", "of all that the scenario says but its seed and what it expects", always=True),
    Column("game", "whole number", "number of the game among those of its scenario, from 0", always=True),
)

_GAMES = (
    *_KEY,
    Column("batch_seed", "text", "seed of the batch; a text, for it may have any number of digits", always=True),
    Column("seed", "text", "the game's own: the scenario with this seed plays the same game", always=True),
    Column("kind", "text", "which game: xinxin is 《心心相引》, feelinks is 《同感》", always=True),
    Column("versions", "text", "what computed it, as JSON: versions, and a digest of the sources", always=True),
    Column("players", "texts", "their names, by seat", always=True),
    Column("strategies", "texts", "how each decides, by seat", always=True),
    Column("hands", "texts", "each hand, by seat; a hand of its own as JSON; none in 《同感》"),
    Column("status", "text", f"{FINISHED}, {STOPPED} (by an error), {CRASHED}, or {TIMEOUT}", always=True),
    Column("error", "text", "what went wrong, if something did"),
    Column("termination", "text", "why it ended; the outcome's own word"),
    Column("clause", "text", "the clause of the rules by which it ended"),
    Column("winners", "seats", "who won, one or a team; nobody in an undecided game"),
    Column("teams", "lists of seats", "seats whose scores were added up; none where each played alone"),
    Column("scores", "counts", "by seat: magnets, of each player's last game; cells in 《同感》"),
    Column("starters", "seats", "who started: the game, and each replay of a tied one"),
    Column(
        "start_drawn", "yes or no", "whether chance drew who starts; a scenario may settle it, or go on from a position"
    ),
    Column("playing", "lists of seats", "who took part: in the game, and in each replay"),
    Column("tied_scores", "lists of counts", "scores by seat of each game that was tied and played again"),
    Column("turns", "count", "turns played, those without a shot included; rounds in 《同感》"),
    Column("shots", "count", "shots, as many as rows in the table of shots"),
    Column("skipped", "count", "turns of players who had nothing to shoot"),
    Column("no_starts", "count", "turns that passed because there was no spot to shoot from"),
    Column("forfeits", "count", "turns lost to refused moves"),
    Column("idle_turns", "count", "turns without a shot, for any reason"),
    Column("refusals", "count", "moves that were refused"),
    Column("magnets", "count", "magnets in the game"),
    Column("left", "count", "magnets that nobody had collected at the end: on the table, in hands, set aside"),
    Column("new_clusters", "count", "new clusters that shots made"),
    Column("taken", "count", "magnets taken in clusters"),
    Column("falls", "count", "magnets that fell off the table"),
    Column("catches", "count", "of these, those that somebody caught"),
    Column("given", "count", "of these, those that a house rule gave to the next player"),
    Column("unrested", "count", "shots that were read at the time limit"),
    Column("ties", "count", "games of the match that ended tied"),
    Column("replays", "count", "tied games that were played again"),
    Column("stalemate", "yes or no", "whether the last game ended for want of new clusters and catches"),
    Column("predictions", "count", "《同感》: predictions made"),
    Column("right", "count", "《同感》: of these, those that were right"),
    Column("simulated_s", "number", "time on the table: of shots, and of what moved as magnets were lifted", "s"),
)


def _shot_columns(prefix: str, whose: str) -> tuple[Column, ...]:
    """The columns of a shot, as it was meant or as it was made."""
    return (
        Column(
            f"{prefix}direction_deg", "number", f"direction of {whose}, counter-clockwise from +x", "°", always=True
        ),
        Column(
            f"{prefix}inward_deg", "number", "the same from straight inward; to the left is positive", "°", always=True
        ),
        Column(f"{prefix}speed_m_s", "number", f"speed of {whose}", "m/s", always=True),
        Column(f"{prefix}offset_mm", "number", "flick, push: how far left of the centroid the finger hits", "mm"),
        Column(f"{prefix}stroke_mm", "number", "push: the finger's longest way", "mm"),
        Column(f"{prefix}spin_rad_s", "number", "deliver: spin", "rad/s"),
    )


_SHOTS = (
    *_KEY,
    Column("turn", "count", "number of the turn, from 1, over the whole match", always=True),
    Column("replay", "count", "0 in the game, then the number of the replay", always=True),
    Column("game_turn", "count", "number of the turn within that game, from 0", always=True),
    Column("seat", "seat", "who shot, from 0", always=True),
    Column("player", "text", "that player's name", always=True),
    Column("strategy", "text", "how that player decides", always=True),
    Column("way", "text", "flick, push or deliver", always=True),
    Column("magnet", "count", "the magnet that was shot", always=True),
    Column("x_mm", "number", "where it started, x", "mm", always=True),
    Column("y_mm", "number", "where it started, y", "mm", always=True),
    Column("angle_deg", "number", "how it was turned at the start, counter-clockwise from +x", "°", always=True),
    Column(
        "along_mm",
        "number",
        "where it started, along the rim from the seat's middle, counter-clockwise",
        "mm",
        always=True,
    ),
    *_shot_columns("aim_", "the shot as it was meant"),
    *_shot_columns("", "the shot as it was made"),
    Column("refusals", "count", "moves that were refused in the turn", always=True),
    Column("simulated_s", "number", "from the shot until it was read", "s", always=True),
    Column("at_rest", "yes or no", "whether all lay still by then", always=True),
    Column("contacts", "count", "strikes of two magnets", always=True),
    Column("new_clusters", "count", "new clusters that it made", always=True),
    Column("cluster_sizes", "counts", "the magnets of each of them, the largest first", always=True),
    Column("taken", "count", "magnets of the cluster that was taken; 0: none was", always=True),
    Column("falls", "count", "magnets that fell in the turn", always=True),
    Column("catchers", "seats", "who caught one of them, once a magnet", always=True),
    Column("given", "count", "of these, those that a house rule gave to the next player", always=True),
    Column("clauses", "texts", "clauses of the rules that ruled in the turn, each once", always=True),
)

_TIMES = (
    *_KEY,
    Column("started", "moment", "when it was begun"),
    Column("wall_s", "number", "how long it took", "s"),
    Column("process_s", "number", "processor time that it took", "s"),
    Column("attempts", "count", "how often it was begun", always=True),
    Column("worker", "text", "which process played it"),
)

COLUMNS = {GAMES: _GAMES, SHOTS: _SHOTS, TIMES: _TIMES}
"""The columns of each table, in order; that of games has the parameters of the batch as well."""


def parameter_columns(parameters: Mapping[str, str]) -> tuple[Column, ...]:
    """The columns of keys in which a batch's scenarios differ; parameters : kind by key path."""
    return tuple(
        Column(PARAMETER + path, kind, f"key {path} of the scenario; none where it has no such key")
        for path, kind in parameters.items()
    )


def table_schema(table: str, parameters: Mapping[str, str] | None = None) -> pa.Schema:
    """The schema of a table; each field says its meaning and unit in its metadata.

    parameters : for the table of games, kind by key path, as varying_parameters finds them
    """
    import pyarrow as pa

    columns = COLUMNS[table] + parameter_columns(parameters or {})
    fields = [
        pa.field(
            column.name,
            _arrow(column.kind),
            nullable=not column.always,
            metadata={"meaning": column.meaning, **({"unit": column.unit} if column.unit else {})},
        )
        for column in columns
    ]
    return pa.schema(fields, metadata={"magnetsim.table": table, "magnetsim.schema": str(VERSION)})


def _arrow(kind: str) -> Any:
    """The type in the file of a kind of column."""
    import pyarrow as pa

    plain = {
        "text": pa.string(),
        "yes or no": pa.bool_(),
        "count": pa.int32(),
        "seat": pa.int8(),
        "whole number": pa.int64(),
        "number": pa.float64(),
        "moment": pa.timestamp("us", tz="UTC"),
    }
    if kind in plain:
        return plain[kind]
    lists = {
        "texts": "text",
        "seats": "seat",
        "counts": "count",
        "lists of seats": "seats",
        "lists of counts": "counts",
    }
    return pa.list_(_arrow(lists[kind]))
