"""What README and the package's docstring show is what happens."""

import doctest
import re
from pathlib import Path

import magnetsim
from magnetsim.batch.gathering import Refused, gather
from magnetsim.cli.batch_values import sweeps_of

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def test_examples_of_the_readme():
    result = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert result.attempted >= 8
    assert result.failed == 0


def test_examples_of_the_package():
    result = doctest.testmod(magnetsim)
    assert result.attempted >= 5
    assert result.failed == 0


def test_the_batches_of_the_readme_can_be_played():
    shown = re.findall(r"magnetsim batch (scenarios/\S+) [^`|]*--sweep (\S+)", README.read_text(encoding="utf-8"))
    assert shown
    for path, sweep in shown:
        gathered = list(gather([ROOT / path], {}, sweeps_of([sweep])))
        assert len(gathered) > 1
        assert [one for one in gathered if isinstance(one, Refused)] == []
