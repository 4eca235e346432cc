"""A batch on dask.distributed: a cluster within this process, and one of separate processes, as on several machines."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import magnetsim
from magnetsim.batch.engines import Cluster, EngineError
from tests.batch.playing import Here, played, tables

pytest.importorskip("distributed")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
ROOT = Path(magnetsim.__file__).parent.parent


@pytest.fixture
def plan(cards, plan_of):
    return plan_of(cards("a"), games=40)


@pytest.fixture
def undisturbed(plan, tmp_path):
    played(plan, tmp_path / "undisturbed", Here())
    return tables(tmp_path / "undisturbed")


@pytest.fixture
def dask():
    """Starts a part of a cluster in a process of its own, and waits until it says where it is."""
    running = []

    def start(*arguments):
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]],
            env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
            stderr=subprocess.PIPE,
            text=True,
        )
        running.append(process)
        for line in process.stderr:
            if found := re.search(r"(?:Scheduler at|Start worker at): +(tcp://\S+)", line):
                return process, found[1]
        raise AssertionError("it did not start")

    yield start
    for process in running:
        process.kill()
        process.communicate()


def test_a_cluster_gives_the_same_bytes(plan, undisturbed, tmp_path):
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        engine = Cluster(cluster.scheduler_address)
        assert engine.workers == 2
        played(plan, tmp_path / "out", engine)
    assert tables(tmp_path / "out") == undisturbed


def test_a_scheduler_and_two_workers_of_which_one_is_killed(undisturbed, tmp_path, dask):
    _, address = dask("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
    options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
    mortal, _ = dask("dask_worker", address, *options)
    dask("dask_worker", address, *options)
    folder = tmp_path / "out"
    line = [sys.executable, "-m", "magnetsim", "batch", tmp_path / "a.toml", "--games", "40", "--out", folder]
    batch = subprocess.Popen(
        [*map(str, line), "--engine", "dask", "--scheduler", address, "--quiet"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    end = time.monotonic() + 120
    while batch.poll() is None and not list(folder.glob("unfinished/*.jsonl")):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
    mortal.send_signal(signal.SIGKILL)
    out, errors = batch.communicate(timeout=120)
    assert batch.returncode == 0, errors
    assert out.startswith(f"40 games of 1 scenario in {folder}; 40 played now")
    assert tables(folder) == undisturbed


def test_a_scheduler_that_is_not_there_is_said():
    from dask import config

    with config.set({"distributed.comm.timeouts.connect": "0.5s"}), pytest.raises(EngineError, match="no scheduler"):
        Cluster("tcp://127.0.0.1:9")
    with pytest.raises(EngineError, match="no scheduler answers there"):
        Cluster("nowhere at all")
