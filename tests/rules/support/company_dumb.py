"""Company a second time, slowly and plainly: walks step by step over (q, r), copies everything.

Written from the rulebook and GAMES.md 2.2 and 2.3 alone, as a check of ``rules.company``; it shares
the data of the layers with it and nothing else.
"""

from __future__ import annotations

import copy

LINES = {"e": (1, 0), "se": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (0, -1), "ne": (1, -1)}


def name(spot):
    return "abcdefghi"[spot[1] + 4] + str(spot[0] + 5)


def spot_of(text):
    return int(text[1:]) - 5, "abcdefghi".index(text[0]) - 4


def turned_back(spot, sixths):
    """(q, r) -> (q + r, -q) turns by a sixth the other way round."""
    for _ in range(sixths):
        spot = (spot[0] + spot[1], -spot[0])
    return spot


class Dumb:
    """A game; ``question`` tells what is asked, ``answered`` gives the game after an answer."""

    def __init__(self, board, seats, *, tournament=False, bonus=True, cap=400, each=0):
        self.board, self.seats = board, seats
        self.tournament, self.with_bonus, self.cap = tournament, bonus, cap
        self.layer, self.rot = 0, None
        self.moles = {}
        self.down = [[1, 2, 2, 3, 3, 4] for _ in range(seats)]
        self.phase, self.then = "rotation", "starter"
        self.seat = None
        self.to_place = seats * (each or {2: 10, 3: 7, 4: 6}[seats])
        self.shown, self.second = [], False
        self.turns = self.quiet = self.passed = 0
        self.result = None

    @classmethod
    def stood(cls, board, moles, *, layer, rotation, starter, **how):
        """A hand-made start; ``moles`` are names in one text for each seat."""
        g = cls(board, len(moles), **how)
        g.layer, g.rot, g.phase, g.to_place = layer - 1, rotation, "turn", 0
        for seat, names in enumerate(moles):
            for one in names.split():
                g.moles[spot_of(one)] = seat
        if starter is None:
            g.phase = "starter"
        g.seat = starter
        g.then = g.phase
        if rotation is None:
            g.phase = "rotation"
        return g

    # --- the layer ---

    def here(self):
        return self.board.layers[self.layer]

    def on_layer(self, spot):
        q, r = spot
        return all(-self.here().radius <= x <= self.here().radius for x in (q, r, -q - r))

    def is_hole(self, spot):
        return turned_back(spot, self.rot) in self.here().holes

    def is_special(self, spot):
        return turned_back(spot, self.rot) in self.here().specials

    def lowest(self):
        return self.layer == len(self.board.layers) - 1

    def open_way(self, spot, line):
        """Whether a mole that moves along ``line`` may end in the hole on ``spot``."""
        here = self.here()
        if not here.solid:
            return True
        side = turned_back((-line[0], -line[1]), self.rot)
        return side in here.solid or (self.seats > 2 and side in here.dashed)

    def everywhere(self):
        return [(q, r) for r in range(-4, 5) for q in range(-4, 5) if self.on_layer((q, r))]

    def own(self, seat):
        return [spot for spot, owner in self.moles.items() if owner == seat]

    def alive(self):
        return [seat for seat in range(self.seats) if self.own(seat)]

    def lands(self, spot, line, value, second):
        """Where a mole ends, None where it may not move so."""
        q, r = spot
        for _ in range(value):
            q, r = q + line[0], r + line[1]
            if not self.on_layer((q, r)) or (q, r) in self.moles:
                return None
        if self.is_hole((q, r)) and not self.open_way((q, r), line):
            return None
        if second and self.is_special((q, r)):
            return None
        return q, r

    def moves(self, value):
        return [
            f"{name(spot)} {way}"
            for spot in self.own(self.seat)
            for way, line in LINES.items()
            if self.lands(spot, line, value, self.second)
        ]

    # --- questions ---

    def question(self):
        """("do", seat, texts), ("draw", kind, {outcome: weight}) or ("over", reason, ranking)."""
        if self.phase == "over":
            return ("over", *self.result)
        if self.phase == "rotation":
            return "draw", "rotation", dict.fromkeys(range(6), 1)
        if self.phase == "starter":
            seats = range(self.seats) if self.to_place else self.alive()
            return "draw", "starter", dict.fromkeys(seats, 1)
        if self.phase == "disc":
            mine = self.down[self.seat]
            return "draw", "disc", {value: mine.count(value) for value in mine}
        if self.phase == "place":
            texts = [
                "put " + name(spot)
                for spot in self.everywhere()
                if spot not in self.moles and not self.is_hole(spot)
            ]
        elif self.phase == "turn":
            texts = ["flip"]
            if all(self.is_hole(spot) for spot in self.own(self.seat)):
                texts += ["pass"]
        elif self.phase == "bonus":
            texts = ["flip", "pass"]
        elif self.phase == "keep":
            texts = [f"keep {value}" for value in set(self.shown) if self.moves(value)]
        else:
            texts = self.moves(self.shown[0])
        return "do", self.seat, sorted(texts)

    # --- answers ---

    def answered(self, answer):
        g = copy.deepcopy(self)
        getattr(g, "_" + g.phase)(answer)
        return g

    def _rotation(self, sixths):
        self.rot = sixths
        inside = [spot for spot in self.moles if self.is_hole(spot)]
        if self.lowest() and inside:
            self.win(self.moles[inside[0]], "goal")
        elif len(inside) == len(self.here().holes):
            self.lift()
        else:
            self.phase = self.then
            if self.phase == "next":
                self.next_turn()
            elif self.phase == "turn" and not self.own(self.seat):
                self.to_next_seat()

    def _starter(self, seat):
        self.seat = seat
        self.phase = "place" if self.to_place else "turn"

    def _place(self, text):
        self.moles[spot_of(text.split()[1])] = self.seat
        self.to_place -= 1
        self.seat = (self.seat + 1) % self.seats
        self.phase = "place" if self.to_place else "turn"

    def _turn(self, text):
        self.shown, self.second = [], False
        if text == "flip":
            self.phase = "disc"
            return
        self.quiet += 1
        self.passed += 1
        self.end_turn()

    def _bonus(self, text):
        self.shown, self.second = [], True
        if text == "flip":
            self.phase = "disc"
        else:
            self.end_turn()

    def _disc(self, value):
        mine = self.down[self.seat]
        mine.remove(value)
        self.shown.append(value)
        if self.tournament and len(self.shown) == 1 and mine:
            return
        if any(self.moves(one) for one in self.shown):
            self.phase = "keep" if len(self.shown) == 2 else "move"
            return
        mine += self.shown[1:]
        if not self.second:
            self.quiet += 1
        self.passed = 0
        self.refill()
        self.end_turn()

    def _keep(self, text):
        kept = int(text.split()[1])
        self.shown.remove(kept)
        self.down[self.seat] += self.shown
        self.shown = [kept]
        self.phase = "move"

    def _move(self, text):
        since, way = text.split()
        spot = spot_of(since)
        to = self.lands(spot, LINES[way], self.shown[0], self.second)
        del self.moles[spot]
        self.moles[to] = self.seat
        self.quiet = self.passed = 0
        self.refill()
        if self.is_hole(to):
            if self.lowest():
                self.turns += 1
                self.win(self.seat, "goal")
                return
            if all(spot in self.moles for spot in self.everywhere() if self.is_hole(spot)):
                self.turns += 1
                self.then = "next"
                self.lift()
                return
        if self.with_bonus and self.is_special(to) and not self.second:
            self.phase = "bonus"
            return
        self.end_turn()

    # --- what follows ---

    def refill(self):
        if not self.down[self.seat]:
            self.down[self.seat] = [1, 2, 2, 3, 3, 4]

    def end_turn(self):
        self.turns += 1
        alive = self.alive()
        if self.passed == len(alive):
            self.then = "next"
            self.lift()
        elif self.quiet == 3 * len(alive):
            if self.lowest():
                self.tie()
            else:
                self.then = "next"
                self.lift()
        else:
            if self.quiet == 2 * len(alive):
                for seat in alive:
                    self.down[seat] = [1, 2, 2, 3, 3, 4]
            self.next_turn()

    def next_turn(self):
        if self.turns == self.cap:
            count = [
                (len(self.own(seat)), sum(map(self.is_hole, self.own(seat))))
                for seat in range(self.seats)
            ]
            self.rank("turn_cap", count)
            return
        self.to_next_seat()
        self.phase = "turn"

    def to_next_seat(self):
        self.seat = (self.seat + 1) % self.seats
        while not self.own(self.seat):
            self.seat = (self.seat + 1) % self.seats

    def lift(self):
        before = self.alive()
        self.moles = {spot: seat for spot, seat in self.moles.items() if self.is_hole(spot)}
        if not self.moles:
            self.rank("deadlock", [seat in before for seat in range(self.seats)])
            return
        self.layer += 1
        self.rot = None
        self.quiet = self.passed = 0
        self.phase = "rotation"
        if len(self.alive()) == 1:
            self.win(self.alive()[0], "survivor")

    def tie(self):
        self.rank("deadlock", [seat in self.alive() for seat in range(self.seats)])

    def win(self, seat, reason):
        self.rank(reason, [k == seat for k in range(self.seats)])

    def rank(self, reason, keys):
        ordered = sorted(keys, reverse=True)
        self.phase = "over"
        self.result = (reason, tuple(1 + ordered.index(key) for key in keys))
