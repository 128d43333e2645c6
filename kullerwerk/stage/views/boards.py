"""Which board belongs to which game."""

from __future__ import annotations

from kullerwerk.stage.match import Match
from kullerwerk.stage.views.board import Board


def board_of(match: Match) -> Board:
    """The board of a match's game; a board is loaded when it is first needed."""
    match match.game.name:
        case "koenig":
            from kullerwerk.stage.views.koenig import KoenigBoard

            return KoenigBoard(match)
        case "kullern":
            from kullerwerk.stage.views.kullern import KullernBoard

            return KullernBoard(match)
        case "company":
            from kullerwerk.stage.views.company import CompanyBoard

            return CompanyBoard(match)
        case "buddel":
            from kullerwerk.stage.views.buddel import BuddelBoard

            return BuddelBoard(match)
        case _:
            from kullerwerk.stage.views.hoehle import HoehleBoard

            return HoehleBoard(match)
