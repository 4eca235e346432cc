"""What keys do to the place on the line of time: pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from magnetsim.viewer.keys import Action
from magnetsim.viewer.playhead import Playhead, clip_on, faster, moved_to, shot_on, stepped, turn_on
from magnetsim.viewer.timeline import AnyTimeline


def steered(head: Playhead, film: AnyTimeline, action: Action, *, growing: bool, shots: Sequence[int] = ()) -> Playhead:
    """The playhead after a key; as it was for a key that is about something else.

    growing : whether more of the film is to come        shots : the clips in which one is seen
    """
    match action:
        case Action.PLAY:
            again = head.time >= film.length and not growing and not head.running
            return replace(head, time=0.0 if again else head.time, running=not head.running)
        case Action.FRAME_BACK | Action.FRAME_ON:
            return stepped(head, film, -1 if action is Action.FRAME_BACK else 1)
        case Action.CLIP_BACK | Action.CLIP_ON:
            return clip_on(head, film, -1 if action is Action.CLIP_BACK else 1)
        case Action.SHOT_BACK | Action.SHOT_ON:
            return shot_on(head, film, shots, -1 if action is Action.SHOT_BACK else 1)
        case Action.TURN_BACK | Action.TURN_ON:
            return turn_on(head, film, -1 if action is Action.TURN_BACK else 1)
        case Action.START:
            return moved_to(head, film, 0.0)
        case Action.END:
            return moved_to(head, film, film.length)
        case Action.SLOWER | Action.FASTER:
            return faster(head, -1 if action is Action.SLOWER else 1)
        case Action.LOOP:
            return replace(head, loop=not head.loop)
        case _:
            return head
