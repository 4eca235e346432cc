"""Records of matches: JSON Lines that play to their end again anywhere, and can be held against a new computation."""

from magnetsim.record.reading import Record, read_record
from magnetsim.record.verifying import Difference, verify
from magnetsim.record.writing import RecordWriter, free_path

__all__ = ["Difference", "Record", "RecordWriter", "free_path", "read_record", "verify"]
