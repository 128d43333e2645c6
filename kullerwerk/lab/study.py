"""Studies: numbered pieces of work that many processes or machines do, kept as they are done.

A job says what is asked (its ``question``, plain data) and makes piece k out of k alone, so pieces
come from any process in any order and make the same table. A shelf keeps them, a Parquet file each,
written whole or not at all: work that was stopped, by Ctrl-C, a full disk or a worker that died,
goes on where it was. The processes are joblib's, on this machine or on a Dask cluster.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import signal
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import polars as pl

import kullerwerk
from kullerwerk.console import atomic
from kullerwerk.physics import settings_of
from scenes.files import scene_hash
from scenes.hill import MarbleHill
from scenes.track import Track

FORMAT = 1
"""Version of a shelf's files."""


class Asked(Protocol):
    """Whatever a folder can hold the work of."""

    def question(self) -> Mapping[str, Any]:
        """What is asked, as JSON data: whatever can change the work."""
        ...


class Job(Asked, Protocol):
    """Work in pieces; frozen data that can be sent to another process."""

    def piece(self, number: int) -> pl.DataFrame:
        """Do piece ``number``, 0 or more."""
        ...


class Keeper(Protocol):
    """Where pieces are kept by their numbers."""

    def put(self, number: int, frame: pl.DataFrame) -> None:
        """Keep a piece. Raises OSError."""
        ...

    def get(self, number: int) -> pl.DataFrame | None:
        """Return a piece, or None."""
        ...


class StudyError(Exception):
    """A study that cannot go on; its text is a sentence for people."""


class Interrupted(Exception):
    """Somebody asked to stop, or a worker died; what is done is on the shelf."""

    def __init__(self, done: int, reason: str = "") -> None:
        super().__init__(reason)
        self.done = done
        self.reason = reason


def origin_of(scene: Track | MarbleHill, seed: int) -> dict[str, str | int]:
    """Return what every row of a study's file says of where it comes from."""
    return {
        "seed": seed,
        "version": kullerwerk.__version__,
        "settings": settings_of(scene),
        "scene": scene_hash(scene),
    }


def fingerprint(question: Mapping[str, Any]) -> str:
    """Return a short hash of a question."""
    text = json.dumps(question, sort_keys=True, allow_nan=False)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


@dataclass(slots=True)
class Shelf:
    """Where a study's pieces are: in a ``folder``, or in memory where that is None."""

    folder: Path | None = None
    _held: dict[int, pl.DataFrame] = field(default_factory=dict[int, pl.DataFrame])

    def put(self, number: int, frame: pl.DataFrame) -> None:
        """Keep a piece. Raises OSError; what was there before stays."""
        if self.folder is None:
            self._held[number] = frame
            return
        # Into memory first: what goes wrong on the disk is then an OSError that names itself.
        out = io.BytesIO()
        frame.write_parquet(out)
        with atomic(self._file(number)) as temporary:
            temporary.write_bytes(out.getvalue())

    def get(self, number: int) -> pl.DataFrame | None:
        """Return a piece; None where it is not there, or cannot be read any more."""
        if self.folder is None:
            return self._held.get(number)
        file = self._file(number)
        if not file.is_file():
            return None
        try:
            return pl.read_parquet(file)
        except (OSError, pl.exceptions.PolarsError):
            file.unlink(missing_ok=True)
            return None

    def has(self, number: int) -> bool:
        """Whether a piece is there."""
        return number in self._held if self.folder is None else self._file(number).is_file()

    def _file(self, number: int) -> Path:
        assert self.folder is not None
        return self.folder / f"piece-{number:08d}.parquet"


def open_shelf(folder: Path | None, asked: Asked) -> Shelf:
    """Return the shelf of a question in a folder, which is made where it is missing.

    Raises StudyError where the folder holds another study, and OSError.
    """
    if folder is None:
        return Shelf()
    question = {"format": FORMAT, "kullerwerk": kullerwerk.__version__, **asked.question()}
    if folder.exists() and not folder.is_dir():
        raise StudyError(f"{folder} is a file: choose a folder, or a new name")
    folder.mkdir(parents=True, exist_ok=True)
    label = folder / "study.json"
    if label.exists():
        try:
            found = json.loads(label.read_text(encoding="utf-8"))
        except ValueError:
            found = None
        if found != json.loads(json.dumps(question)):
            raise StudyError(f"{folder} holds another study: choose another folder, or empty it")
    elif any(folder.iterdir()):
        raise StudyError(f"{folder} is no study's folder: choose an empty or a new one")
    else:
        with atomic(label) as temporary:
            text = json.dumps(question, indent=1, allow_nan=False) + "\n"
            temporary.write_text(text, encoding="utf-8")
    return Shelf(folder)


def gather(
    job: Job,
    shelf: Keeper,
    numbers: Iterable[int],
    *,
    jobs: int = 1,
    cluster: str = "",
    stopped: Callable[[], bool] = lambda: False,
    done: Callable[[int, pl.DataFrame], None] = lambda number, frame: None,
) -> list[pl.DataFrame]:
    """Return the pieces of these numbers in their order; those that the shelf lacks are made.

    ``jobs`` processes of this machine work, or those of the Dask ``cluster`` at an address such as
    ``tcp://host:8786``. ``done`` is told every piece as soon as it is there. Raises Interrupted
    once ``stopped()`` is true or where a worker died, StudyError where the cluster does not
    answer, OSError where a piece cannot be kept.
    """
    wanted = list(numbers)
    missing: list[int] = []
    frames: dict[int, pl.DataFrame] = {}
    for number in wanted:
        frame = shelf.get(number)
        if frame is None:
            missing.append(number)
        else:
            frames[number] = frame
            done(number, frame)
    for number, frame in _made(job, missing, jobs, cluster, stopped):
        shelf.put(number, frame)
        frames[number] = frame
        done(number, frame)
    if len(frames) < len(wanted):
        raise Interrupted(len(frames))
    return [frames[number] for number in wanted]


def _made(
    job: Job, numbers: list[int], jobs: int, cluster: str, stopped: Callable[[], bool]
) -> Generator[tuple[int, pl.DataFrame]]:
    """Make pieces, as they come, until somebody asks to stop."""
    if not cluster and (jobs == 1 or len(numbers) < 2):
        for number in numbers:
            if stopped():
                return
            yield number, job.piece(number)
        return
    joblib = _joblib()
    same = fingerprint(job.question())

    def until_stopped() -> Iterator[Any]:
        for number in numbers:
            if stopped():
                return  # what is under way is finished and kept
            yield joblib.delayed(_do)(job, number, same, not cluster)

    with _workers(cluster):
        parallel = joblib.Parallel(
            n_jobs=-1 if cluster else min(jobs, len(numbers)),
            return_as="generator_unordered",
            pre_dispatch="2 * n_jobs",
            batch_size=1,
        )
        made = parallel(until_stopped())
        try:
            yield from made
        except BrokenProcessPool as error:
            raise Interrupted(0, "a worker died, maybe for want of memory") from error
        finally:
            with warnings.catch_warnings():
                # Where a piece cannot be kept, or somebody insists, the others are given up.
                warnings.filterwarnings("ignore", "\\d+ tasks (which were|have been)")
                made.close()


def _do(job: Job, number: int, same: str, local: bool) -> tuple[int, pl.DataFrame]:
    """Make a piece, in a worker; raises StudyError where it would make another one than here."""
    if fingerprint(job.question()) != same:
        raise StudyError("a worker has another version of kullerwerk: install the same everywhere")
    if local:
        # The keys reach every process; the one that started the others ends them.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return number, job.piece(number)


def _joblib() -> Any:
    """Return joblib, which says nothing of its types."""
    return import_module("joblib")


@contextlib.contextmanager
def _workers(cluster: str) -> Generator[None]:
    """Let joblib use the cluster of an address, or processes of this machine ("")."""
    joblib = _joblib()
    if not cluster:
        with joblib.parallel_config(backend="loky"):
            yield
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise StudyError(
            "work on a cluster needs the extra 'cluster': pip install 'kullerwerk[cluster]'"
        ) from error
    try:
        client = Client(cluster, timeout="10s")
    except (OSError, ValueError) as error:
        raise StudyError(f"no Dask scheduler answers at {cluster}") from error
    with client, joblib.parallel_config(backend="dask"):
        yield
