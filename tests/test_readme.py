"""What README and the package's docstring show is what happens."""

import doctest
from pathlib import Path

import magnetsim

README = Path(__file__).parent.parent / "README.md"


def test_examples_of_the_readme():
    result = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert result.attempted >= 8
    assert result.failed == 0


def test_examples_of_the_package():
    result = doctest.testmod(magnetsim)
    assert result.attempted >= 5
    assert result.failed == 0
