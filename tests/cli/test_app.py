"""What holds for every command: help, languages, code pages, exit codes."""

import ast
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

COMMANDS = [
    ("run",),
    ("replay",),
    ("rules",),
    ("scenario",),
    ("scenario", "check"),
    ("scenario", "new"),
    ("scenario", "schema"),
]


@pytest.mark.parametrize("name", COMMANDS, ids=" ".join)
def test_every_command_has_help_with_an_example(command, name):
    answer = command(*name, "--help")
    assert answer.code == 0
    assert answer.err == ""
    if name != ("scenario",):
        assert f"For example: magnetsim {' '.join(name)}" in answer.out


def test_flags_take_no_value(command):
    help_text = command("run", "--help").out
    assert "--quiet" in help_text
    assert "bool" not in help_text.lower()


def test_help_speaks_both_languages(command, monkeypatch):
    english = command("--help").out
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    chinese = command("--help").out
    assert "Play a match" in english
    assert "Play a match" not in chinese
    assert "场景" in chinese


def test_help_in_the_language_asked_for(command):
    assert "场景" in command("run", "--lang", "zh", "--help").out
    assert "场景" in command("run", "--lang=zh", "--help").out
    for group in ("scenario", "feelinks", "physics", "bench"):
        assert "显示这段说明" in command(group, "--help", "--lang", "zh").out
    assert "力" in command("physics", "--lang", "zh", "calibrate", "--help").out


def test_help_in_chinese_is_not_cut_off(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for name, line in ((("batch",), "代替各文件的种子。"), (("feelinks", "play"), "模拟的朋友自己有名字。")):
        assert line in re.sub(r"[\s│]", "", command(*name, "--lang", "zh", "--help").out)


def test_no_command_shows_the_help(command):
    answer = command()
    assert answer.code == 2
    assert "run" in answer.out
    assert answer.err == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rum",), "known here: run, "),
        (("rules", "chess"), "'xinxin'"),
        (("rules", "xinxin", "--lang", "fr"), "'zh'"),
        (("run", "x.toml", "--sede", "1"), "--seed"),
    ],
    ids=" ".join,
)
def test_bad_command_lines_say_what_is_wrong(command, arguments, said):
    answer = command(*arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("Error: ")
    assert said in answer.err
    assert "Traceback" not in answer.err


def test_errors_are_framed_in_chinese(command, monkeypatch):
    monkeypatch.setenv("LANG", "zh_CN.GBK")
    monkeypatch.delenv("LC_ALL")
    assert command("rules", "chess").err.startswith("错误：")


def test_help_loads_neither_compiler_nor_window():
    code = (
        "import sys\n"
        "from magnetsim.cli.app import start\n"
        "assert start(['--help']) == 0\n"
        "found = {'numba', 'llvmlite', 'pygame', 'pymunk', 'numpy', 'scipy'} & set(sys.modules)\n"
        "assert not found, found\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr.decode()


def test_importing_the_package_loads_neither_compiler_nor_window():
    code = (
        "import sys, magnetsim\n"
        "assert magnetsim.__version__\n"
        "found = {'numba', 'llvmlite', 'pygame', 'pymunk', 'numpy'} & set(sys.modules)\n"
        "assert not found, found\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr.decode()


def test_every_public_name_is_there():
    import magnetsim

    for name in magnetsim.__all__:
        assert getattr(magnetsim, name) is not None
    assert set(magnetsim.__all__) <= set(dir(magnetsim))
    with pytest.raises(AttributeError, match="no attribute 'Tabel'"):
        _ = magnetsim.Tabel


def test_type_checkers_know_every_public_name_by_its_home():
    """They read no __getattr__: without the block that only they see, all would be Any."""
    import magnetsim

    block = next(
        node for node in ast.parse(Path(magnetsim.__file__).read_text("utf-8")).body if isinstance(node, ast.If)
    )
    assert ast.unparse(block.test) == "TYPE_CHECKING"
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    known = {alias.asname: node.module.removeprefix("magnetsim.") for node in imports for alias in node.names}
    assert known == magnetsim._HOME


def test_version_tells_what_matters_for_reproducing(command):
    answer = command("--version")
    assert answer.code == 0
    names = [line.split(" ", 1)[0] for line in answer.out.splitlines()]
    assert names == ["magnetsim", "code", "numpy", "numba", "llvmlite", "pymunk", "python", "platform", "libc", "cpu"]
    assert all(line.split(" ", 1)[1] for line in answer.out.splitlines())


@pytest.mark.parametrize("encoding", ["gbk", "ascii", "cp1252", "utf-8"])
def test_any_code_page_will_do(process, encoding):
    done = process("rules", "xinxin", "--lang", "zh", PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert done.stderr == b""
    text = done.stdout.decode(encoding)
    if encoding in ("gbk", "utf-8"):
        assert "《心心相引》" in text
    if encoding in ("ascii", "cp1252"):
        assert "X1.1  ???? 25 ??" in text


def test_help_in_a_bare_locale(process):
    done = process("--help", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_no_colour_when_redirected_or_not_wanted(process):
    for environment in ({}, {"NO_COLOR": "1", "FORCE_COLOR": None}, {"TERM": "dumb"}):
        done = process("--help", **environment)
        assert b"\x1b" not in done.stdout + done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes that break")
@pytest.mark.parametrize("arguments", ["rules xinxin", "--help", "scenario schema"])
def test_a_reader_that_leaves_early_is_no_failure(arguments):
    done = subprocess.run(
        f"{shlex.quote(sys.executable)} -m magnetsim {arguments} | head -1; echo ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.stderr == b""
    assert done.stdout.splitlines()[-1] in (b"0", b"141")
