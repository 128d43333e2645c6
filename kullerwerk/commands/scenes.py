"""``kullerwerk scenes``: see, print, copy and check tracks, piece sets and marble hills."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kullerwerk.console import (
    REFUSED,
    Json,
    Output,
    Quiet,
    Target,
    fail,
    open_output,
    picture_target,
    quoted,
)

if TYPE_CHECKING:
    from scenes.hill import MarbleHill
    from scenes.track import Track

app = typer.Typer(
    name="scenes",
    no_args_is_help=True,
    help="See, print, copy and check tracks, piece sets and hills. Lengths in mm, masses in g.",
)


class Kind(StrEnum):
    """The kinds of scene files."""

    track = "track"
    set = "set"
    hill = "hill"


class Paper(StrEnum):
    """Papers to print on."""

    a4 = "a4"
    a3 = "a3"
    letter = "letter"


Scene = Annotated[
    str, typer.Argument(metavar="NAME", help="A scene of the library, or a .toml file.")
]


@contextlib.contextmanager
def _one_sentence() -> Generator[None]:
    """Leave the command with the sentence of a scene that is not accepted."""
    from scenes.errors import SceneError

    try:
        yield
    except SceneError as error:
        fail(f"{error}.")


@app.command("list")
def list_scenes(quiet: Quiet = False, json: Json = None) -> None:
    """List the tracks, piece sets and marble hills that come with the program."""
    from scenes.files import library

    out = open_output(quiet, json)
    entries = library()
    width = max(len(entry.name) for entry in entries)
    for entry in entries:
        mark = "  (assumed)" if entry.assumed else ""
        out.say(f"{entry.kind:<6} {entry.name:<{width}}  {entry.title}{mark}")
    out.result({"scenes": [entry._asdict() for entry in entries]})


@app.command()
def show(
    name: Scene,
    picture: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw a track, or a hill with its hut: .png or .svg."),
    ] = None,
    print_: Annotated[
        Path | None,
        typer.Option(
            "--print", metavar="FILE.pdf", help="Tile the track at its real size over sheets."
        ),
    ] = None,
    paper: Annotated[Paper, typer.Option(help="Paper for --print.")] = Paper.a4,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Describe a scene in words, draw it, or print a track 1:1 to be laid on a real table."""
    from scenes.describe import KIND_WORDS, describe
    from scenes.files import load_scene, scene_hash
    from scenes.hill import MarbleHill
    from scenes.track import Track

    printed = Target("--print", print_, (".pdf",))
    out = open_output(quiet, json, picture_target(picture), printed, inputs=[name])
    with _one_sentence():
        scene = load_scene(name)
    if picture is None and print_ is None:
        for line in describe(scene):
            out.say(line)
    elif isinstance(scene, Track):
        _draw(out, scene, picture, print_, paper)
    elif isinstance(scene, MarbleHill) and picture is not None and print_ is None:
        _draw_hill(out, scene, picture)
    else:
        expected = "a track to print" if print_ is not None else "a track or a hill to draw"
        fail(f"{name}: expected {expected}, found a {KIND_WORDS[scene.kind]}.")
    facts = {"kind": scene.kind, "name": scene.name, "hash": scene_hash(scene)}
    out.result({**facts, "scene": scene.model_dump(mode="json")})


def _draw(out: Output, track: Track, picture: Path | None, pdf: Path | None, paper: Paper) -> None:
    from kullerwerk.console import atomic
    from kullerwerk.draw.tiles import MOST_SHEETS, cut, print_tiles
    from kullerwerk.draw.track import track_picture

    if picture is not None:
        with atomic(picture) as temporary:
            track_picture(track, temporary)
        out.say(f"picture in {picture}")
    if pdf is not None:
        sheets = cut(track.table.length, track.table.width, paper.value)
        if sheets.count > MOST_SHEETS:
            fail(
                f"{track.name}: expected a table that {MOST_SHEETS} sheets of {paper.capitalize()} "
                f"cover, found one that needs {sheets.count}."
            )
        with atomic(pdf) as temporary, out.progress("printing", sheets.count) as advance:
            print_tiles(track, temporary, paper.value, advance)
        out.say(
            f"{sheets.count} sheets of {paper.capitalize()} and an overview in {pdf}; print at "
            "100 % and check the ruler"
        )


def _draw_hill(out: Output, hill: MarbleHill, picture: Path) -> None:
    from kullerwerk.console import atomic
    from kullerwerk.draw.hill import hill_picture

    with atomic(picture) as temporary:
        hill_picture(hill, temporary)
    out.say(f"picture in {picture}")


@app.command()
def copy(
    name: Scene,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new .toml file.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Turn a scene into a file of your own, with its comments, to be edited.

    The copy is named after its file.
    """
    from scenes.files import copy_scene

    out = open_output(quiet, json, inputs=[name, file])
    with _one_sentence():
        copy_scene(name, file, force=force)
    out.say(f"{name} copied to {file}; after editing: kullerwerk scenes check {quoted(file)}")
    out.result({"name": name, "file": str(file)})


@app.command()
def check(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A .toml file, or a scene of the library.")
    ],
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Say whether a scene file is right, and if not, where and why (exit code 2).

    Each problem is a line of its own; with --json, an entry of "problems".
    """
    from scenes.errors import SceneError
    from scenes.files import load_scene, scene_hash

    out = open_output(quiet, json, inputs=[file])
    try:
        scene = load_scene(file)
    except SceneError as error:
        problems = [error, *error.rest]
        facts = [
            {"line": one.line, "key": one.key, "expected": one.expected, "found": one.found}
            for one in problems
        ]
        out.result({"ok": False, "file": error.file, "problems": facts})
        for one in problems:
            typer.echo(f"Error: {one.sentence}.", err=True)
        raise typer.Exit(REFUSED) from error
    out.say(f"{file}: right, the {scene.kind} {scene.name} ({scene_hash(scene)})")
    facts = {"kind": scene.kind, "name": scene.name, "hash": scene_hash(scene)}
    out.result({"ok": True, "file": file, **facts})


@app.command()
def schema(
    kind: Annotated[Kind, typer.Argument(help="Kind of scene file.")] = Kind.track,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Print the JSON Schema of a kind of scene file, for editors that complete and check."""
    from kullerwerk.console import dump_json
    from scenes.files import schema as schema_of

    out = open_output(quiet, json)
    result = schema_of(kind.value)
    out.say(dump_json(result).rstrip("\n"))
    out.result({"kind": kind.value, "schema": result})
