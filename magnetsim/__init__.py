"""Simulate 《心心相引》: magnets that slide, strike and hold together, and the game played with them.

A first example, two magnets 20 mm apart that find each other. All values are SI: m, rad, m/s, kg/m³, T, s:

>>> from magnetsim import Board, Placed, disc_outline, lay, magnet_kind, settle
>>> import numpy as np
>>> disc = magnet_kind("disc", disc_outline(0.005), height=0.005, density=4900, remanence=0.4,
...                    restitution=0.3, friction=0.3)
>>> rim = np.array([(-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)])
>>> board = Board(rim=rim, radius=0.0, friction_static=0.1, friction_kinetic=0.08)
>>> table = lay(board, (disc,), [Placed(0, 0, (-0.01, 0.0), 0.0), Placed(1, 0, (0.01, 0.0), 0.0)])
>>> settled = settle(table)
>>> settled.at_rest, sorted(settled.table.bonds)
(True, [(0, 1)])

`settled.trajectory` has the way there, `settled.contacts` who met. Names are fetched when they are first used, so
importing the package loads neither numba nor a window.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from magnetsim.clusters import (
        BondCriteria as BondCriteria,
    )
    from magnetsim.clusters import (
        find_bonds as find_bonds,
    )
    from magnetsim.clusters import (
        find_clusters as find_clusters,
    )
    from magnetsim.errors import (
        IllegalShot as IllegalShot,
    )
    from magnetsim.errors import (
        MagnetsimError as MagnetsimError,
    )
    from magnetsim.errors import (
        PhysicsError as PhysicsError,
    )
    from magnetsim.errors import (
        RecordError as RecordError,
    )
    from magnetsim.errors import (
        ScenarioError as ScenarioError,
    )
    from magnetsim.experiment import run_experiment as run_experiment
    from magnetsim.outline import (
        Outline as Outline,
    )
    from magnetsim.outline import (
        disc_outline as disc_outline,
    )
    from magnetsim.outline import (
        heart_outline as heart_outline,
    )
    from magnetsim.outline import (
        polygon_outline as polygon_outline,
    )
    from magnetsim.physics import OutsideForce as OutsideForce
    from magnetsim.physics import Physics as Physics
    from magnetsim.physics import settle as settle
    from magnetsim.record import read_record as read_record
    from magnetsim.scenario import load_scenario as load_scenario
    from magnetsim.session import new_session as new_session
    from magnetsim.shot import (
        Contact as Contact,
    )
    from magnetsim.shot import (
        Delivery as Delivery,
    )
    from magnetsim.shot import (
        Exit as Exit,
    )
    from magnetsim.shot import (
        Flick as Flick,
    )
    from magnetsim.shot import (
        Push as Push,
    )
    from magnetsim.shot import (
        Settled as Settled,
    )
    from magnetsim.shot import (
        Trajectory as Trajectory,
    )
    from magnetsim.table import (
        Board as Board,
    )
    from magnetsim.table import (
        Kind as Kind,
    )
    from magnetsim.table import (
        Placed as Placed,
    )
    from magnetsim.table import (
        Table as Table,
    )
    from magnetsim.table import (
        lay as lay,
    )
    from magnetsim.table import (
        magnet_kind as magnet_kind,
    )
    from magnetsim.table import (
        with_magnet as with_magnet,
    )
    from magnetsim.table import (
        without as without,
    )

    __version__: str

_HOME = {
    "Board": "table",
    "Kind": "table",
    "Placed": "table",
    "Table": "table",
    "lay": "table",
    "magnet_kind": "table",
    "with_magnet": "table",
    "without": "table",
    "Contact": "shot",
    "Delivery": "shot",
    "Exit": "shot",
    "Flick": "shot",
    "Push": "shot",
    "Settled": "shot",
    "Trajectory": "shot",
    "Outline": "outline",
    "disc_outline": "outline",
    "heart_outline": "outline",
    "polygon_outline": "outline",
    "OutsideForce": "physics",
    "Physics": "physics",
    "settle": "physics",
    "BondCriteria": "clusters",
    "find_bonds": "clusters",
    "find_clusters": "clusters",
    "load_scenario": "scenario",
    "run_experiment": "experiment",
    "new_session": "session",
    "read_record": "record",
    "IllegalShot": "errors",
    "MagnetsimError": "errors",
    "PhysicsError": "errors",
    "RecordError": "errors",
    "ScenarioError": "errors",
}

__all__ = ["__version__", *_HOME]  # noqa: PLE0604  the table above is the one list of names


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("magnetsim")
    if name in _HOME:
        return getattr(import_module(f"magnetsim.{_HOME[name]}"), name)
    raise AttributeError(f"module 'magnetsim' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
