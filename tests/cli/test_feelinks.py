"""`magnetsim feelinks play` at a real terminal: whole games, votes out of sight, games left and taken up again."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

import magnetsim
from magnetsim.record import read_record

pexpect = pytest.importorskip("pexpect", reason="a terminal needs pexpect")
if sys.platform == "win32":
    pytest.skip("pexpect opens terminals on POSIX only", allow_module_level=True)

ROOT = Path(magnetsim.__file__).parent.parent
ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
CLEARED = "\x1b[3J"
QUESTIONS = {
    "en": {
        "hand over": r"Enter, when nobody else looks: ",
        "go on": r"Enter to go on, q to leave and go on another time: ",
        "read": r"Which do you read out, 1–3\?(?: r: put the card back and draw another, once)? ",
        "pick": r"Your own emotion, 1–8: ",
        "predict": r'1–8, or s for "same"\? ',
        "swap": r"Which one, 1–8\? 0: none ",
    },
    "zh": {
        "hand over": r"旁人别看，好了按回车： ",
        "go on": r"按回车继续，按 q 离开，下次接着玩： ",
        "read": r"念哪一个，1–3？(?:r：放回去重抽一张，只有一次)? ",
        "pick": r"你自己的情绪，1–8： ",
        "predict": r"1–8？“和你一样”就答 s： ",
        "swap": r"换哪一张，1–8？0：不换 ",
    },
}
ANSWERS = {"hand over": "", "go on": "", "read": "2", "pick": "4", "predict": "s", "swap": "0"}


class Terminal:
    """The program at a terminal of its own, and all that was to be read there."""

    def __init__(self, folder, *arguments, columns=80, term="xterm"):
        environment = {
            **{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "LANGUAGE")},
            "PYTHONPATH": str(ROOT),
            "TERM": term,
            "LC_ALL": "C.UTF-8",
        }
        command = ["-m", "magnetsim", "feelinks", "play", *map(str, arguments)]
        self.lang = "zh" if "zh" in arguments else "en"
        self.child = pexpect.spawn(
            sys.executable,
            command,
            env=environment,
            cwd=str(folder),
            encoding="utf-8",
            timeout=120,
            dimensions=(40, columns),
            # Ctrl-C is heard also where the tests run in the background, which ignores it.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        self.child.delaybeforesend = None
        self.asked = []
        self.seen = ""

    def next(self):
        """What is asked next; None when the program has ended."""
        kinds = list(QUESTIONS[self.lang])
        at = self.child.expect([*QUESTIONS[self.lang].values(), pexpect.EOF])
        self.seen += self.child.before + (self.child.after if isinstance(self.child.after, str) else "")
        if at == len(kinds):
            self.child.close()
            return None
        self.asked.append(kinds[at])
        return kinds[at]

    def answer(self, text):
        self.child.sendline(text)

    def play(self, **answers):
        """Answer all that is asked in the same way, to the end."""
        while (kind := self.next()) is not None:
            self.answer({**ANSWERS, **answers}.get(kind, ""))
        return self.child.exitstatus

    @property
    def text(self):
        return ESCAPES.sub("", self.seen).replace("\r", "")


@pytest.mark.parametrize(("lang", "names"), [("en", "Ann,Bob,Cid"), ("zh", "小红，小明、小兰")])
def test_a_whole_game_of_three(tmp_path, lang, names):
    terminal = Terminal(tmp_path, "--players", 3, "--names", names, "--seed", 5, "--lang", lang)
    assert terminal.play() == 0
    counts = {kind: terminal.asked.count(kind) for kind in ANSWERS}
    assert counts == {"hand over": 36, "go on": 6, "read": 6, "pick": 18, "predict": 18, "swap": 6}
    end = {
        "en": "Over after 6 rounds: all rounds are played.\nCells: Ann 18, Bob 18, Cid 18\nAnn, Bob, Cid win.",
        "zh": "6 轮后结束：轮数已满。\n位置：小红 18 格、小明 18 格、小兰 18 格\n小红、小明、小兰获胜。",
    }[lang]
    assert end in terminal.text
    record = read_record(tmp_path / "records" / "feelinks-5.jsonl")
    assert record.outcome.scores == (18, 18, 18)
    assert sorted((tmp_path / "records").iterdir()) == [record.path]


def test_a_vote_is_out_of_sight_before_the_next_person_looks(tmp_path):
    terminal = Terminal(tmp_path, "--players", 3, "--names", "Ann,Bob,Cid", "--seed", 5, "--rounds", 3)
    secret = []
    while (kind := terminal.next()) is not None:
        if secret:
            # The screen was cleared between a vote and whatever is asked next.
            assert CLEARED in terminal.child.before
            secret = []
        answer = ANSWERS[kind]
        if kind in ("pick", "predict"):
            secret.append(answer)
        terminal.answer(answer)
    for shown in re.split(r"\x1b\[3J", terminal.seen):
        people = set(re.findall(r"Your own emotion|What has (\w+) picked", shown))
        assert len(people) <= 1


def test_one_among_friends_hides_from_nobody(tmp_path):
    terminal = Terminal(tmp_path, "--players", 8, "--friends", 7, "--names", "Me", "--seed", 3)
    assert terminal.play() == 0
    assert "hand over" not in terminal.asked
    assert terminal.asked.count("pick") == terminal.asked.count("predict") == 8
    assert terminal.asked.count("read") == terminal.asked.count("swap") == 1
    assert "simulated friend" in terminal.text


def test_what_is_refused_is_said_and_asked_again(tmp_path):
    terminal = Terminal(tmp_path, "--players", 3, "--friends", 2, "--names", "Me", "--seed", 3, "--rounds", 3)
    while terminal.next() != "pick":
        terminal.answer({"read": "2"}.get(terminal.asked[-1], "0"))
    terminal.answer("9")
    terminal.next()
    assert "Expected one of 1 2 3 4 5 6 7 8 q." in terminal.text
    terminal.answer("4")
    assert terminal.next() == "predict"
    # As a Chinese keyboard writes them.
    terminal.answer("４")
    assert terminal.next() == "predict"
    assert "You have picked 4." in terminal.text
    terminal.answer("ｓ")
    assert 'that is your own card, and it lies down already: say "same" instead' in terminal.text
    assert terminal.play() == 0


def test_a_game_that_is_left_is_taken_up_where_it_was(tmp_path):
    options = ["--players", 4, "--friends", 2, "--names", "Ann,Bob", "--seed", 9, "--save", "game.jsonl"]
    terminal = Terminal(tmp_path, *options)
    while terminal.next() != "predict":
        terminal.answer(ANSWERS[terminal.asked[-1]])
    terminal.answer("q")
    assert terminal.next() is None
    assert terminal.child.exitstatus == 0
    assert "feelinks play --resume game.jsonl" in terminal.text
    assert read_record(tmp_path / "game.jsonl").outcome is None
    again = Terminal(tmp_path, "--resume", "game.jsonl")
    assert again.next() == "hand over"
    again.answer("")
    assert again.next() == "predict"
    again.answer("s")
    assert again.play() == 0
    assert read_record(tmp_path / "game.jsonl").outcome.termination == "rounds"
    over = Terminal(tmp_path, "--resume", "game.jsonl")
    assert over.play() == 2
    assert "game.jsonl: this game is over" in over.text


def test_ctrl_c_leaves_the_game_as_well(tmp_path):
    terminal = Terminal(tmp_path, "--players", 3, "--friends", 2, "--names", "Me", "--seed", 1)
    terminal.next()
    terminal.child.sendintr()
    while terminal.next() is not None:
        pass
    assert terminal.child.exitstatus == 130
    assert "--resume records/feelinks-1.jsonl" in terminal.text
    assert read_record(tmp_path / "records" / "feelinks-1.jsonl").outcome is None


@pytest.mark.parametrize("columns", [40, 200])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_lines_fit_the_terminal(tmp_path, columns, lang):
    options = ["--players", 3, "--friends", 2, "--names", "Me", "--seed", 2, "--rounds", 3, "--lang", lang]
    terminal = Terminal(tmp_path, *options, columns=columns)
    assert terminal.play() == 0
    told = [line for line in terminal.text.split("\n") if not re.search(r"[：:?？] |none|不换|jsonl|once|一次", line)]
    assert max(cell_len(line) for line in told) <= min(columns, 88)


def test_a_plain_terminal_gets_no_escapes(tmp_path):
    terminal = Terminal(tmp_path, "--players", 3, "--seed", 2, "--rounds", 3, term="dumb")
    assert terminal.play() == 0
    assert "\x1b" not in terminal.seen
    assert "\n" * 40 in terminal.text
    assert "The keyboard goes to Player 1." in terminal.text


def test_other_ways_to_play(tmp_path):
    options = ["--players", 4, "--friends", 3, "--names", "Me", "--seed", 2, "--theme", "work", "--theme", "school"]
    terminal = Terminal(tmp_path, *options, "--open-end", "--track", 4, "--beginners")
    assert terminal.play() == 0
    assert "a beginner's round: no partners, no points" in terminal.text
    assert "the last cell is reached" in terminal.text
    assert "Work, School, 60 cards" in terminal.text
    terminal = Terminal(tmp_path, *options, "--together", "--rounds", 4)
    assert terminal.play() == 0
    assert re.search(r"Together \d+ of 16 predictions right: [1-4] of 4 stars", terminal.text)
    # The first game of this seed is kept, and this one beside it.
    assert {path.name for path in (tmp_path / "records").iterdir()} == {"feelinks-2.jsonl", "feelinks-2-2.jsonl"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "2"], "--players: expected 3 to 8, got 2"),
        (["--players", "9"], "--players: expected 3 to 8, got 9"),
        (["--players", "4", "--friends", "-1"], "--friends: expected 0 to 3"),
        (["--seed", "x"], "--seed: expected a whole number from 0 on"),
        (["--names", "Ann,Bob", "--players", "3"], "--names: expected 3, one a person, got 2"),
        (["--names", "Ann"], "--names: expected 3 to 8 who play, got 1; name more people, or let simulated"),
        (["--names", "Ann"], "--friends 2"),
        (["--names", "A,B,C,D,E,F,G", "--friends", "2"], "got 7 names and 2 simulated friends; name fewer people"),
        (["--names", "Ann,Bob,Cid", "--friends", "-1"], "--friends: expected 0 to 7"),
        (["--players", "3", "--save", "nowhere/game"], "Error: nowhere/game: cannot be written: there is no such file"),
        (["--players", "3", "--friends", "3"], "--friends: expected 0 to 2, so that somebody sits at the keyboard"),
        (["--rounds", "2"], "rounds: expected"),
        (["--theme", "sea"], 'Error: theme: expected one of family, friends, school, work, got "sea"'),
        (["--cards", "nowhere"], "nowhere: expected a folder with emotions.toml"),
        (["--names", "Ann,ann,Bob"], "players[1].name: expected a name that players[0] does not have"),
        (["--resume", "nowhere.jsonl"], "nowhere.jsonl: cannot be read"),
    ],
)
def test_what_cannot_be_played_is_refused(command, monkeypatch, tmp_path, arguments, said):
    monkeypatch.chdir(tmp_path)
    answer = command("feelinks", "play", *arguments)
    assert answer.code == 2
    assert said in answer.err


def test_friends_bear_no_name_of_a_person(command, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    answer = command("feelinks", "play", "--names", "ada", "--friends", "7", "--save", "game.jsonl")
    assert answer.code == 0
    names = [player.name for player in read_record(tmp_path / "game.jsonl").session.scenario.players]
    assert names == ["ada", "Ben", "Cleo", "Dan", "Eli", "Flo", "Gil", "Hal"]


def test_a_game_that_was_left_at_its_first_question_names_its_host(command, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("\nq\n"))
    command("feelinks", "play", "--names", "Ann,Bob,Cid", "--seed", "5", "--save", "game.jsonl")
    (line,) = [line for line in command("replay", "game.jsonl").out.splitlines() if line.startswith("   1")]
    assert re.fullmatch(r"   1  (Ann|Bob|Cid) is the host", line)


def test_a_game_that_was_left_goes_on_in_the_language_asked_for(command, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    answer = command("feelinks", "play", "--lang", "zh", "--save", "game.jsonl")
    assert answer.out.endswith("接着玩：magnetsim feelinks play --resume game.jsonl --lang zh\n")


@pytest.mark.parametrize(
    ("lang", "called", "ended"),
    [
        ("en", "feelinks, seed 5: Player 1", "The input ended before the game did."),
        ("zh", "《同感》，种子 5：玩家1", "这局游戏还没结束，输入就到头了。"),
    ],
)
def test_an_input_that_ends_is_told(command, monkeypatch, tmp_path, lang, called, ended):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    answer = command("feelinks", "play", "--lang", lang, "--seed", "5", "--save", "game.jsonl")
    assert answer.code == 0
    assert answer.out.startswith(called)
    told = answer.out.splitlines()[-2:]
    assert told[0] == ended
    assert told[1].endswith(f"magnetsim feelinks play --resume game.jsonl --lang {lang}")
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert ended not in command("feelinks", "play", "--resume", "game.jsonl", "--lang", lang).out


def test_a_file_that_is_there_is_not_written_over(command, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").write_text("kept", encoding="utf-8")
    answer = command("feelinks", "play", "--save", "mine")
    assert (answer.code, (tmp_path / "mine").read_text(encoding="utf-8")) == (2, "kept")
    assert "mine is there already; name another file, or go on with it: --resume" in answer.err
