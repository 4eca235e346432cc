"""Errors from below, framed in Chinese."""

import pytest

from magnetsim.cli.framing import FRAMES, framed
from magnetsim.language import words_of


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("a.toml: table: expected a table, got 3", "a.toml: table: 应为 a table，实为 3"),
        (
            'x: game: expected "xinxin", got "xinxn"; did you mean "xinxin"?',
            'x: game: 应为 "xinxin"，实为 "xinxn"; 是不是想写 "xinxin"？',
        ),
        ("x: cannot be read: No such file or directory", "x: 无法读取：没有这个文件或文件夹"),
        ("a: expected 1, got 2\nb: expected 3, got {braces}", "a: 应为 1，实为 2\nb: 应为 3，实为 {braces}"),
        ("nothing that returns", "nothing that returns"),
    ],
)
def test_frames_are_said_in_chinese_and_what_they_hold_stays(english, chinese):
    assert framed(english, words_of("zh")) == chinese
    assert framed(english, words_of("en")) == english


def test_every_frame_has_its_chinese():
    for frame in FRAMES:
        assert words_of("zh").gettext(frame) != frame
