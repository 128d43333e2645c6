"""What a race is run on: a track and its piece sets as plain integers.

Lengths in 0.01 mm. A state holds this and no scene model, so that it copies, compares, hashes and
dumps exactly, and a record replays without any scene file.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from rules.core.digest import digest
from rules.core.types import JSON
from sim.settled import MM, Point

if TYPE_CHECKING:
    from scenes.track import Track


GROUPS = ("tower", "die", "face", "hat", "blocker", "card")
"""The groups of parts that the pro game drafts (GAMES.md 1.1); ``card`` = selection cards."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """What a player plays with (family game: a row of GAMES.md 1.2; pro: see ``assembled``)."""

    name: str
    tower_width: int
    tower_depth: int
    die: str
    die_size: int
    sides: int
    start_number: int
    hat: tuple[int, ...]
    blocker_length: int
    blocker_depth: int
    cards: int
    """How many action cards the selection card gives (pro game)."""


@dataclass(frozen=True, slots=True)
class Disc:
    """The footprint of a half-sphere or of a gate post."""

    name: str
    centre: Point
    radius: int


@dataclass(frozen=True, slots=True)
class Line:
    """A segment to cross from its right to its left, looking from ``a`` to ``b``."""

    name: str
    a: Point
    b: Point


@dataclass(frozen=True, slots=True)
class Board:
    """A track and the piece sets that race on it.

    ``rays`` are the lines to cross in this order; the last one is the gate. ``key`` names the
    content: equal keys, equal boards.
    """

    name: str
    scene: str
    length: int
    width: int
    spheres: tuple[Disc, ...]
    posts: tuple[Disc, ...]
    rays: tuple[Line, ...]
    start_box: tuple[int, int, int, int]
    """x_min, y_min, x_max, y_max."""
    sets: tuple[Pieces, ...]
    key: str = field(default="", compare=True)

    def __hash__(self) -> int:
        """The hash of the key, so that hashing a state does not walk the whole board."""
        return hash(self.key)

    @property
    def gate(self) -> Line:
        """The start-finish line, the last ray; beyond it = to its left."""
        return self.rays[-1]

    @property
    def obstacles(self) -> tuple[Disc, ...]:
        """Everything fixed that a tower or a blocker may not stand on."""
        return self.spheres + self.posts


def _units(mm: float) -> int:
    return round(mm * MM)


def _point(x: float, y: float) -> Point:
    return _units(x), _units(y)


def board_of(track: Track, scene: str = "") -> Board:
    """The board of a track; ``scene`` is the hash of its file, kept as provenance.

    The ray of a half-sphere is stored so that its crossing direction leads from its right to its
    left: from the half-sphere outwards when the die passes with it on the left hand, else inwards.
    """
    from scenes.parts import SIDES

    centres = {ball.name: _point(ball.x, ball.y) for ball in track.half_spheres}
    rays: list[Line] = []
    for ray in track.course:
        inner, outer = centres[ray.around], _point(*ray.to)
        a, b = (inner, outer) if ray.side == "left" else (outer, inner)
        rays.append(Line(ray.around, a, b))
    gate = track.gate
    left, right = _point(*gate.left_post), _point(*gate.right_post)
    rays.append(Line("gate", left, right))
    box = track.start_box
    return make_board(
        name=track.name,
        scene=scene,
        length=_units(track.table.length),
        width=_units(track.table.width),
        spheres=tuple(
            Disc(ball.name, _point(ball.x, ball.y), _units(ball.radius))
            for ball in track.half_spheres
        ),
        posts=(
            Disc("left post", left, _units(gate.post_radius)),
            Disc("right post", right, _units(gate.post_radius)),
        ),
        rays=tuple(rays),
        start_box=(_units(box.x_min), _units(box.y_min), _units(box.x_max), _units(box.y_max)),
        sets=tuple(
            Pieces(
                name=piece.name,
                tower_width=_units(piece.tower.width),
                tower_depth=_units(piece.tower.depth),
                die=piece.die.kind,
                die_size=_units(piece.die.size),
                sides=SIDES[piece.die.kind],
                start_number=piece.face.start_number,
                hat=tuple(sorted(piece.hat.numbers)),
                blocker_length=_units(piece.blocker.length),
                blocker_depth=_units(piece.blocker.depth),
                cards=piece.selection_card.action_cards,
            )
            for piece in track.sets
        ),
    )


def make_board(
    *,
    name: str,
    scene: str,
    length: int,
    width: int,
    spheres: tuple[Disc, ...],
    posts: tuple[Disc, ...],
    rays: tuple[Line, ...],
    start_box: tuple[int, int, int, int],
    sets: tuple[Pieces, ...],
) -> Board:
    """A board with the key of its content."""
    bare = Board(name, scene, length, width, spheres, posts, rays, start_box, sets)
    return Board(
        name, scene, length, width, spheres, posts, rays, start_box, sets, digest(asdict(bare))
    )


@cache
def default_board() -> Board:
    """The library track ``rundkurs``."""
    from scenes.files import load_track, scene_hash

    track = load_track("rundkurs")
    return board_of(track, scene_hash(track))


@lru_cache(maxsize=256)
def assembled(board: Board, kit: tuple[int, ...]) -> Pieces:
    """What a player has put together in the pro game, under the name of its tower's set.

    ``kit`` holds the index of a piece set for each of ``GROUPS``; ValueError where one is missing.
    """
    if min(kit) < 0:
        raise ValueError("not all parts are drafted yet")
    tower, die, face, hat, blocker, card = (board.sets[k] for k in kit)
    return Pieces(
        tower.name,
        tower.tower_width,
        tower.tower_depth,
        die.die,
        die.die_size,
        die.sides,
        face.start_number,
        hat.hat,
        blocker.blocker_length,
        blocker.blocker_depth,
        card.cards,
    )


def dump_board(board: Board) -> JSON:
    """The board as JSON data, without its key."""
    data = asdict(board)
    del data["key"]
    return data


def load_board(data: JSON) -> Board:
    """The board of a dump; KeyError, TypeError or ValueError where it cannot be one."""

    def point(value: Any) -> Point:
        x, y = value
        return int(x), int(y)

    def discs(values: Any) -> tuple[Disc, ...]:
        return tuple(Disc(v["name"], point(v["centre"]), v["radius"]) for v in values)

    x_min, y_min, x_max, y_max = data["start_box"]
    return make_board(
        name=data["name"],
        scene=data["scene"],
        length=data["length"],
        width=data["width"],
        spheres=discs(data["spheres"]),
        posts=discs(data["posts"]),
        rays=tuple(Line(v["name"], point(v["a"]), point(v["b"])) for v in data["rays"]),
        start_box=(x_min, y_min, x_max, y_max),
        sets=tuple(_load_pieces(v) for v in data["sets"]),
    )


def _load_pieces(data: JSON) -> Pieces:
    values = dict(data)
    values["hat"] = tuple(data["hat"])
    return Pieces(**values)
