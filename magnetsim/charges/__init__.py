"""Magnets as clouds of softened point charges, fitted to the exact forces of prisms."""

from magnetsim.charges.cloud import ChargeCloud, CloudFit, GapError
from magnetsim.charges.errors import cloud_errors
from magnetsim.charges.fitting import Progress, fit_cloud
from magnetsim.charges.store import is_kept, kept_errors, kept_fit
from magnetsim.charges.trust import DOUBTFUL, USELESS, Shape, Trust, pair_errors, trust_of

__all__ = [
    "DOUBTFUL",
    "USELESS",
    "ChargeCloud",
    "CloudFit",
    "GapError",
    "Progress",
    "Shape",
    "Trust",
    "cloud_errors",
    "fit_cloud",
    "is_kept",
    "kept_errors",
    "kept_fit",
    "pair_errors",
    "trust_of",
]
