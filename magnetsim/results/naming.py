"""What scenarios, strategies, hands and endings are called in tables and pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from magnetsim.language import Words, message
from magnetsim.narration import feelinks, xinxin
from magnetsim.results.schema import CRASHED, FEELINKS, FINISHED, STOPPED, TIMEOUT
from magnetsim.results.summary import SettingSummary

NOTHING = "–"
"""What stands where there is no value."""

STATUSES = {
    FINISHED: message("played to the end"),
    STOPPED: message("stopped by an error"),
    CRASHED: message("lost with its process"),
    TIMEOUT: message("stopped for taking too long"),
}
"""What is said of what became of games."""

_LONGEST = 24
"""Characters of a value that are told: a list of magnets, or a code, may have thousands."""


def setting_labels(settings: Sequence[SettingSummary]) -> dict[str, str]:
    """What each scenario is called, by digest: its name, and with others of that name what it differs from them in.

    That is its parameters; or its digest, where they do not tell it apart.
    """
    names = Counter(one.scenario for one in settings)
    told = {
        one.digest: one.scenario if names[one.scenario] == 1 else f"{one.scenario} {_parameters(one, settings)}"
        for one in settings
    }
    labels = Counter(told.values())
    return {
        one.digest: told[one.digest] if labels[told[one.digest]] == 1 else f"{one.scenario} {one.digest}"
        for one in settings
    }


def _parameters(setting: SettingSummary, settings: Iterable[SettingSummary]) -> str:
    """Those in which scenarios of its name differ."""
    same = [one for one in settings if one.scenario == setting.scenario]
    differ = [key for key in setting.parameters if len({str(one.parameters[key]) for one in same}) > 1]
    return ", ".join(f"{key}={_value(setting.parameters[key])}" for key in differ)


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    text = NOTHING if value is None else str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def strategy_word(strategy: str, kind: str, words: Words) -> str:
    """A strategy as people call it."""
    names = feelinks.STRATEGIES if kind == FEELINKS else xinxin.STRATEGIES
    return words.gettext(names.get(strategy, strategy))


def ending_word(why: str, kind: str, words: Words) -> str:
    """Why a game ended, in words."""
    endings = feelinks.TERMINATIONS if kind == FEELINKS else xinxin.TERMINATIONS
    return words.gettext(endings.get(why, why))


def hand_word(hand: str | None, words: Words) -> str:
    """A hand as people call it."""
    if hand is None:
        return NOTHING
    return words.gettext(xinxin.HANDS[hand]) if hand in xinxin.HANDS else words.gettext("of its own")
