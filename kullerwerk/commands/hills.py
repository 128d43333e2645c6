"""What ``measure`` and ``compare`` do with marble hills: drops of single marbles, and games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kullerwerk.commands.studies import DROPS, keep_comparison, leave
from kullerwerk.console import Output, counted, fail

if TYPE_CHECKING:
    from kullerwerk.lab.figures import Figure
    from kullerwerk.lab.hill_compare import HillComparison
    from kullerwerk.lab.hill_games import Games, GameStudy
    from kullerwerk.lab.hills import HillMeasurement
    from kullerwerk.players.specs import Spec
    from scenes.hill import MarbleHill


@dataclass(frozen=True, slots=True)
class Asked:
    """How a study of hills is to be done, as the command line says it.

    ``throws`` None = the usual number; ``races`` games are played by ``players`` with these
    ``options``.
    """

    throws: int | None
    until: float | None
    races: int
    players: str
    options: Sequence[str]
    jobs: int
    cluster: str
    study: Path | None
    seed: int

    @property
    def drops(self) -> int:
        """How many marbles are dropped."""
        return DROPS if self.throws is None else self.throws

    def check_games(self) -> None:
        """Leave the command where games are spoken of that nobody plays."""
        if self.races:
            return
        if self.players:
            fail("--players: expected --games N as well, for them to play.")
        if self.options:
            fail(f"--option {self.options[0]}: there are no games; expected --games N as well.")

    def games(self, hill: MarbleHill, players: tuple[Spec, ...]) -> Games:
        """Return the games on a hill."""
        from kullerwerk.lab.hill_games import Games
        from kullerwerk.loading import read_options

        return Games(hill, players, self.seed, tuple(sorted(read_options(self.options).items())))

    def part(self, name: str) -> Path | None:
        """Return the folder of a part of the study."""
        return None if self.study is None else self.study / name


@dataclass(frozen=True, slots=True)
class Files:
    """What is written of a study beside its JSON; up to ``replays`` drops go into the report."""

    picture: Path | None
    table: Path | None
    game_table: Path | None
    report: Path | None
    replays: int


def measure_hill(out: Output, hill: MarbleHill, name: str, asked: Asked, files: Files) -> None:
    """Drop marbles on a hill (and play on it), and tell, draw and write what comes out."""
    from kullerwerk.lab import hill_games, hills
    from kullerwerk.lab.sample import Work
    from kullerwerk.lab.study import Interrupted, StudyError
    from kullerwerk.loading import read_hill_players
    from kullerwerk.stopping import stop_signals
    from kullerwerk.tables import write_frame

    asked.check_games()
    if files.game_table is not None and not asked.races:
        fail("--race-table FILE: there are no games; expected --games N as well.")
    players = read_hill_players(hill, asked.players, asked.options) if asked.races else ()
    try:
        with (
            stop_signals(raising=False) as stopped,
            out.progress_of("dropping", "pieces/s") as progress,
        ):
            work = Work(asked.jobs, asked.cluster, stopped, progress)
            job = hills.Drops(hill, asked.seed)
            found = hills.hill_measured(job, asked.drops, asked.until, asked.study, work)
            if asked.races:
                games = asked.games(hill, players)
                played = hill_games.game_study(games, asked.races, asked.part("games"), work)
                found = replace(found, games=played)
    except StudyError as error:
        fail(f"{error}.")
    except Interrupted as stop:
        leave(out, stop, asked.study, asked.seed)
    _tell(out, found, name)
    if found.games is not None:
        _tell_games(out, found.games)
    if files.table is not None:
        write_frame(files.table, found.rows)
        out.say(f"drops in {files.table}")
    if files.game_table is not None and found.games is not None:
        write_frame(files.game_table, found.games.rows)
        out.say(f"games in {files.game_table}")
    if files.picture is not None:
        found.plot(files.picture)
        out.say(f"picture in {files.picture}")
    if files.report is not None:
        _report(out, found, asked, files.report, files.replays)
    out.result(hills.data_of(found))


def _report(out: Output, found: HillMeasurement, asked: Asked, path: Path, replays: int) -> None:
    """Write the page of a study, or leave the command where that is stopped."""
    from kullerwerk.lab.report.hill_page import write_hill_page
    from kullerwerk.lab.study import Interrupted
    from kullerwerk.stopping import stop_signals

    try:
        with (
            stop_signals(raising=False) as stopped,
            out.progress_of("dropping again, for the replays") as progress,
        ):
            write_hill_page(
                found, path, replays, jobs=asked.jobs, cluster=asked.cluster, stopped=stopped,
                progress=progress,
            )  # fmt: skip
    except Interrupted as stop:
        leave(out, stop, asked.study, asked.seed)
    out.say(f"report in {path}")


def compare_hills(
    out: Output,
    hills: tuple[MarbleHill, MarbleHill],
    names: tuple[str, str],
    asked: Asked,
    picture: Path | None,
    table: Path | None,
) -> None:
    """Drop the same marbles on two hills (and play on them), and tell what differs."""
    from kullerwerk.lab import hill_compare as lab
    from kullerwerk.lab.hills import Drops
    from kullerwerk.lab.sample import Work
    from kullerwerk.lab.study import Interrupted, StudyError
    from kullerwerk.loading import read_hill_players
    from kullerwerk.stopping import stop_signals

    asked.check_games()
    players: tuple[Spec, ...] = ()
    if asked.races:
        for hill in hills:
            players = read_hill_players(hill, asked.players, asked.options)
    played = None
    try:
        with (
            stop_signals(raising=False) as stopped,
            out.progress_of("dropping", "pieces/s") as progress,
        ):
            work = Work(asked.jobs, asked.cluster, stopped, progress)
            jobs = Drops(hills[0], asked.seed), Drops(hills[1], asked.seed)
            studies = lab.drop_both(jobs, asked.drops, asked.until, asked.study, work)
            if asked.races:
                both = asked.games(hills[0], players), asked.games(hills[1], players)
                played = lab.play_both(both, asked.races, asked.study, work)
    except StudyError as error:
        fail(f"{error}.")
    except Interrupted as stop:
        leave(out, stop, asked.study, asked.seed)
    found = lab.compared(*studies, played)
    _tell_differences(out, found, names)
    keep_comparison(out, found, picture, table)
    out.result(lab.data_of(found))


def _lines(out: Output, figures: Sequence[Figure], cluster: str, item: str) -> None:
    """Print figures with their intervals and what they rest on."""
    from kullerwerk.lab.figures import basis_text, text_of

    for figure in figures:
        text = text_of(figure.estimate, figure.unit)
        basis = basis_text(figure.estimate, cluster, item)
        out.say(f"  {figure.label:<48} {text:<28} {basis}".rstrip())


def _tell(out: Output, found: HillMeasurement, name: str) -> None:
    """Print the figures of all drops together, and then what sets sides and hatches apart."""
    from kullerwerk.lab.figures import OVERALL, text_of
    from kullerwerk.lab.hill_figures import SIDES, is_fork

    out.say(
        f"{name}: {counted(found.drops, 'drop')} into every hatch in turn, now the left exits open "
        f"and now the right ones, seed {found.seed}; 95 % intervals"
    )
    _lines(out, [f for f in found.figures if f.set == OVERALL and not is_fork(f)], "drop", "drop")
    if (worst := found.worst) is not None:
        where = worst.set or worst.label.removeprefix("right at ")
        out.say(f"  worst fork: {where}: {text_of(worst.estimate, '%')} go right")
    for of in dict.fromkeys(f.set for f in found.figures if f.set):
        out.say(SIDES.get(of, of))
        _lines(out, [f for f in found.figures if f.set == of], "drop", "drop")


def _tell_games(out: Output, played: GameStudy) -> None:
    """Print what the games came to."""
    out.say(f"{counted(played.games, 'game')} of {played.field}; 95 % intervals")
    _lines(out, played.figures, "pair", "game")


def _tell_differences(out: Output, found: HillComparison, names: tuple[str, str]) -> None:
    """Print the verdict, and a line for every figure; of the many forks those that differ."""
    from kullerwerk.lab.figures import said
    from kullerwerk.lab.hill_figures import SIDES, is_fork

    first, second = found.first, found.second
    games = f", {counted(found.games[0].games, 'game')} each" if found.games is not None else ""
    drops = (
        f"{counted(first.drops, 'drop')} each"
        if first.drops == second.drops
        else f"{first.drops} and {second.drops} drops"
    )
    out.say(
        f"A = {names[0]}, B = {names[1]}: {drops}{games}, seed {first.seed}; 95 % intervals of "
        "what B is beside A"
    )
    out.say(f"B beside A: {found.verdict()}")
    out.say()
    for one in found.differences:
        figure = one.figure
        if (is_fork(figure) and not one.told) or (figure.set and "_p" in figure.key):
            continue
        label = (
            f"{figure.label}: {SIDES.get(figure.set, figure.set)}" if figure.set else figure.label
        )
        values = f"{said(one.first.value, figure.unit)} -> {said(one.second.value, figure.unit)}"
        out.say(f"  {label:<56} {values:<22} {one.verdict()}")
