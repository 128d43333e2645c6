"""The mole cave once more, deliberately simple: a dict of places, and every rule written out.

For tests only. It shares nothing with ``rules.hoehle`` but the rows of a board: a position is a
dict place -> (kind, seat), every action is tried out on a copy, and every position of the game is
kept in a list.
"""

from __future__ import annotations

AROUND = {
    "n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1),
    "s": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (-1, 1),
}  # fmt: skip


class Ground:
    """A board as sets of places."""

    def __init__(self, rows):
        self.all, self.caves, self.tunnels, self.starts = set(), set(), set(), {}
        for y, row in enumerate(reversed(rows), start=1):
            for x, sign in enumerate(row):
                if sign == " ":
                    continue
                self.all.add((x, y))
                if sign == "O":
                    self.caves.add((x, y))
                if sign == "T":
                    self.tunnels.add((x, y))
                if sign in "1234":
                    self.starts.setdefault(int(sign), set()).add((x, y))


def name(place):
    return "abcdefghijklmnopqrstuvwxyz"[place[0]] + str(place[1])


class Plain:
    """A game that is played by texts; ``legal()`` lists them, ``do(text)`` gives another game."""

    def __init__(self, ground, seats, tiles, seat, *, movers="own", enters=True, rule="forbidden",
                 cap=400):  # fmt: skip
        self.ground, self.seats, self.tiles, self.seat = ground, seats, dict(tiles), seat
        self.movers, self.enters, self.rule, self.cap = movers, enters, rule, cap
        self.history = [self.picture(tiles, seat)]
        self.turn, self.passes, self.end = 1, 0, None
        self.due, self.active, self.resting = set(), None, set()
        self.begin()

    @classmethod
    def at_start(cls, ground, seats, seat, **options):
        corners = {2: (1, 3), 3: (1, 2, 3), 4: (1, 2, 3, 4)}[seats]
        tiles = {p: ("mole", k) for k, c in enumerate(corners) for p in ground.starts[c]}
        return cls(ground, seats, tiles, seat, **options)

    @staticmethod
    def picture(tiles, seat):
        return frozenset(tiles.items()), seat

    def copy(self):
        other = object.__new__(Plain)
        other.__dict__.update(self.__dict__)
        other.tiles, other.history = dict(self.tiles), list(self.history)
        other.due, other.resting = set(self.due), set(self.resting)
        return other

    # --- turns ---

    def begin(self):
        self.resting, self.active = set(), None
        self.due = {p for p in self.ground.tunnels if self.tiles.get(p) == ("mole", self.seat)}
        if not self.free():
            self.due = set()
        self.look()

    def look(self):
        """Pass on turns without a move."""
        if self.end is None and not self.due and self.active is None and not self.moves():
            self.passes += 1
            self.finish()

    def finish(self):
        self.seat = (self.seat + 1) % self.seats
        now = self.picture(self.tiles, self.seat)
        self.history.append(now)
        if self.passes == self.seats:
            self.end = "no_move"
        elif self.rule == "third_draws" and self.history.count(now) >= 3:
            self.end = "repetition"
        elif self.turn >= self.cap:
            self.end = "move_cap"
        else:
            self.turn += 1
            self.begin()

    def free(self):
        return {p for p in self.ground.tunnels if p not in self.tiles}

    def again(self, tiles):
        picture = self.picture(tiles, (self.seat + 1) % self.seats)
        return self.rule == "forbidden" and picture in self.history

    # --- moves ---

    def shifted(self, start, step):
        """The tiles after a move, or None where the rules forbid it."""
        if self.tiles[start][0] == "busy" or start in self.ground.caves or start in self.resting:
            return None
        if self.movers == "own" and self.tiles[start][1] != self.seat:
            return None
        row, place = [start], (start[0] + step[0], start[1] + step[1])
        while place in self.tiles:
            row.append(place)
            place = (place[0] + step[0], place[1] + step[1])
        if place not in self.ground.all:
            return None
        if any(self.tiles[p][0] == "busy" for p in row):
            return None
        target = (start[0] + step[0], start[1] + step[1])
        if target in self.ground.caves and (len(row) == 1 or not self.enters):
            return None
        tiles = {p: t for p, t in self.tiles.items() if p not in row}
        for p in row:
            tiles[p[0] + step[0], p[1] + step[1]] = self.tiles[p]
        return tiles

    def moves(self):
        found = {}
        for start in self.tiles:
            for word, step in AROUND.items():
                tiles = self.shifted(start, step)
                if tiles is None:
                    continue
                to = (start[0] + step[0], start[1] + step[1])
                ends = [tiles]
                exits = self.ground.tunnels - set(tiles)
                if to in self.ground.tunnels and exits:
                    ends = [self.dug(tiles, to, p) for p in exits]
                if not all(self.again(end) for end in ends):
                    found[f"{name(start)} {word}"] = (tiles, to)
        return found

    @staticmethod
    def dug(tiles, start, end):
        tiles = dict(tiles)
        tiles[end] = tiles.pop(start)
        return tiles

    def digs(self):
        found = {}
        for start in self.due or {self.active}:
            for end in self.free():
                tiles = self.dug(self.tiles, start, end)
                if self.due or not self.again(tiles):
                    found[f"dig {name(start)} > {name(end)}"] = (start, end, tiles)
        return found

    def legal(self):
        if self.end is not None:
            return []
        return sorted(self.digs() if self.due or self.active else self.moves())

    # --- busy tiles ---

    def rings(self):
        """Place what is due: the player whose turn it is first, then clockwise."""
        for k in range(self.seats):
            owner = (self.seat + k) % self.seats
            for cave in sorted(self.ground.caves):
                if self.tiles.get(cave, ("", 0))[0] == "busy":
                    continue
                x, y = cave
                sides = {(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)}
                if any(self.tiles.get(p) != ("mole", owner) for p in sides):
                    continue
                self.tiles[cave] = ("busy", owner)
                self.resting |= sides
                if list(self.tiles.values()).count(("busy", owner)) == 2:
                    self.end = "two_caves"
                    return
        values = list(self.tiles.values())
        still_open = len(self.ground.caves) - sum(kind == "busy" for kind, _ in values)
        if not any(
            values.count(("mole", k)) >= 4 and still_open >= 2 - values.count(("busy", k))
            for k in range(self.seats)
        ):
            self.end = "nobody_can_win"

    def ranking(self):
        """Places at the end: by a win, by the cap, or all alike."""
        values = list(self.tiles.values())
        if self.end == "two_caves":
            return tuple(1 if values.count(("busy", k)) == 2 else 2 for k in range(self.seats))
        if self.end != "move_cap":
            return (1,) * self.seats
        keys = []
        for k in range(self.seats):
            held = [0]
            for x, y in self.ground.caves:
                if self.tiles.get((x, y), ("", 0))[0] != "busy":
                    sides = [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]
                    held.append(sum(self.tiles.get(p) == ("mole", k) for p in sides))
            keys.append((values.count(("busy", k)), max(held)))
        ordered = sorted(keys, reverse=True)
        return tuple(1 + ordered.index(key) for key in keys)

    # --- playing ---

    def do(self, text):
        after = self.copy()
        if after.due:
            start, end, after.tiles = after.digs()[text]
            after.due.discard(start)
            if start in after.resting:
                after.resting = (after.resting - {start}) | {end}
            after.rings()
            after.look()
        elif after.active:
            _, _, after.tiles = after.digs()[text]
            after.active = None
            after.passes = 0
            after.rings()
            if after.end is None:
                after.finish()
        else:
            after.tiles, to = after.moves()[text]
            after.rings()
            after.passes = 0
            if after.end is None:
                if to in after.ground.tunnels and after.free():
                    after.active = to
                else:
                    after.finish()
        return after
