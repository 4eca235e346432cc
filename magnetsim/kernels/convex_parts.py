"""A simple polygon in fewer corners, and cut into few convex parts, mirror-symmetric where the polygon is.

Corners are (k, 2) arrays, counter-clockwise; the axis of symmetry that counts is x.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from magnetsim.kernels.polygon import cross, crossing_edges, mirror_sum, segment_meets

Floats = npt.NDArray[np.float64]
Diagonal = tuple[int, int]

STRAIGHT = 1e-9
"""An angle over 180° by this much, in rad, still counts as straight."""


def simplified(corners: Floats, tolerance: float) -> Floats:
    """The polygon through the fewest of its corners from which no left-out one lies further than the tolerance.

    corners : (k, 2) m, counter-clockwise        tolerance : m        Gives (j, 2), 3 ≤ j ≤ k.
    Where that would cross itself, a finer tolerance is taken, at last all corners.
    """
    for _ in range(6):
        fewer = corners[_kept(corners, tolerance)]
        if len(fewer) >= 3 and crossing_edges(fewer) is None:
            return fewer
        tolerance /= 2
    return corners


def convex_parts(corners: Floats) -> tuple[Floats, ...]:
    """Convex polygons that together are the polygon, with no corner that it has not.

    corners : (k, 2) m, counter-clockwise        Gives an array (j, 2) m a part, counter-clockwise.
    ValueError where no cuts are found: corners too nearly in one line.
    Diagonals from reflex corners are added, those first that make most corners convex; then those are taken
    out again that are not needed (Hertel & Mehlhorn 1983).
    """
    c = mirror_sum(corners)
    cuts = None if c is None else _cuts(corners, c)
    if cuts is None:
        cuts = _cuts(corners, None)
    if cuts is None:
        raise ValueError("the outline cannot be cut into convex parts: its corners are too nearly in one line")
    pieces = [list(range(len(corners)))]
    for a, b in cuts:
        piece = next(piece for piece in pieces if a in piece and b in piece)
        i, j = sorted((piece.index(a), piece.index(b)))
        pieces.remove(piece)
        pieces += [piece[i : j + 1], piece[j:] + piece[: i + 1]]
    return tuple(_without_straight_corners(corners[piece]) for piece in pieces)


def _kept(corners: Floats, tolerance: float) -> list[int]:
    """Indices of the corners that a simplification keeps, increasing."""
    n = len(corners)
    c = mirror_sum(corners)
    if c is None:
        anchor = int(np.argmax(np.hypot(*(corners - corners.mean(axis=0)).T)))
        loop = (anchor + np.arange(n + 1)) % n
        return sorted({int(i) for i in loop[_shortest_chain(corners[loop], tolerance)]})
    # One half from axis to axis, then its mirror image; an edge across the axis stays as it is.
    half = np.arange((c + 1) // 2, (c + n) // 2 + 1)
    kept = half[_shortest_chain(corners[half % n], tolerance)]
    return sorted({int(i) % n for i in kept} | {int(c - i) % n for i in kept})


def _shortest_chain(points: Floats, tolerance: float) -> list[int]:
    """The fewest of the points, first and last included, whose chain stays within tolerance of the others.

    Of equally many, those with the least sum of squared greatest deviations.
    """
    n = len(points)
    cost: list[tuple[int, float]] = [(0, 0.0)] + [(n, np.inf)] * (n - 1)
    before = [0] * n
    for i in range(n - 1):
        deviation = _deviations(points[i:])
        for j in range(i + 1, n):
            worst = deviation[j - i]
            through = (cost[i][0] + 1, cost[i][1] + worst**2)
            if worst <= tolerance and through < cost[j]:
                cost[j], before[j] = through, i
    chain = [n - 1]
    while chain[-1] > 0:
        chain.append(before[chain[-1]])
    return chain[::-1]


def _deviations(points: Floats) -> Floats:
    """For each j, the greatest distance of the points 1 … j - 1 from the segment between points 0 and j."""
    offset = points - points[0]
    square = (offset**2).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.nan_to_num(np.clip(offset @ offset.T / square[:, None], 0.0, 1.0))
    miss = offset[None, :, :] - share[:, :, None] * offset[:, None, :]
    distance = np.hypot(miss[..., 0], miss[..., 1])
    worst: Floats = np.tril(distance, -1).max(axis=1)
    return worst


def _cuts(corners: Floats, mirror: int | None) -> list[Diagonal] | None:
    """Diagonals that leave no reflex corner; None when none are found that keep the symmetry."""
    n = len(corners)
    reflex = [v for v in range(n) if _excess(corners, v, []) > 0]
    groups: set[tuple[Diagonal, ...]] = set()
    for v in reflex:
        for u in range(n):
            if _is_diagonal(corners, v, u):
                images = {(v, u)} if mirror is None else {(v, u), ((mirror - v) % n, (mirror - u) % n)}
                group = tuple(sorted({(min(d), max(d)) for d in images}))
                if len(group) == 1 or not _interleave(*group):
                    groups.add(group)
    chosen: list[tuple[Diagonal, ...]] = []
    candidates = sorted(groups)
    while excess := _total_excess(corners, reflex, chosen):
        best, best_gain = None, (0.0, 0.0, 0.0)
        for group in candidates:
            after = _total_excess(corners, reflex, [*chosen, group])
            made_convex = sum(1 for v in excess if v not in after)
            less = sum(excess.values()) - sum(after.values())
            gain = (made_convex / len(group), less / len(group), -_length(corners, group))
            if less > STRAIGHT and gain > best_gain:
                best, best_gain = group, gain
        if best is None:
            return None
        chosen.append(best)
        candidates = [g for g in candidates if not any(_interleave(a, b) for a in g for b in best) and g != best]
    for group in sorted(chosen, key=lambda group: _length(corners, group), reverse=True):
        rest = [other for other in chosen if other != group]
        if not _total_excess(corners, reflex, rest):
            chosen = rest
    return [diagonal for group in chosen for diagonal in group]


def _total_excess(corners: Floats, reflex: list[int], groups: list[tuple[Diagonal, ...]]) -> dict[int, float]:
    """The corners that are still reflex when the groups of diagonals are cut, and by how much, in rad."""
    mates: dict[int, list[int]] = {v: [] for v in reflex}
    for group in groups:
        for a, b in group:
            for v, u in ((a, b), (b, a)):
                if v in mates:
                    mates[v].append(u)
    each = {v: _excess(corners, v, mates[v]) for v in reflex}
    return {v: excess for v, excess in each.items() if excess > 0}


def _excess(corners: Floats, v: int, mates: list[int]) -> float:
    """By how much the angles at a corner, between its edges and diagonals, are over 180° in sum, in rad."""
    ends = np.array([(v + 1) % len(corners), *mates, v - 1])
    ray = corners[ends] - corners[v]
    angle = np.arctan2(ray[:, 1], ray[:, 0])
    turned = np.sort((angle[1:] - angle[0]) % (2 * np.pi))
    over = np.diff(turned, prepend=0.0) - np.pi
    return float(over[over > STRAIGHT].sum())


def _is_diagonal(corners: Floats, v: int, u: int) -> bool:
    """Whether the segment between two corners lies inside the polygon and touches its edges nowhere else."""
    n = len(corners)
    if (v - u) % n in (0, 1, n - 1) or not (_opens_to(corners, v, u) and _opens_to(corners, u, v)):
        return False
    others = np.array([i for i in range(n) if not {i, (i + 1) % n} & {v, u}], dtype=np.intp)
    slack = 1e-12 * float(np.ptp(corners, axis=0).max()) ** 2
    along = corners[(others + 1) % n] - corners[others]
    return not segment_meets(corners[v], corners[u] - corners[v], corners[others], along, slack).any()


def _opens_to(corners: Floats, v: int, u: int) -> bool:
    """Whether corner u lies strictly between the two edges of corner v, on the inner side."""
    to_next, to_last = corners[(v + 1) % len(corners)] - corners[v], corners[v - 1] - corners[v]
    ray = corners[u] - corners[v]
    whole = np.arctan2(cross(to_next, to_last), to_next @ to_last) % (2 * np.pi)
    part = np.arctan2(cross(to_next, ray), to_next @ ray) % (2 * np.pi)
    return bool(STRAIGHT < part < whole - STRAIGHT)


def _interleave(one: Diagonal, other: Diagonal) -> bool:
    """Whether two diagonals of a simple polygon cross: their ends alternate round it."""
    (a, b), (c, d) = sorted((one, other))
    return a < c < b < d


def _length(corners: Floats, group: tuple[Diagonal, ...]) -> float:
    return sum(float(np.hypot(*(corners[a] - corners[b]))) for a, b in group)


def _without_straight_corners(corners: Floats) -> Floats:
    edge = np.roll(corners, -1, axis=0) - corners
    before = np.roll(edge, 1, axis=0)
    turn = np.arctan2(cross(before, edge), (before * edge).sum(axis=1))
    return corners[turn > STRAIGHT] if (turn > STRAIGHT).sum() >= 3 else corners
