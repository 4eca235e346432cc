"""How long things take: force kernels of ours, of others and of users; a step, a shot, a game, a start."""

from magnetsim.benchmark.measure import Measure, Spread
from magnetsim.benchmark.report import Report, ReportError, check_place, read_report, report_of, slower, write_report

__all__ = [
    "Measure",
    "Report",
    "ReportError",
    "Spread",
    "check_place",
    "read_report",
    "report_of",
    "slower",
    "write_report",
]
