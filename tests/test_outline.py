from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnetsim.kernels.polygon import area_and_centroid, cross, mirror_sum
from magnetsim.outline import (
    CONTACT_TOLERANCE,
    MAX_CORNERS,
    Outline,
    disc_outline,
    heart_outline,
    polygon_outline,
)

MM = 1e-3
HEART = json.loads(Path(__file__).with_name("heart.json").read_text(encoding="utf-8"))

ELL = np.array([[0, 0], [30, 0], [30, 10], [10, 10], [10, 30], [0, 30]]) * MM
C_SHAPE = np.array([[0, 0], [30, 0], [30, 10], [10, 10], [10, 20], [30, 20], [30, 30], [0, 30]]) * MM
ARROW = np.array([[10, 0], [-10, 8], [-4, 0], [-10, -8]]) * MM


def star(points: int, inner: float, *, turned: float = 0.0) -> np.ndarray:
    turn = turned + np.arange(2 * points) * np.pi / points
    radius = np.where(np.arange(2 * points) % 2, inner, 1.0)
    return 20 * MM * radius[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])


@st.composite
def blobs(draw: st.DrawFn) -> np.ndarray:
    """Simple polygons of many kinds: each corner at its own distance, in order round the origin."""
    n = draw(st.integers(3, 24))
    radius = np.array(draw(st.lists(st.floats(4 * MM, 20 * MM), min_size=n, max_size=n)))
    turn = (np.arange(n) + np.array(draw(st.lists(st.floats(0.0, 0.6), min_size=n, max_size=n)))) * 2 * np.pi / n
    return radius[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])


def is_convex(part: np.ndarray) -> bool:
    edge = np.roll(part, -1, axis=0) - part
    turn = cross(np.roll(edge, 1, axis=0), edge)
    return bool((turn > 0).all() and turn.size >= 3)


def distance_to_border(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    start, along = corners, np.roll(corners, -1, axis=0) - corners
    off = points[:, None, :] - start
    share = np.clip((off * along).sum(axis=2) / (along**2).sum(axis=1), 0, 1)
    return np.hypot(*(off - share[..., None] * along).transpose(2, 0, 1)).min(axis=1)


def is_inside(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    a, b = corners, np.roll(corners, -1, axis=0)
    x, y = points[:, None, 0], points[:, None, 1]
    spans = (a[:, 1] > y) != (b[:, 1] > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = (b[:, 0] - a[:, 0]) * (y - a[:, 1]) / (b[:, 1] - a[:, 1]) + a[:, 0]
    return (spans & (x < crossing)).sum(axis=1) % 2 == 1


def check_parts(outline: Outline) -> None:
    """Convex parts that do not overlap and together follow the outline within the stated tolerance."""
    tolerance = CONTACT_TOLERANCE * np.sqrt(outline.area / np.pi)
    assert all(is_convex(part) for part in outline.parts)
    perimeter = np.hypot(*(np.roll(outline.corners, -1, axis=0) - outline.corners).T).sum()
    total = sum(area_and_centroid(part)[0] for part in outline.parts)
    assert total == pytest.approx(outline.area, abs=tolerance * perimeter)
    low, high = outline.corners.min(axis=0), outline.corners.max(axis=0)
    points = np.random.default_rng(3).uniform(low, high, (2000, 2))
    covered = sum(is_inside(points, part).astype(int) for part in outline.parts)
    assert covered.max() <= 1
    clear = distance_to_border(points, outline.corners) > tolerance * (1 + 1e-9)
    assert (covered[clear] == is_inside(points, outline.corners)[clear]).all()
    # Where an outline point is not on the union's border, a part's corner or edge is within the tolerance.
    nearest = np.min([distance_to_border(outline.corners, part) for part in outline.parts], axis=0)
    assert nearest.max() <= tolerance * (1 + 1e-9)


def test_heart_is_the_reference_heart() -> None:
    heart = heart_outline()
    x, y = np.array(HEART["polygon_mm"]).T
    # The file draws it with the notch toward +y.
    np.testing.assert_allclose(heart.corners, np.column_stack([y, -x]) * MM, rtol=0, atol=1e-15)
    assert heart.area == pytest.approx(HEART["area_mm2"] * 1e-6, rel=1e-12)
    assert heart.second_moment * 7 * MM * 4900 == pytest.approx(HEART["inertia_kgm2"], rel=1e-12)
    assert heart.area * 7 * MM * 4900 == pytest.approx(HEART["mass_g"] * 1e-3, rel=1e-12)
    assert heart.mean_radius == pytest.approx(HEART["mean_r_mm"] * MM, rel=1e-4)
    assert heart.bounding_radius == pytest.approx(11.1333 * MM, abs=1e-7)


def test_heart_points_along_its_axis() -> None:
    heart = heart_outline()
    tip = heart.corners[np.argmax(np.hypot(*heart.corners.T))]
    assert tip == pytest.approx([-11.13335 * MM, 0], abs=1e-8)
    assert np.ptp(heart.corners, axis=0) == pytest.approx([18.06 * MM, 20 * MM], abs=0.001 * MM)
    notch = heart.corners[(heart.corners[:, 0] > 0) & (np.abs(heart.corners[:, 1]) < 1e-9)]
    assert notch == pytest.approx(np.array([[2.61665 * MM, 0]]), abs=1e-8)


def test_heart_has_few_parts_alike_on_both_sides() -> None:
    heart = heart_outline()
    check_parts(heart)
    assert 3 <= len(heart.parts) <= 5
    assert sum(len(part) for part in heart.parts) <= 45

    def key(part: np.ndarray) -> set[tuple[float, float]]:
        return {(round(x * 1e9), round(y * 1e9)) for x, y in part}

    parts = [key(part) for part in heart.parts]
    mirrored = [{(x, -y) for x, y in part} for part in parts]
    assert all(part in parts for part in mirrored)
    corners = set().union(*parts)
    assert (round(-11.133346360839642e6), 0) in corners
    assert (round(2.6166536391603583e6), 0) in corners


@pytest.mark.parametrize("width", [1 * MM, 12 * MM, 500 * MM])
def test_heart_of_any_width(width: float) -> None:
    heart, usual = heart_outline(width), heart_outline()
    scale = width / (20 * MM)
    assert np.ptp(heart.corners[:, 1]) == pytest.approx(width)
    assert heart.area == pytest.approx(usual.area * scale**2)
    assert heart.second_moment == pytest.approx(usual.second_moment * scale**4)
    assert heart.mean_radius == pytest.approx(usual.mean_radius * scale)
    assert [len(part) for part in heart.parts] == [len(part) for part in usual.parts]


def test_disc() -> None:
    disc = disc_outline(9 * MM)
    assert disc.corners.tolist() == [[0, 0]]
    assert [part.tolist() for part in disc.parts] == [[[0, 0]]]
    assert disc.rounding == disc.bounding_radius == 9 * MM
    assert disc.area == pytest.approx(np.pi * 81e-6)
    assert disc.second_moment == pytest.approx(disc.area * 81e-6 / 2)
    assert disc.mean_radius == pytest.approx(6 * MM)


def test_polygon_of_many_corners_measures_as_a_disc() -> None:
    turn = np.arange(200) * 2 * np.pi / 200
    polygon, disc = polygon_outline(9 * MM * np.column_stack([np.cos(turn), np.sin(turn)])), disc_outline(9 * MM)
    for name in ("area", "second_moment", "mean_radius"):
        assert getattr(polygon, name) == pytest.approx(getattr(disc, name), rel=1e-3)
    assert len(polygon.parts) == 1
    check_parts(polygon)


def test_measures_of_a_square() -> None:
    square = polygon_outline([[1, 1], [3, 1], [3, 3], [1, 3]])
    assert square.corners.tolist() == [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    assert square.area == pytest.approx(4)
    assert square.second_moment == pytest.approx(4 * 4 / 6)
    # The mean distance from the centre of a square of side a is a (√2 + asinh 1)/6.
    assert square.mean_radius == pytest.approx(2 * (np.sqrt(2) + np.arcsinh(1)) / 6)


@given(blobs())
def test_measures_agree_with_sampling(points: np.ndarray) -> None:
    outline = polygon_outline(points)
    side = 120
    low, high = outline.corners.min(axis=0), outline.corners.max(axis=0)
    grid = [low[i] + (np.arange(side) + 0.5) * (high[i] - low[i]) / side for i in (0, 1)]
    cells = np.stack(np.meshgrid(*grid), axis=-1).reshape(-1, 2)
    inside = cells[is_inside(cells, outline.corners)]
    r = np.hypot(*inside.T)
    assert outline.area == pytest.approx(len(inside) * np.prod((high - low) / side), rel=0.05)
    assert outline.mean_radius == pytest.approx(r.mean(), rel=0.03)
    assert outline.second_moment / outline.area == pytest.approx((r**2).mean(), rel=0.06)
    assert inside.mean(axis=0) == pytest.approx([0, 0], abs=0.02 * outline.bounding_radius)


@given(blobs())
def test_parts_of_any_polygon(points: np.ndarray) -> None:
    check_parts(polygon_outline(points))


@pytest.mark.parametrize(
    ("points", "most"), [(ELL, 2), (C_SHAPE, 3), (ARROW, 2), (star(5, 0.45), 6), (star(8, 0.6), 9), (star(7, 0.2), 8)]
)
def test_parts_are_few(points: np.ndarray, most: int) -> None:
    outline = polygon_outline(points)
    check_parts(outline)
    assert len(outline.parts) <= most


@pytest.mark.parametrize("points", [ARROW, C_SHAPE - [0, 15 * MM], star(5, 0.45), star(6, 0.6), star(4, 0.3)])
def test_parts_of_a_mirror_image_mirror(points: np.ndarray) -> None:
    outline = polygon_outline(points)
    assert mirror_sum(outline.corners) is not None
    parts = {frozenset((round(x * 1e9), round(y * 1e9)) for x, y in part) for part in outline.parts}
    assert parts == {frozenset((x, -y) for x, y in part) for part in parts}


@given(blobs(), st.booleans(), st.integers(0, 23))
def test_way_round_and_first_corner_do_not_matter(points: np.ndarray, backwards: bool, first: int) -> None:
    outline = polygon_outline(points)
    again = polygon_outline(np.roll(points[::-1] if backwards else points, first, axis=0))
    for name in ("area", "second_moment", "mean_radius", "bounding_radius"):
        assert getattr(again, name) == pytest.approx(getattr(outline, name), rel=1e-9)


def test_closing_point_may_be_repeated() -> None:
    assert polygon_outline([*ELL, ELL[0]]).area == polygon_outline(ELL).area


def test_arrays_are_read_only() -> None:
    for array in (heart_outline().corners, *heart_outline().parts, disc_outline(0.01).corners):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1.0


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([], "list of points"),
        ("heart", "list of points"),
        ([[0, 0], [1, 0], [1]], "list of points"),
        ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], "list of points"),
        ([[0, 0], [1, 0]], "3 to 256 corners, got 2"),
        ([[0, 0], [1, 0], [0, 0]], "crosses|cross or touch|3 to 256|straight back|enclose|same"),
        (star(200, 0.9), f"3 to {MAX_CORNERS} corners, got 400"),
        ([[0, 0], [1, 0], [float("nan"), 1]], "finite numbers.*corner 2"),
        ([[0, 0], [float("inf"), 0], [0, 1]], "finite numbers.*corner 1"),
        ([[0, 0], [1, 0], [1, 0], [0, 1]], "corners 1 and 2 are the same"),
        ([[0, 0], [1, 1], [1, 0], [0, 1]], "edges after corners 0 and 2 cross"),
        ([[0, 0], [1, 0], [1, 1], [0.5, 0], [0, 1]], "cross or touch"),
        ([[0, 0], [1, 0], [2, 0]], "enclose no area"),
        ([[0, 0], [1, 0], [2, 1e-9]], "enclose no area"),
        ([[0, 0], [1e-9, 0], [0, 1e-9]], "units"),
        ([[0, 0], [20000, 0], [0, 20000]], "units"),
        ([[1e308, 0], [-1e308, 0], [0, 1]], "units"),
        ([[0, 0], [2, 0], [2, 2], [2, 3], [2, 2], [0, 2]], "cross or touch|straight back|same"),
    ],
)
def test_wrong_polygons_are_refused(points: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as refused:
        polygon_outline(points, name="kinds.arrow.outline")
    assert str(refused.value).startswith("kinds.arrow.outline: ")


@pytest.mark.parametrize("size", [0.0, -1.0, float("nan"), float("inf"), 1e-9, 1e9])
def test_wrong_sizes_are_refused(size: float) -> None:
    with pytest.raises(ValueError, match="radius"):
        disc_outline(size)
    with pytest.raises(ValueError, match="width"):
        heart_outline(size)
