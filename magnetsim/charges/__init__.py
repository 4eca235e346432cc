"""Magnets as clouds of softened point charges, fitted to the exact forces of prisms."""

from magnetsim.charges.cloud import ChargeCloud, CloudFit, GapError
from magnetsim.charges.errors import cloud_errors
from magnetsim.charges.fitting import fit_cloud

__all__ = ["ChargeCloud", "CloudFit", "GapError", "cloud_errors", "fit_cloud"]
