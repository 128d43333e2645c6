"""Who wins the races or games of a study, and what decides them: shares with their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kullerwerk.console import counted
from kullerwerk.draw import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Picture

    from kullerwerk.lab.figures import Figure
    from kullerwerk.lab.hill_games import GameStudy
    from kullerwerk.lab.races import RaceStudy

WIDTH, ROW, ROOM = 10.0, 0.27, 0.75
"""Width of the picture, height of a figure's row and room round a group of them, inches."""
LEFT = 0.5
"""Share of the width that names take."""
COLOUR = "#0072b2"
NAMES = {
    "unfair": "sets, whoever begins",
    "unfair_place": "places at the start",
    "unfair_by_rule": "sets, in the rulebook's order",
    "unfair_seat": "seats",
}
TITLES = {
    "win_place_": "won, by place at the start",
    "win_seat_": "won, by seat",
    "win_player_": "won, by player",
}
"""What groups of figures say of races or games, by the beginning of their keys."""


def races_figure(study: RaceStudy) -> Picture:
    """Return the shares of races won and of those that luck and skill decide, in groups."""
    sets = study.job.sets
    looks = dict(zip(sets, style.seat_styles(sets), strict=True))
    name = study.job.track.title or study.job.track.name
    count = counted(study.races, "race")
    return _picture(study, f"{name}: {count}", _groups(study.figures, "races", len(sets)), looks)


def games_figure(study: GameStudy) -> Picture:
    """Return the shares of games won and of those that luck decides, in groups."""
    groups = _groups(study.figures, "games", len(study.job.players))
    name = study.job.hill.title or study.job.hill.name
    return _picture(study, f"{name}: {counted(study.games, 'game')}", groups, {})


def _picture(
    study: RaceStudy | GameStudy,
    head: str,
    groups: Sequence[tuple[str, float, list[Figure]]],
    looks: dict[str, style.SeatStyle],
) -> Picture:
    """Return groups of shares below one another, under what they are of."""
    height = sum(ROW * len(rows) + ROOM for _, _, rows in groups) + ROOM
    picture = style.new_figure(WIDTH, height)
    top = height - ROOM
    words = (f"{head}, seed {study.job.seed}; 95 % intervals", study.field)
    ax = style.new_axes(picture, (0.0, top / height, 1.0, ROOM / height), (0, 1), (0, 1))
    for line, up in zip(words, (0.62, 0.32), strict=True):
        size = min(10.0, WIDTH * 72 / (0.6 * len(line)))
        style.text(ax, (0.02, up), line, size=size, bold=up > 0.5)
    for title, chance, rows in groups:
        tall = ROW * len(rows)
        place = (LEFT, (top - ROOM * 0.45 - tall) / height, 0.97 - LEFT, tall / height)
        _group(picture.add_axes(place), title, chance, rows, looks)
        top -= tall + ROOM
    return picture


def _groups(
    figures: Sequence[Figure], what: str, many: int
) -> list[tuple[str, float, list[Figure]]]:
    """Return the figures of each group under its title, and what equal chances would make of them.

    That is nan where it is not the same for all of them; ``many`` take part.
    """
    equal = 1.0 / many
    wins: dict[str, tuple[float, list[Figure]]] = {}
    for figure in figures:
        if figure.unit != "%" or figure.key == "open":
            continue
        won = [words for begin, words in TITLES.items() if figure.key.startswith(begin)]
        if figure.key in ("win", "win_by_rule"):
            title, chance = figure.label, equal
        elif won:
            title, chance = f"{what} {won[0]}", equal
        elif figure.key.startswith("unfair"):
            title, chance = "wins between the best and the worst", math.nan
        elif figure.key == "game_out":
            title, chance = "marbles", math.nan
        else:
            title, chance = "luck and skill", math.nan
        wins.setdefault(title, (chance, []))[1].append(figure)
    return [(title, chance, rows) for title, (chance, rows) in wins.items()]


def _group(
    ax: Axes,
    title: str,
    chance: float,
    rows: Sequence[Figure],
    looks: dict[str, style.SeatStyle],
) -> None:
    """Draw a line for every figure: its interval, and the share itself in numbers."""
    from kullerwerk.lab.figures import text_of

    ax.set_title(title, size=9.5, color=style.INK, loc="left")
    if math.isfinite(chance):
        ax.axvline(100 * chance, color=style.FAINT, lw=1.0, ls=(0, (4, 2)))
    for k, figure in enumerate(rows):
        one, look = figure.estimate, looks.get(figure.set)
        colour = look.colour if look else COLOUR
        if math.isfinite(one.value):
            low, high = (100 * bound for bound in (one.low, one.high))
            ax.plot([low, high], [k, k], color=colour, lw=3.0, solid_capstyle="butt",
                    path_effects=style.casing(3.0))  # fmt: skip
            ax.plot([100 * one.value], [k], marker=look.marker if look else "o", ms=6, ls="",
                    color=colour, mec=style.INK, mew=0.8)  # fmt: skip
    labels = [f"{_name(figure)}   {text_of(figure.estimate, '%')}" for figure in rows]
    ax.set_yticks(range(len(rows)), labels, parse_math=False)
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.set_xlim(
        min([0.0, *(100 * f.estimate.low for f in rows if math.isfinite(f.estimate.low))]), 100
    )
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:.0f} %")
    ax.tick_params(labelsize=8.5, colors=style.INK, length=2)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.spines["bottom"].set_color(style.FAINT)


def _name(figure: Figure) -> str:
    """Return what a row is called beside the title of its group."""
    if figure.set:
        return figure.set
    words = NAMES.get(figure.key, figure.label)
    return words.removeprefix("races won by ").removeprefix("games won ").removeprefix("by ")
