"""2,000 broken files: each loads or is refused in clear words, and nothing else happens."""

import copy
import tomllib
from importlib.resources import files
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from magnetsim.errors import ScenarioError
from magnetsim.scenario import FeelinksScenario, build_table, load_scenario, make_cards, parse_scenario

FILES = sorted((Path(__file__).parents[2] / "scenarios").rglob("*.toml"))
CARDS = (f"{files('magnetsim') / 'data' / 'feelinks'}: ",)
"""What an error about cards begins with: their folder."""


def judge(make, source):
    """Load and lay a table; the refusal, if any, must be fit to be shown."""
    try:
        scenario = make()
        if isinstance(scenario, FeelinksScenario):
            make_cards(scenario)
        else:
            build_table(scenario, np.random.default_rng(0))
    except ScenarioError as error:
        text = str(error)
        assert 1 <= len(text.splitlines()) <= 9
        names = (f"{source}: ", f"{scenario_name(make)}: ", *CARDS)
        assert all(line.startswith(names) for line in text.splitlines()), text
        assert len(text) < 6000
        assert "Traceback" not in text
        assert all(letter.isprintable() or letter == "\n" for letter in text), text
        return False
    return True


def scenario_name(make):
    try:
        return make().name
    except ScenarioError:
        return ""


def test_a_thousand_files_with_bytes_flipped(tmp_path):
    generator = np.random.default_rng(20)
    path = tmp_path / "flipped.toml"
    loaded = 0
    for i in range(1000):
        content = bytearray(FILES[i % len(FILES)].read_bytes())
        for _ in range(generator.integers(1, 4)):
            at = int(generator.integers(len(content)))
            match generator.integers(4):
                case 0:
                    content[at] = generator.integers(256)
                case 1:
                    content[at] ^= 1 << int(generator.integers(7))
                case 2:
                    del content[at : at + int(generator.integers(1, 20))]
                case _:
                    content[at:at] = bytes(generator.integers(32, 127, generator.integers(1, 4)).tolist())
        path.write_bytes(bytes(content))
        loaded += judge(lambda: load_scenario(path), path)
    assert 50 < loaded < 900


ODD = st.one_of(
    st.sampled_from(
        [0, -1, 1, 10**6, 10**400, 1e308, -1e-300, float("nan"), float("inf"), True, "", "heart", "x" * 500]
    ),
    st.sampled_from([[], {}, [[]], [[[0, 0]]] * 5, {"a": {"b": {}}}, [1, 2], [1e9, 0], "\x00", "磁\u202e铁"]),
    st.floats(-1e3, 1e3),
    st.integers(-5, 500),
    st.text(max_size=8),
)
KEYS = st.sampled_from(
    ["kind", "count", "size_mm", "shape", "outline", "points_mm", "corners_mm", "damaged", "zzz", ""]
)


@st.composite
def broken(draw):
    """A scenario's data with up to four values changed, taken away, doubled or added."""
    data = copy.deepcopy(DATA[draw(st.integers(0, len(DATA) - 1))])
    for _ in range(draw(st.integers(1, 4))):
        holder, key = data, None
        while isinstance(holder, dict | list) and holder:
            keys = sorted(holder) if isinstance(holder, dict) else range(len(holder))
            parent, key = holder, draw(st.sampled_from(list(keys)))
            holder = holder[key]
            if draw(st.booleans()):
                break
        match draw(st.integers(0, 4)):
            case 0:
                del parent[key]
            case 1 if isinstance(parent, list):
                parent.append(copy.deepcopy(parent[key]))
            case 2 if isinstance(parent, dict):
                parent[draw(KEYS)] = copy.deepcopy(draw(ODD))
            case _:
                parent[key] = copy.deepcopy(draw(ODD))
        if not data:
            break
    return data


DATA = [tomllib.loads(path.read_text(encoding="utf-8")) for path in FILES]


@settings(max_examples=1000)
@given(broken())
def test_a_thousand_files_with_values_changed(data):
    judge(lambda: parse_scenario(data, "changed.toml"), "changed.toml")
