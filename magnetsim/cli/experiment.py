"""What an experiment came to, in lines and tables to read."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from magnetsim.language import Words


def experiment_text(data: Mapping[str, Any], words: Words) -> str:
    """The result, from its plain data, as lines and tables to read."""
    _ = words.gettext
    rest = _("all at rest") if data["at_rest"] else _("not at rest")
    lines = [
        _("{name}: {rest} after {duration:.4f} s").format(name=data["scenario"], rest=rest, duration=data["duration_s"])
    ]
    head = [_("magnet"), _("kind"), "x/mm", "y/mm", _("angle/°"), "vx/(m/s)", "vy/(m/s)", _("spin/(rad/s)")]
    lines += ["", _columns(head, [_state_row(magnet) for magnet in data["magnets"]], 2)]
    for text, groups in ((_("Clusters: {groups}"), data["clusters"]), (_("Bonds: {groups}"), data["bonds"])):
        lines += ["", text.format(groups=_(", ").join(map(" + ".join, groups)) or _("none"))]
    if data["contacts"]:
        head = [_("contact"), "t/s", "x/mm", "y/mm", _("impulse/(N·s)")]
        lines += ["", _columns(head, [_contact_row(contact) for contact in data["contacts"]], 1)]
    if data["exits"]:
        head = [_("left the table"), "t/s", "x/mm", "y/mm", "vx/(m/s)", "vy/(m/s)"]
        lines += ["", _columns(head, [_exit_row(gone) for gone in data["exits"]], 1)]
    return "\n".join(lines)


def _state_row(magnet: Mapping[str, Any]) -> list[str]:
    return [
        magnet["magnet"],
        magnet["kind"],
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


def _columns(head: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> str:
    """A table: the first columns, so many, hold words, the others numbers."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for i, title in enumerate(head):
        table.add_column(Text(title), justify="left" if i < words else "right", no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    # As wide as it needs: lines are for programs as well.
    console = Console(file=io.StringIO(), width=1000, color_system=None)
    with console.capture() as captured:
        console.print(table)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
