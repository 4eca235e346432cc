from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from numba.core.caching import NullCache

from magnetsim.kernels.jit import jit
from magnetsim.kernels.linking import Library

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"), reason="nothing is compiled in this run"
)

KERNEL = """
from magnetsim.kernels.jit import jit
from helper import helped

@jit()
def kernel(x):
    return 1.0 / helped(x)
"""
HELPER = """
from magnetsim.kernels.jit import jit

@jit()
def helped(x):
    return {factor} * x
"""
PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from kernel import kernel
value = kernel(0.5)
hits = sum(kernel.stats.cache_hits.values())
print(value, hits, kernel(0.0))
"""


def run(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    given = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA")}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder)],
        env={**given, **environment},
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "kernel.py").write_text(KERNEL, encoding="utf-8")
    (tmp_path / "helper.py").write_text(HELPER.format(factor=2.0), encoding="utf-8")
    return tmp_path


def test_compiled_once_and_anew_after_an_edit_elsewhere(folder: Path) -> None:
    """Numba alone would go on with the helper's old machine code."""
    assert run(folder).stdout.split() == ["1.0", "0", "inf"]
    assert run(folder).stdout.split() == ["1.0", "1", "inf"]
    (folder / "helper.py").write_text(HELPER.format(factor=4.0), encoding="utf-8")
    assert run(folder).stdout.split() == ["0.5", "0", "inf"]


def test_works_where_no_cache_can_be_written(folder: Path) -> None:
    """A read-only installation and no home; one warning, and the same numbers."""
    (folder / "__pycache__").write_text("a file where the folder would be", encoding="utf-8")
    nowhere = str(folder / "__pycache__" / "x")
    done = run(folder, HOME=nowhere, XDG_CACHE_HOME=nowhere, LOCALAPPDATA=nowhere, PYTHONDONTWRITEBYTECODE="1")
    assert done.stdout.split() == ["1.0", "0", "inf"]
    assert done.stderr.count("RuntimeWarning") == 1
    assert "NUMBA_CACHE_DIR" in done.stderr


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize(
    "damage",
    [lambda data: data[:-40], lambda _: b"", lambda data: bytes(len(data))],
    ids=["cut short", "empty", "zeros"],
)
def test_a_damaged_file_is_compiled_anew(folder: Path, ending: str, damage: Callable[[bytes], bytes]) -> None:
    assert run(folder).stdout.split() == ["1.0", "0", "inf"]
    for kept in (folder / "__pycache__").glob(f"*{ending}"):
        kept.write_bytes(damage(kept.read_bytes()))
    assert run(folder).stdout.split() == ["1.0", "0", "inf"]
    assert run(folder).stdout.split() == ["1.0", "1", "inf"]


def test_an_interruption_while_machine_code_is_made_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM calls back, and what is raised in there is lost."""

    def interrupted(library: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        passed.append(library)
        finalize(library)

    @jit(counted=False)
    def twice(x: float) -> float:
        return 2.0 * x

    # Of what a run before has left on disk no machine code would be made.
    cast(Any, twice)._cache = NullCache()
    passed: list[Any] = []
    finalize = Library._finalize_final_module
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(Library, "_finalize_final_module", interrupted)
            with pytest.raises(KeyboardInterrupt):
                twice(1.0)
        assert passed
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        assert twice(1.0) == 2.0
    finally:
        signal.signal(signal.SIGINT, before)
