"""What notebooks and programs call as ``kullerwerk.measure`` and so on; see `kullerwerk`.

All keep what is done in a ``folder``, if one is named, and the same call goes on from there;
``jobs`` processes work, or those of a Dask ``cluster`` at ``tcp://host:port``. Neither changes what
is found: the same seed makes the same throws.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kullerwerk.lab import calibrate as calibrating
from kullerwerk.lab import compare as comparing
from kullerwerk.lab import hill_compare
from kullerwerk.lab import measure as lab
from kullerwerk.lab import sweep as sweeping
from kullerwerk.lab import tune as tuning
from kullerwerk.lab.calibrate import Calibrated
from kullerwerk.lab.compare import Comparison, Difference
from kullerwerk.lab.goals import GoalError, parse_goal
from kullerwerk.lab.hill_compare import HillComparison
from kullerwerk.lab.hill_games import Games, GameStudy, game_study
from kullerwerk.lab.hills import Drops, HillMeasurement, hill_measured
from kullerwerk.lab.intervals import Estimate
from kullerwerk.lab.measure import Figure, Measurement
from kullerwerk.lab.races import Races, RaceStudy, race_study, racers_of
from kullerwerk.lab.ranges import parse_ranges
from kullerwerk.lab.repeats import Pair
from kullerwerk.lab.repeats import Plan as CalibrationPlan
from kullerwerk.lab.resting import Given, TableError, read_resting
from kullerwerk.lab.runs import Runs, sets_of
from kullerwerk.lab.sample import Work
from kullerwerk.lab.study import StudyError
from kullerwerk.lab.sweep import Swept
from kullerwerk.lab.tune import Best, Tuned
from kullerwerk.lab.vary import FieldError
from kullerwerk.players.specs import Spec, SpecError, kinds_of, parse_player
from kullerwerk.playing import begin_on_hill
from scenes.errors import SceneError
from scenes.files import load_course, load_hill, load_track, save_track
from scenes.hill import MarbleHill
from scenes.track import Track
from sim.settled import DEGREE, FULL_TURN, MM

__all__ = [
    "Best",
    "Calibrated",
    "Comparison",
    "Difference",
    "Estimate",
    "FieldError",
    "Figure",
    "GameStudy",
    "GoalError",
    "HillComparison",
    "HillMeasurement",
    "MarbleHill",
    "Measurement",
    "RaceStudy",
    "SceneError",
    "SpecError",
    "StudyError",
    "Swept",
    "TableError",
    "Track",
    "Tuned",
    "calibrate",
    "compare",
    "load_hill",
    "load_track",
    "measure",
    "save_track",
    "sweep",
    "tune",
]


def measure(
    track: Track | MarbleHill | str | Path,
    throws: int = 2_000,
    *,
    until: float | None = None,
    races: int = 0,
    players: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    sets: Sequence[str] = (),
    player: str = "greedy",
    seed: int = 0,
    jobs: int = 1,
    cluster: str = "",
    folder: str | Path | None = None,
) -> Measurement | HillMeasurement:
    """Let every tower run a course alone, again and again: how a layout plays.

    On a marble hill ``throws`` single marbles are dropped instead, into every hatch in turn with
    the slider at either side, and ``races`` are whole games, with their ``options`` such as
    ``{"variant": "junior"}``, by three greedy ``players`` if none are named; ``sets`` and
    ``player`` are for tracks.

    ``track`` is a track or hill, a name of the library, or the path of a TOML file. Whole rounds,
    a run of each set, are made up to the one with throw number ``throws``; or, with ``until``, as
    many as make half of each headline interval at most that share. With ``races`` that many races
    follow, and half as many with other skill: by ``players`` such as
    ``("greedy", "aimer:skill=0.5")`` with the first sets, or greedy ones with all.

    The result has ``table`` (polars, a row per throw; lengths in mm, angles in degrees),
    ``figures`` with 95 % intervals (also as ``found["turns"]``, ``found["off_table:red"]``,
    ``found["win:red"]``; of a hill ``found["out"]``, ``found["time:hatch 2"]``), ``plot()``,
    ``report(path)``, and ``races`` (of a hill ``games``) with ``table``, ``figures``, ``plot()``
    and ``report(path)`` of their own.

    Raises SceneError for a scene that cannot be read, SpecError for players and ValueError for
    piece sets that there are not, RulesError for options or a number of players that the game does
    not have, StudyError for a folder of another study, OSError.
    """
    scene = _course(track)
    place = None if folder is None else Path(folder)
    work = Work(jobs, cluster)
    if isinstance(scene, MarbleHill):
        _nothing_of_tracks(scene, sets, player)
        games = _games(scene, races, players, options, seed)
        dropped = hill_measured(Drops(scene, seed), throws, until, place, work)
        if games is None:
            return dropped
        where = None if place is None else place / "games"
        return replace(dropped, games=game_study(games, races, where, work))
    _nothing_of_hills(options)
    chosen = _sets(scene, sets)
    racers = _racers(races, players, chosen)
    runs = Runs(scene, chosen, parse_player(player), seed)
    found = lab.measured(runs, throws, until, place, work)
    if not racers:
        return found
    field = Races(scene, chosen[: len(racers)], racers, seed)
    where = None if place is None else place / "races"
    return replace(found, races=race_study(field, races, where, work))


def compare(
    a: Track | MarbleHill | str | Path,
    b: Track | MarbleHill | str | Path,
    throws: int = 2_000,
    *,
    until: float | None = None,
    races: int = 0,
    players: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    sets: Sequence[str] = (),
    player: str = "greedy",
    seed: int = 0,
    jobs: int = 1,
    cluster: str = "",
    folder: str | Path | None = None,
) -> Comparison | HillComparison:
    """Let towers run (and race on) two courses with the same dice and hands: what differs?

    On two marble hills the same marbles are dropped (and games played).

    As `measure`, for both; ``until`` is for the intervals of differences, ``sets`` are those that
    both tracks have if none are named.

    The result has ``verdict()`` in words, ``found["turns"].change`` and ``.verdict()`` for each
    figure, ``table`` (polars, a row per figure), ``plot()``, ``report(path)``, and both
    measurements as ``first`` and ``second``. Raises as `measure`.
    """
    one, other = _course(a), _course(b)
    place = None if folder is None else Path(folder)
    work = Work(jobs, cluster)
    if isinstance(one, MarbleHill) and isinstance(other, MarbleHill):
        _nothing_of_tracks(one, sets, player)
        games = [_games(hill, races, players, options, seed) for hill in (one, other)]
        drops = Drops(one, seed), Drops(other, seed)
        dropped = hill_compare.drop_both(drops, throws, until, place, work)
        played = None
        if games[0] is not None and games[1] is not None:
            played = hill_compare.play_both((games[0], games[1]), races, place, work)
        return hill_compare.compared(*dropped, played)
    if isinstance(one, MarbleHill) or isinstance(other, MarbleHill):
        raise ValueError(f"{one.name} and {other.name}: expected two tracks, or two marble hills")
    _nothing_of_hills(options)
    chosen = _sets(one, sets) if sets else comparing.common_sets(one, other)
    if not chosen:
        raise ValueError(f"{one.name} and {other.name} have no piece set in common")
    _sets(other, chosen)
    racers = _racers(races, players, chosen)
    who = parse_player(player)
    runs = (Runs(one, chosen, who, seed), Runs(other, chosen, who, seed))
    studies = comparing.compare(runs, throws, until, place, work)
    raced = None
    if racers:
        field = chosen[: len(racers)]
        fields = (Races(one, field, racers, seed), Races(other, field, racers, seed))
        raced = comparing.race_both(fields, races, place, work)
    return comparing.compared(*studies, raced)


def sweep(
    study: Mapping[str, object] | str | Path,
    *,
    seed: int | None = None,
    jobs: int = 1,
    cluster: str = "",
    folder: str | Path | None = None,
) -> Swept:
    """Measure a course with some of its fields over lists, grids or distributions.

    ``study`` is the path of a study file, or what stands in one; then its ``track`` may be a track
    as well as a name or a path::

        kw.sweep({
            "track": "rundkurs",
            "throws": 2_000,
            "vary": [{"field": "half_spheres.A.x", "grid": {"from": 850, "to": 950, "steps": 5}}],
        })

    ``seed`` goes over that of the study; 0 where neither is given. The result has ``table``
    (polars, a row per layout: values, figures with ``.low`` and ``.high``, why it could not be
    built), ``found`` (a `Measurement` or None for each), ``plot()`` and ``report(path)``.

    Raises StudyError for a study that does not fit, or a folder of another one, OSError.
    """
    if isinstance(study, Mapping):
        given = study.get("track")
        track = given if isinstance(given, Track) else None
        plan = sweeping.sweep_of(study, track, seed, 0)
    else:
        plan = sweeping.read_sweep(Path(study), seed, 0)
    place = None if folder is None else Path(folder)
    return sweeping.sweep(plan, place, Work(jobs, cluster))


def tune(
    track: Track | str | Path,
    vary: str | Sequence[str],
    goal: str,
    *,
    tries: int = 64,
    throws: int = 2_000,
    check: int = 20_000,
    best: int = 3,
    sets: Sequence[str] = (),
    player: str = "greedy",
    seed: int = 0,
    jobs: int = 1,
    cluster: str = "",
    folder: str | Path | None = None,
) -> Tuned:
    """Search for layouts that come nearer to what is wanted (needs the extra ``tune``).

    ``vary`` says what may change, as in ``"half_spheres.A.x=700..900"``, ``"obstacles=80"`` or a
    list of such; ``goal`` what is wanted, as in ``"turns=14, fairness, off_table<0.03"``. So many
    ``tries`` have ``throws`` each; the ``best`` are thrown anew, ``check`` times, before they are
    reported.

    The result has ``best`` (each with ``track`` and ``found``, a `Measurement`), ``best_table`` and
    ``table`` (polars, a row per layout reported or tried), ``pareto`` (those of the search of which
    none is better in everything), ``plot()``, ``report(path)``, and ``save(folder)``, which writes
    the best as track files.

    Raises SceneError, SpecError and ValueError as `measure`, FieldError for what cannot vary,
    GoalError, StudyError (also where no layout can be built, or Optuna is missing), OSError.
    """
    scene = _track(track)
    chosen = _sets(scene, sets)
    ranges = parse_ranges(scene, [vary] if isinstance(vary, str) else vary)
    source = "" if isinstance(track, Track) else str(track)
    plan = tuning.Plan(
        source, scene, chosen, parse_player(player), seed, ranges,
        parse_goal(goal, chosen, len(scene.course)), tries, throws, check, best,
    )  # fmt: skip
    place = None if folder is None else Path(folder)
    return tuning.tune(plan, place, Work(jobs, cluster))


def calibrate(
    table: str | Path,
    track: Track | str | Path = "rundkurs",
    *,
    fit: Pair = "die_table",
    pose: tuple[float, float, float] | None = None,
    tower: str = "",
    die: str = "",
    pull: float = 600.0,
    blur: float = 2.0,
    throws: int = 0,
    seed: int = 0,
    jobs: int = 1,
    cluster: str = "",
    folder: str | Path | None = None,
) -> Calibrated:
    """Refit restitution and friction of a contact to where real dice came to rest.

    ``table`` is the path of a CSV file with a row per throw, as ``kullerwerk calibrate`` takes it.
    Where it says nothing else, all towers stand at ``pose`` (x and y of the middle of the snout
    line in mm, heading in degrees), all throws are those of ``tower`` and ``die``, and hats are
    pulled at ``pull`` mm/s. ``blur`` is how far a noted place may be off (standard deviation, mm),
    ``throws`` how many are simulated in the last round (0 = as many as the table wants).

    The result has ``found["friction"]`` with its interval, ``table`` (polars, a row per fitted
    number), ``track`` with these materials, ``misfit``, ``plot()`` and ``report(path)``.

    Raises TableError for a table that cannot be read, SceneError, StudyError, OSError.
    """
    scene = _track(track)
    stand = None
    if pose is not None:
        x, y, heading = pose
        stand = (round(x * MM), round(y * MM), round(heading * DEGREE) % FULL_TURN)
    rows = read_resting(table, scene, Given(stand, tower, die, round(pull * MM)))
    plan = CalibrationPlan(scene, rows, fit, seed, blur, throws)
    place = None if folder is None else Path(folder)
    return calibrating.calibrate(plan, place, Work(jobs, cluster))


def _course(scene: Track | MarbleHill | str | Path) -> Track | MarbleHill:
    return scene if isinstance(scene, Track | MarbleHill) else load_course(scene)


def _nothing_of_tracks(hill: MarbleHill, sets: Sequence[str], player: str) -> None:
    """Raise ValueError where something is asked of a hill that only tracks have."""
    if sets or player != "greedy":
        raise ValueError(f"{hill.name} is a marble hill: nobody aims there, and no sets run")


def _nothing_of_hills(options: Mapping[str, object] | None) -> None:
    """Raise ValueError where something is asked of a track that only hills have."""
    if options:
        raise ValueError("options are for games on a marble hill")


def _games(
    hill: MarbleHill,
    games: int,
    players: Sequence[str],
    options: Mapping[str, object] | None,
    seed: int,
) -> Games | None:
    """Return the games on a hill, None where there are none to be."""
    if not games:
        if players or options:
            raise ValueError("players and options need games: expected a number of races as well")
        return None
    kinds = kinds_of("kullern")
    playing = tuple(parse_player(one, kinds, hands=False) for one in players or ("greedy",) * 3)
    chosen = dict(options or {})
    begin_on_hill(hill, len(playing), chosen)
    return Games(hill, playing, seed, tuple(sorted(chosen.items())))


def _track(track: Track | str | Path) -> Track:
    return track if isinstance(track, Track) else load_track(track)


def _sets(track: Track, names: Sequence[str]) -> tuple[str, ...]:
    known = [pieces.name for pieces in track.sets]
    for name in names:
        if name not in known:
            raise ValueError(f"{track.name} has no piece set {name!r}; expected {', '.join(known)}")
    if len(set(names)) < len(names):
        raise ValueError(f"expected different piece sets, found {', '.join(names)}")
    return sets_of(track, names)


def _racers(races: int, players: Sequence[str], sets: Sequence[str]) -> tuple[Spec, ...]:
    """Return who races, nobody without races."""
    if not races:
        if players:
            raise ValueError("players race: expected a number of races as well")
        return ()
    return racers_of([parse_player(one) for one in players], sets)
