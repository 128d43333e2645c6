"""``kullerwerk watch``: a record shown again, in a window or as a picture or a film."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kullerwerk.console import Json, Output, Quiet, Target, fail, open_output, quoted, whole

if TYPE_CHECKING:
    from rules.core.records import Replay


def _size(text: str) -> tuple[int, int]:
    """Read a size in pixels; even numbers, as films want them."""
    wide, _, high = text.partition("x")
    if wide.isascii() and high.isascii() and wide.isdigit() and high.isdigit():
        found = int(wide[:6]), int(high[:6])
        if 320 <= found[0] <= 7680 and 240 <= found[1] <= 4320:
            return found[0] - found[0] % 2, found[1] - found[1] % 2
    raise typer.BadParameter(f"expected 320x240 to 7680x4320, found {text}")


def watch(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record of a game (.jsonl).")],
    export: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Open no window; make a picture (.png) or a film (.gif, .mp4) of the record.",
        ),
    ] = None,
    start: Annotated[
        int,
        typer.Option("--from", metavar="N", parser=whole(0), help="Begin after so many answers."),
    ] = 0,
    speed: Annotated[float, typer.Option(metavar="X", help="How fast: 1 is as it happens.")] = 1.0,
    fps: Annotated[
        int, typer.Option(metavar="N", parser=whole(1, 60), help="Frames a second of a film.")
    ] = 25,
    size: Annotated[
        Any,
        typer.Option(metavar="WxH", parser=_size, help="Size of the picture or film, pixels."),
    ] = "1280x800",
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Watch a record: pause, step, go anywhere in it, at any speed.

    Throws and marbles roll as they did where the machine simulates the same, and
    their way is drawn elsewhere. MP4 files need ffmpeg; PNG and GIF need nothing.

    JSON: "answers", "frames" (of an export), "file".
    """
    from kullerwerk.stage.watch import SPEEDS, missing_program
    from rules.core.errors import RecordError
    from rules.core.records import replay

    target = Target("--export", export, (".png", ".gif", ".mp4"))
    out = open_output(quiet, json, target, inputs=[record])
    try:
        played = replay(record, partial=True)
    except RecordError as error:
        fail(f"{error}.")
    if start > len(played.steps):
        fail(f"--from {start}: {record} has {len(played.steps)} answers.")
    if not SPEEDS[0] <= speed <= SPEEDS[-1]:
        fail(f"--speed {speed:g}: expected {SPEEDS[0]:g} to {SPEEDS[-1]:g}.")
    if export is None:
        _show(played, start, speed)
        out.result({"kind": "watch", "answers": len(played.steps), "frames": 0, "file": None})
        return
    wide, high = size
    if why := missing_program(export):
        fail(why)
    frames = _export(out, played, export, start, speed, fps, (wide, high))
    out.say(f"{'picture' if export.suffix == '.png' else 'film'} in {quoted(export)}")
    out.result(
        {"kind": "watch", "answers": len(played.steps), "frames": frames, "file": str(export)}
    )


def _show(played: Replay, start: int, speed: float) -> None:
    """Open a window on the record."""
    from kullerwerk.stage.page import Page
    from kullerwerk.stage.surroundings import Surroundings
    from kullerwerk.stage.watch import WatchPage
    from kullerwerk.window.opening import NoDisplay
    from kullerwerk.window.start import show
    from rules.core.errors import RulesError
    from scenes.errors import SceneError

    def make(around: Surroundings) -> Page:
        page = WatchPage(around, played)
        page.go_to(start)
        page.speed = speed
        return page

    try:
        show(make, "kullerwerk")
    except NoDisplay as error:
        fail(f"{error}; --export makes a film of it, 'kullerwerk replay --tell' tells it in words.")
    except (RulesError, SceneError) as error:
        fail(f"{error}.")


def _export(
    out: Output,
    played: Replay,
    path: Path,
    start: int,
    speed: float,
    fps: int,
    size: tuple[int, int],
) -> int:
    """Make the file without a display; returns how many frames it took."""
    from kullerwerk.stage.settings import Settings, system_language
    from kullerwerk.stage.surroundings import Surroundings
    from kullerwerk.stage.watch import WatchPage
    from kullerwerk.stopping import stop_signals
    from kullerwerk.window.opening import NoDisplay, headless, open_window
    from rules.core.errors import RulesError
    from scenes.errors import SceneError

    headless()
    try:
        window = open_window((320, 240), "kullerwerk", visible=False)
    except NoDisplay as error:
        fail(f"--export: {error}; Debian and Ubuntu have what is missing as libegl1 and libgl1.")
    # Their modules look for a display as soon as they are imported.
    from kullerwerk.window.films import film
    from kullerwerk.window.renderer import Renderer

    frames = 0
    try:
        page = WatchPage(Surroundings(Settings(language=system_language())), played)
        page.resize(1280.0, 1280.0 * size[1] / size[0])
        page.go_to(start)
        page.speed = speed
        done = 0
        with stop_signals(raising=True), out.progress("filming", 100, "%/s") as advance:
            for share in film(Renderer(window), page, path, fps, size):
                frames += 1
                advance(round(100 * share) - done)
                done = round(100 * share)
    except (RulesError, SceneError) as error:
        fail(f"{error}.")
    finally:
        window.close()
    return frames
