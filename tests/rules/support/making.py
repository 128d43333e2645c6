"""Makes golden records: a game in the making, and a record as text."""

from __future__ import annotations

from kit import told

from rules.core import records
from rules.core.types import Decide, Over


class Making:
    """A game in the making: every answer goes into the record ``folder``/``name``.jsonl.

    Each maker derives its own, with the game and the folder.
    """

    game = folder = None

    def __init__(self, name, s, seed=None):
        self.s = s
        self.path = self.folder / f"{name}.jsonl"
        head = records.header(self.game, s, engine={"name": "golden"}, seed=seed)
        self.writer = records.Writer(self.path, self.game, head)

    @property
    def pending(self):
        return self.game.pending(self.s)

    def answer(self, answer):
        pending = self.pending
        how = self.game.apply if isinstance(pending, Decide) else self.game.settle
        step = how(self.s, answer)
        self.writer.add(self.s, pending, answer, step)
        self.s = step.state

    def do(self, *answers):
        """The texts of actions, and where chance is asked what it answers."""
        for given in answers:
            decides = isinstance(self.pending, Decide)
            self.answer(self.game.parse(self.s, given) if decides else given)

    def close(self):
        assert isinstance(self.pending, Over), self.path
        self.writer.close()
        print(f"{self.path.name}: {self.pending.termination}, ranks {self.pending.ranking}")


def playthrough(folder, name):
    """A recorded game as text: every question, answer and event."""
    replay = records.replay(folder / f"{name}.jsonl")
    (folder / f"{name}.txt").write_text(told(replay), encoding="utf-8")
