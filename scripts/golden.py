"""Play the golden games anew and write their records and transcripts; what `git diff` then shows is meant to be read.

A game whose rulings hang on the last digits is not written: give it another seed. Run from the project's folder, by
`make golden`; with names, for those games only.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from magnetsim.record import RecordWriter
from magnetsim.scenario import check_game, load_scenario
from magnetsim.session import new_session
from tests.golden import feelinks_transcript as feelinks
from tests.golden.replaying import flips_when_nudged
from tests.golden.transcript import transcript

GAMES = Path("tests") / "golden" / "games"
NUDGE = 1e-9
"""m; another machine differs by less than a millionth of it."""
NUDGES = 5


def write(path: Path) -> list[str]:
    """Play one game and write what came of it, unless it is no good; returns what is wrong with it."""
    scenario = load_scenario(path)
    session = new_session(scenario)
    with TemporaryDirectory() as folder:
        record = Path(folder) / "record.jsonl"
        with RecordWriter(record, session) as writer:
            writer.finish(session.play(writer.watch))
        outcome = session.match.outcome
        wrong = [
            f"{check.key}: expected {check.expected_text}, got {check.got_text}"
            for check in check_game(scenario, outcome, session.match.turns)
            if not check.passed
        ]
        generator = np.random.default_rng(0)
        for _ in range(NUDGES):
            wrong += [f"no margin: {what}" for what in flips_when_nudged(session, NUDGE, generator)]
        if not wrong:
            shutil.copyfile(record, path.with_suffix(".jsonl"))
            text = "\n".join(transcript(session)) + "\n"
            path.with_suffix(".txt").write_text(text, encoding="utf-8", newline="\n")
    return wrong


def main(names: list[str]) -> int:
    """Write all games, or those that are named; 1 when one is no good."""
    paths = [path for path in sorted(GAMES.glob("*.toml")) if not names or path.stem in names]
    good = True
    for path in paths:
        wrong = write(path)
        print(f"{path}: {'written' if not wrong else 'NOT WRITTEN'}")
        for what in wrong[:5]:
            print(f"  {what}")
        good = good and not wrong
    for name, path in feelinks.games().items():
        if not names or name in names:
            text = "\n".join(feelinks.transcript(feelinks.played(path))) + "\n"
            (feelinks.FOLDER / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")
            print(f"{path}: written")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
