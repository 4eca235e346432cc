"""Pictures of the model, drawn with matplotlib: forces, energies, stopping, a field."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from magnetsim.charges.poses import poses_at, prism
from magnetsim.kernels.prism import prism_pair
from magnetsim.laboratory.tables import HEIGHT, KINETIC, MODELS, board, collapsing, disc, heart
from magnetsim.magnetism import flux_density, magnetic_loads
from magnetsim.physics import Physics, settle
from magnetsim.shot import Flick
from magnetsim.table import GRAVITY, Floats, Placed, Table, lay

Picture = Callable[[Path], None]

COLOURS = {"dipole": "#d55e00", "finite": "#0072b2", "exact": "black"}
SIZE = (7.0, 4.2)
"""inches"""


def force_against_gap(path: Path) -> None:
    """The pull of two hearts by the gap between them, in both models and exactly, in three poses."""
    import matplotlib.pyplot as plt

    gaps = np.geomspace(0.05e-3, 60e-3, 40)
    poses = {
        "tip to notch": (0.0, 0.0),
        "side by side, antiparallel": (math.pi / 2, math.pi),
        "one turned by 90°": (0.6, math.pi / 2),
    }
    figure, axes = plt.subplots(1, 3, figsize=(10.5, 4.0), sharey=True, layout="constrained")
    outline = heart("dipole").outline
    one = prism(outline, HEIGHT, 1.0)
    for axis, (name, turns) in zip(axes, poses.items(), strict=True):
        force: dict[str, list[float]] = {"exact": [], **{model: [] for model in MODELS}}
        for gap in gaps:
            ((x, y, angle),) = poses_at(one, one, np.array([turns]), gap)
            exact = prism_pair(one.walls, HEIGHT, one.walls, HEIGHT, x, y, angle)
            force["exact"].append(heart("dipole").moment ** 2 * math.hypot(exact[0], exact[1]))
            placed = [Placed(0, 0, (0.0, 0.0), 0.0), Placed(1, 0, (float(x), float(y)), float(angle))]
            for model in MODELS:
                force[model].append(math.hypot(*magnetic_loads(lay(board(), (heart(model),), placed))[1, :2]))
        for model, values in force.items():
            exactly = model == "exact"
            style = {"linestyle": "none", "marker": "o", "markersize": 3} if exactly else {"linewidth": 1.6}
            axis.loglog(gaps * 1e3, values, color=COLOURS[model], label=model, zorder=3 if exactly else 2, **style)
        axis.axhline(heart("dipole").weight, color="grey", linewidth=0.8, linestyle=":")
        axis.set(title=name, xlabel="gap between the outlines, mm")
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("force, N (dotted: a heart's weight)")
    axes[0].legend()
    _save(figure, path)


def energy_over_a_flick(path: Path) -> None:
    """Where the energy of a flick goes, in both models."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(10.5, 4.0), sharey=True, layout="constrained")
    for axis, model in zip(axes, MODELS, strict=True):
        way = settle(*_flick(model), Physics(sample_rate=2000)).trajectory
        time = way.time * 1e3
        start = way.magnetic[0]
        parts = {
            "kinetic": way.kinetic,
            "magnetic, from the start": way.magnetic - start,
            "lost to friction and strikes": way.dissipated - way.dissipated[0],
        }
        for (name, values), colour in zip(parts.items(), ("#009e73", "#cc79a7", "#999999"), strict=True):
            axis.plot(time, values * 1e3, label=name, color=colour)
        axis.plot(time, sum(parts.values()) * 1e3, "k--", linewidth=0.8, label="sum")
        axis.set(title=model, xlabel="time, ms")
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("energy, mJ")
    axes[0].legend()
    _save(figure, path)


def stopping_disc(path: Path) -> None:
    """Speed of a disc that slides and spins, against theory."""
    import matplotlib.pyplot as plt

    kind = disc("dipole")
    radius = kind.outline.rounding
    figure, axis = plt.subplots(figsize=SIZE, layout="constrained")
    for (speed, spin), colour in zip(
        ((0.6, 0.0), (0.6, 30.0), (0.3, 90.0)), ("#d55e00", "#0072b2", "#009e73"), strict=True
    ):
        start = Placed(0, 0, (0.0, 0.0), 0.0, (speed, 0.0), spin)
        way = settle(lay(board(), (kind,), [start]), None, Physics(sample_rate=60)).trajectory
        middle = (way.time[1:] + way.time[:-1]) / 2 * 1e3
        moved, turned = np.diff(way.position[:, 0, 0]), np.diff(way.angle[:, 0])
        axis.plot(middle, moved / np.diff(way.time), "o", color=colour, markersize=4)
        axis.plot(middle, radius * turned / np.diff(way.time), "o", color=colour, markersize=4, fillstyle="none")
        time, v, w = _stopping(speed, spin * radius)
        axis.plot(time * 1e3, v, color=colour, linewidth=1, label=f"start {speed:g} m/s, {spin:g} rad/s")
        axis.plot(time * 1e3, w, color=colour, linewidth=1, linestyle="--")
    axis.set(
        xlabel="time, ms", ylabel="m/s", title="v (full) and Rω (dashed) by theory; dots and rings: the simulation"
    )
    axis.grid(alpha=0.3)
    axis.legend()
    _save(figure, path)


def _stopping(v: float, w: float) -> tuple[Floats, Floats, Floats]:
    """Time (s), v and Rω (m/s) of a uniform disc, by the friction of every bit of its face, summed anew."""
    turn = (np.arange(96) + 0.5) * 2 * np.pi / 96
    rho = np.sqrt((np.arange(48) + 0.5) / 48)[:, None]
    x, y, dt = rho * np.cos(turn), rho * np.sin(turn), 2e-4
    rows = [(0.0, v, w)]

    def slowing(v: float, w: float) -> tuple[float, float]:
        along, across = v - w * y, w * x
        pace = np.hypot(along, across) + 1e-12
        deceleration = KINETIC * GRAVITY
        # Of a uniform disc the inertia is half of m R².
        return deceleration * float((along / pace).mean()), 2 * deceleration * float(
            ((x * across - y * along) / pace).mean()
        )

    while v > 1e-3 or w > 1e-3:
        first = slowing(v, w)
        second = slowing(max(0.0, v - dt / 2 * first[0]), max(0.0, w - dt / 2 * first[1]))
        v, w = max(0.0, v - dt * second[0]), max(0.0, w - dt * second[1])
        rows.append((rows[-1][0] + dt, v, w))
    time, speeds, spins = np.array(rows).T
    return time, speeds, spins


def field_of_a_table(path: Path) -> None:
    """The flux density in the plane of hearts that have clumped."""
    import matplotlib.pyplot as plt
    from matplotlib.colors import LogNorm

    table = settle(collapsing("finite", 1)).table
    kind, half = table.kinds[0], 0.09
    line = np.linspace(-half, half, 181)
    x, y = np.meshgrid(line, line)
    field = flux_density(table, np.column_stack([x.ravel(), y.ravel()]))
    bx, by = (field[:, axis].reshape(x.shape) for axis in (0, 1))
    figure, axis = plt.subplots(figsize=(6.4, 5.6), layout="constrained")
    size = np.hypot(bx, by) * 1e3
    shown = axis.pcolormesh(
        x * 1e3, y * 1e3, size, norm=LogNorm(1, 200), cmap="viridis", shading="auto", rasterized=True
    )
    axis.streamplot(x * 1e3, y * 1e3, bx, by, color="white", density=1.6, linewidth=0.5, arrowsize=0.6)
    for (place_x, place_y), angle in zip(table.position, table.angle, strict=True):
        turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
        corners = kind.outline.corners @ turn + (place_x, place_y)
        axis.fill(*(corners.T * 1e3), facecolor="none", edgecolor="#d55e00", linewidth=1.2)
    axis.set(aspect="equal", xlabel="mm", ylabel="mm", xlim=(-90, 90), ylim=(-90, 90))
    figure.colorbar(shown, label="flux density, mT")
    _save(figure, path)


def _flick(model: str) -> tuple[Table, Flick]:
    """A heart flicked at two that rest side by side, and one behind them."""
    kind = heart(model)
    placed = [
        Placed(0, 0, (-0.12, 0.002), 0.4),
        Placed(1, 0, (0.0, 0.0), math.pi / 2),
        Placed(2, 0, (0.055, 0.012), -math.pi / 2),
        Placed(3, 0, (0.01, 0.06), 2.0),
    ]
    return settle(lay(board(), (kind,), placed)).table, Flick(0, 0.0, 0.9)


def _save(figure: Any, path: Path) -> None:
    import matplotlib.pyplot as plt

    figure.savefig(path, dpi=110)
    plt.close(figure)


PICTURES: dict[str, Picture] = {
    "force-against-gap": force_against_gap,
    "energy-over-a-flick": energy_over_a_flick,
    "stopping-disc": stopping_disc,
    "field-of-a-table": field_of_a_table,
}
"""By the names of their files."""
