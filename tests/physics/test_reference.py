"""Every reference case: by direct evaluation of the formula where it has one, and through the stepping engine."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq

from magnetsim.kernels.dipole import dipole_energy, dipole_forces, dipole_pair_force, dipole_pair_in_space
from magnetsim.kernels.friction import complete_elliptic_integrals, look_up_sliding, sliding_factors, sliding_table

Case = dict[str, Any]


def loads(position: Any, moment: Any) -> tuple[np.ndarray, np.ndarray, float]:
    """Force (n, 2), yaw torque (n,) and energy of dipoles at (n, 2) m with moments (n, 3) A·m²."""
    x, y = np.array(position, dtype=float).T.copy()
    mx, my, mz = np.array(moment, dtype=float).T.copy()
    fx, fy, torque = np.full((3, len(x)), np.nan)
    dipole_forces(x, y, mx, my, mz, fx, fy, torque)
    return np.column_stack([fx, fy]), torque, dipole_energy(x, y, mx, my, mz)


def in_plane(moment: Any, angle: Any) -> np.ndarray:
    angle = np.atleast_1d(angle)
    return np.column_stack([moment * np.cos(angle), moment * np.sin(angle), np.zeros(len(angle))])


@pytest.mark.reference("a_dipole_pair")
def test_pair_in_the_plane(case: Case, agrees: Any) -> None:
    given = case["inputs"]
    moment = in_plane(np.array([given["m1_Am2"], given["m2_Am2"]]), np.radians([given["phi1_deg"], given["phi2_deg"]]))
    force, torque, energy = loads([[0, 0], np.array(given["r12_mm"]) * 1e-3], moment)
    agrees("F_on_2_N", force[1], absolute="abs_N")
    agrees("F_on_2_N", -force[0], absolute="abs_N")
    agrees("tau_on_1_Nm", torque[0], absolute="abs_Nm")
    agrees("tau_on_2_Nm", torque[1], absolute="abs_Nm")
    agrees("U_J", energy, absolute="abs_Nm")


@pytest.mark.reference("a3_dipole_pair_3d")
def test_pair_in_space(case: Case, agrees: Any) -> None:
    given = case["inputs"]
    r, moment1, moment2 = (np.array(given[key], dtype=float) for key in ("r12_mm", "m1_Am2", "m2_Am2"))
    force, torque1, torque2, energy = dipole_pair_in_space(r * 1e-3, moment1, moment2)
    agrees("F_on_2_N", force, absolute="abs_N")
    agrees("tau_on_1_Nm", torque1, absolute="abs_Nm")
    agrees("tau_on_2_Nm", torque2, absolute="abs_Nm")
    agrees("U_J", energy, absolute="abs_Nm")
    if r[2] == 0:
        # The table's kernel has all magnets at one height, and knows the in-plane force and the yaw torque.
        flat, yaw, same_energy = loads([[0, 0], r[:2] * 1e-3], [moment1, moment2])
        size, allowed = np.linalg.norm(case["expected"]["F_on_2_N"]), case["tolerance"]["rel"]
        assert flat[1] == pytest.approx(case["expected"]["F_on_2_N"][:2], abs=allowed * size)
        assert flat[0] == pytest.approx(-flat[1], rel=1e-12)
        for number in (0, 1):
            torque = np.array(case["expected"][f"tau_on_{number + 1}_Nm"])
            assert yaw[number] == pytest.approx(torque[2], abs=allowed * np.linalg.norm(torque) + 1e-17)
        assert same_energy == pytest.approx(case["expected"]["U_J"], rel=allowed)


@pytest.mark.reference("a5_nbody")
def test_many_magnets(case: Case, agrees: Any) -> None:
    given = case["inputs"]
    moment = in_plane(np.array(given["m_Am2"]), np.radians(given["phi_deg"]))
    force, torque, energy = loads(np.array(given["pos_mm"]) * 1e-3, moment)
    agrees("F_N", force, absolute="abs_N")
    agrees("tau_Nm", torque, absolute="abs_Nm")
    agrees("U_J", energy, absolute="abs_Nm")


@pytest.mark.reference("c3_compass", holds="period_s")
def test_period_of_a_compass(case: Case, agrees: Any) -> None:
    given = case["inputs"]
    distance, source, needle = given["distance_mm"] * 1e-3, given["m_source_Am2"], given["m_needle_Am2"]
    along = 0.0 if given["site"] == "axis" else np.pi / 2
    # A quarter turn away from rest the torque is the whole of moment × field.
    rest = 0.0 if given["site"] == "axis" else np.pi
    place = distance * np.array([np.cos(along), np.sin(along)])
    turned = in_plane(np.array([source, needle]), [0.0, rest + np.pi / 2])
    _, torque, _ = loads([[0.0, 0.0], place], turned)
    slow = np.sqrt(-torque[1] / given["I_kgm2"])
    k, _ = complete_elliptic_integrals(np.sin(given["amplitude_rad"] / 2) ** 2)
    agrees("omega0_rad_s", slow)
    agrees("period_s", 4 * k / slow)


@pytest.mark.reference("c1_pull_in_frictionless", "c2_pull_in_with_friction", holds="t_contact_s")
def test_two_magnets_pull_in(case: Case, agrees: Any) -> None:
    given = case["inputs"]
    m, mass = given["m_Am2"], given["mass_kg"]
    start, end = given["r0_mm"] * 1e-3, given["contact_distance_mm"] * 1e-3
    drag = given.get("mu_k", given.get("mu_table", 0.0)) * mass * given.get("g", 9.81)
    moving = mass / 2 if given["both_free"] else mass

    def energy(r: float) -> float:
        return loads([[0, 0], [r, 0]], in_plane(m, [0.0, 0.0]))[2]

    def speed(r: float) -> float:
        return float(np.sqrt(2 * (energy(start) - energy(r) - drag * (start - r)) / moving))

    # With r = start - s² the speed's square root at the start drops out.
    time, _ = quad(lambda s: 2 * s / speed(start - s * s), 0.0, np.sqrt(start - end), epsabs=1e-14, epsrel=1e-12)
    agrees("v_rel_contact_m_s", speed(end))
    agrees("t_contact_s", time)


@pytest.mark.reference("d_capture", holds="r_head_to_tail_mm")
def test_distance_of_capture(case: Case, agrees: Any) -> None:
    given = case["inputs"]
    m, limit = given["m_Am2"], given["mu_s"] * given["mass_kg"] * given["g"]

    def distance(excess: Any) -> float:
        return float(brentq(excess, 1e-3, 1.0, xtol=1e-16, rtol=1e-13)) * 1e3

    def pull(r: float) -> float:
        return -dipole_pair_force(r, 0.0, m, 0.0, 0.0, m, 0.0, 0.0)[0]

    def pull_beside(r: float) -> float:
        return -dipole_pair_force(0.0, r, m, 0.0, 0.0, -m, 0.0, 0.0)[1]

    def turn(r: float) -> float:
        return float(abs(loads([[0, 0], [r, 0]], in_plane(m, [0.0, np.pi / 2]))[1][1]))

    grip = limit * sliding_factors(0.0)[1] * given["disc_radius_mm"] * 1e-3
    agrees("r_head_to_tail_mm", distance(lambda r: pull(r) - limit))
    agrees("r_side_by_side_antiparallel_mm", distance(lambda r: pull_beside(r) - limit))
    agrees("r_rotation_perp_axis_mm", distance(lambda r: turn(r) - grip))


@pytest.mark.reference("e_disc_friction", holds="lam")
def test_friction_of_a_sliding_spinning_disc(case: Case, agrees: Any) -> None:
    ratio = case["inputs"]["lam"]
    force, torque = sliding_factors(ratio)
    agrees("F_over_muN", force)
    agrees("T_over_muNR", torque)
    assert look_up_sliding(sliding_table(), ratio, 1.0) == pytest.approx((force, torque), abs=3e-5)


@pytest.mark.reference("e_disc_friction", holds="v_over_R_omega")
def test_how_a_disc_ends(case: Case, agrees: Any) -> None:
    # v and Rω shrink in proportion when dv/dt / d(Rω)/dt = f/(2t) is v/(Rω) itself.
    ratio = brentq(
        lambda ratio: sliding_factors(ratio)[0] - 2 * ratio * sliding_factors(ratio)[1], 0.1, 0.99, xtol=1e-14
    )
    agrees("v_over_R_omega", ratio)


@pytest.mark.reference("e_disc_friction", holds="v0_m_s")
def test_stopping_of_a_disc(case: Case, agrees: Any) -> None:
    given, expected = case["inputs"], case["expected"]
    radius = given.get("R_mm", 10.0) * 1e-3
    pace = given["mu_k"] * given["g"]
    start = given["v0_m_s"] + radius * given["omega0_rad_s"]

    # Against the logarithm of u = v + Rω nothing is sharp at the end; the share is v/u.
    def slopes(log: float, state: Any) -> list[float]:
        share, u = min(max(state[0], 0.0), 1.0), start * np.exp(-log)
        force, torque = sliding_factors(share / (1 - share)) if share < 1 else (1.0, 0.0)
        loss = force + 2 * torque
        time = u / (pace * loss)
        return [share - force / loss, time, share * u * time, (1 - share) * u / radius * time]

    way = solve_ivp(
        slopes,
        (0.0, 34.0),
        [given["v0_m_s"] / start, 0.0, 0.0, 0.0],
        "DOP853",
        rtol=1e-12,
        atol=1e-15,
        dense_output=True,
    )
    stop = way.y[1, -1]
    agrees("t_stop_s", stop)
    if "distance_mm" in expected:
        agrees("distance_mm", way.y[2, -1] * 1e3)
    if "angle_rad" in expected:
        agrees("angle_rad", way.y[3, -1])
    for key, moment in (("half_time", 0.5), ("99pct", 0.99)):
        log = brentq(lambda log, at=moment * stop: way.sol(log)[1] - at, 0.0, 34.0, xtol=1e-13)
        share, u = way.sol(log)[0], start * np.exp(-log)
        if key == "half_time" and "v_at_half_time_m_s" in expected:
            agrees("v_at_half_time_m_s", share * u)
            agrees("omega_at_half_time_rad_s", (1 - share) * u / radius)
        elif key == "99pct" and "ratio_at_99pct" in expected:
            agrees("ratio_at_99pct", share / (1 - share))


def chain_energy(n: int) -> float:
    return loads([[i, 0] for i in range(n)], in_plane(1.0, np.zeros(n)))[2] * 1e7


def ring_energy(n: int) -> float:
    turn = np.arange(n) * 2 * np.pi / n
    radius = 0.5 / np.sin(np.pi / n)
    return loads(radius * np.column_stack([np.cos(turn), np.sin(turn)]), in_plane(1.0, turn + np.pi / 2))[2] * 1e7


@pytest.mark.reference("f_chain_ring", holds="E_chain")
def test_chains_and_rings(case: Case, agrees: Any) -> None:
    n, expected = case["inputs"]["N"], case["expected"]
    chain = chain_energy(n)
    agrees("E_chain", chain)
    agrees("E_chain_per_particle", chain / n)
    force = loads([[i, 0] for i in range(n)], in_plane(1.0, np.zeros(n)))[0]
    agrees("F_end_of_chain", force[0, 0] * 1e7)
    if "E_ring" in expected:
        ring = ring_energy(n)
        agrees("E_ring", ring)
        agrees("E_ring_per_particle", ring / n)
        assert expected["lower"] == ("ring" if ring < chain else "chain")


@pytest.mark.reference("f_chain_ring", holds="E_min_found")
def test_ground_state_of_touching_magnets(case: Case, agrees: Any) -> None:
    n = case["inputs"]["N"]
    best = min(chain_energy(n), ring_energy(n))
    assert best >= case["expected"]["E_min_found"] * (1 + case["tolerance"]["rel"])
    if n <= 5:
        agrees("E_min_found", best)
