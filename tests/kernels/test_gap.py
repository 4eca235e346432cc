from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetsim.kernels.gap import Shapes, flat_shapes, near_pairs, pair_gap
from magnetsim.outline import disc_outline, heart_outline, polygon_outline

MM = 1e-3
OUTLINES = {
    "heart": heart_outline(),
    "disc": disc_outline(9 * MM),
    "square": polygon_outline(np.array([[-5, -5], [5, -5], [5, 5], [-5, 5]]) * MM),
    "ell": polygon_outline(np.array([[0, 0], [16, 0], [16, 4], [4, 4], [4, 16], [0, 16]]) * MM),
}
NAMES = list(OUTLINES)
SHAPES = flat_shapes(OUTLINES.values())

poses = st.tuples(st.floats(-30 * MM, 30 * MM), st.floats(-30 * MM, 30 * MM), st.floats(-np.pi, np.pi))
names = st.sampled_from(NAMES)


def approach(name1: str, pose1: tuple, name2: str, pose2: tuple) -> np.ndarray:
    return np.array(pair_gap(SHAPES, NAMES.index(name1), *pose1, NAMES.index(name2), *pose2))


def border(name: str, pose: tuple, spacing: float = 0.1 * MM) -> np.ndarray:
    """Points closely along the edges of the contact shape, which for these outlines is their union."""
    outline = OUTLINES[name]
    if outline.rounding:
        turn = np.linspace(0, 2 * np.pi, 2000)
        points = outline.rounding * np.column_stack([np.cos(turn), np.sin(turn)])
    else:
        points = np.concatenate(
            [
                start + np.linspace(0, 1, 2 + int(np.hypot(*(end - start)) / spacing))[:, None] * (end - start)
                for part in outline.parts
                for start, end in zip(part, np.roll(part, -1, axis=0), strict=True)
            ]
        )
    x, y, angle = pose
    turn_by = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return points @ turn_by.T + (x, y)


def test_discs() -> None:
    assert approach("disc", (0, 0, 0), "disc", (20 * MM, 0, 1)) == pytest.approx([2 * MM, 1, 0, 10 * MM, 0])
    assert approach("disc", (0, 0, 0), "disc", (0, 18 * MM, 1)) == pytest.approx([0, 0, 1, 0, 9 * MM], abs=1e-15)
    assert approach("disc", (0, 0, 0), "disc", (0, -17 * MM, 1)) == pytest.approx([-1 * MM, 0, -1, 0, -8.5 * MM])


def test_squares_face_to_face_corner_to_corner_and_overlapping() -> None:
    gap, normal_x, normal_y, *_ = approach("square", (0, 0, 0), "square", (11 * MM, 0, 0))
    assert (gap, normal_x, normal_y) == pytest.approx((1 * MM, 1, 0))
    gap, normal_x, normal_y, x, y = approach("square", (0, 0, 0), "square", (13 * MM, 14 * MM, 0))
    assert (gap, normal_x, normal_y) == pytest.approx((5 * MM, 0.6, 0.8))
    assert (x, y) == pytest.approx((6.5 * MM, 7 * MM))
    gap, normal_x, normal_y, *_ = approach("square", (0, 0, 0), "square", (1 * MM, -9.8 * MM, 0))
    assert (gap, normal_x, normal_y) == pytest.approx((-0.2 * MM, 0, -1))


def test_disc_in_the_bend_of_an_ell() -> None:
    """The bend stays open: no convex hull is laid over it."""
    ell = OUTLINES["ell"]
    inner = ell.corners[np.argmin(np.hypot(*(ell.corners - ell.corners[3]).T))]
    gap, *_ = approach("ell", (0, 0, 0), "disc", (inner[0] + 9 * MM, inner[1] + 9 * MM, 0))
    assert gap == pytest.approx(0.0, abs=1e-12)
    gap, *_ = approach("ell", (0, 0, 0), "disc", (inner[0] + 9.5 * MM, inner[1] + 9.2 * MM, 0))
    assert gap == pytest.approx(0.2 * MM)


def test_a_tip_rests_in_the_notch() -> None:
    heart = OUTLINES["heart"]
    notch_to_tip = 2.6167 * MM + 11.1333 * MM
    deep, *_ = approach("heart", (0, 0, 0), "heart", (notch_to_tip + 0.5 * MM, 0, 0))
    assert 0 < deep < 0.5 * MM
    on_the_hull, *_ = approach("heart", (0, 0, 0), "heart", (heart.corners[:, 0].max() + 11.1333 * MM, 0, 0))
    assert on_the_hull > 2 * MM


@given(names, poses, names, poses)
def test_gap_is_the_least_distance_of_the_borders(name1: str, pose1: tuple, name2: str, pose2: tuple) -> None:
    gap, normal_x, normal_y, x, y = approach(name1, pose1, name2, pose2)
    assert np.hypot(normal_x, normal_y) == pytest.approx(1)
    if gap <= 0.2 * MM:
        return
    one, other = border(name1, pose1), border(name2, pose2)
    least = np.hypot(*(one[:, None, :] - other[None, :, :]).transpose(2, 0, 1)).min()
    assert gap == pytest.approx(least, abs=0.05 * MM)
    middle = np.array([x, y])
    for points in (one, other):
        assert np.hypot(*(points - middle).T).min() == pytest.approx(gap / 2, abs=0.06 * MM)


@given(names, poses, names, poses, st.floats(-np.pi, np.pi))
def test_a_small_move_changes_the_gap_by_no_more(
    name1: str, pose1: tuple, name2: str, pose2: tuple, direction: float
) -> None:
    way = 0.3 * MM
    moved = (pose2[0] + way * np.cos(direction), pose2[1] + way * np.sin(direction), pose2[2])
    change = approach(name1, pose1, name2, moved)[0] - approach(name1, pose1, name2, pose2)[0]
    assert abs(change) <= way + 1e-12


@given(st.sampled_from(["disc", "square"]), poses, st.sampled_from(["disc", "square"]), poses)
def test_convex_outlines_part_along_the_normal(name1: str, pose1: tuple, name2: str, pose2: tuple) -> None:
    gap, normal_x, normal_y, *_ = approach(name1, pose1, name2, pose2)
    way = 0.3 * MM
    moved = (pose2[0] + way * normal_x, pose2[1] + way * normal_y, pose2[2])
    assert approach(name1, pose1, name2, moved)[0] == pytest.approx(gap + way, abs=1e-9)


@given(names, poses, names, poses)
def test_the_other_way_round_is_the_same(name1: str, pose1: tuple, name2: str, pose2: tuple) -> None:
    there, back = approach(name1, pose1, name2, pose2), approach(name2, pose2, name1, pose1)
    assert there[0] == pytest.approx(back[0], abs=1e-14)


@given(names, poses, names, poses, st.floats(-np.pi, np.pi))
def test_turning_and_moving_both_changes_nothing(
    name1: str, pose1: tuple, name2: str, pose2: tuple, angle: float
) -> None:
    def moved(pose: tuple) -> tuple:
        x, y, own = pose
        cosine, sine = np.cos(angle), np.sin(angle)
        return cosine * x - sine * y + 0.1, sine * x + cosine * y - 0.2, own + angle

    assert approach(name1, moved(pose1), name2, moved(pose2))[0] == pytest.approx(
        approach(name1, pose1, name2, pose2)[0], abs=1e-12
    )


@given(names, poses, names, poses)
def test_a_mirror_image_has_the_same_gap(name1: str, pose1: tuple, name2: str, pose2: tuple) -> None:
    """The outlines here are their own mirror images in x, the ell in its diagonal: it is left out."""
    if "ell" in (name1, name2):
        return

    def mirrored(pose: tuple) -> tuple:
        return pose[0], -pose[1], -pose[2]

    assert approach(name1, mirrored(pose1), name2, mirrored(pose2))[0] == pytest.approx(
        approach(name1, pose1, name2, pose2)[0], abs=1e-12
    )


@given(st.integers(0, 2**32 - 1), st.floats(-1 * MM, 5 * MM))
def test_all_near_pairs_are_found_in_order(seed: int, reach: float) -> None:
    random = np.random.default_rng(seed)
    n = 12
    kind = random.integers(0, len(NAMES), n)
    x, y = random.uniform(-40 * MM, 40 * MM, (2, n))
    angle = random.uniform(-np.pi, np.pi, n)
    expected = []
    for i in range(n):
        for j in range(i + 1, n):
            one = pair_gap(SHAPES, kind[i], x[i], y[i], angle[i], kind[j], x[j], y[j], angle[j])
            if one[0] <= reach:
                expected.append((i, j, *one))
    pairs, approaches = near_pairs(SHAPES, kind, x, y, angle, reach)
    assert pairs.tolist() == [[i, j] for i, j, *_ in expected]
    np.testing.assert_allclose(approaches[:, 0], [row[2] for row in expected], rtol=0, atol=1e-15)


def test_more_pairs_than_were_reckoned_with() -> None:
    n = 30
    zero = np.zeros(n)
    pairs, approaches = near_pairs(SHAPES, np.ones(n, dtype=np.int64), np.arange(n) * MM / 10, zero, zero, 0.0)
    assert len(pairs) == len(approaches) == n * (n - 1) // 2
    assert len({tuple(pair) for pair in pairs.tolist()}) == len(pairs)


def test_no_magnets() -> None:
    nothing = np.empty(0)
    pairs, approaches = near_pairs(SHAPES, np.empty(0, dtype=np.int64), nothing, nothing, nothing, 1.0)
    assert pairs.shape == (0, 2)
    assert approaches.shape == (0, 5)
    assert isinstance(flat_shapes([]), Shapes)


def test_limit_only_spares_work() -> None:
    far = pair_gap(SHAPES, 0, 0.0, 0.0, 0.0, 0, 1.0, 0.0, 0.0, 1e-3)
    assert far[0] == np.inf
    near = pair_gap(SHAPES, 0, 0.0, 0.0, 0.0, 0, 0.021, 0.0, 0.0, 5e-3)
    assert near[0] == pair_gap(SHAPES, 0, 0.0, 0.0, 0.0, 0, 0.021, 0.0, 0.0)[0]
