"""Which kernels there are to compare: the family, the same loop in C, other libraries, a user's own."""

from __future__ import annotations

import ctypes
import importlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from magnetsim.benchmark.definition import Dipoles, Floats, dipoles
from magnetsim.benchmark.kernels import (
    Contender,
    KernelError,
    first_line,
    hold_to_contract,
    in_compiled_loop,
    in_python,
)
from magnetsim.benchmark.measure import Calls
from magnetsim.kernels.dipole import dipole_forces
from magnetsim.kernels.dipole_numpy import dipole_forces_numpy
from magnetsim.kernels.dipole_parallel import dipole_forces_parallel
from magnetsim.kernels.dipole_python import dipole_forces_python
from magnetsim.kernels.dipole_scalar import dipole_forces_scalar
from magnetsim.kernels.multipole import multipole_forces
from magnetsim.language import Phrase, listed

C_SOURCE = Path(__file__).parents[2] / "benchmarks" / "dipole.c"
C_COMPILERS = ("cc", "gcc", "clang")
C_FLAGS = ("-O3", "-march=native", "-ffast-math", "-fPIC")
MU_0 = 4e-7 * np.pi


def family() -> list[Contender]:
    """Our own kernels, from the definition to the quickest."""
    return [
        Contender("python", dipole_forces_python, in_python(dipole_forces_python), largest=300),
        # (n, n) arrays: a dozen of them.
        Contender("numpy", dipole_forces_numpy, in_python(dipole_forces_numpy), largest=5_000),
        Contender("scalar", dipole_forces_scalar, in_compiled_loop(dipole_forces_scalar), largest=20_000),
        Contender("vectorised", dipole_forces, in_compiled_loop(dipole_forces), largest=20_000),
        Contender(
            "parallel",
            dipole_forces_parallel,
            in_compiled_loop(dipole_forces_parallel),
            largest=100_000,
            turns="parallel",
        ),
        # What the parallel one is compared with.
        Contender(
            "vectorised (wall)", dipole_forces, in_compiled_loop(dipole_forces), largest=20_000, turns="parallel"
        ),
        _by_multipoles(1e-2),
        _by_multipoles(1e-6),
    ]


def _by_multipoles(accuracy: float) -> Contender:
    """For very many, with a bound on the error; its own arrays and threads are counted."""
    kernel = partial(multipole_forces, accuracy=accuracy)
    name = f"multipole {accuracy:g}"
    return Contender(name, kernel, in_python(kernel), allowed=accuracy, turns=name)


@contextmanager
def in_c() -> Iterator[list[Contender]]:
    """The same loop in C, where there is its source (a wheel has it not) and a compiler; else nothing."""
    compiler = _c_compiler()
    if compiler is None or not C_SOURCE.exists():
        yield []
        return
    # A library that is loaded cannot be removed on Windows.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        compiled, library = Path(folder) / "dipole.o", Path(folder) / "dipole.so"
        # What is linked with -ffast-math sets the processor, as it is loaded, to take tiny numbers for zero, for
        # whatever else the process computes.
        commands = (
            [compiler, *C_FLAGS, "-c", str(C_SOURCE), "-o", str(compiled)],
            [compiler, "-shared", str(compiled), "-o", str(library)],
        )
        made = all(
            subprocess.run(command, capture_output=True, check=False).returncode == 0  # noqa: S603  our own source
            for command in commands
        )
        yield [_loaded(library)] if made else []


def _c_compiler() -> str | None:
    return next(filter(None, map(shutil.which, C_COMPILERS)), None)


def without_c() -> Phrase:
    """Why there is no loop in C here."""
    if not C_SOURCE.exists():
        return Phrase("it takes the source folder, of which what is installed has only a part")
    compiler = _c_compiler()
    if compiler is None:
        return Phrase("no C compiler was found (looked for {names})", names=listed(C_COMPILERS))
    return Phrase("{compiler} could not compile it", compiler=compiler)


def _loaded(library: Path) -> Contender:
    function = ctypes.CDLL(str(library)).repeated_dipole_forces
    function.restype = None
    function.argtypes = [ctypes.c_int64, ctypes.c_int64, *[ctypes.c_void_p] * 8]

    def repeated(given: Dipoles, filled: Floats) -> Calls:
        places = [array.ctypes.data for array in (*given, *filled)]

        def calls(times: int) -> None:
            function(times, len(given[0]), *places)

        return calls

    def kernel(*arrays: Floats) -> None:
        function(1, len(arrays[0]), *[array.ctypes.data for array in arrays])

    return Contender("C", kernel, repeated, largest=20_000)


def _of_jax() -> Contender:
    """The whole-array formula, compiled by jax for the processor, in double precision."""
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)  # type: ignore[no-untyped-call, unused-ignore]  # noqa: FBT003

    def forces(x: Any, y: Any, mx: Any, my: Any, mz: Any) -> Any:
        dx, dy = x[:, None] - x, y[:, None] - y
        r2 = jnp.where(jnp.eye(len(x), dtype=bool), jnp.inf, dx * dx + dy * dy)
        inverse2 = 1.0 / r2
        inverse3 = inverse2 * jnp.sqrt(inverse2)
        inverse5 = inverse3 * inverse2
        along_j, along_i = mx * dx + my * dy, mx[:, None] * dx + my[:, None] * dy
        dot = mx[:, None] * mx + my[:, None] * my + mz[:, None] * mz
        radial = inverse5 * (dot - 5.0 * along_i * along_j * inverse2)
        from_i, from_j = along_i * inverse5, along_j * inverse5
        fx = 3e-7 * (from_j * mx[:, None] + from_i * mx + radial * dx).sum(axis=1)
        fy = 3e-7 * (from_j * my[:, None] + from_i * my + radial * dy).sum(axis=1)
        field_x = (3.0 * from_j * dx - inverse3 * mx).sum(axis=1)
        field_y = (3.0 * from_j * dy - inverse3 * my).sum(axis=1)
        return fx, fy, 1e-7 * (mx * field_y - my * field_x)

    compiled = jax.jit(forces)

    def kernel(*arrays: Floats) -> None:
        for target, value in zip(arrays[5:], compiled(*arrays[:5]), strict=True):
            target[:] = value

    def repeated(given: Dipoles, _filled: Floats) -> Calls:
        # Its arrays are its own: neither their making nor the reading of results counts.
        own = [jnp.asarray(array) for array in given]

        def calls(times: int) -> None:
            for _ in range(times):
                compiled(*own)[2].block_until_ready()

        return calls

    return Contender("jax.jit", kernel, repeated, largest=2_000, turns="jax.jit")


def _of_fmm3d(accuracy: float) -> Contender:
    """The fast multipole method for sources in space: the field is the potential's slope, the force its second ones.

    One call with all dipoles as sources gives potential, gradient and Hessian at all of them.
    """
    import fmm3dpy

    def kernel(*arrays: Floats) -> None:
        x, y, mx, my, mz, fx, fy, torque = arrays
        places, moments = np.array([x, y, np.zeros(len(x))]), np.array([mx, my, mz])
        found = fmm3dpy.lfmm3d(eps=accuracy, sources=places, dipvec=moments, pg=3)
        # The potential is of m·r/(4π r³), and B = −µ0 times its slope; the Hessian is xx, yy, zz, xy, xz, yz.
        field, slope = -MU_0 * found.grad, -MU_0 * found.hess
        fx[:] = mx * slope[0] + my * slope[3] + mz * slope[4]
        fy[:] = mx * slope[3] + my * slope[1] + mz * slope[5]
        torque[:] = mx * field[1] - my * field[0]

    name, allowed = f"lfmm3d {accuracy:g}", 30 * accuracy
    return Contender(name, kernel, in_python(kernel), largest=100_000, allowed=allowed, turns=name)


_OTHERS: dict[str, tuple[str, Callable[[], Contender]]] = {
    "jax.jit": ("jax", _of_jax),
    "lfmm3d 0.001": ("fmm3dpy", partial(_of_fmm3d, 1e-3)),
    "lfmm3d 1e-06": ("fmm3dpy", partial(_of_fmm3d, 1e-6)),
}


def other_libraries() -> dict[str, Callable[[], Contender]]:
    """Kernels made with libraries that are installed, by name; the libraries are imported when one is made."""
    return {name: make for name, (library, make) in _OTHERS.items() if find_spec(library) is not None}


def users_kernel(name: str, allowed: float) -> Contender:
    """A kernel from `module:function`, sought in the current folder as well; KernelError when there is none."""
    module_name, _, function_name = name.partition(":")
    if not module_name or not function_name:
        raise KernelError(Phrase("{kernel}: expected module:function, as in mymodule:forces", kernel=repr(name)))
    function = _imported(name, module_name, function_name)
    compiled = hasattr(function, "py_func")
    contender = Contender(
        name, function, in_compiled_loop(function) if compiled else in_python(function), allowed=allowed
    )
    given = dipoles(3)
    arrays, filled = tuple(array.copy() for array in given), np.full((3, 3), np.nan)
    try:
        function(*arrays, *filled)
    except (Exception, SystemExit) as error:
        raise KernelError(
            Phrase(
                "{kernel}: it failed when called as kernel(x, y, mx, my, mz, fx, fy, torque)"
                " with arrays of 3 floats: {problem}",
                kernel=name,
                problem=first_line(error),
            )
        ) from error
    hold_to_contract(contender, given, arrays, filled)  # type: ignore[arg-type]
    return contender


def _imported(name: str, module_name: str, function_name: str) -> Callable[..., object]:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise KernelError(Phrase("{kernel}: {problem}", kernel=name, problem=first_line(error))) from error
        raise KernelError(
            Phrase(
                "{kernel}: no module {module} in this folder or among what is installed",
                kernel=name,
                module=repr(module_name),
            )
        ) from error
    except (Exception, SystemExit) as error:
        raise KernelError(
            Phrase(
                "{kernel}: module {module} cannot be imported: {problem}",
                kernel=name,
                module=module_name,
                problem=first_line(error),
            )
        ) from error
    function = getattr(module, function_name, None)
    if function is None:
        known = sorted(one for one in vars(module) if callable(getattr(module, one)) and one[0] != "_")
        raise KernelError(
            Phrase(
                "{kernel}: module {module} has no {function}; it has {known}",
                kernel=name,
                module=module_name,
                function=function_name,
                known=listed(known, none="–"),
            )
        )
    if not callable(function):
        raise KernelError(Phrase("{kernel}: expected a function, got {got}", kernel=name, got=type(function).__name__))
    kernel: Callable[..., object] = function
    return kernel
