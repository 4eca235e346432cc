"""`magnetsim run --position --shot`: one shot, and what the rules make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magnetsim.cli.output import complain, say
from magnetsim.cli.waiting import getting_ready, said_if_long
from magnetsim.language import Words
from magnetsim.narration.explanation import refused
from magnetsim.narration.xinxin import Narrator, outcome_text

if TYPE_CHECKING:
    pass


def play_shot(position: str, shot: str, words: Words, *, explain: bool) -> bool:
    """Play the shot of a code from the position of another to the end of its turn; whether the rules allow it.

    CodeError when they are none. Choices are those of the position's strategies, catches are drawn from its seed.
    """
    from magnetsim.codes import read_position, read_shot

    shoot = read_shot(shot)
    with said_if_long(getting_ready(words)):
        session = read_position(position)
        state, match = session.match.state, session.match
        names = [player.name for player in state.players]
        facts = None if match.game.legal(state, shoot) else session.world(state, shoot)
    reason = match.game.legal(state, shoot, facts)
    if reason is not None:
        complain(words, refused(reason, words))
        return False
    say(words.gettext("Turn {turn}: {player} is to shoot").format(turn=state.turn, player=names[state.seat]))
    narrator = Narrator(names, words, say, explain=explain)
    narrator.watch(match.make(shoot, facts))
    while match.outcome is None and match.state.turn == state.turn:
        narrator.watch(session.advance())
    narrator.finish()
    if match.outcome is not None:
        say(outcome_text(names, match.outcome, len(match.turns), words))
    return True
