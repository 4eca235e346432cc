"""Many dipoles: within the stated bound of the sum over all pairs, whatever the table."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from magnetsim.kernels import multipole
from magnetsim.kernels.chebyshev import ORDERS
from magnetsim.kernels.dipole import dipole_forces
from magnetsim.kernels.multipole import multipole_forces
from tests.kernels.large_tables import TABLES, dipoles, sums_of_pairs

Floats = npt.NDArray[np.float64]

N = 2_000


def by_multipoles(given: Floats, accuracy: float = 1e-6) -> Floats:
    loads = np.full((3, given.shape[1]), 7.0)
    multipole_forces(*np.ascontiguousarray(given), *loads, accuracy=accuracy)
    return loads


def by_pairs(given: Floats) -> Floats:
    loads = np.empty((3, given.shape[1]))
    dipole_forces(*np.ascontiguousarray(given), *loads)
    return loads


def share_of_pairs(given: Floats, error: Floats) -> Floats:
    """Errors of force and torque (3, n) over the sums that the bound is stated by: the largest of each."""
    force, torque = sums_of_pairs(given)
    return np.array([(np.hypot(*error[:2]) / force).max(), (abs(error[2]) / torque).max()])


@pytest.fixture
def thrifty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Expansions for all that does not touch, as if they cost nothing."""
    monkeypatch.setattr(multipole, "ENTRY", 0.0)


@pytest.mark.parametrize("aligned", [False, True])
@pytest.mark.parametrize("name", TABLES)
def test_within_the_bound_of_the_sum_over_pairs(name: str, aligned: bool) -> None:
    given = dipoles(name, N, seed=1, aligned=aligned, upright=0.1)
    exact = by_pairs(given)
    for accuracy in (1e-2, 1e-6):
        error = by_multipoles(given, accuracy) - exact
        assert (share_of_pairs(given, error) < accuracy).all()
        # Errors are of what is far, and forces of what is near.
        assert np.sqrt((error[:2] ** 2).mean() / (exact[:2] ** 2).mean()) < 1e-4 * accuracy + 1e-13


@pytest.mark.usefixtures("thrifty")
@pytest.mark.parametrize("accuracy", ORDERS)
def test_two_dipoles_in_cells_of_their_own(accuracy: float) -> None:
    """The bound holds for a pair by itself, at the edges of cells too, and is not a thousand times too wide."""
    random = np.random.default_rng(3)
    # Pairs up to 1 m wide, so far from each other that each is alone. One at the origin has cells begin there.
    row, column = np.divmod(np.arange(1, 145), 12)
    pairs = random.uniform(0.0, 1.0, (2, len(row), 2))
    at_edges = random.random(pairs.shape) < 0.5
    pairs = np.where(at_edges, (np.floor(16 * pairs) + random.choice([1e-6, 1.0 - 1e-6], pairs.shape)) / 16, pairs)
    pairs += 4096.0 * np.array([column, row])[:, :, None]
    position = np.concatenate([[[0.0], [0.0]], pairs.reshape(2, -1)], axis=1)
    angle = random.uniform(-np.pi, np.pi, position.shape[1])
    given = np.array([*position, np.cos(angle), np.sin(angle), random.choice([0.0, 1.0], len(angle))])
    worst = share_of_pairs(given, by_multipoles(given, accuracy) - by_pairs(given))
    assert (worst < accuracy).all()
    assert worst[0] > 1e-3 * accuracy


@pytest.mark.usefixtures("thrifty")
def test_few_dipoles_by_expansions_alone() -> None:
    """All that does not touch by expansions: levels above the leaves as well."""
    given = dipoles("scattered", 300, seed=4, upright=0.1)
    error = by_multipoles(given) - by_pairs(given)
    assert (share_of_pairs(given, error) < 1e-6).all()


@pytest.mark.usefixtures("thrifty")
@pytest.mark.parametrize("seed", range(10))
def test_clumps_within_clumps_far_from_the_origin(seed: int) -> None:
    """Lengths from 0.1 mm to 1 km and moments from 1 mA·m² to 1 kA·m² in one table."""
    random = np.random.default_rng(seed)
    n = 200
    position = 10.0 ** random.uniform(-4.0, 0.0) * random.standard_normal((2, n)) + 1e4 * random.standard_normal((2, 1))
    for scale in 10.0 ** random.uniform(-3.0, 3.0, 3):
        position += scale * random.uniform(-1.0, 1.0, (2, n))[:, random.integers(0, random.integers(1, n), n)]
    angle, size = random.uniform(-np.pi, np.pi, n), 10.0 ** random.uniform(-3.0, 3.0, n)
    given = np.array([*position, size * np.cos(angle), size * np.sin(angle), size * random.uniform(-1.0, 1.0, n)])
    for accuracy in (1e-2, 1e-5):
        assert (share_of_pairs(given, by_multipoles(given, accuracy) - by_pairs(given)) < accuracy).all()


def test_forces_cancel_within_the_bound() -> None:
    """No force on the whole, and no torque about the origin."""
    given = dipoles("clumps", N, seed=5, upright=0.1)
    x, y = given[:2] - given[:2].mean(axis=1, keepdims=True)
    fx, fy, torque = by_multipoles(given)
    force, turn = sums_of_pairs(given)
    assert np.hypot(fx.sum(), fy.sum()) < 1e-6 * force.sum()
    lever = np.hypot(x, y)
    assert abs((torque + x * fy - y * fx).sum()) < 1e-6 * (turn + lever * force).sum()


def test_shifted_and_turned_tables_give_the_same_within_the_bound() -> None:
    given = dipoles("two gaps", N, seed=6, upright=0.1)
    x, y, mx, my, mz = given
    c, s = np.cos(0.7), np.sin(0.7)
    fx, fy, torque = by_multipoles(given)
    moved = by_multipoles(np.array([c * x - s * y + 3.0, s * x + c * y - 8.0, c * mx - s * my, s * mx + c * my, mz]))
    error = moved - np.array([c * fx - s * fy, s * fx + c * fy, torque])
    # Coordinates of about 10 m are known to 2e-15 m, gaps of 0.25 mm so to 1e-11.
    assert (share_of_pairs(given, error) < 1e-6).all()


def test_another_order_gives_the_same_to_rounding() -> None:
    given = dipoles("even", N, seed=7)
    order = np.random.default_rng(8).permutation(N)
    np.testing.assert_allclose(by_multipoles(given[:, order]), by_multipoles(given)[:, order], rtol=0, atol=1e-12)


def test_the_size_of_the_table_does_not_matter() -> None:
    """Lengths ten million times as long: forces go as 1/r⁴, torques as 1/r³, and the bits of a power of two stay."""
    given = dipoles("even", N, seed=9, upright=0.1)
    scale = np.array([2.0**24, 2.0**24, 1.0, 1.0, 1.0])
    loads = by_multipoles(given * scale[:, None]) * np.array([2.0**96, 2.0**96, 2.0**72])[:, None]
    np.testing.assert_array_equal(loads, by_multipoles(given))


@pytest.mark.parametrize("accuracy", [1e-2, 1e-6])
def test_any_number_of_threads_gives_the_same_bits(accuracy: float) -> None:
    given = dipoles("clumps", 5_000, seed=10, upright=0.1)
    _, one = multipole._loads(given, accuracy, 1)
    for threads in (2, 3, 7):
        np.testing.assert_array_equal(multipole._loads(given, accuracy, threads)[1], one)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_few_dipoles(n: int) -> None:
    given = dipoles("even", n, seed=11, upright=0.1)
    np.testing.assert_allclose(by_multipoles(given), by_pairs(given), rtol=1e-12)


def test_a_lone_dipole_feels_nothing() -> None:
    assert (by_multipoles(dipoles("even", 1, seed=12, upright=0.1)) == 0.0).all()


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_coincident_dipoles_are_not_finite_and_no_other_is_touched() -> None:
    given = dipoles("clumps", N, seed=13)
    given[:2, 5] = given[:2, 900]
    loads, exact = by_multipoles(given), by_pairs(given)
    np.testing.assert_array_equal(np.isfinite(loads), np.isfinite(exact))
    assert not np.isfinite(loads[:, [5, 900]]).any()


def test_a_dipole_by_itself_bears_no_load() -> None:
    assert (by_multipoles(np.ones((5, 1))) == 0.0).all()


def test_all_at_one_place_are_not_finite() -> None:
    assert not np.isfinite(by_multipoles(np.ones((5, N)))).any()


@pytest.mark.parametrize("row", range(5))
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_is_not_finite_spoils_all(row: int, value: float) -> None:
    given = dipoles("even", 20, seed=14)
    given[row, 3] = value
    assert np.isnan(by_multipoles(given)).all()


def test_moments_of_one_sort_only() -> None:
    given = dipoles("even", N, seed=15, upright=0.1)
    for none in (slice(2, 4), slice(4, 5), slice(2, 5)):
        some = given.copy()
        some[none] = 0.0
        error = by_multipoles(some) - by_pairs(some)
        assert (abs(error) <= 1e-6 * sums_of_pairs(given)[[0, 0, 1]]).all()


def test_an_accuracy_between_those_kept_is_met() -> None:
    given = dipoles("even", N, seed=16)
    np.testing.assert_array_equal(by_multipoles(given, 5e-3), by_multipoles(given, 1e-3))


@pytest.mark.parametrize("accuracy", [0.0, 1e-8, 0.1, np.nan])
def test_another_accuracy_is_refused(accuracy: float) -> None:
    with pytest.raises(ValueError, match=r"accuracy: expected 1e-07 to 0\.01, got"):
        by_multipoles(dipoles("even", 3, seed=17), accuracy)
