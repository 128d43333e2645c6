"""A hand at the table of König der Maulwürfel: it leads a piece, or pulls a hat.

What the pointer and the keys do to the piece that must be placed now, or to the pull.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from kullerwerk.stage.match import Match
from kullerwerk.stage.shapes import Camera, Point
from kullerwerk.stage.views import koenig_draw as table
from kullerwerk.stage.views import koenig_ghost as ghost
from kullerwerk.stage.views import koenig_hand as hand
from rules.core.types import Verdict
from rules.koenig.state import STANDARD_PULL, Pull, PullFrame, State
from sim.settled import MM

STEP, FINE = 5.0, 1.0
"""Millimetres and degrees that a key moves a piece by, without and with Shift."""
REACH = 50.0
"""A press this near to the middle of a piece takes hold of it, mm."""
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


class Grasp:
    """What is in the hand of whoever must decide at the screen.

    ``camera`` tells how the table is seen now, ``free`` whether nothing is being shown.
    """

    def __init__(
        self, match: Match, camera: Callable[[], Camera], free: Callable[[], bool]
    ) -> None:
        self.match = match
        self.verdict = Verdict(ok=True)
        """Whether the piece in the hand may stand where it is, and why not."""
        self.grip: hand.Grip | None = None
        """The hand at the hat, while it pulls."""
        self.pull = STANDARD_PULL
        """The pull that the keys have set."""
        self._camera = camera
        self._free = free
        self._clock = 0.0
        self._held: hand.Held | None = None
        self._of: State | None = None
        self._grab: tuple[str, Point] | None = None

    @property
    def _state(self) -> State:
        return self.match.state

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds go by, as a clock on the wall has them."""
        self._clock += dt

    def reset(self) -> None:
        """Let go of everything."""
        self.grip = self._grab = self._of = None

    @property
    def held(self) -> hand.Held | None:
        """The piece that a person here must place now."""
        if self.match.waits is None or not self._free():
            return None
        if self._of is not self._state:
            self.reset()
            self._of = self._state
            self._hold(hand.in_hand(self._state))
        return self._held

    @property
    def pulling(self) -> int | None:
        """The seat at the screen that must pull its hat now, None = none must."""
        top = self._state.agenda[-1] if self._state.agenda else None
        if self.match.waits is None or not self._free() or not isinstance(top, PullFrame):
            return None
        return top.seat

    def sight(self, colour_of: Callable[[str], tuple[int, int, int, int]]) -> ghost.Sight:
        """How it is drawn."""
        return ghost.Sight(self._state, self._camera(), self.match.around.sizes, colour_of)

    def _hold(self, held: hand.Held | None) -> None:
        self._held = held
        if held is not None:
            self.verdict = self.match.check(hand.action_of(held))

    def pull_words(self, pull: Pull | None = None) -> str:
        """A pull in words, in whole millimetres; None = the one that the keys have set."""
        pull = pull or self.pull
        side, word = round(pull.side / MM), self.match.around.word
        slip = word("koenig.slip.none")
        if side:
            slip = word("koenig.slip.left" if side > 0 else "koenig.slip.right", n=abs(side))
        return word("koenig.pull.set", speed=round(pull.speed / MM), slip=slip)

    # --- keys, and a gamepad ---

    def command(self, name: str, fine: bool = False) -> bool:
        """Carry out a word of `WAYS`, or a turn; whether it meant something now."""
        step, held, way = (FINE if fine else STEP), self.held, WAYS.get(name)
        if held is not None:
            if way is None and name not in ("turn.left", "turn.right"):
                return False
            if way is not None and held.kind in ("start", "block"):
                self._hold(hand.shifted(held, way[0] * step, way[1] * step))
                return True
            # Right and down lead clockwise.
            sign = -1 if name in ("right", "down", "turn.right") else 1
            self._turn(held, sign * step)
            return True
        if self.pulling is not None and way is not None:
            self.pull = hand.changed(self.pull, way[1], -way[0])
            return True
        return False

    def _turn(self, held: hand.Held, by: float) -> None:
        """By degrees: what is not free by a hair is put free, but a step is never undone."""
        turned = hand.turned_on_spot(self._state, held, by)
        snapped = hand.snapped(self._state, turned)
        self._hold(turned if snapped == held else snapped)

    # --- the pointer ---

    def press(self, x: float, y: float, button: str) -> bool:
        """Take hold of the hat, of the piece, or of its handle; whether there was something."""
        held, seat, place = self.held, self.pulling, self._camera().back((x, y))
        if seat is not None:
            return self._take_hat(seat, x, y)
        if held is None:
            return False
        sight = self.sight(lambda _: (0, 0, 0, 255))
        if math.dist((x, y), ghost.handle(sight, held)) <= ghost.HANDLE + 5:
            self._grab = ("turn", place)
        elif button == "right" or held.kind in ("tower", "turn"):
            self._lead(held, place)
            self._grab = ("turn", place)
        else:
            if not self._over(held, place):
                px, py = table.mm(hand.pivot(self._state, held))
                self._hold(hand.shifted(held, place[0] - px, place[1] - py))
            self._grab = ("move", place)
        return True

    def _take_hat(self, seat: int, x: float, y: float) -> bool:
        pose = self._state.racers[seat].pose
        assert pose is not None, "a tower that pulls stands"
        at, pieces, camera = table.pose_of(pose), self._state.pieces(seat), self._camera()
        reach = max(1.5 * table.hat_radius(pieces), 24 / camera.scale)
        if math.dist(camera.back((x, y)), table.hat_place(pieces, at)) > reach:
            return False
        self.grip = hand.Grip.taken(x, y, at[2], self._clock)
        return True

    def drag(self, x: float, y: float) -> Pull | None:
        """Lead the piece, or pull the hat: the pull once it is out."""
        if self.grip is not None:
            self.grip.to(x, y, self._clock)
            if self.grip.out:
                self.pull, self.grip = self.grip.pull(), None
                return self.pull
            return None
        held, place = self.held, self._camera().back((x, y))
        if held is None or self._grab is None:
            return None
        kind, last = self._grab
        if kind == "turn":
            self._lead(held, place)
        else:
            self._hold(hand.shifted(held, place[0] - last[0], place[1] - last[1]))
            self._grab = (kind, place)
        return None

    def release(self) -> None:
        """Let go: a piece that stands a little over an edge is put back within it."""
        held = self.held
        if held is not None and self._grab is not None and self._grab[0] == "move":
            self._hold(hand.snapped(self._state, held))
        self._grab = self.grip = None

    def scroll(self, x: float, y: float, steps: float) -> bool:
        """Turn the piece in the hand if the pointer is over it; whether it is."""
        held = self.held
        if held is None or not self._over(held, self._camera().back((x, y))):
            return False
        self._turn(held, STEP * steps)
        return True

    def _lead(self, held: hand.Held, place: Point) -> None:
        target = (place[0] * MM, place[1] * MM)
        self._hold(hand.snapped(self._state, hand.aimed(self._state, held, target)))

    def _over(self, held: hand.Held, place: Point) -> bool:
        return math.dist(table.mm(hand.pivot(self._state, held)), place) <= REACH
