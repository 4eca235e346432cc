"""A referee written from the clauses alone, who knows nothing of the rules module but its moves, facts and options.

It keeps its own books of a game on the square table of these tests: who is to move, whether a move is allowed, where
every magnet is, who has won.
"""

from __future__ import annotations

import math

from magnetsim.rules.xinxin.game import (
    Catch,
    Collect,
    Deal,
    Decline,
    Forfeit,
    LayOut,
    LiftShooter,
    NoStart,
    PutBack,
    SetAside,
    Shoot,
    TakeShooter,
)
from magnetsim.shot import Delivery, Flick, Push

HALF = 0.3
ROUND_TRIP = 8 * HALF
MAGNET_RADIUS = 0.01


def depth(point):
    """How far inside the rim of the square; negative outside."""
    x, y = map(abs, point)
    if max(x, y) <= HALF:
        return HALF - max(x, y)
    return -math.hypot(max(x - HALF, 0.0), max(y - HALF, 0.0))


def round_the_table(point):
    """The way along the rim, clockwise from the near side's middle, to where a point is nearest."""
    x, y = point
    if abs(y) >= abs(x):
        x = min(max(x, -HALF), HALF)
        return (-x) % ROUND_TRIP if y < 0 else 4 * HALF + x
    y = min(max(y, -HALF), HALF)
    return 2 * HALF + y if x < 0 else 6 * HALF - y


def goes_in(point, ahead, near):
    """Away from a side that the point is near to; from beyond the rim, towards the table both across and along."""
    towards = [step * place < 0 for place, step in zip(point, ahead, strict=True)]
    beyond = [abs(place) - HALF for place in point]
    if max(beyond) > 0:
        return all(way for way, far in zip(towards, beyond, strict=True) if far > 0)
    return any(way for way, far in zip(towards, beyond, strict=True) if -far <= near)


class Referee:
    def __init__(self, players, count, options):
        self.players, self.count, self.options = players, count, options
        self.playing = list(range(players))
        self.last_scores = [0] * players
        self.earlier = []
        self.termination = None
        self.new_game()

    def new_game(self):
        self.lying, self.bonds = set(range(self.count)), set()
        self.shooter, self.hand = [None] * self.players, [None] * self.players
        self.won = [[] for _ in range(self.players)]
        self.falling, self.back, self.aside, self.offers = [], [], [], []
        self.turns = self.idle = 0
        self.lively = False
        self.stage = "deal"

    # Questions

    def to_move(self):
        if self.stage == "over":
            return None
        return -1 if self.stage in ("layout", "deal", "catch") else self.seat

    def scores(self):
        return tuple(
            len(self.won[seat]) if seat in self.playing else self.last_scores[seat] for seat in range(self.players)
        )

    def sides(self):
        if not self.options.teams:
            return [{seat} for seat in self.playing]
        half = self.players // 2
        return [{seat, seat + half} for seat in self.playing if seat < half]

    def best(self):
        scores = self.scores()
        sums = [(sum(scores[seat] for seat in side), side) for side in self.sides()]
        return [side for points, side in sums if points == max(sums, key=lambda one: one[0])[0]]

    def winners(self):
        best = self.best()
        return tuple(sorted(best[0])) if len(best) == 1 else ()

    def free(self):
        return self.lying - set(self.shooter)

    def able(self, seat):
        own = self.shooter[seat]
        return bool(self.free()) if own is None else self.hand[seat] is not None or own in self.lying

    # Whether a move is allowed

    def allows(self, move, facts):
        stage, seat = self.stage, getattr(self, "seat", None)
        if isinstance(move, LayOut):
            return stage == "layout"
        if isinstance(move, Deal):
            drawn = set(move.shooters)
            whole = len(drawn) == len(move.shooters) == len(self.playing)
            return stage == "deal" and whole and drawn <= self.lying and move.start in self.playing
        if isinstance(move, Catch):
            return (
                stage == "catch" and len(move.catchers) == len(self.falling) and all(map(self.can_catch, move.catchers))
            )
        if isinstance(move, LiftShooter):
            return stage == "take" and self.shooter[seat] is not None
        if isinstance(move, TakeShooter):
            return stage == "take" and self.shooter[seat] is None and move.magnet in self.free()
        if isinstance(move, Shoot):
            return stage == "aim" and self.good_shot(move) and not facts.spot.touches and not facts.spot.moves
        if isinstance(move, NoStart):
            return stage == "aim" and facts.found is None
        if isinstance(move, Collect):
            return stage == "choose" and move.cluster in self.offers
        if isinstance(move, Decline):
            return stage == "choose" and not self.options.must_take
        if isinstance(move, PutBack):
            good = depth(move.position) >= 0 and not facts.spot.touches and not facts.spot.moves
            return stage in ("return", "back") and move.magnet in self.back and good
        if isinstance(move, SetAside):
            return stage in ("return", "back") and move.magnet in self.back and facts.found is None
        return isinstance(move, Forfeit) and stage in ("return", "take", "aim", "choose", "back")

    def can_catch(self, seat):
        if seat is None:
            return True
        return seat != self.seat and seat in self.playing and (self.hand[seat] is not None or bool(self.won[seat]))

    def good_shot(self, move):
        shot, options = move.shot, self.options
        way = {Flick: "flick", Push: "push", Delivery: "deliver"}[type(shot)]
        if shot.magnet != self.hand[self.seat] or way not in [one.value for one in options.ways]:
            return False
        inside = depth(move.position)
        if not 0 <= (-inside if way == "deliver" else inside) <= options.start_depth:
            return False
        arc = round_the_table(move.position)
        if not options.free_movement:
            off = (arc - self.seat * ROUND_TRIP / self.players) % ROUND_TRIP
            if min(off, ROUND_TRIP - off) > options.reach / 2 + 1e-9:
                return False
        ahead = math.cos(shot.direction), math.sin(shot.direction)
        if not goes_in(move.position, ahead, options.start_depth) or not 0 < shot.speed <= options.speed_limit:
            return False
        if way == "deliver":
            return abs(shot.spin) <= options.spin_limit
        if abs(shot.offset) > MAGNET_RADIUS:
            return False
        if way == "flick":
            return True
        end = [place + shot.stroke * along for place, along in zip(move.position, ahead, strict=True)]
        return 0 < shot.stroke <= options.stroke_limit and 0 <= depth(end) <= options.rim_zone

    # What a move does

    def note(self, move, facts):
        self.offers = []
        match move:
            case LayOut():
                self.last_scores = list(self.scores())
                self.earlier.append(self.scores())
                self.playing = sorted(seat for side in self.best() for seat in side)
                self.new_game()
            case Deal():
                for own, magnet in zip(self.playing, move.shooters, strict=True):
                    self.shooter[own] = self.hand[own] = magnet
                self.look(facts.settled)
                self.seat = move.start
                self.begin()
            case LiftShooter() | TakeShooter():
                self.arm(move)
                self.look(facts.settled)
                self.fall(facts.settled.exits, self.aim)
            case Shoot():
                self.hand[self.seat] = None
                self.look(facts.settled)
                self.clusters = facts.clusters
                self.fall(facts.settled.exits, self.judge)
            case Catch():
                self.caught(move.catchers)
            case Collect():
                self.look(facts.settled)
                self.give(self.seat, sorted(move.cluster))
                self.fall(facts.settled.exits, self.put_back)
            case PutBack() | SetAside():
                self.placed(move, facts)
            case Forfeit() if self.stage in ("return", "back"):
                self.aside, self.back = self.aside + self.back, []
                self.end()
            case _:
                self.put_back()

    def arm(self, move):
        if isinstance(move, TakeShooter):
            self.shooter[self.seat] = move.magnet
        self.hand[self.seat] = self.shooter[self.seat]

    def caught(self, catchers):
        for magnet, catcher in zip(self.falling, catchers, strict=True):
            if catcher is None:
                self.back.append(magnet)
            else:
                self.give(catcher, [magnet])
                self.lively = True
        self.falling = []
        self.then()

    def placed(self, move, facts):
        self.back.remove(move.magnet)
        if isinstance(move, PutBack):
            self.lying.add(move.magnet)
            self.bonds = set(facts.table.bonds)
        else:
            self.aside.append(move.magnet)
        if self.back:
            return
        if self.stage == "return":
            self.ready()
        else:
            self.end()

    def look(self, settled):
        self.lying = set(settled.table.magnet.tolist())
        self.bonds = set(settled.table.bonds)

    def give(self, seat, magnets):
        self.won[seat] += magnets
        self.shooter = [None if own in magnets else own for own in self.shooter]

    def next(self):
        return self.playing[(self.playing.index(self.seat) + 1) % len(self.playing)]

    def begin(self):
        if self.aside:
            self.back, self.aside, self.stage = self.aside, [], "return"
        else:
            self.ready()

    def ready(self):
        if self.hand[self.seat] is not None:
            self.aim()
        elif self.able(self.seat):
            self.stage = "take"
        else:
            self.end(skipped=True)

    def aim(self):
        self.stage, self.before = "aim", set(self.bonds)

    def fall(self, exits, then):
        self.falling, self.then = [one.magnet for one in exits], then
        if not exits:
            then()
        elif not self.options.falls_to_next:
            self.stage = "catch"
        else:
            self.give(self.next(), self.falling)
            self.falling, self.lively = [], True
            if then == self.judge:
                self.judge(fell=True)
            else:
                then()

    def is_new(self, cluster):
        if not self.options.changed_is_new:
            return any(a in cluster and b in cluster for a, b in self.bonds if (a, b) not in self.before)
        before, after = ({pair for pair in bonds if cluster & set(pair)} for bonds in (self.before, self.bonds))
        return before != after

    def judge(self, fell=False):
        new = [cluster for cluster in self.clusters if self.is_new(cluster)]
        self.lively |= bool(new)
        if self.options.only_largest:
            new = [cluster for cluster in new if not any(len(other) > len(cluster) for other in new)]
        if new and not fell:
            self.stage, self.offers = "choose", new
        else:
            self.put_back()

    def put_back(self):
        if self.back:
            self.stage = "back"
        else:
            self.end()

    def end(self, skipped=False):
        self.idle = 0 if self.lively else self.idle + 1
        self.turns += 1
        self.lively, self.offers = False, []
        left = len(self.lying) + len(self.aside)
        hands = self.players - self.hand.count(None)
        stuck = not any(map(self.able, self.playing)) and (skipped or not self.aside)
        reasons = {
            "collected": left == 0,
            "too-few": left + hands < 2,
            "no-shooter": stuck,
            "stalemate": self.idle >= self.options.stalemate_rounds * len(self.playing),
            "turn-limit": self.turns >= self.options.turn_limit,
        }
        self.termination = next((name for name, holds in reasons.items() if holds), None)
        if self.termination is None:
            self.seat = self.next()
            self.begin()
        elif self.winners():
            self.stage = "over"
        elif len(self.earlier) >= self.options.replays:
            self.stage, self.termination = "over", "undecided"
        else:
            self.stage = "layout"
