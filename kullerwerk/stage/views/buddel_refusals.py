"""What the rules say when something in the mine is pressed that cannot be chosen."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from kullerwerk.stage.match import Match
from rules.buddel.board import N, S, grid_of
from rules.buddel.moves import free_seats
from rules.buddel.state import (
    BoardingFrame,
    Free,
    GorganFrame,
    Home,
    HomeFrame,
    Move,
    MoveFrame,
    Pass,
    Post,
    Ransom,
    SeatingFrame,
    Sit,
    State,
)


def refusal(match: Match, picked: Sequence[str], cell: int, seat: tuple[int, int] | None) -> str:
    """A sentence for a cell that was pressed, or a seat in it; "" = it is legal after all."""
    s: State = match.state
    game, grid = match.game, grid_of(s.board)
    space = grid.goblins.index(cell) if cell in grid.goblins else None
    match s.agenda[-1] if s.agenda else None:
        case MoveFrame():
            return _move(match, picked, cell)
        case SeatingFrame() | BoardingFrame() if seat is not None:
            return game.check(s, Sit(*seat)).rule
        case HomeFrame():
            return game.check(s, Home(cell)).rule
        case GorganFrame():
            return _gorgan(match, picked, space, cell, seat)
        case _:
            # Nothing fits: the rules say what they wait for.
            return game.check(s, Pass()).rule


def _move(match: Match, picked: Sequence[str], cell: int) -> str:
    s: State = match.state
    game, grid = match.game, grid_of(s.board)
    if not picked:
        if cell not in s.carts:
            return game.check(s, Pass()).rule
        return _first(match, s.carts.index(cell))
    cart = int(picked[0].removeprefix("cart:"))
    path = steps_to(s, cart, cell)
    if path:
        return game.check(s, Move(cart, path)).rule
    if cell == s.carts[1 - cart]:
        beside = [way for way, to in enumerate(grid.steps[s.carts[cart]]) if to == cell]
        if beside:
            return game.check(s, Move(cart, (beside[0],))).rule
        return match.around.word("buddel.other")
    wide = len(s.board.rows[0])
    if cell in grid.rails and cell // wide < s.carts[cart] // wide:
        return game.check(s, Move(cart, (S,))).rule
    return match.around.word("buddel.norails")


def _first(match: Match, cart: int) -> str:
    """Why a cart cannot be pulled at all."""
    said = [match.game.check(match.state, Move(cart, (way,))) for way in range(4)]
    said.sort(key=lambda verdict: verdict.code != "cart-in-the-way")
    return next((verdict.rule for verdict in said if not verdict.ok), "")


def _gorgan(
    match: Match, picked: Sequence[str], space: int | None, cell: int, seat: tuple[int, int] | None
) -> str:
    s: State = match.state
    game = match.game
    if picked and seat is not None and picked[-1].startswith("goblin:"):
        return game.check(s, Free(int(picked[-1].removeprefix("goblin:")), *seat)).rule
    if space is not None:
        if s.captives[space] >= 0 and (free := free_seats(s)):
            return game.check(s, Free(space, *free[0])).rule
        return game.check(s, Post(space)).rule
    if cell == grid_of(s.board).chamber:
        held = [k for k, owner in enumerate(s.captives) if owner >= 0]
        return game.check(s, Ransom(held[0] if held else 0)).rule
    return game.check(s, Move(0, (N,))).rule


def steps_to(s: State, cart: int, cell: int) -> tuple[int, ...] | None:
    """A shortest way of a cart to a cell, the other cart in the way; None = there is none."""
    steps, other = grid_of(s.board).steps, s.carts[1 - cart]
    ways: dict[int, tuple[int, ...]] = {s.carts[cart]: ()}
    queue = deque([s.carts[cart]])
    while queue:
        at = queue.popleft()
        for way, to in enumerate(steps[at]):
            if to >= 0 and to != other and to not in ways:
                ways[to] = (*ways[at], way)
                queue.append(to)
    return ways.get(cell)
