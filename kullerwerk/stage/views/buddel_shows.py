"""What happens in the mine, as acts: what slides where, and the states in between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import pi
from typing import Any

from kullerwerk.stage.match import Happened
from kullerwerk.stage.motion import Acts, Slides
from kullerwerk.stage.shapes import Point
from kullerwerk.stage.views import buddel_art as art
from rules.buddel import events as facts
from rules.buddel.board import grid_of
from rules.buddel.goblins import turned
from rules.buddel.state import NOWHERE, State
from rules.core.types import Event

STEP, QUARTER, ROLL, FLY = 0.24, 0.45, 0.7, 0.5
"""Seconds for a cell, a quarter turn, a roll, and what is carried out of the mine."""


class Shows:
    """Carts that roll and turn, moles that change places, treasures that are carried off.

    ``chest`` tells where a seat's treasures lie, in the world of the board; ``fly`` what is
    carried: by its name on the slides, what it is (``mole`` or ``gem``), and whose.
    """

    def __init__(self, slides: Slides, acts: Acts, chest: Callable[[int], Point]) -> None:
        self.slides = slides
        self._acts = acts
        self._chest = chest
        self.face = ""
        """What the die shows."""
        self.fly: dict[str, tuple[str, int]] = {}
        self.way: tuple[Point, ...] = ()
        """Along which the cart ``cart`` is pulled."""
        self.cart = -1
        self.quarter = 0.0
        """The angle that is still to be turned by the cart, at the beginning."""

    # --- where things are ---

    def cell(self, s: State, cell: int) -> Point:
        """The middle of a cell."""
        wide = len(s.board.rows[0])
        return float(cell % wide), float(cell // wide)

    def space(self, s: State, space: int) -> Point:
        """The middle of a goblin space; Gorgan's place beside the chamber for NOWHERE."""
        grid = grid_of(s.board)
        if space == NOWHERE:
            x, y = self.cell(s, grid.chamber)
            return x - 1, y
        return self.cell(s, grid.goblins[space])

    def cart_at(self, s: State, cart: int) -> Point:
        """The middle of a cart, on its way or at rest."""
        if cart == self.cart and self.slides.has("cart") and self.way:
            along = self.slides.share("cart") * (len(self.way) - 1)
            k = min(int(along), len(self.way) - 2)
            (x, y), (u, v) = self.way[k], self.way[k + 1]
            return x + (u - x) * (along - k), y + (v - y) * (along - k)
        return self.cell(s, s.carts[cart])

    def angle(self, cart: int) -> float:
        """By how much a cart is still turned back."""
        if cart == self.cart and self.slides.has("turn"):
            return self.quarter * (1 - self.slides.share("turn"))
        return 0.0

    def seat(self, s: State, cart: int, side: int) -> Point:
        """The middle of a seat."""
        return art.seat_place(self.cart_at(s, cart), side, 1.0, self.angle(cart))

    # --- acts ---

    def show(self, happened: Happened) -> None:
        """Add the acts of a step."""
        now, after = happened.before, happened.step.state
        met: list[facts.GoblinMet] = []
        taken: list[facts.TreasureTaken] = []
        for event in happened.step.events:
            match event:
                case facts.DieRolled(face=face):
                    self._acts.add(now, partial(self._roll, face))
                case facts.CartMoved(cart=cart, way=way):
                    now = after
                    self._acts.add(now, partial(self._pull, now, cart, way))
                case facts.CartHome(cart=cart, start=start):
                    way = (now.carts[cart], start)
                    now = after
                    self._acts.add(now, partial(self._pull, now, cart, way))
                case facts.CartTurned(cart=cart, right=right):
                    seats = list(now.riders)
                    seats[cart] = turned(seats[cart], right=right)
                    now = replace(now, riders=(seats[0], seats[1]))
                    self._acts.add(now, partial(self._quarter, cart, right))
                case facts.GoblinMet():
                    met.append(event)
                case facts.TreasureTaken():
                    taken.append(event)
                case _:
                    if begin := self._carry(event, happened.before, after):
                        self._acts.add(after, begin)
        if met:
            self._acts.add(after, partial(self._meet, after, met))
        if taken:
            self._acts.add(after, partial(self._pay, now, taken))
        self._acts.add(after)

    def _carry(self, event: Event, before: State, after: State) -> Callable[[], None] | None:
        match event:
            case facts.MoleSeated(seat=seat, cart=cart, side=side):
                return partial(self._sit, after, seat, cart, side)
            case facts.GorganPosted(space=space):
                return partial(self._post, before, space)
            case facts.MoleFreed(space=space, cart=cart, side=side):
                return partial(self._free, before, space, (cart, side))
            case facts.MoleRansomed(seat=seat, space=space):
                return partial(self._ransom, before, seat, space)
            case facts.MoleSent():
                return partial(self._send, before, event)
            case _:
                return None

    def _roll(self, face: str) -> None:
        self.face = face
        self.slides.add("die", (0, 0), (0, 0), ROLL)

    def _pull(self, s: State, cart: int, way: tuple[int, ...]) -> None:
        self.cart, self.way = cart, tuple(self.cell(s, cell) for cell in way)
        self.slides.add("cart", (0, 0), (0, 0), STEP * (len(way) + 0.5))

    def _quarter(self, cart: int, right: bool) -> None:
        self.cart, self.quarter = cart, (pi / 2 if right else -pi / 2)
        self.slides.add("turn", (0, 0), (0, 0), QUARTER)

    def _meet(self, s: State, met: list[facts.GoblinMet]) -> None:
        for event in met:
            one = event.meeting
            seat, niche = self.seat(s, event.cart, one.side), self.space(s, one.space)
            if one.case in ("caught", "swaps"):
                self.slides.add(f"goblin:{one.space}", seat, niche, FLY)
            if one.case in ("boards", "swaps"):
                self.slides.add(f"seat:{event.cart}:{one.side}", niche, seat, FLY)

    def _pay(self, s: State, taken: list[facts.TreasureTaken]) -> None:
        start = self.cell(s, grid_of(s.board).chamber)
        self.fly = {}
        for event in taken:
            for k in range(event.count):
                self._send_off(f"gem:{event.side}:{k}", "gem", event.owner, start, 0.15 * k)
            place = art.seat_place(start, event.side)
            self._send_off(f"home:{event.side}", "mole", event.owner, place, 0.3)

    def _send_off(self, key: str, what: str, seat: int, start: Point, delay: float = 0.0) -> None:
        self.fly[key] = (what, seat)
        self.slides.add(key, start, self._chest(seat), FLY, delay)

    def _sit(self, s: State, seat: int, cart: int, side: int) -> None:
        self.slides.add(f"seat:{cart}:{side}", self._chest(seat), self.seat(s, cart, side), FLY)

    def _post(self, before: State, space: int) -> None:
        start, end = self.space(before, before.gorgan), self.space(before, space)
        self.slides.add("gorgan", start, end, FLY)

    def _free(self, before: State, space: int, place: tuple[int, int]) -> None:
        self._post(before, space)
        cart, side = place
        end = self.seat(before, cart, side)
        self.slides.add(f"seat:{cart}:{side}", self.space(before, space), end, FLY, FLY / 2)

    def _ransom(self, before: State, seat: int, space: int) -> None:
        self._post(before, space)
        self.fly = {}
        self._send_off("home:0", "mole", seat, self.space(before, space), FLY / 2)
        chamber = self.cell(before, grid_of(before.board).chamber)
        self._send_off("gem:0:0", "gem", seat, chamber, FLY / 2)

    def _send(self, before: State, event: facts.MoleSent) -> None:
        niche = self.space(before, event.space)
        start = (
            self._chest(event.seat)
            if event.from_cart < 0
            else self.seat(before, event.from_cart, event.from_side)
        )
        self.slides.add(f"goblin:{event.space}", start, niche, FLY)
        key = f"seat:{event.cart}:{event.side}"
        self.slides.add(key, niche, self.seat(before, event.cart, event.side), FLY)

    def flying(self) -> list[tuple[str, int, Point]]:
        """What is carried now: what it is, whose, and where."""
        return [
            (what, seat, self.slides.place(key, (0, 0)))
            for key, (what, seat) in self.fly.items()
            if self.slides.has(key)
        ]


def shown_face(face: str, slides: Slides, die: tuple[tuple[Any, int], ...]) -> str:
    """The face to draw: while the die rolls, one after the other."""
    if not slides.has("die") or slides.share("die") >= 1:
        return face
    faces = [str(value) for value, count in die for _ in range(count)]
    return faces[int(slides.share("die") * 11) % len(faces)]
