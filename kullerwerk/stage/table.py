"""The page of a game: the board, whose turn it is, what can be done, and what has happened."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.file_words import file_trouble
from kullerwerk.stage.lettering import shortened, width, wrapped
from kullerwerk.stage.match import Happened, Match
from kullerwerk.stage.page import NO_MODS, Back, Mods, Open, Page
from kullerwerk.stage.refusals import refused
from kullerwerk.stage.shapes import Disc, Frame, Layer, Point, Rect, Shape, Text, box
from kullerwerk.stage.views.board import Board
from kullerwerk.stage.widgets import Look, Widget, paragraph, to_and_fro
from rules.core.errors import RulesError
from rules.core.types import Ask
from scenes.errors import SceneError

SLOW = 0.2
"""How fast the last throw is shown once more."""
LONG = 5.0
"""Seconds of simulating after which the wait is explained."""
BAR = 8.0
"""Logical pixels that the bar is high which moves while the simulation is prepared."""
Again = Callable[[], Page]
"""Makes the page of a new game of the same kind."""


class TablePage(Page):
    """A game between people at this screen and computer players."""

    def __init__(self, match: Match, board: Board, again: Again | None = None) -> None:
        super().__init__(match.around)
        self.match = match
        self.board = board
        self._again = again
        self._back = 0
        """How many lines the log is scrolled back."""
        self._told: int | None = None
        """How many lines of the log are shown: what rolls is not told before it lies."""
        self._last: Happened | None = None
        """The last throw of which the way is known."""
        self._slow = False
        """Whether that is shown once more."""
        self._was_covered = False
        self._waited = 0.0
        """Seconds that something has been simulated for."""
        self._place()

    # --- where things are ---

    def resize(self, wide: float, high: float) -> None:
        """The window has another size."""
        super().resize(wide, high)
        self._place()

    def _place(self) -> None:
        wide, high = self.size
        self.board.place(Rect(0, 0, wide - self._panel.w, high))

    @property
    def _panel(self) -> Rect:
        wide, high = self.size
        w = min(self.around.sizes.panel, wide * 0.42)
        return Rect(wide - w, 0, w, high)

    @property
    def _inner(self) -> Rect:
        return self._panel.inset(12)

    # --- going on ---

    def update(self, dt: float) -> None:
        """Show what happened, then let the game go on."""
        covered = self._covered
        if covered and not self._was_covered:
            # What was said, or chosen by keys, was for another one's eyes.
            self.say("")
            self.look = Look()
        self._was_covered = covered
        self.board.update(dt * (SLOW if self._slow else self.around.settings.speed))
        if self.board.busy:
            return
        if self._slow:
            self._slow = False
            self.board.reset()
        self._told = None
        if self.match.happened:
            happened = self.match.happened.popleft()
            self._waited = 0.0
            if happened.trace is not None:
                self._last = happened
            self.board.show(happened)
            if self.board.busy and isinstance(happened.pending, Ask):
                self._told = happened.lines
            elif self.match.happened:
                self._told = self.match.happened[0].lines
            if self.match.over is not None and not self.match.happened:
                self.around.play("won")
            return
        self._told = len(self.match.log)
        turn = self.match.turn
        self.match.update()
        rolls = self.match.turn is None and self.match.thinking
        self._waited = self._waited + dt if rolls else 0.0
        if self.match.trouble:
            self.say(self.around.word("trouble", what=self.match.trouble), bad=True)
        if self.match.turn != turn and self.match.turn in self.match.people:
            self.around.play("turn")

    def do(self, what: str, value: Any = None) -> None:
        """A button or a spot was pressed."""
        match = self.match
        if what == "undo":
            refused = match.undo()
            if refused:
                self.say(refused, bad=True)
            else:
                self._last = None
                self.board.reset()
        elif what == "hint":
            match.ask_hint()
        elif what == "menu":
            from kullerwerk.stage.pause import PausePage

            self.go = Open(PausePage(self))
        elif what == "rules":
            from kullerwerk.stage.help import RulesPage

            self.go = Open(RulesPage(self.around, match.game.name))
        elif what == "skip":
            self.board.skip()
        elif what == "slow" and self._last is not None:
            self.board.stand(self._last.before)
            self.board.show(self._last)
            self._slow = True
        elif what == "curtain":
            match.take_screen()
            self.board.reset()
        elif what.startswith("volunteer:"):
            who = what.removeprefix("volunteer:")
            match.volunteer(int(who) if who else None)
        elif what == "retry":
            match.try_again()
            self.say("")
        elif what == "again" and self._again is not None:
            try:
                self.go = Open(self._again(), instead=True)
            except (RulesError, SceneError, OSError) as error:  # its scene has gone since, say
                self.say(file_trouble(error, self.around.lang), bad=True)
        elif what == "watch":
            self._watch()
        elif what == "leave":
            self.go = Back()
        else:
            self.board.do(what, value)
            self._after_board()

    def _after_board(self) -> None:
        """Take what the board has to say, and carry out what was put together on it."""
        if self.board.said:
            self.say(_sentence(refused(self.board.said, self.around.lang)), bad=True)
            self.board.said = ""
        action, self.board.wanted = self.board.wanted, None
        if action is None:
            return
        verdict = self.match.act(action)
        if verdict.ok:
            self.around.play("move")
            self._back = 0
        else:
            self.say(_sentence(refused(verdict.rule, self.around.lang)), bad=True)

    def _watch(self) -> None:
        from kullerwerk.stage.watch import watch_session

        self.go = Open(watch_session(self.around, self.match))

    def escape(self) -> None:
        """Escape opens the menu of the game, not the way out of it."""
        self.do("menu")

    def closing(self) -> None:
        """The game is left: its record ends here."""
        self.match.close()

    # --- the pointer and the keys that no widget takes ---

    def raw_press(self, x: float, y: float, button: str) -> bool:
        """On the board."""
        if self._covered:
            return False
        taken = self.board.raw_press(x, y, button)
        self._after_board()
        return taken

    def raw_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """On the board."""
        self.board.raw_drag(x, y, dx, dy)
        self._after_board()

    def raw_release(self, x: float, y: float) -> None:
        """On the board."""
        self.board.raw_release(x, y)
        self._after_board()

    def raw_move(self, x: float, y: float) -> None:
        """On the board."""
        self.board.raw_move(x, y)

    def raw_scroll(self, x: float, y: float, steps: float) -> None:
        """The log, or the board."""
        if self._panel.holds(x, y):
            most = max(0, len(self._log_lines()) - 3)
            self._back = min(most, max(0, self._back + round(3 * steps)))
        else:
            self.board.raw_scroll(x, y, steps)

    def raw_key(self, key: str, mods: Mods = NO_MODS) -> bool:
        """Keys of the board, and of the log."""
        if key in ("pageup", "pagedown"):
            self.raw_scroll(self._panel.x + 1, 1, 3 if key == "pageup" else -3)
            return True
        if self._covered:
            return False
        taken = self.board.raw_key(key, mods)
        self._after_board()
        return taken

    @property
    def _covered(self) -> bool:
        return self.match.curtain is not None or self.match.asks_all

    # --- widgets ---

    def widgets(self) -> tuple[Widget, ...]:
        """Spots of the board, then the panel from the top down."""
        match, word = self.match, self.around.word
        if match.curtain is not None:
            return (self._over_board("curtain", word("curtain.take"), 0),)
        if match.asks_all:
            names = [("volunteer:", word("respond.nobody"))]
            names += [(f"volunteer:{seat}", match.name(seat)) for seat in match.people]
            return tuple(
                self._over_board(name, label, k, len(names))
                for k, (name, label) in enumerate(names)
            )
        return (*self.board.spots(), *self._side_widgets(), *self._foot_buttons())

    def _side_widgets(self) -> list[Widget]:
        """The buttons of the panel from the top down; lower where there is not room for all."""
        at, sizes, buttons = self._inner, self.around.sizes, self._side_buttons()
        top, foot = at.top - self._head_height(), at.y + 2 * (sizes.row + 6) + 8
        half = (at.w - 6) / 2
        rows: list[list[Any]] = []
        for button in buttons:
            pair = rows and len(rows[-1]) == 1 and rows[-1][0].half and button.half
            if pair:
                rows[-1].append(button)
            else:
                rows.append([button])
        lines = [1 if row[0].half else len(wrapped(row[0].label, sizes.text, at.w - 16))
                 for row in rows]  # fmt: skip
        highs = [sizes.row if n < 2 else (1.25 * min(n, 3) + 0.8) * sizes.text for n in lines]
        tight = bool(rows) and sum(highs) + 6 * len(highs) > top - foot
        if tight:
            highs = [max(18.0, min(sizes.row, (top - foot) / len(rows) - 4))] * len(rows)
        out: list[Widget] = []
        y = top
        for row, high in zip(rows, highs, strict=True):
            y -= high + (4 if tight else 6)
            for k, button in enumerate(row):
                wide = half if button.half else at.w
                place = Rect(at.x + k * (half + 6), y, wide, high)
                out.append(
                    Widget(
                        button.id, place, button.label, enabled=button.enabled, why=button.why,
                        keys=button.keys, chosen=button.chosen, small=tight,
                    )
                )  # fmt: skip
        return out

    def _side_buttons(self) -> list[Any]:
        from kullerwerk.stage.views.board import Button

        match, word = self.match, self.around.word
        if match.trouble:
            return [Button("retry", word("retry"))]
        if match.over is not None and not self.board.busy and not match.happened:
            out = [Button("again", word("again"))] if self._again is not None else []
            return [*out, Button("watch", word("watch.again")), Button("leave", word("to.menu"))]
        if self.board.busy:
            return [Button("skip", word("skip"), ("space",))]
        out = list(self.board.buttons())
        if self._last is not None and match.waits is not None:
            out.append(Button("slow", word("slow"), ("l",)))
        return out

    def _foot_buttons(self) -> list[Widget]:
        """Undo, hint, rules, menu: always there, at the foot of the panel."""
        match, word, at = self.match, self.around.word, self._inner
        row = self.around.sizes.row
        half = (at.w - 6) / 2
        can = match.waits is not None and not self.board.busy
        names = (
            ("undo", word("undo"), ("ctrl+z",), can, word("not.now")),
            ("hint", word("hint.busy") if match.hinting else word("hint"), ("h",),
             can and not match.hinting, word("not.now")),
            ("rules", word("rules"), ("f1",), True, ""),
            ("menu", word("menu"), ("f10",), True, ""),
        )  # fmt: skip
        out: list[Widget] = []
        for k, (name, label, keys, enabled, why) in enumerate(names):
            x = at.x + (k % 2) * (half + 6)
            y = at.y + (1 - k // 2) * (row + 6)
            out.append(
                Widget(name, Rect(x, y, half, row), label, enabled=enabled, why=why, keys=keys)
            )
        return out

    def _over_board(self, name: str, label: str, k: int, count: int = 1) -> Widget:
        """Button ``k`` of so many, one below the other in the lower half."""
        area, sizes = self.board.area, self.around.sizes
        wide = min(area.w - 40, 380 * sizes.scale)
        x, y = area.middle
        high = min(sizes.row * 1.3, (y + 20 - area.y) / count - 10)
        return Widget(name, Rect(x - wide / 2, y - 30 - k * (high + 10), wide, high), label)

    # --- drawing ---

    def layers(self) -> Frame:
        """The board, unless it is hidden, and the panel."""
        panel, look = self._panel, self.look
        self.board.pointed = look.focus if look.ring else look.hover
        shapes: list[Shape] = [box(panel, theme.PANEL, None), *self._head()]
        frame: Frame = (Layer("panel", tuple(shapes)), Layer("log", tuple(self._log())))
        if self._covered:
            return (*frame, Layer("curtain", tuple(self._curtain())))
        return (*self.board.layers(), *frame)

    def _prompt(self) -> str:
        match, word = self.match, self.around.word
        if match.over is not None:
            return _sentence(self._result())
        if self.board.busy:
            return self.board.prompt() or word("watching")
        seat = match.turn
        if seat is None:
            if self._prepares:
                return word("preparing")
            long = "rolling.long" if self._waited > LONG else "rolling"
            return word(long) if match.thinking else ""
        if seat not in match.people:
            return word("thinks", who=_capital(match.name(seat)))
        return self.board.prompt()

    def _result(self) -> str:
        match = self.match
        over = match.over
        assert over is not None, "a game that has ended"
        best = [match.name(k) for k, rank in enumerate(over.ranking) if rank == 1]
        key = "won.one" if len(best) == 1 else "won.more"
        who = self.around.word("and").join(best)
        return self.around.word(key, who=_capital(who))

    def _head(self) -> list[Shape]:
        """Whose turn it is, and what may be done."""
        at, sizes, match = self._inner, self.around.sizes, self.match
        out: list[Shape] = []
        y = at.top - sizes.text
        title = shortened(match.game.title, sizes.small, at.w)
        out.append(Text(at.x, y, title, sizes.small, theme.SOFT))
        y -= sizes.text * 1.1
        r = sizes.text * 0.7
        for seat in range(len(match.seats)):
            middle = y - sizes.text * 0.75
            turn = seat == self.board.turn
            colour = self._colour(seat)
            standing = self.board.standing(seat)
            second = self._second_line if standing else 0.0
            if turn:
                strip = Rect(at.x - 6, middle - r - 4 - second, at.w + 12, 2 * r + 8 + second)
                out.append(box(strip, theme.WHITE, colour, 2.0, 6.0))
            out.append(Disc(at.x + r + 2, middle, r, colour, theme.INK, 1.0))
            out.append(self._mark(seat, (at.x + r + 2, middle), r * 0.5))
            name = _capital(match.name(seat))
            x = at.x + 2 * r + 12
            out.append(Text(x, middle, name, sizes.text, theme.INK, "left", "middle", bold=turn))
            spec = match.seats[seat]
            kind = self.around.word("you") if spec is None else self._level(spec)
            room = at.right - x - width(name, sizes.text, turn) - 16
            out.append(
                Text(at.right, middle, shortened(kind, sizes.small, max(room, 20)), sizes.small,
                     theme.SOFT, "right", "middle")
            )  # fmt: skip
            if standing:
                words = shortened(standing, sizes.small, at.right - x)
                low = middle - r - second / 2
                out.append(Text(x, low, words, sizes.small, theme.SOFT, "left", "middle"))
            y -= 2 * r + 12 + second
        lines, _ = paragraph(
            Rect(at.x, y - 200, at.w, 200 - 4),
            self._prompt(),
            sizes.text,
            bold=match.waits is not None,
        )
        out += lines
        if self._prepares:
            foot = at.top - self._head_height()
            out += to_and_fro(Rect(at.x, foot + 2, at.w, BAR), self._waited)
        return out

    @property
    def _prepares(self) -> bool:
        """Whether a throw waits until it can be simulated."""
        match = self.match
        waits = match.turn is None and match.thinking and not self.board.busy
        return waits and self.around.prepares(match.scene)

    @property
    def _second_line(self) -> float:
        return 1.15 * self.around.sizes.small

    def _level(self, spec: Any) -> str:
        from kullerwerk.stage.levels import level_name

        return level_name(self.around, spec)

    def _colour(self, seat: int) -> theme.Colour:
        return self.board.seat_colour(seat)

    def _mark(self, seat: int, at: Point, r: float) -> Shape:
        return theme.mark(self.board.seat_mark(seat), at, r, theme.text_on(self._colour(seat)))

    def _head_height(self) -> float:
        sizes, at = self.around.sizes, self._inner
        seats = len(self.match.seats) * (1.4 * sizes.text + 12)
        told = [seat for seat in range(len(self.match.seats)) if self.board.standing(seat)]
        seats += len(told) * self._second_line
        lines = len(wrapped(self._prompt(), sizes.text, at.w, self.match.waits is not None))
        bar = 2 * BAR if self._prepares else 0.0
        return 2.2 * sizes.text + seats + lines * sizes.text * 1.35 + 12 + bar

    def _log_lines(self) -> list[tuple[str, int | None]]:
        size, room = self.around.sizes.small, self._inner.w - 10
        out: list[tuple[str, int | None]] = []
        for said in self.match.readable(self._told)[-60:]:
            words = _sentence(said.text)
            for k, line in enumerate(wrapped(words, size, room)):
                out.append((line, said.seat if k == 0 else None))
        return out

    def _log(self) -> list[Shape]:
        """The last lines of what has happened, the newest one lowest."""
        at, size = self._inner, self.around.sizes.small
        foot = at.y + 2 * (self.around.sizes.row + 6) + 10
        top = at.top - self._head_height()
        for widget in self.widgets():
            if widget.kind == "button" and widget.at.x >= at.x and widget.at.y > foot:
                top = min(top, widget.at.y)
        room = int((top - 16 - foot) / (size * 1.35))
        if room < 1:
            return []
        lines = self._log_lines()
        end = max(0, len(lines) - self._back)
        shown = lines[max(0, end - room) : end]
        out: list[Shape] = []
        for k, (line, seat) in enumerate(reversed(shown)):
            y = foot + size * (0.5 + 1.35 * k)
            if seat is not None:
                out.append(Disc(at.x + 3, y + size * 0.35, 3.2, self._colour(seat)))
            out.append(Text(at.x + 10, y, line, size, theme.INK))
        return out

    def _curtain(self) -> list[Shape]:
        match, word, area = self.match, self.around.word, self.board.area
        sizes = self.around.sizes
        seat = match.curtain
        said = (
            word("respond.ask")
            if seat is None
            else word("curtain.for", who=_capital(match.name(seat)))
        )
        x, y = area.middle
        out: list[Shape] = [box(area, theme.PAPER, None)]
        for k, line in enumerate(wrapped(said, sizes.title, area.w - 80)):
            at = y + 80 - k * sizes.title * 1.3
            out.append(Text(x, at, line, sizes.title, theme.INK, "centre", "middle"))
        return out


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(text: str) -> str:
    text = re.sub(r"\s+", " ", text).strip()
    return _capital(text) + ("" if not text or text.endswith((".", "!", "?", ":")) else ".")
