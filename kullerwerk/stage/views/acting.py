"""Boards that show what happens act by act, each with the state that it leads to."""

from __future__ import annotations

from typing import Any

from kullerwerk.stage.match import Match
from kullerwerk.stage.motion import Acts, Slides
from kullerwerk.stage.views.board import PickBoard
from rules.core.types import Decide, Seat


class ActBoard(PickBoard):
    """A board whose ``_acts`` are shown one after the other, by ``_slides``."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._slides = Slides(match.around)
        self._acts = Acts(self._slides, match.state)

    @property
    def _shown(self) -> Any:
        return self._acts.shown

    @property
    def busy(self) -> bool:
        """Whether anything is on its way."""
        return self._acts.busy

    @property
    def turn(self) -> Seat | None:
        """Whose turn is shown."""
        pending = self.match.game.pending(self._shown if self.busy else self.match.state)
        return pending.seat if isinstance(pending, Decide) else self.match.turn

    def update(self, dt: float) -> None:
        """Go on."""
        self._acts.update(dt)

    def skip(self) -> None:
        """Be at the end."""
        self._acts.skip()

    def reset(self) -> None:
        """Show the game as it stands."""
        super().reset()
        self.stand(self.match.state)

    def stand(self, state: Any) -> None:
        """Show a state of the game."""
        self._acts.reset(state)
