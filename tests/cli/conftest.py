"""Two ways to give a command: in this process, which is quick, and in one of its own, which is the real thing."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import magnetsim
from magnetsim.cli.app import start

ROOT = Path(magnetsim.__file__).parent.parent
LOCALE = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANG")


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def no_locale(monkeypatch):
    """English, unless a test says otherwise."""
    for name in LOCALE:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def command(capsys, monkeypatch) -> Callable[..., Answer]:
    """Run a command in this process, which says nothing of how long it takes to get ready."""
    monkeypatch.setattr("magnetsim.cli.waiting.PATIENCE", threading.TIMEOUT_MAX)

    def run(*arguments: object) -> Answer:
        monkeypatch.setattr(sys, "argv", ["magnetsim", *map(str, arguments)])
        capsys.readouterr()
        code = start([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return run


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run a command in a process of its own; variables that are None are taken away."""

    def run(*arguments: object, cwd=None, **environment: str | None) -> subprocess.CompletedProcess[bytes]:
        # A folder whose name the locale has not is found by the bytes of this variable, not by an editable install.
        variables = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        return subprocess.run(
            [sys.executable, "-m", "magnetsim", *map(str, arguments)],
            env={name: value for name, value in variables.items() if value is not None},
            cwd=cwd,
            capture_output=True,
            check=False,
            timeout=300,
        )

    return run
