"""``kullerwerk edit``: lay out a course or a hill in the window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kullerwerk.console import REFUSED, fail

if TYPE_CHECKING:
    from kullerwerk.stage.page import Page
    from kullerwerk.stage.surroundings import Surroundings


def edit(
    scene: Annotated[
        str,
        typer.Argument(
            metavar="TRACK",
            help="A track or a marble hill: a name of the library, or a .toml file.",
        ),
    ] = "",
) -> None:
    """Lay out a track or a marble hill in the window, while throws show what it does.

    A file is saved in place, with its comments; a scene of the library under a name of your own.
    Without TRACK the window asks.
    """
    from scenes.errors import SceneError

    if scene:
        _check(scene)
    try:
        from kullerwerk.window.opening import NoDisplay
        from kullerwerk.window.start import show
    except ImportError as error:  # a system without OpenGL or fonts
        fail(_without(f"no window can be opened here ({' '.join(str(error).split())[:120]})"))

    def page(around: Surroundings) -> Page:
        from kullerwerk.stage.edit import ChoosePage, EditPage

        return EditPage(around, scene) if scene else ChoosePage(around)

    try:
        show(page, "kullerwerk")
    except NoDisplay as error:
        fail(_without(str(error)))
    except SceneError as error:
        fail(f"{error}.")


def _check(scene: str) -> None:
    """Leave the command for a scene that cannot be edited: a line for each of its problems."""
    from kullerwerk.stage.edit.file import opened
    from scenes.errors import SceneError

    try:
        opened(scene)
    except SceneError as error:
        for one in (error, *error.rest):
            typer.echo(f"Error: {one.sentence}.", err=True)
        raise typer.Exit(REFUSED) from error


def _without(why: str) -> str:
    return (
        f"{why}; scenes are text files as well: 'kullerwerk scenes copy' makes one of your own, "
        "'kullerwerk scenes check' checks it, 'kullerwerk measure' measures it."
    )
