"""Damaged records: each is refused, with the line, what was expected and what was got."""

from __future__ import annotations

import contextlib
import json
import re

import numpy as np
import pytest

from magnetsim.errors import RecordError
from magnetsim.record import read_record
from magnetsim.record.lines import sealed, unsealed


def changed(lines, number, change):
    """The lines, with one line's data changed but not its hash."""
    data = json.loads(lines[number])
    seal = data.pop("hash")
    change(data)
    data["hash"] = seal
    return [*lines[:number], json.dumps(data, ensure_ascii=False, separators=(",", ":")), *lines[number + 1 :]]


def resealed(lines):
    """The lines with hashes that fit, as a forger would make them."""
    seal, made = "", []
    for line in lines:
        text, _, _ = unsealed(line, "")
        new, seal = sealed(json.loads(text), seal)
        made.append(new)
    return made


def refusal(tmp_path, lines):
    path = tmp_path / "damaged.jsonl"
    path.write_bytes("".join(line + "\n" for line in lines).encode())
    with pytest.raises(RecordError) as caught:
        read_record(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix(f"{path}")


def test_a_last_line_that_was_cut_off_was_not_written(played, tmp_path):
    """Whoever pulls the plug loses the turn that was being written, and no other."""
    path = tmp_path / "cut.jsonl"
    lines = [line.encode() + b"\n" for line in played.lines]
    for last in (3, len(lines) - 1):
        before = b"".join(lines[:last])
        for line in (lines[last][:-2], lines[last][:100], lines[last][:1], b"\0" * 50, lines[last][:-2] + b"\xe5"):
            path.write_bytes(before + line)
            record = read_record(path)
            assert (record.outcome, record.stopped) == (None, None)
            assert len(record.match.turns) == last - 1
    path.write_bytes(b"".join(lines)[:-1])
    assert read_record(path).outcome == played.session.match.outcome


def test_a_first_line_that_was_cut_off_is_no_record(played, tmp_path):
    path = tmp_path / "cut.jsonl"
    path.write_bytes(played.lines[0].encode()[:-100])
    with pytest.raises(RecordError, match="line 1: expected a line of strict JSON"):
        read_record(path)
    path.write_bytes(b'{"line":"header"}')
    with pytest.raises(RecordError, match="line 1: expected a whole line, got 17 bytes of one; the file was cut off"):
        read_record(path)


def test_a_line_that_was_cut_off_further_up_is_damage(played, tmp_path):
    message = refusal(tmp_path, [*played.lines[:2], played.lines[2][:100], *played.lines[3:]])
    assert message.startswith(", line 3: expected a line of strict JSON")


def test_a_record_cut_between_turns_has_no_outcome(played, tmp_path):
    path = tmp_path / "cut.jsonl"
    path.write_bytes("".join(line + "\n" for line in played.lines[:4]).encode())
    record = read_record(path)
    assert record.outcome is None
    assert len(record.match.turns) == 3


EDITS = {
    "a score of the state": (2, lambda line: line["state"].update(collected=[[], []]), r"state\.collected"),
    "a position of the state": (
        2,
        lambda line: line["state"]["table"]["position"][0].__setitem__(0, 0.25),
        r"state\.table\.position\[0\]\[0\]: expected -?[\d.e-]+, got 0\.25",
    ),
    "a number as text": (2, lambda line: line["state"].update(turn="2"), r"state\.turn: expected 3, got '2'"),
    "a whole number as a float": (2, lambda line: line["state"].update(turn=2.0), r"state\.turn: expected 3, got 2\.0"),
    "a hash of the state": (2, lambda line: line.update(state_hash="0" * 64), "state_hash: expected"),
    "an event's clause": (2, lambda line: line["steps"][0]["events"][0].update(clause="X9"), r"events\[0\]\.clause"),
    "an event too many": (2, lambda line: line["steps"][0]["events"].append({}), r"events: expected '\d+ entries'"),
    "who moved": (2, lambda line: line["steps"][0].update(mover=5), r"steps\[0\]\.mover: expected"),
    "a key too many": (2, lambda line: line.update(extra=1), "extra: expected 'nothing', got 1"),
    "a missing key": (2, lambda line: line.pop("steps"), "expected a key 'steps'"),
    "a refusal without a reason": (
        2,
        lambda line: line["steps"][0]["refused"].append(
            {"move": line["steps"][0]["move"], "reason": {"clause": "X1.1"}}
        ),
        r"refused\[0\]\.reason\.\w+: expected a value, got nothing",
    ),
    "no moves": (2, lambda line: line.update(steps=[]), "steps: expected at least one move, got none"),
    "an unknown move": (2, lambda line: line["steps"][0]["move"].update(move="fly"), r"move\.move: expected one of"),
    "an unknown way": (1, lambda line: line["steps"][1]["aim"]["shot"].update(way="fly"), r"shot\.way: expected one"),
    "an unknown fact": (2, lambda line: line["steps"][0]["facts"].update(facts="fly"), r"facts\.facts: expected one"),
    "a column too short": (
        2,
        lambda line: line["steps"][0]["facts"]["settled"]["table"].update(spin=[0.0] * 50),
        r"spin: expected \d+ rows",
    ),
    "another line": (
        2,
        lambda line: line.update(line="turnip"),
        "expected one of turn, outcome, stopped, got 'turnip'",
    ),
    "the turn": (2, lambda line: line.update(turn=7), "turn: expected 2, got 7"),
}


@pytest.mark.parametrize("what", EDITS)
def test_an_edited_field_is_named(played, tmp_path, what):
    number, change, expected = EDITS[what]
    for lines in (changed(played.lines, number, change), resealed(changed(played.lines, number, change))):
        message = refusal(tmp_path, lines)
        assert message.startswith(f", line {number + 1}: ")
        assert re.search(expected, message), message
    # Resealed, the line is as somebody wrote it.
    assert "the hash does not fit" not in message
    assert "the hash does not fit" in refusal(tmp_path, changed(played.lines, number, change))


def test_another_schema_is_another_version(played, tmp_path):
    for schema in (2, True, 1.0):
        message = refusal(tmp_path, changed(played.lines, 0, lambda line, schema=schema: line.update(schema=schema)))
        assert f"schema: expected 1, got {schema}; another version of magnetsim wrote this record" in message


def test_a_changed_seed_does_not_fit_the_scenario(played, tmp_path):
    message = refusal(tmp_path, resealed(changed(played.lines, 0, lambda line: line.update(seed=4))))
    assert "seed: expected the scenario's, 8, got 4" in message


def test_a_broken_scenario_is_the_records_fault(played, tmp_path):
    message = refusal(tmp_path, changed(played.lines, 0, lambda line: line["scenario"].update(game="chess")))
    assert message.startswith(", line 1: scenario: game: expected")


def test_an_edit_that_changes_nothing_is_seen_by_the_hash(played, tmp_path):
    """The versions are not used in reading, yet they cannot be changed unseen."""
    lines = changed(played.lines, 0, lambda line: line["versions"].update(numpy="0.0"))
    assert "hash: expected" in refusal(tmp_path, lines)


def test_lines_lost_doubled_and_swapped_are_seen(played, tmp_path):
    lines = played.lines
    assert "line 3: " in refusal(tmp_path, [*lines[:2], *lines[3:]])
    assert "line 4: " in refusal(tmp_path, [*lines[:3], lines[2], *lines[3:]])
    assert "line 3: " in refusal(tmp_path, [*lines[:2], lines[3], lines[2], *lines[4:]])
    assert "expected the end of the file" in refusal(tmp_path, [*lines, lines[-1]])


def test_an_outcome_before_the_end_is_refused(played, tmp_path):
    message = refusal(tmp_path, resealed([*played.lines[:3], played.lines[-1]]))
    assert "expected another turn, got an outcome; the match goes on" in message


def test_an_edited_outcome_is_refused(played, tmp_path):
    last = len(played.lines) - 1
    message = refusal(tmp_path, resealed(changed(played.lines, last, lambda line: line.update(winners=[0, 1, 2]))))
    assert "winners" in message


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "expected a record, got an empty file"),
        (b"\n", "line 1: expected a line of strict JSON"),
        (b"\xff\xfe{}", "expected text in UTF-8, got the byte 0xff"),
        (b"[1]\n", "line 1: expected a JSON object, got \\[1\\]"),
        (b'{"line":"turn"}\n', "line 1: line: expected header, got 'turn'"),
        (b'{"line":NaN}\n', "line 1: expected a line of strict JSON.*NaN"),
        (b'{"a":' * 5000 + b"\n", "line 1: expected a line of strict JSON"),
        (b"schema = 1\n", "line 1: expected a line of strict JSON"),
    ],
)
def test_what_is_no_record(tmp_path, content, expected):
    path = tmp_path / "none.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=expected):
        read_record(path)


def test_a_file_that_is_not_there_or_is_a_folder(tmp_path):
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(RecordError, match="cannot be read"):
            read_record(path)


def test_flipped_bytes_never_pass_and_never_raise_anything_else(played, tmp_path):
    generator = np.random.default_rng(1)
    content = played.path.read_bytes()
    path = tmp_path / "flipped.jsonl"
    for place in generator.integers(len(content), size=150).tolist():
        flipped = bytearray(content)
        flipped[place] ^= 1 << int(generator.integers(8))
        path.write_bytes(flipped)
        with pytest.raises(RecordError):
            read_record(path)


def test_forged_numbers_never_raise_anything_but_a_refusal(played, tmp_path):
    """Numbers and names changed at random under hashes that fit: refused, or a record of what now stands there."""
    generator = np.random.default_rng(2)
    path = tmp_path / "forged.jsonl"
    for _ in range(150):
        number = int(generator.integers(len(played.lines)))
        line = played.lines[number]
        places = [found.span() for found in re.finditer(r"-?\d+(\.\d+)?(e-?\d+)?|null|true|false", line[:-75])]
        start, end = places[int(generator.integers(len(places)))]
        forged = ["0", "-1", "1e308", "null", "[]", "{}", '"x"', "true", "9" * 30][int(generator.integers(9))]
        try:
            lines = resealed([*played.lines[:number], line[:start] + forged + line[end:], *played.lines[number + 1 :]])
        except ValueError:
            continue
        path.write_bytes("".join(one + "\n" for one in lines).encode())
        with contextlib.suppress(RecordError):
            read_record(path)
