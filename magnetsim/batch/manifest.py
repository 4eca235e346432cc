"""What a batch is, kept in its folder: what resuming holds the new command against."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from magnetsim.batch.files import put
from magnetsim.batch.plan import Entry, Plan
from magnetsim.errors import OutputError, reason
from magnetsim.language import Phrase, joined
from magnetsim.plain.values import first_difference, shown
from magnetsim.results.layout import MANIFEST
from magnetsim.versions import versions

SCHEMA = 1
"""Version of the folder's layout."""


def write_manifest(folder: Path, plan: Plan) -> None:
    """Write down what the batch in this folder is; OutputError when that cannot be."""
    text = json.dumps(manifest_data(plan), ensure_ascii=False, allow_nan=False, indent=1)
    put(folder / MANIFEST, f"{text}\n".encode())


def manifest_data(plan: Plan) -> dict[str, Any]:
    """What a batch is, as plain data."""
    return {
        "schema": SCHEMA,
        "versions": versions(),
        "planned": plan.size,
        "games": plan.games,
        "only": plan.only,
        "keep_records": str(plan.kept),
        "parameters": dict(plan.kinds),
        "scenarios": [_entry_data(entry) for entry in plan.entries],
    }


def check_manifest(folder: Path, plan: Plan) -> None:
    """OutputError, with every reason, when the batch in this folder is another than the plan's."""
    path = folder / MANIFEST
    try:
        begun = json.loads(path.read_text(encoding="utf-8"))
        found = _differences(begun, manifest_data(plan))
    except OSError as error:
        raise OutputError(Phrase("{path}: cannot be read: {reason}", path=path, reason=reason(error))) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise OutputError(
            Phrase("{path}: is damaged, so that nothing can be resumed; name another folder", path=path)
        ) from error
    if found:
        text = Phrase("{path}: cannot be resumed, for it would be another batch:", path=folder)
        raise OutputError(joined("\n", [text, *(Phrase("  {problem}", problem=one) for one in found)]))


def _entry_data(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "digest": entry.digest,
        "file": entry.file,
        "changes": {path: json.loads(value) for path, value in entry.changes},
        "seed": entry.seed,
        "scenario": json.loads(entry.data),
    }


def _differences(begun: Mapping[str, Any], now: Mapping[str, Any]) -> list[Phrase]:
    """In what a batch differs from the one that was begun."""
    found = [
        Phrase("{key}: begun with {begun}, now it is {now}", key=key, begun=shown(begun[key]), now=shown(now[key]))
        for key in ("schema", "games", "only", "keep_records")
        if begun[key] != now[key]
    ]
    different = first_difference(begun["versions"], now["versions"])
    if different is not None:
        found.append(Phrase("versions.{key}: begun with {begun}, now it is {now}", **_told(different)))
    old, new = ({(one["name"], one["digest"]): one for one in which["scenarios"]} for which in (begun, now))
    gone = [one for key, one in old.items() if key not in new]
    come = [one for key, one in new.items() if key not in old]
    for one in gone:
        same = next((other for other in come if _same_source(one, other)), None)
        if same is not None:
            come.remove(same)
        found.append(_change(one, same))
    found += [Phrase("{name} ({file}) is no part of it", name=one["name"], file=one["file"]) for one in come]
    found += [
        Phrase("seed: {name} was begun with {begun}, now it is {now}", name=key[0], begun=one["seed"], now=now_seed)
        for key, one in old.items()
        if key in new and (now_seed := new[key]["seed"]) != one["seed"]
    ]
    return found


def _same_source(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two entries are of one file and of the same swept keys, or at least of one name."""
    return all(one[key] == other[key] for key in ("file", "changes")) or bool(one["name"] == other["name"])


def _change(old: Mapping[str, Any], new: Mapping[str, Any] | None) -> Phrase:
    """What became of a scenario of the batch."""
    if new is None:
        return Phrase("{name} ({file}), digest {digest}, is missing", **{k: old[k] for k in ("name", "file", "digest")})
    different = first_difference(old["scenario"], new["scenario"])
    return Phrase(
        "{name} ({file}), digest {digest}, has become {other}: {key}: begun with {begun}, now it is {now}",
        name=old["name"],
        file=new["file"],
        digest=old["digest"],
        other=new["digest"],
        **_told(different if different is not None else ("", None, None)),
    )


def _told(difference: tuple[str, Any, Any]) -> dict[str, str]:
    path, begun, now = difference
    return {"key": path, "begun": shown(begun), "now": shown(now)}
