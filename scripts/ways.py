"""What each way of shooting does to one heart on the classic table: the table in `docs/ways.md`, by `make ways`."""

from __future__ import annotations

import math

import numpy as np

from magnetsim.outline import heart_outline
from magnetsim.physics import settle
from magnetsim.shot import Delivery, Flick, Push, Settled, Shot
from magnetsim.table import Board, Placed, Table, lay, magnet_kind

NORTH = math.pi / 2
RIM = -0.3
MM = 1e3
BESIDE = 0.032
"""m that another heart lies beside the shooter's line, 60 mm inside the rim."""

SHOTS: dict[str, Shot] = {
    "flick, 1 m/s, central": Flick(0, NORTH, 1.0),
    "flick, 1 m/s, 1 mm left": Flick(0, NORTH, 1.0, 1e-3),
    "flick, 1 m/s, 3 mm left": Flick(0, NORTH, 1.0, 3e-3),
    "flick, 1 m/s, 6 mm left": Flick(0, NORTH, 1.0, 6e-3),
    "push, 1 m/s, 20 mm, central": Push(0, NORTH, 1.0, 0.02),
    "push, 1 m/s, 80 mm, central": Push(0, NORTH, 1.0, 0.08),
    "push, 1 m/s, 80 mm, 1 mm left": Push(0, NORTH, 1.0, 0.08, 1e-3),
    "push, 1 m/s, 80 mm, 3 mm left": Push(0, NORTH, 1.0, 0.08, 3e-3),
    "delivery, 1 m/s": Delivery(0, NORTH, 1.0),
    "delivery, 1 m/s, 10 rad/s": Delivery(0, NORTH, 1.0, 10.0),
    "delivery, 1 m/s, 60 rad/s": Delivery(0, NORTH, 1.0, 60.0),
}


def table_for(shot: Shot, *, bystander: bool) -> Table:
    """A heart 12 mm inside the rim, or as far behind it to be delivered, its tip to the rim; and perhaps another."""
    kind = magnet_kind(
        "heart", heart_outline(), height=0.007, density=4900, remanence=0.15, restitution=0.3, friction=0.3
    )
    board = Board(np.array([[RIM, RIM], [-RIM, RIM], [-RIM, -RIM], [RIM, -RIM]]), 0.0, 0.3, 0.24)
    depth = -0.012 if isinstance(shot, Delivery) else 0.012
    placed = [Placed(0, 0, (0.0, RIM + depth), NORTH)]
    if bystander:
        placed.append(Placed(1, 0, (BESIDE, RIM + 0.06), NORTH))
    return lay(board, (kind,), placed)


def way(start: Table, settled: Settled) -> tuple[float, float, float]:
    """How far the heart comes beyond its start, and to the right (mm), and by how much it turns (degrees)."""
    first, last = start.row(0), settled.table.row(0)
    right, ahead = (settled.table.position[last] - start.position[first]).tolist()
    return ahead * MM, right * MM, math.degrees(float(settled.table.angle[last] - start.angle[first]))


def rows() -> list[str]:
    """The table, a line a row."""
    lines = [
        "| shot | comes | turns | rests after | past another heart, comes | goes aside |",
        "|---|---|---|---|---|---|",
    ]
    for name, shot in SHOTS.items():
        alone, beside = table_for(shot, bystander=False), table_for(shot, bystander=True)
        settled, drawn = settle(alone, shot), settle(beside, shot)
        ahead, _, turned = way(alone, settled)
        past, aside, _ = way(beside, drawn)
        told = f"{ahead:.0f} mm | {round(turned)}° | {settled.duration:.2f} s | {past:.0f} mm | {aside:.1f} mm"
        lines.append(f"| {name} | {told} |")
    return lines


if __name__ == "__main__":
    print("\n".join(rows()))
