"""All kernels of dipole forces: one contract, one result, and the vectors that the quick ones are quick by."""

from __future__ import annotations

import re
from functools import partial

import mpmath
import numba
import numpy as np
import pytest
from llvmlite.binding import get_host_cpu_features

from magnetsim.benchmark import definition
from magnetsim.benchmark.definition import dipoles, error_of
from magnetsim.kernels import dipole
from magnetsim.kernels.dipole import RING, dipole_forces
from magnetsim.kernels.dipole_numpy import dipole_forces_numpy
from magnetsim.kernels.dipole_parallel import dipole_forces_parallel
from magnetsim.kernels.dipole_python import dipole_forces_python
from magnetsim.kernels.dipole_scalar import dipole_forces_scalar
from magnetsim.kernels.lanes import LANES

FAMILY = {
    "python": dipole_forces_python,
    "numpy": dipole_forces_numpy,
    "scalar": dipole_forces_scalar,
    "vectorised": dipole_forces,
    "parallel": dipole_forces_parallel,
}
# Compiled code says nothing; under NUMBA_DISABLE_JIT numpy warns of what is selected away.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
compiled_only = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled in this run")


def filled(kernel, given):
    forces = np.full((3, len(given[0])), np.nan)
    kernel(*given, *forces)
    return forces


def exact(given, row):
    """Force and torque on one dipole to 40 digits, from the energy's definition by mpmath; and the pairs' sizes."""
    with mpmath.workdps(40):
        x, y, mx, my, mz = ([mpmath.mpf(float(value)) for value in values] for values in given)
        total, size = [mpmath.mpf(0)] * 3, [mpmath.mpf(0)] * 2
        k = mpmath.mpf(1) / 10**7
        for j in range(len(x)):
            if j == row:
                continue
            r = mpmath.sqrt((x[row] - x[j]) ** 2 + (y[row] - y[j]) ** 2)
            nx, ny = (x[row] - x[j]) / r, (y[row] - y[j]) / r
            a, b = mx[j] * nx + my[j] * ny, mx[row] * nx + my[row] * ny
            c = mx[j] * mx[row] + my[j] * my[row] + mz[j] * mz[row]
            force = [
                3 * k / r**4 * (a * own + b * other + (c - 5 * a * b) * n)
                for own, other, n in ((mx[row], mx[j], nx), (my[row], my[j], ny))
            ]
            turn = k / r**3 * (mx[row] * (3 * a * ny - my[j]) - my[row] * (3 * a * nx - mx[j]))
            total = [one + more for one, more in zip(total, (*force, turn), strict=True)]
            size = [size[0] + mpmath.hypot(*force), size[1] + abs(turn)]
    return total, size


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("count", [2, 3, LANES, LANES + 1, 24, 25, RING, RING + 1, 203])
def test_every_kernel_agrees_with_the_definition_in_40_digits(name, count):
    given = dipoles(count, seed=count)
    forces = filled(FAMILY[name], given)
    for row in {0, count // 2, count - 1}:
        right, (force_size, turn_size) = exact(given, row)
        for found, value, size in zip(forces[:, row], right, (force_size, force_size, turn_size), strict=True):
            assert abs(found - value) <= 1e-12 * size


@pytest.mark.parametrize("name", FAMILY)
def test_of_one_or_none_nothing_is_asked(name):
    assert filled(FAMILY[name], dipoles(0)).shape == (3, 0)
    assert filled(FAMILY[name], dipoles(1)).tolist() == [[0.0]] * 3


@pytest.mark.parametrize("count", [RING + 1, 1000, 1003])
def test_parallel_gives_the_bits_of_one_thread_and_of_the_serial_kernel(count):
    given, threads = dipoles(count), numba.get_num_threads()
    serial = filled(dipole_forces, given)
    try:
        for number in range(1, threads + 1):
            numba.set_num_threads(number)
            assert filled(dipole_forces_parallel, given).tobytes() == serial.tobytes()
    finally:
        numba.set_num_threads(threads)


@pytest.mark.parametrize("count", [24, 25, RING + 3])
def test_two_in_one_place_spoil_their_own_rows_alone(count):
    x, y, *moments = dipoles(count)
    x[3], y[3] = x[20], y[20]
    forces = filled(dipole_forces, (x, y, *moments))
    assert np.flatnonzero(~np.isfinite(forces).all(axis=0)).tolist() == [3, 20]


def test_upright_and_lying_magnets_do_nothing_to_each_other():
    """To the last bit, whatever fills up the lanes."""
    given = (np.array([0.0, 0.03]), np.array([0.0, 0.01]), *np.array([[0.2, 0.0], [0.1, 0.0], [0.0, 0.3]]))
    assert filled(dipole_forces, given).tolist() == [[0.0, 0.0]] * 3


def test_the_error_of_a_kernel_is_measured_against_the_pairs():
    given = dipoles(60)
    forces = filled(dipole_forces, given)
    _, (force_size, turn_size) = exact(given, 30)
    assert error_of(given, tuple(forces)) < 1e-14
    for part, size in ((0, force_size), (1, force_size), (2, turn_size)):
        off = forces.copy()
        off[part, 30] += 1e-6 * float(size)
        assert error_of(given, tuple(off), rows=60) == pytest.approx(1e-6, rel=1e-6)


def test_the_error_is_the_same_in_decimals_where_no_wide_floats_are(monkeypatch):
    given = dipoles(9)
    off = filled(dipole_forces, given) * (1 + 1e-9)
    errors = []
    for wide in (definition._wide, False):
        monkeypatch.setattr(definition, "_wide", wide)
        errors.append(error_of(given, tuple(off)))
    assert errors[0] == pytest.approx(errors[1], rel=1e-3)
    assert 1e-10 < errors[1] < 2e-9
    off[1, 4] = np.nan
    assert np.isnan(error_of(given, tuple(off)))


@compiled_only
def test_where_there_are_packed_doubles_the_inner_loops_use_them():
    """Widest first: what a processor has, LLVM is held to, also 512 bits."""
    features = get_host_cpu_features()
    register = "zmm" if features.get("avx512f") else "ymm" if features.get("avx") else "xmm"
    if not features.get("sse2"):
        pytest.skip("another processor: its packed instructions have other names")
    for kept, first in ((dipole._forces_in_ring, ()), (dipole.fill_rows, (0,))):
        # Compiled anew: numba shows no code that it found on disk.
        kernel = type(kept)(kept.py_func, targetoptions=kept.targetoptions)
        filled(partial(kernel, *first), dipoles(RING))
        code = "\n".join(kernel.inspect_asm().values())
        products = re.findall(rf"\tv?mulpd\t.*%{register}", code)
        fused = re.findall(rf"\tvfn?m(?:add|sub)\d+pd\t.*%{register}", code)
        assert len(products) >= 15
        assert len(fused) >= (15 if features.get("fma") else 0)
        # No root or quotient in double precision, which processors take many times as long for.
        assert not re.findall(r"\tv?(?:sqrt|div)pd\t", code)
