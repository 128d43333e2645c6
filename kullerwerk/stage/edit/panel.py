"""The panel beside the table: sizes and materials of the selected thing and of the whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kullerwerk.stage.edit import hill_things, track_things
from kullerwerk.stage.edit.layout import Data, put, tidy, value_at, without
from kullerwerk.stage.edit.stack import Stack
from scenes.problems import Key
from scenes.track import SURFACES, Contact, Materials

Word = Callable[..., str]


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the scene: its key, its words' key, limits and step of its slider."""

    key: str
    word: str
    low: float
    high: float
    step: float
    usual: float = 0.0
    """What holds where the data leaves it out."""


TABLE = (
    Number("table.length", "edit.length", 400, 3000, 10, 1200),
    Number("table.width", "edit.width", 300, 2000, 10, 800),
    Number("gate.post_radius", "edit.post_radius", 2, 40, 0.5, 8),
)
PAIRS = (("die_table", "edit.mat.table"), ("die_ramp", "edit.mat.ramp"),
         ("die_wood", "edit.mat.wood"))  # fmt: skip
BLOCKER = Number("materials.blocker_table_friction", "edit.mat.blocker", 0, 1, 0.01, 0.45)
HILL = (
    Number("slope.slope_deg", "edit.slope", 3, 30, 0.5, 12),
    Number("slope.gutter_width", "edit.gutter", 5, 20, 0.1, 9),
    Number("slope.branch_deg", "edit.branch", 20, 60, 1, 45),
    Number("slope.half_angle_deg", "edit.half_angle", 20, 90, 1, 45),
    Number("slope.rim", "edit.rim", 1, 30, 0.1, 10.6),
    Number("marbles.count", "edit.marbles", 1, 60, 1, 20),
    Number("marbles.radius", "edit.marble_radius", 1, 8, 0.1, 3),
    Number("hut.hatch_height", "edit.hatch_height", 40, 200, 1, 86),
    Number("hut.pocket_width", "edit.pocket_width", 10, 60, 0.5, 36),
    Number("hut.pocket_height", "edit.pocket_height", 10, 100, 1, 36),
    Number("hut.exit_width", "edit.exit_width", 5, 40, 0.5, 16),
    Number("hut.floor_deg", "edit.floor", 5, 60, 1, 30),
    Number("path.chairs", "edit.chairs", 1, 12, 1, 6),
    Number("path.marmot_radius", "edit.marmot", 2, 12, 0.1, 5),
)
WHOLE = {"marbles.count", "path.chairs"}
"""Numbers without decimals."""
HILL_PAIRS = (("marble_hut", "edit.mat.hut"), ("marble_hill", "edit.mat.hill"),
              ("marble_marble", "edit.mat.marble"))  # fmt: skip
HILL_MORE = (
    Number("materials.floor_friction", "edit.mat.floor", 0, 1, 0.01, 0.2),
    Number("materials.rolling", "edit.mat.rolling", 0, 0.02, 0.0005, 0.003),
    Number("materials.shutter_rolling", "edit.mat.shutter", 0, 0.2, 0.005, 0.05),
)


def key_of(text: str) -> Key:
    """The key that a widget's id names: ``half_spheres.0.radius``."""
    return tuple(int(step) if step.isdecimal() else step for step in text.split("."))


# --- what is shown -----------------------------------------------------------


def whole_rows(data: Data, stack: Stack, word: Word) -> None:
    """Sizes and materials of the whole."""
    stack.add("text:title", word("edit.title"), kind="field", shown=data.get("title", ""))
    if data["kind"] == "hill":
        _hill_rows(data, stack, word)
        return
    for one in TABLE:
        _number(data, stack, word, one)
    names = tuple(SURFACES)
    surface = value_at(data, ("table", "surface"), "smooth")
    stack.add(
        "surface", word("edit.surface"), kind="choice", small=True,
        options=tuple(word(f"edit.surface.{name}") for name in names),
        index=names.index(surface) if surface in names else 0,
    )  # fmt: skip
    for name, label in PAIRS:
        _pair(stack, word, name, label, contact(data, name))
    _number(data, stack, word, BLOCKER)


def _hill_rows(data: Data, stack: Stack, word: Word) -> None:
    profile = value_at(data, ("slope", "profile"), "flat")
    slider = value_at(data, ("hut", "slider"), "left")
    for one in HILL:
        if one.key == "slope.half_angle_deg" and profile == "flat":
            continue
        if one.key == "slope.rim":
            stack.add(
                "profile", word("edit.profile"), kind="choice", small=True,
                options=(word("edit.profile.flat"), word("edit.profile.vee")),
                index=int(profile == "vee"),
            )  # fmt: skip
        if one.key == "hut.hatch_height":
            stack.add(
                "slider", word("edit.open"), kind="choice", small=True,
                options=(word("edit.left"), word("edit.right")), index=int(slider == "right"),
            )  # fmt: skip
        _number(data, stack, word, one)
    for name, label in HILL_PAIRS:
        _pair(stack, word, name, label, value_at(data, ("materials", name)))
    for one in HILL_MORE:
        _number(data, stack, word, one)


def _number(data: Data, stack: Stack, word: Word, one: Number) -> None:
    value = float(value_at(data, key_of(one.key), one.usual))
    stack.number(one.key, word(one.word), value, one.low, one.high, one.step)


def _pair(stack: Stack, word: Word, name: str, label: str, values: Data) -> None:
    for part in ("restitution", "friction"):
        words = word(f"edit.mat.{part}", pair=word(label))
        stack.number(f"materials.{name}.{part}", words, values[part], 0.0, 1.0, 0.01)


def contact(data: Data, name: str) -> Data:
    """What a pair of materials does; that of dice on the table is its surface's, unless said."""
    found = value_at(data, ("materials", name))
    if found is not None:
        return found
    if name == "die_table":
        surface = value_at(data, ("table", "surface"), "smooth")
        return SURFACES.get(surface, SURFACES["smooth"]).model_dump()
    usual: Contact = getattr(Materials(), name)
    return usual.model_dump()


def piece_rows(data: Data, name: str, stack: Stack, word: Word) -> None:
    """What can be said of the selected thing."""
    kind, _, rest = name.partition(":")
    if data["kind"] == "track":
        _track_piece(data, kind, rest, stack, word)
    else:
        _hill_piece(data, kind, rest, stack, word)


def _track_piece(data: Data, kind: str, rest: str, stack: Stack, word: Word) -> None:
    wide, high = track_things.size(data)

    def coordinates(x: float, y: float) -> None:
        stack.number("at.x", word("edit.x"), x, 0.0, wide, 1.0)
        stack.number("at.y", word("edit.y"), y, 0.0, high, 1.0)

    match kind:
        case "sphere":
            one = track_things.spheres(data)[int(rest)]
            stack.add("text:name", word("edit.name"), kind="field", shown=one["name"], small=True)
            coordinates(one["x"], one["y"])
            stack.number("radius", word("edit.radius"), one["radius"], 5, 120, 0.5)
            number = track_things.ray_of(data, int(rest))
            if number is not None:
                _ray_rows(data, number, stack, word)
            stack.add("remove", word("edit.remove"), keys=("delete",), small=True)
        case "ray":
            coordinates(*track_things.course(data)[int(rest)]["to"])
            _ray_rows(data, int(rest), stack, word)
        case "box" | "corner":
            for key in ("x_min", "x_max", "y_min", "y_max"):
                most = wide if key[0] == "x" else high
                value = data["start_box"][key]
                stack.number(f"start_box.{key}", word(f"edit.{key}"), value, 0.0, most, 1.0)
        case "post" | "gate":
            found = track_things.handle(data, f"{kind}:{rest}")
            assert found is not None, "a track has a gate"
            coordinates(*found.place)
            _number(data, stack, word, TABLE[2])
        case _:
            pass


def _ray_rows(data: Data, number: int, stack: Stack, word: Word) -> None:
    rays = track_things.course(data)
    stack.add(
        f"order:{number}", word("edit.order"), kind="choice", small=True,
        options=tuple(str(k + 1) for k in range(len(rays))), index=number,
    )  # fmt: skip
    stack.add(
        f"side:{number}", word("edit.side"), kind="choice", small=True,
        options=(word("edit.side.left"), word("edit.side.right")),
        index=int(rays[number].get("side", "left") == "right"),
    )  # fmt: skip


def _hill_piece(data: Data, kind: str, rest: str, stack: Stack, word: Word) -> None:
    match kind:
        case "hatch":
            value = data["hut"]["hatches"][int(rest)].get("splitter", 0.0)
            stack.number("shift", word("edit.shift"), value, -10, 10, 0.01)
        case "tip":
            j, k = map(int, rest.split("."))
            value = value_at(data, ("rows", j, "splitters", k), 0.0)
            stack.number("shift", word("edit.shift"), value, -4, 4, 0.01)
        case "row":
            value = hill_things.rows(data)[int(rest)]["y"]
            stack.number("down", word("edit.down"), value, 0, 500, 1)
        case "hollow":
            stack.number("down", word("edit.down"), hill_things.hollow(data), 0, 600, 1)
        case "space" | "stone" | "horn":
            number = int(rest) + (kind == "space")
            for mark in ("stones", "horns"):
                on = number in data["path"].get(mark, [])
                stack.add(f"{mark}:{number}", word(f"edit.{mark}", n=number), kind="switch",
                          chosen=on, small=True)  # fmt: skip
        case _:
            pass


# --- what is changed ---------------------------------------------------------


def number_set(data: Data, key: str, value: float) -> Data:
    """The data with another number of the whole."""
    if key in ("table.length", "table.width"):
        return track_things.resized(data, key.partition(".")[2], tidy(value))
    way = key_of(key)
    if way[:2] == ("materials", "die_table"):
        data = put(data, way[:2], contact(data, "die_table"))
    rounded: Any = round(value) if key in WHOLE else round(value, 4)
    return put(data, way, rounded)


def surface_set(data: Data, index: int) -> Data:
    """The data with a named surface, and what dice do on it."""
    data = put(data, ("table", "surface"), tuple(SURFACES)[index])
    return without(data, ("materials", "die_table"))


def down_set(data: Data, name: str, value: float) -> Data:
    """The data with a row, or the hollow, so far downhill."""
    kind, _, rest = name.partition(":")
    if kind == "row":
        return hill_things.row_to(data, int(rest), tidy(value))
    return put(data, ("slope", "hollow"), tidy(value))
