"""How long things take: force kernels of ours, of others and of users; a step, a shot, a game."""

from magnetsim.benchmark.measure import Measure, Spread
from magnetsim.benchmark.report import Report, ReportError, read_report, report_of, slower, write_report

__all__ = ["Measure", "Report", "ReportError", "Spread", "read_report", "report_of", "slower", "write_report"]
