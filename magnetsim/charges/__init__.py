"""Magnets as clouds of softened point charges, fitted to the exact forces of prisms."""

from magnetsim.charges.cloud import ChargeCloud, CloudFit, GapError
from magnetsim.charges.errors import cloud_errors
from magnetsim.charges.fitting import Progress, fit_cloud
from magnetsim.charges.store import is_kept, kept_fit

__all__ = ["ChargeCloud", "CloudFit", "GapError", "Progress", "cloud_errors", "fit_cloud", "is_kept", "kept_fit"]
