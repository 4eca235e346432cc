"""What a result depends on beside its inputs: versions of the code that computes, and the machine's kind."""

from __future__ import annotations

import platform
from importlib.metadata import version

_COMPUTING = ("magnetsim", "numpy", "numba", "llvmlite", "pymunk")


def versions() -> dict[str, str]:
    """Names and versions, in a fixed order; equal ones promise equal bits.

    cpu : as the compiler names it, which decides the instructions it uses
    libc : its mathematical functions differ in the last digit between versions
    """
    # llvmlite is heavy and needed here only.
    from llvmlite.binding import get_host_cpu_name

    libc = " ".join(platform.libc_ver()).strip()
    return {
        **{name: version(name) for name in _COMPUTING},
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": f"{platform.system()} {platform.machine()}",
        "libc": libc or platform.release(),
        "cpu": get_host_cpu_name() or "unknown",
    }
