"""What an experiment came to: as plain data, and in lines and tables to read."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from magnetsim.cli.columns import columns
from magnetsim.experiment import Experiment
from magnetsim.language import Words
from magnetsim.scenario import Scenario, magnet_label
from magnetsim.scenario.magnets import OWN_DISC
from magnetsim.scenario.quantities import MM_PER_M


def experiment_data(experiment: Experiment) -> dict[str, Any]:
    """The state and the events at the end as plain data, units in the keys as in scenario files; times to 1 ns."""
    settled = experiment.settled
    trajectory = settled.trajectory
    return {
        "scenario": experiment.scenario.name,
        "at_rest": settled.at_rest,
        "duration_s": round(settled.duration, 9),
        "steps": settled.steps,
        "magnets": [_magnet_data(experiment, row) for row in range(len(settled.table))],
        "clusters": [_labels(experiment.scenario, cluster) for cluster in experiment.clusters],
        "bonds": [_labels(experiment.scenario, bond) for bond in sorted(settled.table.bonds)],
        "contacts": [
            {
                "pair": _labels(experiment.scenario, contact.pair),
                "time_s": round(contact.time, 9),
                "position_mm": _millimetres(contact.position),
                "impulse_N_s": contact.impulse,
            }
            for contact in settled.contacts
        ],
        "exits": [
            {
                "magnet": magnet_label(experiment.scenario, gone.magnet),
                "time_s": round(gone.time, 9),
                "position_mm": _millimetres(gone.position),
                "velocity_m_s": list(gone.velocity),
                "angle_deg": math.degrees(gone.angle),
                "spin_rad_s": gone.spin,
            }
            for gone in settled.exits
        ],
        "energy_J": {
            "kinetic": [float(trajectory.kinetic[0]), float(trajectory.kinetic[-1])],
            "magnetic": [float(trajectory.magnetic[0]), float(trajectory.magnetic[-1])],
            "dissipated": [float(trajectory.dissipated[0]), float(trajectory.dissipated[-1])],
        },
        "expectations": [asdict(check) for check in experiment.checks],
    }


def _magnet_data(experiment: Experiment, row: int) -> dict[str, Any]:
    table = experiment.settled.table
    return {
        "magnet": magnet_label(experiment.scenario, int(table.magnet[row])),
        "kind": table.kinds[int(table.kind[row])].name,
        "position_mm": _millimetres(table.position[row]),
        "angle_deg": math.degrees(float(table.angle[row])),
        "velocity_m_s": table.velocity[row].tolist(),
        "spin_rad_s": float(table.spin[row]),
    }


def _labels(scenario: Scenario, numbers: Iterable[int]) -> list[str]:
    return [magnet_label(scenario, number) for number in sorted(numbers)]


def _millimetres(point: Iterable[float]) -> list[float]:
    return [float(value) * MM_PER_M for value in point]


def experiment_text(data: Mapping[str, Any], words: Words) -> str:
    """The result, from its plain data, as lines and tables to read."""
    _ = words.gettext
    rest = _("all at rest") if data["at_rest"] else _("not at rest")
    lines = [
        _("{name}: {rest} after {duration:.4f} s").format(name=data["scenario"], rest=rest, duration=data["duration_s"])
    ]
    head = [_("magnet"), _("kind"), "x/mm", "y/mm", _("angle/°"), "vx/(m/s)", "vy/(m/s)", _("spin/(rad/s)")]
    lines += ["", columns(head, [_state_row(magnet, words) for magnet in data["magnets"]], 2)]
    for text, groups in ((_("Clusters: {groups}"), data["clusters"]), (_("Bonds: {groups}"), data["bonds"])):
        lines += ["", text.format(groups=_(", ").join(map(" + ".join, groups)) or _("none"))]
    if data["contacts"]:
        head = [_("contact"), "t/s", "x/mm", "y/mm", _("impulse/(N·s)")]
        lines += ["", columns(head, [_contact_row(contact) for contact in data["contacts"]], 1)]
    if data["exits"]:
        head = [_("left the table"), "t/s", "x/mm", "y/mm", "vx/(m/s)", "vy/(m/s)"]
        lines += ["", columns(head, [_exit_row(gone) for gone in data["exits"]], 1)]
    return "\n".join(lines)


def _state_row(magnet: Mapping[str, Any], words: Words) -> list[str]:
    kind = magnet["kind"]
    return [
        magnet["magnet"],
        # The others are called as the scenario calls them.
        words.gettext(OWN_DISC) if kind == OWN_DISC else kind,
        *_numbers(magnet["position_mm"], 3),
        *_numbers([magnet["angle_deg"]], 2),
        *_numbers(magnet["velocity_m_s"], 4),
        *_numbers([magnet["spin_rad_s"]], 3),
    ]


def _contact_row(contact: Mapping[str, Any]) -> list[str]:
    return [
        " + ".join(contact["pair"]),
        *_numbers([contact["time_s"]], 4),
        *_numbers(contact["position_mm"], 2),
        f"{contact['impulse_N_s']:.3g}",
    ]


def _exit_row(gone: Mapping[str, Any]) -> list[str]:
    return [
        gone["magnet"],
        *_numbers([gone["time_s"]], 4),
        *_numbers(gone["position_mm"], 2),
        *_numbers(gone["velocity_m_s"], 4),
    ]


def _numbers(values: Sequence[float], places: int) -> list[str]:
    # Adding 0.0 takes the sign off a zero.
    return [f"{round(value, places) + 0.0:.{places}f}" for value in values]
