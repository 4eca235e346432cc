"""What is called what in a batch's folder, and the lines of its journals, by who writes them and who reads them."""

from __future__ import annotations

import zlib

MANIFEST = "batch.json"
"""What the batch is."""
PART = ".parquet"
"""What the names of parts end with; a table's are in the folder of its name."""
JOURNALS, JOURNAL = "unfinished", ".jsonl"
"""The folder of what is finished of parts that are not, and what the names of its files end with."""

SEAL = 9
"""bytes before a line's text: its checksum, CRC-32 in hexadecimal, and a space."""


def sealed(text: bytes) -> bytes:
    """A text without line breaks as a line, with a seal that tells when some of it is lost."""
    return b"%08x %s\n" % (zlib.crc32(text), text)


def unsealed(line: bytes) -> bytes | None:
    """The text of a line; None when it is not whole."""
    text = line[SEAL:-1]
    return text if line == sealed(text) else None
