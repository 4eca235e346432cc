"""The wheel carries all that a game needs: built, installed into an empty environment, it plays the same game."""

import json
import os
import subprocess
import sys
import venv
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMPUTING = ("numpy", "numba", "llvmlite", "pymunk")


def run(*command: object, cwd: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, check=False, timeout=1200
    )
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    return done.stdout.decode("utf-8")


@pytest.mark.slow
def test_the_wheel_plays_the_same_game_in_an_empty_environment(tmp_path):
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path / "dist", ROOT, cwd=tmp_path)
    (wheel,) = (tmp_path / "dist").glob("magnetsim-*.whl")

    home = tmp_path / "空 env"
    venv.create(home, with_pip=True)
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    # The same versions as here, so that the same bits can be asked for.
    wanted = [f"{name}=={version(name)}" for name in COMPUTING]
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, *wanted, cwd=tmp_path)

    there, here = tmp_path / "there", tmp_path / "here"
    there.mkdir()
    here.mkdir()
    rules = run(python, "-m", "magnetsim", "rules", "xinxin", "--lang", "zh", cwd=there)
    assert "《心心相引》" in rules
    run(python, "-m", "magnetsim", "scenario", "new", "game.toml", cwd=there)
    (here / "game.toml").write_bytes((there / "game.toml").read_bytes())

    played = run(python, "-m", "magnetsim", "run", "game.toml", "--record", "game.jsonl", "--json", cwd=there)
    again = run(sys.executable, "-m", "magnetsim", "run", "game.toml", "--record", "game.jsonl", "--json", cwd=here)
    assert json.loads(played) == json.loads(again)
    assert (there / "game.jsonl").read_bytes() == (here / "game.jsonl").read_bytes()
