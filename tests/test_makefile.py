"""`make run` on an empty clone: it sets itself up, in a folder of any name, and is quick the second time."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOT_CLONED = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "dist", "build", "records", "mutants"
)

# What a make that runs these tests tells the makes below it.
NOT_PASSED_ON = ("PYTHONPATH", "VIRTUAL_ENV", "MAKEFLAGS", "MFLAGS", "MAKELEVEL")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("make") is None or not (ROOT / "Makefile").exists(), reason="needs make and its file")
def test_make_run_twice_in_a_folder_with_a_space_and_chinese(tmp_path):
    clone = tmp_path / "磁 铁"
    shutil.copytree(ROOT, clone, ignore=NOT_CLONED)
    environment = {name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON}

    def make(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["make", f"PYTHON={sys.executable}", *arguments],
            cwd=clone,
            env=environment,
            capture_output=True,
            check=False,
            encoding="utf-8",
            timeout=1200,
        )

    first = make("run")
    assert first.returncode == 0, first.stderr
    assert "pip install" in first.stdout
    assert "Record: records/classic-1.jsonl" in first.stdout
    assert "Replay: .venv/bin/python -m magnetsim replay records/classic-1.jsonl" in first.stdout
    assert "Traceback" not in first.stderr

    second = make("run")
    assert second.returncode == 0, second.stderr
    assert "pip install" not in second.stdout
    assert second.stdout in first.stdout

    (clone / "pyproject.toml").touch()
    assert "pip install" in make("-n", "run").stdout
