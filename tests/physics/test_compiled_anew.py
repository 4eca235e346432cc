"""A process that compiles everything and one that finds everything on disk compute the same bits."""

import os
import subprocess
import sys

import pytest

from magnetsim.kernels.dipole import RING

FLICKS = """
import sys
from magnetsim.magnetism import magnetic_loads
from magnetsim.physics import settle
from magnetsim.scenario import laid_out, parse_scenario
from magnetsim.shot import Flick

for magnetism in sys.argv[1:]:
    scenario = {
        "schema": 1, "name": "flicks", "game": "xinxin", "magnetism": magnetism,
        "kinds": {"heart": {"outline": "heart"}},
        "layout": {"pattern": "jittered-grid", "kind": "heart", "count": 25},
        "players": [{"name": "a", "strategy": "random"}, {"name": "b", "strategy": "random"}],
    }
    table = laid_out(parse_scenario(scenario, "flicks"), 1)
    print(magnetic_loads(table).tobytes().hex())
    settled = settle(table, Flick(12, 1.0, 1.2))
    for array in (settled.table.position, settled.table.rest_load, settled.trajectory.magnetic):
        print(array.tobytes().hex())
"""

LARGE_TABLES = """
import sys
import numpy as np
from magnetsim.benchmark.definition import dipoles
from magnetsim.kernels.dipole import RING, dipole_forces
from magnetsim.kernels.dipole_parallel import dipole_forces_parallel
from magnetsim.kernels.field import dipole_field
from magnetsim.kernels.multipole import multipole_forces

def field(x, y, mx, my, mz, *out):
    at = np.random.default_rng(1).uniform(size=(len(x), 3))
    dipole_field(x, y, mx, my, mz, at[:, :2].copy(), at)
    for row, values in zip(out, at.T):
        row[:] = values

kernels = {"serial": dipole_forces, "parallel": dipole_forces_parallel, "multipole": multipole_forces, "field": field}
for name in sys.argv[1:]:
    for count in (25, RING, RING + 1, 1003):
        out = np.full((3, count), np.nan)
        kernels[name](*dipoles(count), *out)
        print(name, count, out.tobytes().hex())
"""


@pytest.mark.slow
def test_compiled_anew_and_found_on_disk_give_the_same_bits(tmp_path):
    """Also when the other model of magnetism was asked for first."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "compiled")}

    def bits(*models):
        done = subprocess.run(
            [sys.executable, "-c", FLICKS, *models], env=environment, capture_output=True, check=True, text=True
        )
        return done.stdout.splitlines()

    cold = bits("finite", "dipole")
    warm = bits("finite", "dipole")
    assert len(cold) == 8
    assert warm == cold
    assert bits("dipole", "finite") == cold[4:] + cold[:4]


@pytest.mark.slow
def test_many_that_start_at_once_where_nothing_is_compiled_yet_give_the_same_bits(tmp_path):
    """They write the same files; none reads what another has half written."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "compiled")}
    command = [sys.executable, "-W", "error", "-c", FLICKS, "dipole"]
    started = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    printed = [process.communicate()[0] for process in started]
    assert [process.returncode for process in started] == [0] * 4
    assert len(printed[0].splitlines()) == 4
    assert printed == printed[:1] * 4
    done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    assert done.stdout == printed[0]


@pytest.mark.slow
def test_large_tables_have_the_same_bits_whichever_kernel_was_compiled_first(tmp_path):
    """The serial kernel and the parallel one call the same function, compiled for either or found on disk."""

    def bits(folder, *names):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", LARGE_TABLES, *names],
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / folder)},
            capture_output=True,
            check=True,
            text=True,
        )
        return dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())

    serial_first = bits("one", "serial", "parallel", "multipole", "field")
    assert len(serial_first) == 16
    for count in (RING + 1, 1003):
        assert serial_first[f"parallel {count}"] == serial_first[f"serial {count}"]
    for names in (
        ("serial", "parallel", "multipole", "field"),
        ("field", "multipole", "parallel", "serial"),
        ("parallel",),
        ("serial",),
    ):
        found = bits("one", *names)
        assert found == {key: serial_first[key] for key in found}
    parallel_first = bits("other", "parallel")
    parallel_first |= bits("other", "serial")
    assert parallel_first == {key: serial_first[key] for key in parallel_first}
