"""`magnetsim bench`."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

from magnetsim.benchmark import Measure, Report, Spread, write_report
from magnetsim.cli.measured import duration, table_lines
from magnetsim.language import words_of

KERNELS = {
    "right": """
def forces(x, y, mx, my, mz, fx, fy, torque):
    from magnetsim.kernels.dipole_numpy import dipole_forces_numpy
    dipole_forces_numpy(x, y, mx, my, mz, fx, fy, torque)
""",
    "strong": """
def forces(x, y, mx, my, mz, fx, fy, torque):
    from magnetsim.kernels.dipole_numpy import dipole_forces_numpy
    dipole_forces_numpy(x, y, mx, my, mz, fx, fy, torque)
    fx *= 1.001
""",
    "meddling": """
def forces(x, y, mx, my, mz, fx, fy, torque):
    from magnetsim.kernels.dipole_numpy import dipole_forces_numpy
    dipole_forces_numpy(x, y, mx, my, mz, fx, fy, torque)
    x += 1.0
""",
    "idle": """
def forces(x, y, mx, my, mz, fx, fy, torque):
    fx[:] = fy[:] = 0.0
""",
    "other": """
number = 3
def forces(position, moment):
    return position
""",
    "compiled": """
import numba
from magnetsim.kernels.dipole_python import dipole_forces_python
forces = numba.njit(dipole_forces_python)
""",
    "small": """
def forces(x, y, mx, my, mz, fx, fy, torque):
    fx[:], fy[:], torque[:] = [0.0] * 3, [0.0] * 3, [0.0] * 3
""",
    "ending": "raise SystemExit(4)",
    "late": """
from magnetsim.kernels.dipole_python import dipole_forces_python
calls = []
def forces(*arrays):
    dipole_forces_python(*arrays)
    calls.append(1)
    if len(calls) > 4:
        raise RuntimeError("late")
""",
    "broken": "import nothing_of_this_name\n",
}


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """A time that says nothing, but is there at once."""
    monkeypatch.setattr("magnetsim.benchmark.kernels.SHORTEST", 1e-3)
    monkeypatch.setattr("magnetsim.benchmark.kernels.PER_KERNEL", 1e-3)
    monkeypatch.setattr("magnetsim.benchmark.measure.SLICE", 1e-4)


@pytest.fixture
def modules(tmp_path, monkeypatch):
    """A folder with kernels of a user, and that user in it."""
    for name, text in KERNELS.items():
        (tmp_path / f"my_{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    for name in KERNELS:
        sys.modules.pop(f"my_{name}", None)


def test_a_row_a_kernel_and_number_with_its_error(command):
    answer = command("bench", "kernels", "--n", "3,25", "--only", "python,numpy,vectorised")
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0].startswith("kernel")
    rows = [re.split(r"\s{2,}", line.strip()) for line in lines[1:7]]
    assert [(row[0], row[1]) for row in rows] == [
        (name, count) for count in ("3", "25") for name in ("python", "numpy", "vectorised")
    ]
    assert all(float(row[6]) < 1e-12 for row in rows)
    assert "numba" in lines[-1]
    assert "threads" in lines[-1]


@pytest.mark.parametrize("name", ["my_right:forces", "my_compiled:forces"])
def test_a_kernel_of_ones_own_is_timed_beside_ours(command, modules, name):
    answer = command("bench", "kernels", "--n", "4", "--only", "vectorised", "--kernel", name)
    assert answer.code == 0
    assert name in answer.out
    assert answer.err == ""


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("my_strong:forces", 1, "wrong by"),
        ("my_small:forces", 1, "it failed with 4 magnets: ValueError: "),
        ("my_ending:forces", 2, "module my_ending cannot be imported: SystemExit: 4"),
        ("my_late:forces", 1, "my_late:forces: it failed with 4 magnets: RuntimeError: late"),
        ("my_meddling:forces", 2, "it changed its input"),
        ("my_idle:forces", 2, "it left torque of 3 magnets unfilled"),
        ("my_other:forces", 2, "it failed when called as kernel(x, y, mx, my, mz, fx, fy, torque)"),
        ("my_other:number", 2, "expected a function, got int"),
        ("my_other:force", 2, "module my_other has no force; it has forces"),
        ("my_broken:forces", 2, "nothing_of_this_name"),
        ("my_missing:forces", 2, "no module 'my_missing' in this folder"),
        ("forces", 2, "expected module:function"),
    ],
)
def test_one_that_is_wrong_or_not_there_is_refused_in_words(command, modules, name, code, said):
    answer = command("bench", "kernels", "--n", "4", "--only", "vectorised", "--kernel", name)
    assert answer.code == code
    assert said in answer.err
    assert "Traceback" not in answer.err
    assert name not in answer.out


def test_a_wrong_one_may_be_allowed_to_be_off(command, modules):
    answer = command(
        "bench", "kernels", "--n", "4", "--only", "numpy", "--kernel", "my_strong:forces", "--within", 0.01
    )
    assert answer.code == 0
    assert "my_strong:forces" in answer.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--n", "25,x"), "--n: expected whole numbers from 1 to 1000000, with commas between, got 'x'"),
        (("--n", "0"), "got '0'"),
        (("--only", "fast"), "--only: no kernel 'fast'; there are"),
        (("--only", ""), "--only: no kernel ''; there are"),
        (("--json", "missing/a.json"), "cannot be written"),
        (("--compare", "missing.json"), "there is no such file"),
    ],
)
def test_what_cannot_be_asked_for(command, modules, arguments, said):
    answer = command("bench", "kernels", *arguments)
    assert answer.code == 2
    assert said in answer.err


def test_in_chinese(command):
    answer = command("bench", "kernels", "--n", "3", "--only", "numpy", "--lang", "zh")
    assert answer.out.startswith("内核")
    assert "没有内核 'fast'" in command("bench", "kernels", "--only", "fast", "--lang", "zh").err
    assert "用时" in command("bench", "kernels", "--help", "--lang", "zh").out


def test_kept_as_json_and_compared(command, tmp_path):
    """Slower than what took a millionth of the time; not slower than what took a million times as long."""
    kept = tmp_path / "kept.json"
    assert command("bench", "kernels", "--n", "5", "--only", "numpy,python", "--json", kept).code == 0
    data = json.loads(kept.read_text(encoding="utf-8"))
    assert {(one["what"], one["n"]) for one in data["measures"]} == {("numpy", 5), ("python", 5)}
    assert {"processor", "cores", "threads", "numba", "magnetsim", "code"} <= data["machine"].keys()

    for factor, code, said in ((1e-6, 1, "slower"), (1e6, 0, "nothing is slower")):
        changed = json.loads(kept.read_text(encoding="utf-8"))
        for one in changed["measures"]:
            one["time"] |= {part: one["time"][part] * factor for part in ("median", "low", "high")}
        other = tmp_path / "other.json"
        other.write_text(json.dumps(changed), encoding="utf-8")
        answer = command("bench", "kernels", "--n", "5", "--only", "numpy,python", "--compare", other)
        assert answer.code == code
        assert said in answer.out
        assert "Compared with 2 measurements" in answer.out


def test_with_nothing_in_common_nothing_is_compared(command, tmp_path):
    kept = tmp_path / "kept.json"
    write_report(kept, Report("2026-01-02 03:04", {"threads": "2"}, (fake("kernels/numpy/25", 1e-6),)))
    answer = command("bench", "kernels", "--n", "5", "--only", "numpy", "--compare", kept)
    assert answer.code == 2
    assert answer.out.startswith("kernel")
    assert answer.err == (
        "Error: --compare: nothing of what was measured is among the measurements of 2026-01-02 03:04 UTC;"
        " nothing can be compared\n"
    )


@pytest.mark.parametrize(
    "text", ["", "[]", '{"format": 1}', '{"format": 1, "when": "", "machine": {}, "measures": [{}]}']
)
def test_a_file_that_is_no_report_is_refused(command, tmp_path, text):
    path = tmp_path / "report.json"
    path.write_text(text, encoding="utf-8")
    answer = command("bench", "shot", "--compare", path)
    assert answer.code == 2
    assert "expected measurements as --json writes them" in answer.err


def test_a_picture_of_times(command, tmp_path):
    path = tmp_path / "times.png"
    assert command("bench", "kernels", "--n", "3,9", "--only", "numpy", "--plot", path).code == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    answer = command("bench", "kernels", "--n", "3", "--only", "numpy", "--plot", tmp_path / "times.odd")
    assert answer.code == 2
    assert "cannot be written" in answer.err


def test_without_matplotlib_it_says_what_to_install(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    answer = command("bench", "kernels", "--plot", "times.png")
    assert answer.code == 2
    assert "pip install 'magnetsim[plot]'" in answer.err


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_the_loop_in_c_is_held_against_the_definition_like_any_other(command):
    answer = command("bench", "kernels", "--n", "25", "--only", "C")
    assert answer.code == 0
    assert answer.out.splitlines()[1].startswith("C ")
    # What is loaded to be compared leaves the arithmetic of all else as it is.
    assert np.float64(5e-324) * 1.0 > 0.0


@pytest.mark.parametrize(
    ("compilers", "source", "said"),
    [
        ((), "dipole.c", "no C compiler was found (looked for cc, gcc, clang)"),
        (("gcc",), "dipole.c", "gcc could not compile it"),
        (("gcc",), "missing.c", "it takes the source folder, of which what is installed has only a part"),
    ],
)
def test_why_there_is_no_loop_in_c(command, monkeypatch, tmp_path, compilers, source, said):
    (tmp_path / "dipole.c").write_text("", encoding="utf-8")
    monkeypatch.setattr("magnetsim.benchmark.contenders.C_SOURCE", tmp_path / source)
    monkeypatch.setattr("magnetsim.benchmark.contenders.shutil.which", lambda name: name if name in compilers else None)
    failed = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr("magnetsim.benchmark.contenders.subprocess.run", lambda *_, **__: failed)
    answer = command("bench", "kernels", "--only", "numpy,C")
    assert (answer.code, answer.err) == (2, f"Error: --only: no kernel 'C': {said}\n")
    monkeypatch.setattr("magnetsim.benchmark.contenders.other_libraries", dict)
    monkeypatch.setattr("magnetsim.benchmark.kernels.compared", lambda *_: iter([]))
    answer = command("bench", "kernels", "--n", "3")
    assert (answer.code, answer.err) == (0, f"No loop in C to compare with: {said}.\n")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.0, "0 ns"),
        (9.994e-7, "999 ns"),
        (9.996e-7, "1 µs"),
        (1.234e-5, "12.3 µs"),
        (9.9999e-4, "1 ms"),
        (0.9996, "1 s"),
        (999.4, "999 s"),
        (1234.5, "1234 s"),
    ],
)
def test_a_time_has_three_digits_and_the_unit_that_suits_it(seconds, said):
    assert duration(seconds) == said


def test_an_aim_of_two_threads_is_not_judged_on_one(command, monkeypatch):
    measures = [fake(f"kernels/{what}/1000", 1e-3) for what in ("vectorised (wall)", "parallel")]
    monkeypatch.setattr("magnetsim.benchmark.kernels.compared", lambda *_: iter(measures))
    monkeypatch.setattr("magnetsim.benchmark.report.machine", lambda: {"threads": "1", "processor": "", "cores": "1"})
    for lang, said in (("en", "not measured: one thread"), ("zh", "未测：只有一个线程")):
        answer = command("bench", "kernels", "--only", "numpy", "--lang", lang)
        assert answer.code == 0
        (line,) = [line for line in answer.out.splitlines() if "≥" in line]
        assert re.split(r"\s{2,}", line)[1:] == ["1,000", said, "≥ 1.8 ×"]


def fake(key, seconds):
    bench, what, n = key.split("/")
    return Measure(bench, what, int(n), Spread(seconds, seconds, seconds, 9), error=1e-15)


def test_an_aim_says_whether_it_is_met(command, monkeypatch):
    measures = [fake("shot/flick to rest, points/25", 4e-3), fake("shot/flick to rest, finite magnets/25", 9e-3)]
    monkeypatch.setattr("magnetsim.benchmark.shot.shots", lambda _: iter(measures))
    lines = [re.split(r"\s{2,}", line.strip()) for line in command("bench", "shot").out.splitlines()]
    assert ["flick to rest", "points", "4 ms", "≤ 5 ms", "met"] in lines
    assert ["flick to rest", "finite magnets", "9 ms", "≤ 8 ms", "NOT MET"] in lines


def test_all_at_once_is_kept_on_the_way(command, monkeypatch, tmp_path):
    """What was measured before an interruption is there after it."""
    path, kept = tmp_path / "report.json", []

    def measures(key):
        kept.append(len(json.loads(path.read_text(encoding="utf-8"))["measures"]))
        return iter([fake(key, 1e-3)])

    monkeypatch.setattr("magnetsim.benchmark.contenders.other_libraries", dict)
    monkeypatch.setattr("magnetsim.benchmark.kernels.compared", lambda *_: iter([fake("kernels/C/25", 1e-6)]))
    monkeypatch.setattr("magnetsim.benchmark.step.steps", lambda _: measures("step/whole step, spread/25"))
    monkeypatch.setattr("magnetsim.benchmark.shot.shots", lambda _: measures("shot/flick to rest, points/25"))
    monkeypatch.setattr("magnetsim.benchmark.game.games", lambda _: measures("game/《同感》/3"))
    monkeypatch.setattr("magnetsim.benchmark.start.starts", lambda _: measures("start/first start, points/25"))
    answer = command("bench", "all", "--json", path)
    assert answer.code == 0
    assert kept == [1, 2, 3, 4]
    assert len(json.loads(path.read_text(encoding="utf-8"))["measures"]) == 5
    assert "《同感》" in answer.out


def test_what_was_measured_is_told_in_words():
    (_, row) = table_lines([fake("step/whole step, spread/25", 1.0)], words_of("zh"))
    assert row.startswith("整步，散开")


def test_a_report_that_cannot_be_written_is_said(tmp_path, command, monkeypatch):
    monkeypatch.setattr("magnetsim.benchmark.shot.shots", lambda _: iter([]))
    answer = command("bench", "shot", "--json", tmp_path / "no" / "report.json")
    assert answer.code == 2
    assert "cannot be written" in answer.err
    write_report(tmp_path / "report.json", Report("2026-01-01 00:00", {}, ()))
