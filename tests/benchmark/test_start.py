"""What a start of the program takes: which processes are timed, and what is said when one fails."""

import tomllib

import pytest

from magnetsim.benchmark import start
from magnetsim.benchmark.targets import verdicts
from magnetsim.errors import MagnetsimError
from magnetsim.rules.xinxin.facts import ShotResult
from magnetsim.rules.xinxin.moves import Shoot
from magnetsim.scenario import parse_scenario
from magnetsim.session import new_session


def test_each_first_start_finds_nothing_compiled_and_each_later_one_what_a_first_has_left(monkeypatch):
    seen = []

    def seconds(file, cache):
        seen.append((file.stem, cache.name))
        return 1.0 + len(seen)

    monkeypatch.setattr(start, "_seconds", seconds)
    parts = []
    measures = list(start.starts(parts.append))
    assert [one.key for one in measures] == [
        f"start/{which} start, {of}/25" for of in ("points", "finite magnets") for which in ("first", "later")
    ]
    for kind in ("dipole", "finite"):
        caches = [cache for file, cache in seen if file == kind]
        first, later = caches[: start.COLD], caches[start.COLD :]
        assert len(set(first)) == start.COLD
        assert later == [first[-1]] * start.WARM
    assert parts[-1] == 1.0
    assert len(list(verdicts(measures, threads=1))) == 4


def test_a_run_that_fails_is_told_with_its_last_words(monkeypatch, tmp_path):
    monkeypatch.setattr(start, "_FILE", "game = 'chess'")
    with pytest.raises(MagnetsimError, match=r"magnetsim run of one shot failed with code 2: .*chess"):
        list(start.starts(lambda _: None))


def test_what_is_timed_is_one_shot_at_a_full_table():
    data = tomllib.loads(start._FILE.format(magnetism="dipole", hearts=25))
    session = new_session(parse_scenario(data, "one shot"))
    session.play()
    (shot,) = [step.facts for step in session.match.steps if isinstance(step.move, Shoot)]
    assert isinstance(shot, ShotResult)
    assert len(session.match.start.table) == 25
