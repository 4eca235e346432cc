"""Fits that are kept: those of the package, and those of the user's cache folder, so that none is made twice."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
import warnings
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from magnetsim.charges.cloud import ChargeCloud, CloudFit, GapError, checked_height
from magnetsim.charges.fitting import Progress, fit_cloud
from magnetsim.errors import Notice, reason
from magnetsim.language import Phrase
from magnetsim.outline import Outline

Errors = tuple[GapError, ...]

CACHE_VARIABLE = "MAGNETSIM_CACHE_DIR"
"""The environment variable that names another cache folder."""
SAME = 1e-9
"""m: outlines whose corners agree so well are one; the last bits of a corner are the machine's own."""
_SOURCES = (
    "charges/cloud.py",
    "charges/errors.py",
    "charges/fitting.py",
    "charges/layout.py",
    "charges/poses.py",
    "kernels/cloud_fit.py",
    "kernels/finite.py",
    "kernels/meeting.py",
    "kernels/polygon.py",
    "kernels/prism.py",
)
"""What a fit is made by."""

_made: dict[str, CloudFit] = {}
_pairs: dict[str, Errors] = {}


def kept_fit(outline: Outline, height: float, progress: Progress = lambda _done: None) -> CloudFit:
    """The fit of this outline and height (m): the package's, else the cache's, else a new one, which is then kept.

    progress : told, from time to time, what part of a new fit is done; never, when there is one already
    ValueError when the height is not a positive, finite number.
    Several processes may ask at once. Where nothing can be written there is one warning, and all works without.
    """
    shape = shape_key(outline, height)
    if shape not in _made:
        _made[shape] = shipped_fit(shape) or _from_cache(shape) or _made_anew(shape, outline, height, progress)
    return _made[shape]


def is_kept(outline: Outline, height: float) -> bool:
    """Whether there is a fit already, in the package or in the cache."""
    shape = shape_key(outline, height)
    return shape in _made or shipped_fit(shape) is not None or _from_cache(shape) is not None


def kept_errors(one: tuple[Outline, float], two: tuple[Outline, float]) -> Errors | None:
    """The errors of two shapes, outline and height (m) each, upon each other: the package's or the cache's, if kept."""
    pair = pair_key(one, two)
    if pair not in _pairs:
        found = _shipped_text(pair) or _cached_text(pair)
        try:
            _pairs[pair] = () if found is None else read_errors(found)
        except (ValueError, KeyError, TypeError):
            # Damaged: it is worked out again.
            _pairs[pair] = ()
    return _pairs[pair] or None


def keep_errors(one: tuple[Outline, float], two: tuple[Outline, float], errors: Errors) -> Errors:
    """The errors themselves, which are kept."""
    pair = pair_key(one, two)
    _pairs[pair] = errors
    _keep(pair, written_errors(errors))
    return errors


def pair_key(one: tuple[Outline, float], two: tuple[Outline, float]) -> str:
    """A name for two outlines with their heights (m), in either order."""
    return "-".join(sorted((shape_key(*one), shape_key(*two))))


def shape_key(outline: Outline, height: float) -> str:
    """A name for an outline and a height (m), the same for all that agree to a nanometre."""
    numbers = np.append(outline.corners, [outline.rounding, checked_height(height)])
    return hashlib.sha256(np.rint(numbers / SAME).astype("<i8").tobytes()).hexdigest()[:16]


@cache
def maker_key() -> str:
    """A name for what a fit's bits depend on beside the shape: the code that makes it, and the machine's kind."""
    from llvmlite.binding import get_host_cpu_name

    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    for name in _SOURCES:
        digest.update((package / name).read_bytes().replace(b"\r\n", b"\n"))
    digest.update(repr([version(name) for name in ("numpy", "numba", "llvmlite")]).encode())
    digest.update((get_host_cpu_name() or "").encode())
    return digest.hexdigest()[:16]


def cache_folder(environment: Mapping[str, str]) -> Path | None:
    """Where the user's fits are kept: CACHE_VARIABLE, else the system's place for such; None without a home folder."""
    if given := environment.get(CACHE_VARIABLE):
        return Path(given) / "charges"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        base = Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = Path(environment.get("XDG_CACHE_HOME") or home / ".cache")
    return base / "magnetsim" / "charges"


@cache
def shipped_fit(shape: str) -> CloudFit | None:
    """The package's fit of a shape_key, if there is one."""
    text = _shipped_text(shape)
    return None if text is None else read_fit(text)


def written_fit(fit: CloudFit) -> str:
    """A fit as JSON, to the last bit, with a digest of itself."""
    cloud = fit.cloud
    body = {
        "near": cloud.near.tolist(),
        "far": cloud.far.tolist(),
        "reach": cloud.reach,
        "height": cloud.height,
        "errors": [asdict(error) for error in fit.errors],
    }
    return json.dumps({"digest": _digest(body), **body}, indent=1) + "\n"


def read_fit(text: str) -> CloudFit:
    """The fit that written_fit wrote; ValueError, KeyError or TypeError when it is not just that."""
    body = json.loads(text)
    if not isinstance(body, dict) or body.pop("digest", None) != _digest(body):
        raise ValueError("expected a fit with its own digest")
    near, far = (np.array(body[name], dtype=np.float64) for name in ("near", "far"))
    for charges in (near, far):
        charges.setflags(write=False)
    reach, height = float(body["reach"]), float(body["height"])
    cloud = ChargeCloud(near=near, far=far, reach=reach, height=height)
    return CloudFit(cloud, tuple(GapError(**error) for error in body["errors"]))


def written_errors(errors: Errors) -> str:
    """Errors of two shapes as JSON, with a digest of itself."""
    body = {"errors": [asdict(error) for error in errors]}
    return json.dumps({"digest": _digest(body), **body}, indent=1) + "\n"


def read_errors(text: str) -> Errors:
    """The errors that written_errors wrote; ValueError, KeyError or TypeError when it is not just that."""
    body = json.loads(text)
    if not isinstance(body, dict) or body.pop("digest", None) != _digest(body):
        raise ValueError("expected errors with their own digest")
    return tuple(GapError(**error) for error in body["errors"])


def _shipped_text(name: str) -> str | None:
    file = files("magnetsim") / "data" / "charges" / f"{name}.json"
    return file.read_text(encoding="utf-8") if file.is_file() else None


def _cached_text(name: str) -> str | None:
    path = _path(name)
    try:
        return None if path is None else path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None


def _digest(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def _path(name: str) -> Path | None:
    folder = cache_folder(os.environ)
    return folder and folder / f"{name}-{maker_key()}.json"


def _from_cache(shape: str) -> CloudFit | None:
    """The fit in the cache; None when there is none, or what is there is damaged and shall be made again."""
    text = _cached_text(shape)
    try:
        return None if text is None else read_fit(text)
    except (ValueError, KeyError, TypeError):
        return None


def _made_anew(shape: str, outline: Outline, height: float, progress: Progress) -> CloudFit:
    fit = fit_cloud(outline, height, progress)
    _keep(shape, written_fit(fit))
    return fit


def _keep(name: str, text: str) -> None:
    """Put a text into the cache whole and at once, so that another process finds all of it or nothing."""
    path = _path(name)
    if path is None:
        _warn_not_kept(None)
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            whole = Path(folder) / path.name
            whole.write_text(text, encoding="utf-8")
            whole.replace(path)
    except OSError as error:
        _warn_not_kept(path.parent, error.errno or 0)


@cache
def _warn_not_kept(folder: Path | None, error: int = 0) -> None:
    why = Phrase("there is no home folder")
    if folder is not None:
        why = Phrase("{path}: {reason}", path=folder, reason=reason(OSError(error, os.strerror(error))))
    text = Phrase(
        "a new magnet's charges cannot be kept ({reason}): every start fits them anew "
        "(set {variable} to a writable folder)",
        reason=why,
        variable=CACHE_VARIABLE,
    )
    warnings.warn(Notice(text), stacklevel=4)
