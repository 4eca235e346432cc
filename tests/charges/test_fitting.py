from __future__ import annotations

import numpy as np
import pytest

from magnetsim.charges import ChargeCloud, fit_cloud, fitting
from magnetsim.charges.layout import ACROSS, ALONG, SAME, TURNED, symmetry
from magnetsim.charges.poses import prism
from magnetsim.outline import Outline, disc_outline, heart_outline, polygon_outline
from tests.charges.fits import fit
from tests.kernels.exact_prisms import rectangle

MM = 1e-3
OUTLINES = {
    "heart": heart_outline(),
    "heart on its side": polygon_outline(heart_outline().corners @ np.array([[0.0, 1.0], [-1.0, 0.0]])),
    "disc": disc_outline(9 * MM),
    "cuboid": polygon_outline(rectangle(20 * MM, 17 * MM)),
    "slanted": polygon_outline(np.array([[-10, -5], [6, -5], [10, 5], [-6, 5]]) * MM),
    "ell": polygon_outline(np.array([[0, 0], [16, 0], [16, 4], [4, 4], [4, 16], [0, 16]]) * MM),
}
IMAGES = {
    "heart": (SAME, ACROSS),
    "heart on its side": (SAME, ALONG),
    "disc": (SAME, ACROSS, ALONG, TURNED),
    "cuboid": (SAME, ACROSS, ALONG, TURNED),
    "slanted": (SAME, TURNED),
    "ell": (SAME,),
}


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in (("RANDOM_POSES", 6), ("LOW_POSES", 4), ("STARTS", 4), ("LONG", 12), ("CHARGES", (12,))):
        monkeypatch.setattr(fitting, name, few)


def check_sound(cloud: ChargeCloud, outline: Outline, images: tuple[tuple[float, float, float], ...]) -> None:
    """A dipole from afar, with the outline's own symmetry and no charge too hard."""
    size = np.sqrt(outline.area / np.pi)
    assert cloud.reach == outline.bounding_radius
    assert len(cloud.far) < len(cloud.near)
    for charges in (cloud.near, cloud.far):
        assert not charges.flags.writeable
        x, y, charge, softening = charges.T
        assert charge.sum() == pytest.approx(0, abs=1e-12 * np.abs(charge).sum())
        assert charge @ x == pytest.approx(1, abs=1e-12)
        assert charge @ y == pytest.approx(0, abs=1e-12)
        assert (softening >= 0.089 * size).all()
        scale = np.array([size, size, np.abs(charge).max(), size])
        for image in images:
            assert rounded(charges * (*image, 1.0) / scale) == rounded(charges / scale)


def rounded(rows: np.ndarray) -> set[tuple[float, ...]]:
    return {tuple(row) for row in np.round(rows, 9) + 0.0}


@pytest.mark.parametrize("name", OUTLINES)
def test_symmetry_of_outlines(name: str) -> None:
    assert symmetry(prism(OUTLINES[name], 7 * MM, 8 * MM)) == IMAGES[name]


@pytest.mark.usefixtures("quickly")
@pytest.mark.parametrize("name", OUTLINES)
def test_a_quick_fit_is_sound_and_better_than_a_dipole(name: str) -> None:
    outline = OUTLINES[name]
    told: list[float] = []
    made = fit_cloud(outline, 7 * MM, told.append)
    check_sound(made.cloud, outline, IMAGES[name])
    assert told == sorted(told)
    assert told[-1] == 1.0
    near = next(error for error in made.errors if error.gap > 0.4 * MM)
    assert near.force < 0.3


@pytest.mark.usefixtures("quickly")
def test_the_same_outline_gives_the_same_bits() -> None:
    first, again = (fit_cloud(heart_outline(), 7 * MM) for _ in range(2))
    assert first.cloud.near.tobytes() == again.cloud.near.tobytes()
    assert first.cloud.far.tobytes() == again.cloud.far.tobytes()
    assert first.errors == again.errors


@pytest.mark.usefixtures("quickly")
def test_a_fit_grows_with_its_outline() -> None:
    small, large = (fit_cloud(heart_outline(width), width / 4) for width in (0.01, 0.04))
    scale = np.array([4.0, 4.0, 0.25, 4.0])
    np.testing.assert_allclose(large.cloud.near, small.cloud.near * scale, rtol=1e-3, atol=1e-7)


def test_the_heart_is_sound() -> None:
    check_sound(fit("heart 20", 7.0).cloud, OUTLINES["heart"], IMAGES["heart"])


@pytest.mark.parametrize("height", [0.0, -0.007, np.nan, np.inf])
def test_a_height_must_be_a_length(height: float) -> None:
    with pytest.raises(ValueError, match="height: expected a positive, finite number of metres, got"):
        fit_cloud(heart_outline(), height)
