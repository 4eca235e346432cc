"""The folder of a batch: whatever was cut short or damaged, no game is there twice and none is missing."""

import json
import random
import sys
from dataclasses import replace

import pytest

from magnetsim.batch import files
from magnetsim.batch import plan as planning
from magnetsim.batch.files import Claim
from magnetsim.batch.journal import Journal
from magnetsim.batch.play import OtherCodeError, play_game
from magnetsim.batch.store import Store
from magnetsim.errors import OutputError
from tests.batch.playing import Here, cheap, played, rows, tables

PART = 20
"""Games that share a part here, so that there are several of few games."""


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(planning, "GAMES_A_PART", PART)


class Enough(Exception):
    """Ends a batch before its end."""


def after(number):
    """A watch that ends a batch after so many games."""
    seen = []

    def watch(task, game):
        seen.append(task)
        if len(seen) == number:
            raise Enough

    return watch


@pytest.fixture
def plan(cards, plan_of):
    return plan_of(cards("a"), cards("b", 0.9), games=2 * PART + 10)


@pytest.fixture
def undisturbed(plan, tmp_path):
    played(plan, tmp_path / "undisturbed", Here(), cheap)
    return tables(tmp_path / "undisturbed")


def test_threads_that_finish_as_they_like_leave_the_same_bytes(plan, undisturbed, tmp_path):
    for workers in (2, 5):
        played(plan, tmp_path / str(workers), Here(workers), cheap)
        assert tables(tmp_path / str(workers)) == undisturbed


def test_a_folder_holds_what_it_should(plan, undisturbed, tmp_path):
    folder = tmp_path / "undisturbed"
    assert sorted(one.name for one in folder.iterdir()) == ["batch.json", "games", "parts.jsonl", "shots", "times"]
    assert json.loads((folder / "batch.json").read_text(encoding="utf-8"))["planned"] == plan.size
    games = rows(folder)
    assert [(one["scenario"], one["game"]) for one in games] == [
        (name, game) for name in "ab" for game in range(2 * PART + 10)
    ]
    assert len(rows(folder, "times")) == plan.size


def test_a_batch_that_is_ended_again_and_again_goes_on(plan, undisturbed, tmp_path):
    folder, kept = tmp_path / "out", 0
    for number in (1, 3, 10, PART, 1, 30):
        with pytest.raises(Enough):
            played(plan, folder, Here(), cheap, resume=True, watch=after(number))
        kept += number
    assert played(plan, folder, Here(), cheap, resume=True) == plan.size - kept
    assert tables(folder) == undisturbed
    assert played(plan, folder, Here(), cheap, resume=True) == 0


def test_a_journal_that_was_cut_anywhere_is_taken_up(plan, undisturbed, tmp_path):
    generator = random.Random(7)  # noqa: S311
    folder = tmp_path / "out"
    for _ in range(10):
        with pytest.raises(Enough):
            played(plan, folder, Here(), cheap, resume=True, watch=after(9))
        for journal in (folder / "unfinished").iterdir():
            content = journal.read_bytes()
            journal.write_bytes(content[: generator.randrange(len(content) + 1)])
    played(plan, folder, Here(), cheap, resume=True)
    assert tables(folder) == undisturbed


def test_a_journal_that_was_damaged_loses_those_games_alone(tmp_path):
    journal = Journal(tmp_path / "one.jsonl")
    for game in range(5):
        journal.add(game, {"value": f"心{game}"})
    journal.close()
    content = bytearray((tmp_path / "one.jsonl").read_bytes())
    content[content.index("心2".encode()) + 3] ^= 1
    (tmp_path / "one.jsonl").write_bytes(content)
    journal = Journal(tmp_path / "one.jsonl")
    assert sorted(journal.games) == [0, 1, 3, 4]
    journal.add(2, {"value": "again"})
    assert [one["game"] for one in journal.read()] == [0, 1, 2, 3, 4]
    journal.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_journal_that_is_damaged_while_it_is_open_is_told(tmp_path):
    path = tmp_path / "one.jsonl"
    journal = Journal(path)
    for game in range(3):
        journal.add(game, {"value": game})
    content = path.read_bytes()
    for damaged in (
        content.replace(b'"value":1', b'"value":7'),
        content.replace(b'"game":1', b"\0\n\0\0\0\0\0\0"),
        b"",
    ):
        path.write_bytes(damaged)
        with pytest.raises(OutputError, match="is damaged since it was written; --resume plays what is lost again"):
            list(journal.read())
    journal.close()


@pytest.mark.parametrize("damage", ["cut", "changed", "emptied", "lost"])
def test_a_damaged_part_is_named_and_played_again(plan, undisturbed, tmp_path, damage):
    folder = tmp_path / "undisturbed"
    file = sorted((folder / "games").iterdir())[2]
    content = file.read_bytes()
    if damage == "lost":
        file.unlink()
    else:
        file.write_bytes({"cut": content[:-9], "changed": content[:99] + b"?" + content[100:], "emptied": b""}[damage])
    store = Store(folder, plan, resume=True)
    store.close()
    assert store.damaged == [file]
    assert played(plan, folder, Here(), cheap, resume=True) == 10
    assert tables(folder) == undisturbed


def test_a_ledger_that_is_lost_or_cut_costs_games_and_nothing_else(plan, undisturbed, tmp_path):
    ledger = tmp_path / "undisturbed" / "parts.jsonl"
    whole = ledger.read_bytes()
    for content in (b"", whole[:50], whole[:-1], whole[: whole.index(b"\n") + 5]):
        ledger.write_bytes(content)
        played(plan, tmp_path / "undisturbed", Here(), cheap, resume=True)
        assert tables(tmp_path / "undisturbed") == undisturbed
        assert ledger.read_bytes().count(b"\n") == 6


def test_what_a_kill_left_half_written_is_taken_away(plan, undisturbed, tmp_path):
    folder = tmp_path / "out"
    with pytest.raises(Enough):
        played(plan, folder, Here(), cheap, watch=after(PART + 5))
    (folder / "games" / ".one.parquet.unfinished").write_bytes(b"half")
    (folder / "batch.json.unfinished").write_bytes(b"half")
    played(plan, folder, Here(), cheap, resume=True)
    assert tables(folder) == undisturbed


def test_a_folder_that_holds_something_is_not_touched(plan, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "thesis.txt").write_text("years of work", encoding="utf-8")
    for resume in (False, True):
        with pytest.raises(OutputError, match="expected an empty folder, got one that holds something else"):
            Store(folder, plan, resume=resume)
    assert [one.name for one in folder.iterdir()] == ["thesis.txt"]
    with pytest.raises(OutputError, match="expected a folder, got a file"):
        Store(folder / "thesis.txt", plan, resume=False)
    played(plan, tmp_path / "batch", Here(), cheap)
    before = tables(tmp_path / "batch")
    with pytest.raises(OutputError, match="a batch is there; --resume goes on with it, or name another folder"):
        Store(tmp_path / "batch", plan, resume=False)
    assert tables(tmp_path / "batch") == before


def test_two_processes_do_not_work_on_one_batch(plan, tmp_path):
    store = Store(tmp_path / "out", plan, resume=False)
    with pytest.raises(OutputError, match="another process is at work on this batch"):
        Store(tmp_path / "out", plan, resume=True)
    store.close()
    Store(tmp_path / "out", plan, resume=True).close()
    claim = Claim(tmp_path / "claim")
    with pytest.raises(OutputError):
        Claim(tmp_path / "claim")
    claim.give_up()
    assert not (tmp_path / "claim").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no open file")
def test_a_claim_that_was_given_up_while_another_was_about_to_make_it_is_none(tmp_path, monkeypatch):
    lock = files._locked

    def lock_late(file):
        (tmp_path / "claim").unlink()
        return lock(file)

    monkeypatch.setattr(files, "_locked", lock_late)
    with pytest.raises(OutputError, match="another process"):
        Claim(tmp_path / "claim")


def test_a_changed_batch_is_not_resumed_and_the_reason_said(cards, plan_of, tmp_path):
    folder, file, other = tmp_path / "out", cards("a"), cards("b", 0.9)
    plan = plan_of(file, other)
    played(plan, folder, Here(), cheap)
    before = tables(folder)
    digests = [entry.digest for entry in plan.entries]
    changed = plan_of(file, other, sets={"players[1].empathy": 0.25})
    said = "\n".join(
        [
            f"{folder}: cannot be resumed, for it would be another batch:",
            *(
                f"  {name} ({tmp_path / name}.toml), digest {old}, has become {new.digest}: players[1].empathy: "
                "begun with 0.5, now it is 0.25"
                for name, old, new in zip("ab", digests, changed.entries, strict=True)
            ),
        ]
    )
    with pytest.raises(OutputError) as refused:
        Store(folder, changed, resume=True)
    assert str(refused.value) == said
    for plan, said in (
        (plan_of(file, other, games=7), "games: begun with 6, now it is 7"),
        (plan_of(file, other, only=3), "only: begun with None, now it is 3"),
        (plan_of(file, other, seed=9), "seed: a was begun with 3, now it is 9"),
        (plan_of(file), f"b ({other}), digest {digests[1]}, is missing"),
        (plan_of(file, other, cards("c")), f"c ({tmp_path / 'c.toml'}) is no part of it"),
    ):
        with pytest.raises(OutputError) as refused:
            Store(folder, plan, resume=True)
        assert f"  {said}" in str(refused.value).splitlines()
    assert tables(folder) == before


def test_other_versions_do_not_go_on_with_a_batch(plan, tmp_path, monkeypatch):
    Store(tmp_path / "out", plan, resume=False).close()
    manifest = tmp_path / "out" / "batch.json"
    data = json.loads(manifest.read_text(encoding="utf-8"))
    data["versions"]["numba"] = "0.1"
    manifest.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(OutputError, match=r"versions.numba: begun with '0.1', now it is '0"):
        Store(tmp_path / "out", plan, resume=True)
    for text in ("{", "[]", "{}"):
        manifest.write_text(text, encoding="utf-8")
        with pytest.raises(OutputError, match="is damaged, so that nothing can be resumed"):
            Store(tmp_path / "out", plan, resume=True)


def test_a_place_that_cannot_be_written_is_said_at_once(plan, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OutputError, match="cannot be written: a part of its path is no folder"):
        Store(tmp_path / "file" / "out", plan, resume=False)


def test_a_worker_with_other_sources_is_refused(plan, tmp_path):
    with pytest.raises(OtherCodeError, match="has other sources than the batch was begun with"):
        played(plan, tmp_path / "out", Here(), lambda task: play_game(replace(task, code="0" * 16)))
