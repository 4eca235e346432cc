"""The reference page of a batch's tables, made from their columns."""

from __future__ import annotations

from magnetsim.results.schema import COLUMNS, GAMES, SHOTS, TIMES, table_schema

_OPENING = """\
# The tables of a batch

`magnetsim batch … --out DIR` leaves a folder of tables that any program reads which knows
[Parquet](https://parquet.apache.org): `DIR/games` has a row a game, `DIR/shots` a row a shot, `DIR/times` how long each
game took by the clock. Each is a folder of parts, which together are the table. The first two are the same bytes
whatever the number of jobs and the order of files, resumed or not; what differs from run to run is in the third.

- `magnetsim report DIR` sums them up, `--plots` draws them, `--json` hands the numbers on; also of a batch that is not
  finished, whose latest games it reads from `DIR/unfinished`.
- `scenario`, `digest` and `game` together name a game in all three tables. The digest tells apart the points of a
  sweep, and scenarios of one name; it covers all that the file says but its seed and what it expects.
- Where the scenarios of a batch differ in a key, the table of games has it as a column `param.` and the key's path,
  such as `param.table.friction_static` or `param.players[0].hand`: a yes or no, a number, or a text; lists are JSON.
- Seats go clockwise, from 0. Angles are counter-clockwise from +x, x points right, y up, and (0, 0) is the table's
  centre, as in [scenario files](scenarios.md).
- What is not known of a game that was not played to its end, or has no meaning in it, is empty.
- The file itself says of each column its meaning and unit, in the field's metadata.
- With `--csv` the batch leaves `games.csv` and `shots.csv` as well, for spreadsheets: lists are JSON there, and the
  text is UTF-8 with a mark at its start. Spreadsheets round numbers of more than 15 digits, as seeds are: read those
  columns as text.

## What a report tells

- *Wins* are of the games that were played to their end, with the interval that the true share lies in at 95 % (Wilson).
  Friends who share a win have each won.
- *Who starts*: how often the one who started has won, among the games that tell: those with one winner, or one team, in
  which chance drew who starts and all took part to the end. If starting changed nothing, it would be one in as many as
  there are players, or teams, however well each plays, for everybody is as likely to start; p is how likely a share at
  least as far from that is by chance (exact binomial test, two-sided).
- *All with a strategy* counts a game as won when one of its winners plays so; *if all were equal* is what part of the
  games that would be if every player, or team, were as likely to win.
- *Shots that pay* took a cluster. *Time* is that on the table: what physics simulated.
- Pictures: the start; how often each player came to which score; what a shot takes turn by turn of a game; and what
  a shot takes by where along the rim it starts and where it is aimed, as far as there are five shots or more; of three
  or more points of a sweep of one number, turns, shots that pay and wins of who starts by its value.

## To read them elsewhere

With [pandas](https://pandas.pydata.org):

```python
import pandas as pd

games = pd.read_parquet("results/games")
games = games[games.status == "finished"]
print(games.groupby("termination").turns.mean())
```

with [polars](https://pola.rs), what a shot takes by its way and by who decided it:

```python
import polars as pl

shots = pl.read_parquet("results/shots/*.parquet")
print(shots.group_by("strategy", "way").agg(pl.len(), pl.col("taken").mean(), pl.col("falls").mean()))
```

with [DuckDB](https://duckdb.org), how often who started won, by a swept key:

```sql
SELECT "param.table.friction_static", avg(list_contains(winners, starters[-1])::int) AS won
FROM 'results/games/*.parquet' WHERE status = 'finished' GROUP BY 1 ORDER BY 1;
```

A game that is worth a second look is played again from its seed: `magnetsim run FILE --seed SEED --explain`, what the
batch set by `--set` or `--sweep` written into the file.

This page is made from the program's own columns by `magnetsim.results.reference.results_page`; a test holds it current.
"""

_TITLES = {
    GAMES: "A row a game, sorted by its first three columns; after these columns come the parameters.",
    SHOTS: "A row a shot of 《心心相引》, sorted by its first four columns.",
    TIMES: "A row a game, by the clock of whatever machine played it.",
}


def results_page() -> str:
    """The page, as Markdown."""
    return "\n".join([_OPENING, *(_part(table) for table in COLUMNS)])


def _part(table: str) -> str:
    schema = table_schema(table)
    lines = [f"## `{table}`", "", _TITLES[table], "", "| column | meaning | unit | type |", "|---|---|---|---|"]
    for column in COLUMNS[table]:
        kind = str(schema.field(column.name).type).replace("element: ", "").replace("item: ", "")
        lines.append(f"| `{column.name}` | {column.meaning} | {column.unit} | `{kind}` |")
    return "\n".join(lines) + "\n"
