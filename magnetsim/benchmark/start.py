"""How long `magnetsim run` of one shot takes from the command to its end: with nothing compiled yet, and from then on.

25 hearts are laid out, one is flicked, all comes to rest and the match is over. By the clock on the wall, for what is
done side by side counts once.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from magnetsim.benchmark.hearts import HEARTS
from magnetsim.benchmark.measure import Measure, spread_of
from magnetsim.errors import MagnetsimError
from magnetsim.language import Phrase

COLD, WARM = 3, 9
"""Rounds."""

_FILE = """
schema = 1
name = "one shot"
game = "xinxin"
magnetism = "{magnetism}"
kinds.heart.outline = "heart"
layout = {{ pattern = "jittered-grid", kind = "heart", count = {hearts} }}
rules = {{ turn_limit = 1, replays = 0 }}
players = [{{ name = "A", strategy = "random" }}, {{ name = "B", strategy = "random" }}]
"""


def starts(watch: Callable[[float], None]) -> Iterator[Measure]:
    """A run of one shot by a process that has just been started, of points and of finite magnets.

    watch : is told what part is done

    MagnetsimError when one of them fails.
    """
    done, rounds = 0, 2 * (COLD + WARM)
    with TemporaryDirectory() as name:
        folder = Path(name)
        for what, magnetism in (("points", "dipole"), ("finite magnets", "finite")):
            file = folder / f"{magnetism}.toml"
            file.write_text(_FILE.format(magnetism=magnetism, hearts=HEARTS), encoding="utf-8")
            caches = [folder / f"{magnetism}{at}" for at in range(COLD)]
            # The later ones find what the last of the first has compiled.
            for start, found in (("first start", caches), ("later start", caches[-1:] * WARM)):
                taken = []
                for cache in found:
                    taken.append(_seconds(file, cache))
                    done += 1
                    watch(done / rounds)
                yield Measure("start", f"{start}, {what}", HEARTS, spread_of(taken))


_AS_INSTALLED = """
import sys
sys.modules["scipy"] = sys.modules["yaml"] = sys.modules["coverage"] = None
from magnetsim.cli import main
sys.exit(main())
"""
"""The command without what numba would load because the tests, or other programs, have brought it."""


def _seconds(file: Path, cache: Path) -> float:
    """How long one run of a scenario file takes, with compiled code kept in this folder."""
    command = [sys.executable, "-c", _AS_INSTALLED, "run", str(file), "--record", str(file.with_suffix(".jsonl")), "-q"]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    # Elsewhere a first start keeps what Python compiles as well.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begun = time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, check=False)  # noqa: S603  ourselves
    used = time.perf_counter() - begun
    if done.returncode != 0:
        last = "".join(done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:])
        text = Phrase("magnetsim run of one shot failed with code {code}: {last}", code=done.returncode, last=last)
        raise MagnetsimError(text)
    return used
