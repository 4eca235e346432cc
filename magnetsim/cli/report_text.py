"""What a batch came to, in tables to read."""

from __future__ import annotations

from collections.abc import Sequence

from magnetsim.cli.columns import columns
from magnetsim.language import Words
from magnetsim.results.naming import NOTHING, STATUSES, ending_word, hand_word, setting_labels, strategy_word
from magnetsim.results.proportions import Share
from magnetsim.results.schema import FINISHED
from magnetsim.results.shot_counts import ShotCounts
from magnetsim.results.summary import SettingSummary, StrategySummary, Summary


def report_text(summary: Summary, words: Words) -> str:
    """The summary as lines: how many games, then a table a subject; numbers are means of a game unless they say so."""
    labels = setting_labels(summary.settings)
    parts = [_opening(summary, words)]
    if not any(one.finished for one in summary.settings):
        parts.append(_nothing(summary, words))
    else:
        parts += [_players(summary.settings, labels, words), _first_players(summary.settings, labels, words)]
        magnets = [one for one in summary.settings if one.shots is not None]
        if magnets:
            parts += [_games(magnets, labels, words), _shots(magnets, labels, words)]
        cards = [one for one in summary.settings if one.right is not None]
        if cards:
            parts.append(_cards(cards, labels, words))
        parts += [_endings(summary.settings, labels, words), _strategies(summary.strategies, words)]
    return "\n\n".join(parts)


def _opening(summary: Summary, words: Words) -> str:
    text = words.ngettext("{count} game", "{count} games", summary.games).format(count=f"{summary.games:,}")
    if summary.missing:
        text = words.gettext("unfinished: {games} of {planned} so far").format(
            games=text, planned=f"{summary.planned:,}"
        )
    counts = {status: sum(one.statuses.get(status, 0) for one in summary.settings) for status in STATUSES}
    if summary.games > counts[FINISHED]:
        told = [
            f"{words.gettext(STATUSES[one])}: {count:,}" for one, count in counts.items() if count or one == FINISHED
        ]
        text = words.gettext("{games} ({statuses})").format(games=text, statuses="; ".join(told))
    return text


def _nothing(summary: Summary, words: Words) -> str:
    """Why there are no tables, and what to do."""
    text = words.gettext("No game has been played to its end, so there is nothing to sum up.")
    if summary.games:
        text += " " + words.gettext("Why each was not is in the column error of the table of games.")
    if summary.missing:
        text += " " + words.gettext("The batch's command with --resume plays the games that are missing.")
    return text


def _players(settings: Sequence[SettingSummary], labels: dict[str, str], words: Words) -> str:
    _ = words.gettext
    head = [_("scenario"), _("player"), _("strategy"), _("hand"), _("wins"), _("share"), "95 %", _("score")]
    rows = [
        [
            labels[one.digest],
            player.name,
            strategy_word(player.strategy, one.kind, words),
            hand_word(player.hand, words),
            *_share(player.wins),
            _number(player.score, 2),
        ]
        for one in settings
        for player in one.players
    ]
    table = columns(head, _sparing(rows), 4)
    if all(sum(player.wins.count for player in one.players) <= one.finished for one in settings):
        return table
    shared = _("A game that several win counts for each of them: shares may add up to more than 100 %.")
    return f"{table}\n{shared}"


def _first_players(settings: Sequence[SettingSummary], labels: dict[str, str], words: Words) -> str:
    _ = words.gettext
    head = [_("who starts"), _("wins"), _("of"), _("share"), "95 %", _("by chance"), "p"]
    rows = [
        [
            labels[one.digest],
            f"{one.first.wins.count:,}",
            f"{one.first.wins.of:,}",
            *_share(one.first.wins)[1:],
            _percent(one.first.chance),
            NOTHING if one.first.p_value is None else f"{one.first.p_value:.2g}",
        ]
        for one in settings
    ]
    return columns(head, rows, 1)


def _games(settings: Sequence[SettingSummary], labels: dict[str, str], words: Words) -> str:
    _ = words.gettext
    head = [_("a game"), _("turns"), _("from–to"), _("falls"), _("caught"), _("left over"), _("tied"), _("replays")]
    head += [_("undecided"), _("stalemate"), _("time, s")]
    rows = [
        [
            labels[one.digest],
            _number(one.turns.mean, 1),
            f"{one.turns.least}–{one.turns.most}" if one.finished else NOTHING,
            _number(one.falls / one.finished if one.finished else None, 2),
            _number(one.catches / one.finished if one.finished else None, 2),
            _number(one.left, 2),
            _percent(one.ties.share),
            f"{one.replays:,}",
            _percent(one.undecided.share),
            _percent(one.stalemates.share),
            _number(one.simulated.mean, 2),
        ]
        for one in settings
    ]
    return columns(head, rows, 1)


def _shots(settings: Sequence[SettingSummary], labels: dict[str, str], words: Words) -> str:
    head = [words.gettext("a shot"), *_shot_heads(words)]
    return columns(head, [[labels[one.digest], *_shot_cells(one.shots)] for one in settings], 1)


def _cards(settings: Sequence[SettingSummary], labels: dict[str, str], words: Words) -> str:
    _ = words.gettext
    head = [_("a game of cards"), _("rounds"), _("from–to"), _("right predictions"), "95 %"]
    rows = [
        [
            labels[one.digest],
            _number(one.turns.mean, 1),
            f"{one.turns.least}–{one.turns.most}" if one.finished else NOTHING,
            *_share(one.right)[1:],
        ]
        for one in settings
        if one.right is not None
    ]
    return columns(head, rows, 1)


def _endings(settings: Sequence[SettingSummary], labels: dict[str, str], words: Words) -> str:
    _ = words.gettext
    head = [_("how games end"), _("why"), _("games"), _("share"), "95 %"]
    rows = [
        [labels[one.digest], ending_word(why, one.kind, words), *_share(share)]
        for one in settings
        for why, share in one.endings.items()
    ]
    return columns(head, _sparing(rows), 2)


def _strategies(strategies: Sequence[StrategySummary], words: Words) -> str:
    _ = words.gettext
    magnets = any(one.shots is not None for one in strategies)
    head = [_("all with a strategy"), _("games won"), _("share"), "95 %", _("if all were equal")]
    rows = [
        [
            strategy_word(one.strategy, one.kind, words),
            *_share(one.wins),
            _percent(one.expected),
            *(_shot_cells(one.shots) if magnets else []),
        ]
        for one in strategies
    ]
    return columns([*head, *(_shot_heads(words) if magnets else [])], rows, 1)


def _shot_heads(words: Words) -> list[str]:
    _ = words.gettext
    return [_("shots"), _("magnets a shot"), _("shots that pay"), _("falls a shot"), _("new clusters by size")]


def _shot_cells(shots: ShotCounts | None) -> list[str]:
    if shots is None:
        return [NOTHING] * 5
    sizes = "  ".join(f"{size}: {count:,}" for size, count in shots.clusters.items())
    falls = shots.falls / shots.shots if shots.shots else None
    return [
        f"{shots.shots:,}",
        _number(shots.a_shot, 3),
        _percent(shots.paying.share),
        _number(falls, 3),
        sizes or NOTHING,
    ]


def _sparing(rows: list[list[str]]) -> list[list[str]]:
    """The rows, the first cell empty where it says the same as above."""
    before = [""] + [row[0] for row in rows]
    return [["" if row[0] == above else row[0], *row[1:]] for row, above in zip(rows, before, strict=False)]


def _share(share: Share) -> list[str]:
    """How many, what part, and within what interval."""
    between = f"{100 * share.low:.1f}–{100 * share.high:.1f} %" if share.of else NOTHING
    return [f"{share.count:,}", _percent(share.share), between]


def _percent(part: float | None) -> str:
    return NOTHING if part is None else f"{100 * part:.1f} %"


def _number(value: float | None, places: int) -> str:
    return NOTHING if value is None else f"{value:.{places}f}"
