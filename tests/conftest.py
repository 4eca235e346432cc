"""What all tests share: hypothesis without deadlines, and a cache of their own."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# The same examples every time, and no deadline: a slow machine is no failure.
settings.register_profile("magnetsim", deadline=None, derandomize=True, database=None)
settings.load_profile("magnetsim")


def pytest_configure(config: pytest.Config) -> None:
    """Charges that the package has no fit of are kept from run to run, and not where the user's are."""
    if getattr(config, "cache", None) is not None:
        os.environ["MAGNETSIM_CACHE_DIR"] = str(config.cache.mkdir("magnetsim"))
        # What a window of a test would remember belongs to nobody; tests of memory name a folder of their own.
        os.environ["MAGNETSIM_CONFIG_DIR"] = ""
