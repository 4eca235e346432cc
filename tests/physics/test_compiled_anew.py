"""A process that compiles everything and one that finds everything on disk compute the same bits."""

import os
import subprocess
import sys

import pytest

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
