"""The chain of hashes, and what a line says of itself."""

from __future__ import annotations

import hashlib
import json

import pytest

from magnetsim.record.lines import sealed, unsealed


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def test_each_line_is_sealed_with_the_hash_of_all_before_it(played):
    """By the definition in docs/records.md, worked out from the file alone."""
    before = ""
    for line in played.lines:
        text, _, rest = line.rpartition(',"hash":"')
        seal = digest(before + text + "}")
        assert rest == f'{seal}"}}'
        assert list(json.loads(line))[-1] == "hash"
        before = seal


def test_a_seal_covers_the_line_and_what_was_before():
    line, seal = sealed({"line": "turn", "名": [1, 0.1]}, "a" * 64)
    assert line == '{"line":"turn","名":[1,0.1],"hash":"' + seal + '"}'
    assert seal == digest("a" * 64 + '{"line":"turn","名":[1,0.1]}')
    assert sealed({"line": "turn", "名": [1, 0.1]}, "b" * 64)[1] != seal
    assert sealed({"line": "turn", "名": [1, 0.2]}, "a" * 64)[1] != seal


@pytest.mark.parametrize("before", ["", "c" * 64])
def test_a_sealed_line_is_unsealed(before):
    line, seal = sealed({"line": "turn", "turn": 3}, before)
    assert unsealed(line, before) == ('{"line":"turn","turn":3}', seal, seal)
    text, bears, should_bear = unsealed(line, "d" * 64)
    assert (text, bears) == ('{"line":"turn","turn":3}', seal)
    assert should_bear == digest("d" * 64 + text) != seal


def test_what_bears_no_seal_is_its_own_text():
    sealed_line, _ = sealed({"line": "turn"}, "")
    for line in ("", "{}", '{"line":"turn"}', sealed_line[:-1], sealed_line[:-2] + "0}", sealed_line[1:] + " "):
        assert unsealed(line, "e" * 64) == (line, "", digest("e" * 64 + line))


def test_the_outcome_says_how_many_turns_there_were(played):
    outcome = json.loads(played.lines[-1])
    turns = [json.loads(line) for line in played.lines[1:-1]]
    assert outcome["turns"] == len(turns) == turns[-1]["turn"]
    assert outcome["turns"] == len({step.turn for step in played.session.match.steps})
