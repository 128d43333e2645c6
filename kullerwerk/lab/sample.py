"""The pieces of a study, as many as it turns out to take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from kullerwerk.lab.study import Job, Shelf, StudyError, gather, open_shelf

MOST = 20_000
"""Most pieces of a study."""


def never() -> bool:
    """Return that nobody asks to stop."""
    return False


def untold(done: int, of: int) -> None:
    """Take no notice of how far the work is."""
    del done, of


@dataclass(frozen=True, slots=True)
class Work:
    """How pieces are made: by how many processes or on which cluster, until somebody stops it.

    ``tell`` hears how many pieces of how many are done.
    """

    jobs: int = 1
    cluster: str = ""
    stopped: Callable[[], bool] = never
    tell: Callable[[int, int], None] = untold


@dataclass(slots=True)
class Sample:
    """The first pieces of a job: ``grow`` makes more of them."""

    job: Job
    shelf: Shelf
    work: Work
    pieces: list[pl.DataFrame] = field(default_factory=list[pl.DataFrame])

    @classmethod
    def begin(cls, job: Job, folder: Path | None, work: Work) -> Sample:
        """Return a sample without pieces; what is done is kept in ``folder``.

        Raises StudyError where the folder holds another study, and OSError.
        """
        return cls(job, open_shelf(folder, job), work)

    def grow(self, pieces: int) -> None:
        """Make pieces until there are so many.

        Raises StudyError where they are too many, `kullerwerk.lab.study.Interrupted`, OSError.
        """
        if pieces > MOST:
            raise StudyError(
                f"this takes {pieces} pieces of work, and at most {MOST} are done: ask for less"
            )
        done = len(self.pieces)

        def one(number: int, frame: pl.DataFrame) -> None:
            nonlocal done
            del number, frame
            done += 1
            self.work.tell(done, pieces)

        self.pieces += gather(
            self.job, self.shelf, range(len(self.pieces), pieces), jobs=self.work.jobs,
            cluster=self.work.cluster, stopped=self.work.stopped, done=one,
        )  # fmt: skip

    @property
    def table(self) -> pl.DataFrame:
        """All rows that there are."""
        return pl.concat(self.pieces)
