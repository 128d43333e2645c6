"""What a page of a game wants of a board, and the way most boards are played: by picking spots.

Every legal action of a listed decision is a sequence of picks (a piece, then where it goes); what
has no place on the board is a button beside it. Mouse and keyboard both pick spots.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.match import Happened, Match
from kullerwerk.stage.shapes import Camera, Colour, Frame, Point, Rect
from kullerwerk.stage.widgets import Widget
from rules.core.types import Continuous, Decide, Seat

Picks = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Button:
    """A button beside the board."""

    id: str
    label: str
    keys: tuple[str, ...] = ()
    chosen: bool = False
    enabled: bool = True
    why: str = ""
    half: bool = False
    """Whether it shares its row with the next one that is half as well."""


class Board:
    """A board of a game; subclasses draw it.

    ``wanted`` is an action that somebody has put together: the page carries it out. ``said`` is
    why something cannot be done.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.around = match.around
        self.area = Rect(0, 0, 800, 800)
        self.wanted: Any = None
        self.said = ""
        self.pointed = ""
        """The widget that the pointer, or the keyboard, is at."""
        self.ghosts: tuple[Happened, ...] = ()
        """Throws that have been, to be shown as faint ways: when a record is watched."""
        self._zoom = 1.0
        self._shift: Point = (0.0, 0.0)

    def zoomed(self, camera: Camera) -> Camera:
        """The camera of the whole board, as somebody has zoomed and shifted it."""
        x, y = self.area.middle
        u, v = x + self._shift[0], y + self._shift[1]
        return Camera(
            camera.scale * self._zoom,
            u + (camera.x - x) * self._zoom,
            v + (camera.y - y) * self._zoom,
        )

    def zoom(self, factor: float, at: Point | None = None) -> None:
        """Zoom by a factor; what is at a place of the page stays there."""
        x, y = self.area.middle
        a, b = at or self.area.middle
        new = min(6.0, max(1.0, self._zoom * factor))
        k = new / self._zoom
        shift = (
            (a - x) * (1 - k) + self._shift[0] * k,
            (b - y) * (1 - k) + self._shift[1] * k,
        )
        self._zoom = new
        self.shift(*shift)

    def shift(self, x: float, y: float) -> None:
        """Shift a board that is zoomed: never out of sight."""
        wide = self.area.w * (self._zoom - 1) / 2
        high = self.area.h * (self._zoom - 1) / 2
        self._shift = (min(wide, max(-wide, x)), min(high, max(-high, y)))

    def place(self, area: Rect) -> None:
        """Be drawn in this part of the page."""
        self.area = area

    def seat_colour(self, seat: int) -> Colour:
        """The colour of a seat's pieces."""
        return theme.seat_colour(seat)

    def seat_mark(self, seat: int) -> int:
        """The mark of a seat's pieces, for `theme.mark`."""
        return seat

    def standing(self, seat: int) -> str:
        """How a seat stands, in a few words below its name; "" = there is nothing to say."""
        del seat
        return ""

    @property
    def turn(self) -> Seat | None:
        """Whose turn is shown: the match may be ahead of that."""
        return self.match.turn

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds go by."""
        del dt

    @property
    def busy(self) -> bool:
        """Whether something is being shown that the game has to wait for."""
        return False

    def show(self, happened: Happened) -> None:
        """Begin to show what has happened; the match stands behind it already."""
        del happened

    def stand(self, state: Any) -> None:
        """Show the game as it stood once; `show` goes on from there, `reset` comes back."""
        del state

    def skip(self) -> None:
        """End what is being shown at once."""

    def reset(self) -> None:
        """The game stands elsewhere: forget what was picked and shown."""

    def layers(self) -> Frame:
        """The board."""
        return ()

    def spots(self) -> tuple[Widget, ...]:
        """What can be picked on the board now."""
        return ()

    def buttons(self) -> tuple[Button, ...]:
        """What can be done beside the board now."""
        return ()

    def prompt(self) -> str:
        """What the person whose turn it is may do, in a sentence."""
        return ""

    def hint_words(self, action: Any) -> str:
        """What the hint says, in words."""
        return self.match.game.describe(self.match.state, action, self.around.lang)

    def do(self, what: str, value: Any = None) -> None:
        """A spot or a button was pressed."""
        del what, value

    def raw_press(self, x: float, y: float, button: str) -> bool:
        """A press on the board where no spot is; True where the board takes it."""
        return button != "left" and self.area.holds(x, y)

    def raw_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """The pointer moves after such a press: a board that is zoomed goes along."""
        del x, y
        self.shift(self._shift[0] + dx, self._shift[1] + dy)

    def raw_release(self, x: float, y: float) -> None:
        """The end of it."""
        del x, y

    def raw_move(self, x: float, y: float) -> None:
        """The pointer moves with nothing pressed."""
        del x, y

    def raw_scroll(self, x: float, y: float, steps: float) -> None:
        """The wheel zooms."""
        if self.area.holds(x, y):
            self.zoom(1.15**steps, (x, y))

    def raw_key(self, key: str, mods: frozenset[str]) -> bool:
        """A key; True where the board takes it: plus and minus zoom, 0 shows all."""
        if "ctrl" in mods and key in ("plus", "equal", "num_add", "minus", "num_subtract", "0"):
            self.zoom({"minus": 0.8, "num_subtract": 0.8, "0": 0.0}.get(key, 1.25))
            return True
        return False


class PickBoard(Board):
    """A board whose actions are picked spot by spot.

    Subclasses say which picks an action is (`picks_of`) and where a pick is (`spot`).
    """

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.picked: list[str] = []
        self._of: Any = None
        self._ways: dict[Picks, Any] = {}
        self._free: list[Any] = []

    # --- for subclasses ---

    def picks_of(self, state: Any, action: Any) -> Picks:
        """The picks that an action is; () = it is a button beside the board."""
        del state, action
        return ()

    def spot(self, key: str) -> tuple[Rect, bool, str]:
        """Where a pick is on the page, whether it is round, and what it is called."""
        raise NotImplementedError

    def keys_of(self, key: str) -> tuple[str, ...]:
        """The shortcuts of a pick."""
        del key
        return ()

    def also_button(self, action: Any) -> bool:
        """Whether an action that can be picked is a button beside the board as well."""
        del action
        return False

    def left_out(self, action: Any) -> bool:
        """Whether an action is not offered, since another one that is comes to the same."""
        del action
        return False

    def refusal(self, x: float, y: float) -> str:
        """Why nothing can be done at a place of the page; "" where there is nothing to say."""
        del x, y
        return ""

    # --- picking ---

    def ways(self) -> dict[Picks, Any]:
        """All legal actions by their picks, for the person whose turn it is."""
        state = self.match.state
        if self._of is not state:
            self._of, self._ways, self._free = state, {}, []
            self.picked = []
            if self.match.turn in self.match.people:
                space = self.match.game.space(state)
                listed = space.listed if isinstance(space, Continuous) else space.actions
                for action in listed:
                    if self.left_out(action):
                        continue
                    picks = self.picks_of(state, action)
                    if picks:
                        self._ways[picks] = action
                    if not picks or self.also_button(action):
                        self._free.append(action)
        return self._ways

    def free(self) -> list[Any]:
        """The legal actions that are buttons."""
        self.ways()
        return self._free

    def offered(self) -> list[str]:
        """What can be picked next, each once, in the order of the actions."""
        if self.match.waits is None or self.busy:
            return []
        ways, n = self.ways(), len(self.picked)
        found: dict[str, None] = {}
        for picks in ways:
            if len(picks) > n and list(picks[:n]) == self.picked:
                found[picks[n]] = None
        return list(found)

    def first(self) -> set[str]:
        """What an action can begin with."""
        return {picks[0] for picks in self.ways()}

    def pick(self, key: str) -> None:
        """Pick a spot: it goes on with what was picked, or begins anew, or takes it back."""
        ways = self.ways()
        if self.picked and key == self.picked[-1] and key not in self.offered():
            self.picked.pop()
            return
        if key in self.offered():
            self.picked.append(key)
        elif key in self.first():
            self.picked = [key]
        else:
            return
        action = ways.get(tuple(self.picked))
        longer = any(
            len(picks) > len(self.picked) and list(picks[: len(self.picked)]) == self.picked
            for picks in ways
        )
        if action is not None and not longer:
            self.wanted = action
            self.picked = []

    def reset(self) -> None:
        """Forget what was picked."""
        self.picked = []

    def forget(self) -> None:
        """Work out anew which picks the actions are."""
        self._of = None
        self.picked = []

    def spots(self) -> tuple[Widget, ...]:
        """The spots that can be picked, and those that a new choice could begin with."""
        offered = self.offered()
        if not offered:
            return ()
        begin = [key for key in self.first() if key not in offered] if self.picked else []
        out: list[Widget] = []
        for key in [*offered, *sorted(begin)]:
            at, is_round, label = self.spot(key)
            keys = self.keys_of(key)
            out.append(Widget(f"spot:{key}", at, label, "spot", keys=keys, round=is_round))
        return tuple(out)

    def buttons(self) -> tuple[Button, ...]:
        """The actions that have no place on the board."""
        if self.match.waits is None or self.busy:
            return ()
        game, state, lang = self.match.game, self.match.state, self.around.lang
        out = [
            Button(
                f"act:{k}",
                capital(game.describe(state, action, lang)),
                (str(k + 1),) if k < 9 else (),
            )
            for k, action in enumerate(self.free())
        ]
        if self.match.advice is not None:
            said = self.hint_words(self.match.advice)
            out.insert(0, Button("hinted", self.around.word("hint.do", what=said), ("j",)))
        if self.picked:
            out.append(Button("unpick", self.around.word("unpick"), ("backspace",)))
        return tuple(out)

    def do(self, what: str, value: Any = None) -> None:
        """A spot or a button was pressed."""
        del value
        kind, _, rest = what.partition(":")
        if kind == "spot":
            self.pick(rest)
        elif kind == "act":
            self.wanted = self.free()[int(rest)]
        elif what == "hinted":
            self.wanted = self.match.advice
        elif what == "unpick":
            self.picked = []

    def raw_press(self, x: float, y: float, button: str) -> bool:
        """Say why nothing can be done where somebody has pressed."""
        if button != "left":
            return super().raw_press(x, y, button)
        if self.area.holds(x, y) and isinstance(self.match.waits, Decide) and not self.busy:
            self.said = self.refusal(x, y) or self.around.word("refuse.here")
            self.picked = []
            return True
        return False

    @property
    def at(self) -> str:
        """The spot that the pointer or the keyboard is at, "" = none."""
        kind, _, key = self.pointed.partition(":")
        return key if kind == "spot" else ""

    def following(self, key: str) -> list[str]:
        """What could be picked after this one, for the preview of a choice that is not made yet."""
        if self.picked or self.busy or self.match.waits is None:
            return []
        return list({picks[1]: None for picks in self.ways() if picks[0] == key and len(picks) > 1})

    def advised(self) -> Picks:
        """The picks of the hint, () = none."""
        if self.match.advice is None:
            return ()
        return self.picks_of(self.match.state, self.match.advice)


def capital(text: str) -> str:
    """A text of the rules as a label."""
    return text[:1].upper() + text[1:]


def square(camera: Camera, place: tuple[float, float], half: float) -> Rect:
    """The rectangle on the page round a place of the world."""
    x, y = camera.out(place)
    side = half * camera.scale
    return Rect(x - side, y - side, 2 * side, 2 * side)
