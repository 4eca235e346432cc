"""The exact loads of two prisms by another way than the package's: one of the two integrals in closed form.

The force on a point at distance d beside a line and s along it from its foot, of strips of height h, over 2 k s s':

    along the line     ψ(ρ) at its ends, ψ = h asinh(h/ρ) − √(ρ²+h²) + ρ
    away from it       d ∫ (√(ρ²+h²) − ρ)/ρ² ds = d [asinh(s/a) + h/d atan(h s/(d √(s²+a²))) − asinh(s/|d|)]

with a² = d² + h², and the energy by parts from both. Along the other outline: Gauss–Legendre on pieces as short as
the gap asks for.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

POINTS, WEIGHTS = np.polynomial.legendre.leggauss(16)
DISC_SIDES = 512


class Exact(NamedTuple):
    """Force on 2 (N), torques on 1 and 2 about their origins (N·m), energy (J), of unit moments."""

    force: np.ndarray
    torque1: float
    torque2: float
    energy: float


def disc_corners(radius: float, sides: int = DISC_SIDES) -> np.ndarray:
    """A polygon of the disc's area."""
    turn = (np.arange(sides) + 0.5) * 2 * np.pi / sides
    radius *= np.sqrt(2 * np.pi / (sides * np.sin(2 * np.pi / sides)))
    return radius * np.column_stack([np.cos(turn), np.sin(turn)])


def rectangle(length: float, width: float) -> np.ndarray:
    return np.array([[-length, -width], [length, -width], [length, width], [-length, width]]) / 2


def placed(corners: np.ndarray, pose: tuple[float, float, float]) -> np.ndarray:
    x, y, angle = pose
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return corners @ turn.T + (x, y)


def line_charges(corners: np.ndarray, height: float) -> np.ndarray:
    """Charge to the area of each wall, of a unit moment along +x."""
    along = np.roll(corners, -1, axis=0) - corners
    area = float((corners[:, 0] * along[:, 1] - corners[:, 1] * along[:, 0]).sum() / 2)
    return along[:, 1] / np.hypot(*along.T) / (area * height)


def exact_pair(
    corners1: np.ndarray, corners2: np.ndarray, height: float, pose: tuple[float, float, float], finest: float
) -> Exact:
    """Two prisms of one height over polygons (k, 2) m, the second at a pose in the frame of the first.

    finest : m, how long the pieces of the second outline may be; the gap will do
    """
    charge1, charge2 = line_charges(corners1, height), line_charges(corners2, height)
    moved = placed(corners2, pose)
    along = np.roll(moved, -1, axis=0) - moved
    points, strength = [], []
    for start, way, charge in zip(moved, along, charge2, strict=True):
        length = np.hypot(*way)
        pieces = int(np.ceil(length / finest))
        share = (np.arange(pieces)[:, None] + (1 + POINTS) / 2).ravel() / pieces
        points.append(start + share[:, None] * way)
        strength.append(charge * length / pieces * np.tile(WEIGHTS, pieces) / 2)
    place, amount = np.concatenate(points), np.concatenate(strength)
    force, energy = np.zeros_like(place), np.zeros(len(place))
    for start, end, charge in zip(corners1, np.roll(corners1, -1, axis=0), charge1, strict=True):
        pull, potential = _of_wall(start, end, height, place)
        force += charge * pull
        energy += charge * potential
    force *= 2e-7 * amount[:, None]
    total = force.sum(axis=0)
    about_first = float((place[:, 0] * force[:, 1] - place[:, 1] * force[:, 0]).sum())
    about_second = about_first - (pose[0] * total[1] - pose[1] * total[0])
    return Exact(total, -about_first, float(about_second), float(2e-7 * (energy * amount).sum()))


def _of_wall(start: np.ndarray, end: np.ndarray, height: float, place: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Force on points (n, 2) and potential there, of a wall of unit charge to the area, over 2k."""
    length = np.hypot(*(end - start))
    along = (end - start) / length
    beside = np.array([-along[1], along[0]])
    s0 = (start - place) @ along
    d = (place - start) @ beside
    d = np.where(np.abs(d) < 1e-15, 1e-15, d)
    a2 = d * d + height * height

    def integrals(s: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        rho = np.hypot(s, d)
        root = np.sqrt(rho * rho + height * height)
        psi = height * np.arcsinh(height / rho) - root + rho
        away = d * (np.arcsinh(s / np.sqrt(a2)) - np.arcsinh(s / np.abs(d))) + height * np.arctan(
            height * s / (d * root)
        )
        whole = (s * root + a2 * np.arcsinh(s / np.sqrt(a2)) - s * rho - d * d * np.arcsinh(s / np.abs(d))) / 2
        return psi, away, s * psi + whole - d * away

    psi0, away0, energy0 = integrals(s0)
    psi1, away1, energy1 = integrals(s0 + length)
    # A point ahead of the wall is pushed on: what is nearer has the greater potential.
    return (psi0 - psi1)[:, None] * -along + (away1 - away0)[:, None] * beside, energy1 - energy0
