"""What all tests share: hypothesis without deadlines, and the table of rule clauses."""

from __future__ import annotations

from hypothesis import settings

# The same examples every time, and no deadline: a slow machine is no failure.
settings.register_profile("magnetsim", deadline=None, derandomize=True, database=None)
settings.load_profile("magnetsim")
