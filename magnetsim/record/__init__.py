"""Records of matches: JSON Lines that play to their end again anywhere, and can be held against a new computation."""

from magnetsim.record.reading import Record, read_record
from magnetsim.record.verifying import Difference, verify
from magnetsim.record.writing import NameTakenError, RecordWriter, save

__all__ = ["Difference", "NameTakenError", "Record", "RecordWriter", "read_record", "save", "verify"]
