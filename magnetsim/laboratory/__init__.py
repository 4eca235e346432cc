"""Experiments on the model itself: what physics gives, beside what theory or an exact sum says."""

from magnetsim.laboratory.calibration import pull_force, remanence_for
from magnetsim.laboratory.finding import Finding
from magnetsim.laboratory.report import EXPERIMENTS, findings

__all__ = ["EXPERIMENTS", "Finding", "findings", "pull_force", "remanence_for"]
