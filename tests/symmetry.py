"""A square table turned by quarters and mirrored: states, moves and facts as they are seen then."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from magnetsim.rim import rim_arc, rim_point
from magnetsim.rules.xinxin.game import LaidOut, PutBack, PutDown, Rested, Searched, Shoot, ShotResult
from magnetsim.shot import Delivery
from magnetsim.table import with_arrays


@dataclass(frozen=True, slots=True)
class View:
    """First mirrored, left for right, or not; then turned counter-clockwise by so many quarters."""

    quarters: int
    mirrored: bool

    def point(self, point):
        x, y = point
        x = -x if self.mirrored else x
        for _ in range(self.quarters):
            x, y = -y, x
        return x, y

    def angle(self, angle):
        return (math.pi - angle if self.mirrored else angle) + self.quarters * math.pi / 2

    def lever(self, value):
        """What is positive to the left, or counter-clockwise."""
        return -value if self.mirrored else value

    def table(self, table):
        def points(array):
            x, y = array.T.copy()
            turned = array.copy()
            turned[:, 0], turned[:, 1] = self.point((x, y))
            return turned

        load = table.rest_load.copy()
        load[:, 0], load[:, 1] = self.point((table.rest_load[:, 0], table.rest_load[:, 1]))
        load[:, 2] = self.lever(load[:, 2])
        return with_arrays(
            table,
            position=points(table.position),
            velocity=points(table.velocity),
            angle=self.angle(table.angle),
            spin=self.lever(table.spin),
            rest_load=load,
        )

    def state(self, state):
        board = state.table.board
        seats = tuple(
            replace(seat, middle=rim_arc(board, self.point(rim_point(board, seat.middle)[0]))) for seat in state.seats
        )
        falling = tuple(map(self.exit, state.falling))
        laid, table = self.table(state.laid), self.table(state.table)
        return replace(state, seats=seats, laid=laid, table=table, falling=falling)

    def move(self, move):
        if isinstance(move, PutBack):
            return replace(move, position=self.point(move.position), angle=self.angle(move.angle))
        if not isinstance(move, Shoot):
            return move
        shot = replace(move.shot, direction=self.angle(move.shot.direction))
        if isinstance(shot, Delivery):
            shot = replace(shot, spin=self.lever(shot.spin))
        else:
            shot = replace(shot, offset=self.lever(shot.offset))
        return Shoot(self.point(move.position), self.angle(move.angle), shot)

    def exit(self, fallen):
        return replace(fallen, position=self.point(fallen.position), velocity=self.point(fallen.velocity))

    def settled(self, settled):
        return replace(settled, table=self.table(settled.table), exits=tuple(map(self.exit, settled.exits)))

    def facts(self, facts):
        match facts:
            case LaidOut():
                return LaidOut(self.table(facts.table))
            case Rested():
                return replace(facts, settled=self.settled(facts.settled))
            case ShotResult(settled=settled) if settled is not None:
                return replace(facts, settled=self.settled(settled))
            case PutDown(table=table) if table is not None:
                return replace(facts, table=self.table(table))
            case Searched(found=found) if found is not None:
                x, y, angle = found
                return Searched((*self.point((x, y)), self.angle(angle)))
            case _:
                return facts


VIEWS = [View(quarters, mirrored) for mirrored in (False, True) for quarters in range(4)][1:]
"""All but the table as it stands."""
