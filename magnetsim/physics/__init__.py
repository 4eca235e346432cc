"""settle(table, shot) -> Settled: a moving table comes to rest. The only code that knows pymunk."""

from magnetsim.physics.settings import OutsideForce, Physics
from magnetsim.physics.settling import settle

__all__ = ["OutsideForce", "Physics", "settle"]
