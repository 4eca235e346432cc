"""What an experiment came to: the state and the events at its end, as data or as tables."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from magnetsim.language import Words

if TYPE_CHECKING:
    from magnetsim.clusters import Cluster
    from magnetsim.scenario import Scenario
    from magnetsim.shot import Settled
    from magnetsim.table import Floats, Table

_MM = 1e3


def run_experiment(scenario: Scenario) -> tuple[Settled, tuple[Cluster, ...]]:
    """What became of the scenario's magnets, and the clusters at the end."""
    import numpy as np

    from magnetsim.clusters import find_clusters
    from magnetsim.physics import settle
    from magnetsim.scenario import build_table, make_outside_force, make_physics

    physics = make_physics(scenario.physics, scenario.magnetism)
    table = build_table(scenario, np.random.default_rng(scenario.seed))
    settled = settle(table, None, physics, make_outside_force(scenario.magnets or ()))
    return settled, find_clusters(settled.table, settled.table.bonds, physics.criteria)


def experiment_data(scenario: Scenario, settled: Settled, clusters: tuple[Cluster, ...]) -> dict[str, Any]:
    """The result as plain data, in the units that the keys of a scenario have; strict JSON can hold it."""
    trajectory = settled.trajectory
    return {
        "scenario": scenario.name,
        "at_rest": settled.at_rest,
        "duration_s": settled.duration,
        "steps": settled.steps,
        "magnets": [_magnet(settled.table, row, names(scenario)) for row in range(len(settled.table))],
        "bonds": [list(bond) for bond in sorted(settled.table.bonds)],
        "clusters": [sorted(cluster) for cluster in clusters],
        "bonds_made": [list(bond) for bond in settled.bonds_made],
        "bonds_broken": [list(bond) for bond in settled.bonds_broken],
        "contacts": [
            {
                "pair": list(contact.pair),
                "time_s": contact.time,
                "position_mm": _mm(contact.position),
                "impulse_Ns": contact.impulse,
            }
            for contact in settled.contacts
        ],
        "exits": [
            {
                "magnet": one.magnet,
                "time_s": one.time,
                "position_mm": _mm(one.position),
                "angle_deg": math.degrees(one.angle),
                "velocity_m_s": list(one.velocity),
                "spin_rad_s": one.spin,
            }
            for one in settled.exits
        ],
        "energy_J": {
            name: {"start": float(series[0]), "end": float(series[-1])}
            for name, series in (
                ("kinetic", trajectory.kinetic),
                ("magnetic", trajectory.magnetic),
                ("dissipated", trajectory.dissipated),
            )
        },
    }


def names(scenario: Scenario) -> Mapping[int, str]:
    """The names of the magnets that have one, by number."""
    return {number: magnet.name for number, magnet in enumerate(scenario.magnets or ()) if magnet.name is not None}


def experiment_text(data: Mapping[str, Any], words: Words) -> str:
    """The result as lines and tables to read."""
    say = words.gettext
    called = {magnet["magnet"]: magnet["name"] for magnet in data["magnets"]}
    rest = say("all at rest") if data["at_rest"] else say("not at rest")
    lines = [say("{name}: {rest} after {duration:.4f} s").format(name=data["scenario"], rest=rest, duration=data["duration_s"])]
    head = ["", say("kind"), "x/mm", "y/mm", say("angle/°"), "vx/(m/s)", "vy/(m/s)", say("spin/(rad/s)")]
    lines += ["", *_columns([head, *map(_state_row, data["magnets"])])]

    def group(numbers: list[int]) -> str:
        return "–".join(called.get(number, str(number)) for number in numbers)

    lines += ["", say("Clusters: {groups}").format(groups=", ".join(map(group, data["clusters"])) or say("none"))]
    lines.append(say("Bonds: {groups}").format(groups=", ".join(map(group, data["bonds"])) or say("none")))
    if data["contacts"]:
        head = [say("contact"), "t/s", "x/mm", "y/mm", say("impulse/(N·s)")]
        rows = [
            [group(one["pair"]), f"{one['time_s']:.4f}", *_numbers(one["position_mm"], 2), f"{one['impulse_Ns']:.3g}"]
            for one in data["contacts"]
        ]
        lines += ["", *_columns([head, *rows])]
    if data["exits"]:
        head = [say("left the table"), "t/s", "x/mm", "y/mm", "vx/(m/s)", "vy/(m/s)"]
        rows = [
            [group([one["magnet"]]), f"{one['time_s']:.4f}", *_numbers(one["position_mm"], 2), *_numbers(one["velocity_m_s"], 4)]
            for one in data["exits"]
        ]
        lines += ["", *_columns([head, *rows])]
    return "\n".join(lines)


def _magnet(table: Table, row: int, called: Mapping[int, str]) -> dict[str, Any]:
    number = int(table.magnet[row])
    return {
        "magnet": number,
        "name": called.get(number, str(number)),
        "kind": table.kinds[int(table.kind[row])].name,
        "position_mm": _mm(table.position[row]),
        "angle_deg": math.degrees(float(table.angle[row])),
        "velocity_m_s": [float(value) for value in table.velocity[row]],
        "spin_rad_s": float(table.spin[row]),
    }


def _mm(point: Floats | tuple[float, float]) -> list[float]:
    return [float(value) * _MM for value in point]


def _state_row(magnet: Mapping[str, Any]) -> list[str]:
    return [
        magnet["name"],
        magnet["kind"],
        *_numbers(magnet["position_mm"], 3),
        *_numbers([magnet["angle_deg"]], 2),
        *_numbers(magnet["velocity_m_s"], 4),
        *_numbers([magnet["spin_rad_s"]], 3),
    ]


def _numbers(values: list[float], places: int) -> list[str]:
    # Adding 0.0 takes the sign off a zero.
    return [f"{round(value, places) + 0.0:.{places}f}" for value in values]


def _columns(rows: list[list[str]]) -> list[str]:
    """Rows of cells in columns: words to the left, numbers to the right, Chinese counted double."""
    from rich.cells import cell_len

    widths = [max(cell_len(row[i]) for row in rows) for i in range(len(rows[0]))]
    numeric = [all(_is_number(row[i]) for row in rows[1:]) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = []
        for text, width, right in zip(row, widths, numeric, strict=True):
            room = " " * (width - cell_len(text))
            cells.append(room + text if right else text + room)
        lines.append("  ".join(cells).rstrip())
    return lines


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
