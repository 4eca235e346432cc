"""A code: plain data as one line of text to paste, with a check that tells when some of it is lost.

It is what it is, its version, its content and a check, with dots between: `position-1.eNq…w.0a1b2c3d`. The content is
strict JSON as a record holds it, deflated, in base64url without padding; the check is the first eight digits of the
JSON's SHA-256.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import zlib
from typing import Any, NoReturn

from magnetsim.errors import CodeError
from magnetsim.language import Phrase
from magnetsim.plain.values import Data, compact

VERSION = 1
"""Of all forms of code."""
LARGEST = 4 * 1024 * 1024
"""bytes of content; 200 magnets take 50,000."""


def encoded(form: str, data: Data) -> str:
    """The code of this form that holds the data."""
    content = compact(data).encode()
    packed = base64.urlsafe_b64encode(zlib.compress(content, 9)).decode("ascii").rstrip("=")
    return f"{form}-{VERSION}.{packed}.{_check(content)}"


def decoded(form: str, code: str) -> Any:
    """The data of a code of this form; CodeError when it is not whole."""
    # Line breaks and blanks come from a mail or a terminal that folds long lines.
    found = re.fullmatch(r"([a-z]+)-([0-9]+)\.([\w-]+)\.([0-9a-f]{8})", re.sub(r"\s", "", code), re.ASCII)
    if found is None:
        start = code.strip()[:30]
        problem = Phrase(
            "expected {form}-{version}.….…, whole, got {start}…, {count} characters",
            form=form,
            version=VERSION,
            start=repr(start),
            count=len(code),
        )
        raise _refused(form, problem)
    if found[1] != form:
        problem = Phrase(
            "expected one that begins with {form}-, got one that begins with {got}-", form=form, got=found[1]
        )
        raise _refused(form, problem)
    if found[2] != str(VERSION):
        problem = Phrase(
            "expected version {version}, got {got}; another magnetsim wrote it", version=VERSION, got=found[2][:20]
        )
        raise _refused(form, problem)
    try:
        packed = base64.b64decode(found[3] + "=" * (-len(found[3]) % 4), altchars=b"-_", validate=True)
        inflating = zlib.decompressobj()
        content = inflating.decompress(packed, LARGEST)
    except (binascii.Error, zlib.error) as error:
        raise _refused(form, Phrase("it was changed or cut on its way: {error}", error=error)) from error
    if not inflating.eof or inflating.unused_data:
        problem = Phrase("it was changed or cut on its way: its content has no end, or goes on after it")
        raise _refused(form, problem)
    if _check(content) != found[4]:
        problem = Phrase(
            "it was changed or cut on its way: expected the check {expected}, got {got}",
            expected=_check(content),
            got=found[4],
        )
        raise _refused(form, problem)
    try:
        return json.loads(content, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise _refused(form, Phrase("expected strict JSON in it, got something else: {error}", error=error)) from error


def _no_constant(name: str) -> NoReturn:
    raise ValueError(Phrase("{name} is no number of strict JSON", name=name))


def _refused(form: str, problem: Phrase) -> CodeError:
    return CodeError(Phrase("{form} code: {problem}", form=form, problem=problem))


def _check(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:8]
