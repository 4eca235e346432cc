"""What a result depends on beside its inputs: versions of the code that computes, and the machine's kind."""

from __future__ import annotations

import hashlib
import platform
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

_COMPUTING = ("magnetsim", "numpy", "numba", "llvmlite", "pymunk")

_NOT_COMPUTING = (
    "__init__.py",
    "__main__.py",
    "batch",
    "benchmark",
    "cli",
    "language.py",
    "narration",
    "record",
    "results",
    "versions.py",
    "viewer",
)
"""What tells, keeps and shows results, and makes none."""


def versions() -> dict[str, str]:
    """Names and versions, in a fixed order; equal ones promise equal bits.

    code : a digest of the sources that compute and of the fits they use, for they change while the version stays
    cpu : as the compiler names it, which decides the instructions it uses
    libc : its mathematical functions differ in the last digit between versions
    """
    # llvmlite is heavy and needed here only.
    from llvmlite.binding import get_host_cpu_name

    libc = " ".join(platform.libc_ver()).strip()
    own, *others = _COMPUTING
    return {
        own: version(own),
        "code": source_digest(Path(__file__).parent),
        **{name: version(name) for name in others},
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": f"{platform.system()} {platform.machine()}",
        "libc": libc or platform.release(),
        "cpu": get_host_cpu_name() or "unknown",
    }


@lru_cache
def source_digest(package: Path) -> str:
    """A digest of the names and texts of a package's sources that compute and of its fits; line ends do not count."""
    digest = hashlib.sha256()
    sources = [*package.rglob("*.py"), *package.glob("data/charges/*.json")]
    for path in sorted(sources, key=lambda path: path.relative_to(package).parts):
        name = path.relative_to(package)
        if name.parts[0] not in _NOT_COMPUTING:
            text = path.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{name.as_posix()}\n{len(text)}\n".encode() + text)
    return digest.hexdigest()[:16]
