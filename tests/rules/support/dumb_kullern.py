"""A second kullern, deliberately simple: the rules as plain code, played from the start each time.

It shares nothing with ``rules.kullern``: a game is a function that asks ``choose(kind, options)``
and goes on; the tree of games is walked by playing every list of choices from the beginning. The
hill is a small one, and marbles go where ``kullern_perft`` lets them go.
"""

from __future__ import annotations

CHAIR, HORN, STONE = 5, 3, 2
LEVEL = {1: 4, 2: 4, 3: 2, 4: 2, -1: 5, -2: 5, -3: 5, -4: 5}
"""How far down each place is."""


class Asked(Exception):
    """The choices have ended at this question."""


class Table:
    def __init__(self, places, where, path, cap):
        self.places, self.where = dict(enumerate(places)), dict(enumerate(where))
        self.path, self.cap = list(path), cap

    def choose(self, kind, options):
        if not self.path:
            raise Asked(kind, len(options))
        return options[self.path.pop(0)]

    def at(self, where):
        return [ball for ball, there in sorted(self.where.items()) if there == where]

    def standing(self):
        return [k for k, place in self.places.items() if place not in (None, CHAIR)]

    def put(self, balls, where):
        for ball in balls:
            self.where[ball] = where

    def ahead(self, k, steps):
        place, horn = max(self.places[k], 0), False
        while steps:
            place += 1
            if place == CHAIR:
                break
            if place in self.places.values():
                continue
            steps -= 1
            horn = horn or place == HORN
        return place, horn

    # --- full game ---

    def full(self, seat=0):
        for _ in range(self.cap):
            if self.full_turn(seat):
                return
            seat = 1 - seat

    def full_turn(self, seat):
        steps = drops = 0
        tried = False
        while drops < 3:
            if not self.at("hollow"):
                if tried:
                    break
                tried = True
                self.push()
                continue
            tried = False
            self.choose("decide", ["hatch 1", "hatch 2"])
            ball = self.at("hollow")[0]
            end = self.choose("ask", ["hut", "hollow", *self.standing()])
            self.where[ball] = end
            steps += end != "hut"
            drops += 1
            self.frights()
        mine = [k for k in (2 * seat, 2 * seat + 1) if self.places[k] != CHAIR]
        if all(steps + len(self.at(k)) == 0 for k in mine):
            return False
        k = self.choose("decide", mine)
        steps += len(self.at(k))
        if steps == 0:
            return False
        place, horn = self.ahead(k, steps)
        if place == CHAIR and self.places[k ^ 1] == CHAIR:
            return True
        since, self.places[k] = self.places[k], place
        self.run(self.at(k), since)
        self.frights()
        if horn:
            self.push()
        return False

    def run(self, balls, since):
        lower = [k for k in self.standing() if LEVEL[self.places[k]] > LEVEL[since]]
        self.put(balls, self.choose("ask", ["hollow", *lower] if balls else ["hollow"]))

    def push(self):
        balls = self.at("hut")
        self.put(balls, self.choose("ask", ["hollow", *self.standing()] if balls else ["hollow"]))
        self.frights()

    def frights(self):
        while True:
            scared = [k for k in self.standing() if len(self.at(k)) > 3]
            if not scared:
                return
            foremost = max(scared, key=lambda k: (max(self.places[k], 0), self.places[k]))
            since, self.places[foremost] = self.places[foremost], None
            self.run(self.at(foremost), since)
            if since < 0:
                back = since
            elif since > STONE and STONE not in self.places.values():
                back = STONE
            else:
                pair = [-1, -2] if foremost < 2 else [-3, -4]
                back = next(place for place in pair if place not in self.places.values())
            self.choose("ask", ["put down"])
            self.places[foremost] = back

    # --- junior game ---

    def junior(self, seat=0):
        for _ in range(self.cap):
            if self.junior_turn(seat):
                return
            seat = 1 - seat

    def junior_turn(self, seat):
        mine = (2 * seat, 2 * seat + 1)
        drops = 0
        tried = False
        self.walked = set()
        while drops < 3:
            if not self.at("hollow"):
                if tried:
                    break
                tried = True
                if self.touches(self.at("hut"), set(), ["hollow"]):
                    return True
                continue
            tried = False
            self.choose("decide", ["hatch 1", "hatch 2"])
            ball, pairs = self.at("hollow")[0], set()
            drops += 1
            if self.touches([ball], pairs, ["hut", "hollow"]):
                return True
            if self.at("hut") and self.touches(self.at("hut"), pairs, ["hollow"]):
                return True
        if self.walked & set(mine):
            return False
        k = self.choose("decide", ["pass", *mine])
        return k != "pass" and self.step(k, [], set())

    def touches(self, balls, pairs, ends):
        """All balls end alike, or the first of them touches a marmot."""
        touched = [("touch", k) for k in self.standing()] if balls else []
        end = self.choose("ask", [*ends, *touched])
        if not isinstance(end, tuple):
            self.put(balls, end)
            return False
        return self.touch(balls[0], balls[1:], end[1], pairs)

    def touch(self, ball, others, k, pairs):
        self.put([ball], "rolls")
        self.put(others, "hollow")
        if (ball, k) not in pairs:
            pairs.add((ball, k))
            self.walked.add(k)
            return self.step(k, [ball], pairs)
        old = [("rest", m) for b, m in sorted(pairs) if b == ball and m in self.standing()]
        new = [("touch", m) for m in self.standing() if (ball, m) not in pairs]
        end = self.choose("ask", ["hollow", *old, *new])
        if end == "hollow" or end[0] == "rest":
            self.where[ball] = end if end == "hollow" else end[1]
            return False
        return self.touch(ball, [], end[1], pairs)

    def step(self, k, rolling, pairs):
        place, _ = self.ahead(k, 1)
        if place == CHAIR:
            return True
        balls = sorted([*rolling, *self.at(k)])
        self.places[k] = place
        return self.touches(balls, pairs, ["hollow"])


def perft(variant, places, where, depth, cap=3):
    """Nodes by kind at each depth: ``[{"decide": n, "ask": n, "over": n}, ...]``."""
    counts = [{"decide": 0, "ask": 0, "over": 0} for _ in range(depth + 1)]

    def visit(path):
        table = Table(places, where, path, cap)
        try:
            getattr(table, variant)()
        except Asked as question:
            kind, options = question.args
        else:
            kind, options = "over", 0
        counts[len(path)][kind] += 1
        if len(path) < depth:
            for k in range(options):
                visit((*path, k))

    visit(())
    return counts
