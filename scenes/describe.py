"""A scene in words, for people at a terminal."""

from __future__ import annotations

from scenes.hill import MarbleHill
from scenes.parts import PieceSet
from scenes.problems import number
from scenes.track import Track

KIND_WORDS = {"track": "track", "set": "piece set", "hill": "marble hill"}
"""What people call the kinds of scenes."""


def describe(scene: Track | PieceSet | MarbleHill) -> list[str]:
    """Return readable lines about a scene of any kind; lengths in mm, masses in g."""
    match scene:
        case Track():
            return _track(scene)
        case MarbleHill():
            return _hill(scene)
        case _:
            return _set(scene)


def _heading(scene: Track | PieceSet | MarbleHill) -> list[str]:
    what = KIND_WORDS[scene.kind]
    assumed = ", assumed (our own guess, not the publisher's)" if scene.assumed else ""
    lines = [f"{scene.title or scene.name} - {what} {scene.name}{assumed}"]
    if scene.note.strip():
        lines.append("  " + " ".join(scene.note.split()))
    return lines


def _track(track: Track) -> list[str]:
    table, gate, box = track.table, track.gate, track.start_box
    ground = track.die_table
    lines = [
        *_heading(track),
        "",
        f"Table        {number(table.length)} x {number(table.width)} mm, {table.surface} "
        f"(restitution {ground.restitution:g}, friction {ground.friction:g})",
        f"Gate         left post {_point(gate.left_post)}, right post {_point(gate.right_post)}, "
        f"radius {number(gate.post_radius)} mm",
        f"Start box    x {number(box.x_min)} to {number(box.x_max)}, "
        f"y {number(box.y_min)} to {number(box.y_max)} mm",
        "Sets         " + (", ".join(piece_set.name for piece_set in track.sets) or "none"),
        "",
        f"Half-spheres ({len(track.half_spheres)})",
    ]
    lines += [
        f"  {sphere.name:<10} at {_point((sphere.x, sphere.y))}, radius {number(sphere.radius)} mm"
        for sphere in track.half_spheres
    ]
    lines += ["", "Course: rays to cross in this order"]
    for index, ray in enumerate(track.course, 1):
        turn = "counter-clockwise" if ray.side == "left" else "clockwise"
        lines.append(
            f"  {index}. from {ray.around} to {_point(ray.to)}, {turn} "
            f"({ray.around} on the {ray.side})"
        )
    lines.append(f"  {len(track.course) + 1}. the gate")
    return lines


def _set(piece_set: PieceSet) -> list[str]:
    tower, die, blocker = piece_set.tower, piece_set.die, piece_set.blocker
    size = "edge" if die.kind == "d4" else "between faces"
    return [
        *_heading(piece_set),
        "",
        f"Tower        ramp {number(tower.ramp_length)} mm at {number(tower.ramp_angle_deg)} "
        f"degrees, lip {number(tower.lip)} mm high, hat {number(tower.hat_at)} mm up the ramp",
        f"             channel {number(tower.channel_width)} x {number(tower.channel_height)} mm, "
        f"footprint {number(tower.width)} x {number(tower.depth)} mm",
        f"Die          {die.kind}, {number(die.size)} mm {size}, {number(die.mass)} g, "
        f"edges rounded {number(die.edge_radius)} mm",
        f"Face         start number {piece_set.face.start_number}",
        "Hat          " + ", ".join(str(value) for value in piece_set.hat.numbers),
        f"Blocker      {number(blocker.length)} x {number(blocker.depth)} x "
        f"{number(blocker.height)} mm, {number(blocker.mass)} g",
        f"Cards        {piece_set.selection_card.action_cards} action cards (pro game)",
        f"Colour       {piece_set.colour}",
    ]


def _hill(hill: MarbleHill) -> list[str]:
    marbles, materials, hut = hill.marbles, hill.materials, hill.hut
    slope, path = hill.slope, hill.path
    profile = "flat" if slope.profile == "flat" else f"vee of {number(2 * slope.half_angle_deg)}"
    lines = [
        *_heading(hill),
        "",
        f"Marbles      {marbles.count} of radius {number(marbles.radius)} mm, "
        f"{number(marbles.mass)} g",
    ]
    for what, contact in (
        ("hut", materials.marble_hut),
        ("hill", materials.marble_hill),
        ("marbles", materials.marble_marble),
    ):
        lines.append(
            f"  on {what:<9}restitution {contact.restitution:g}, friction {contact.friction:g}"
        )
    lines += [
        f"Hut          {len(hut.hatches)} hatches {number(hut.hatch_height)} mm up, pockets "
        f"{number(hut.pocket_width)} x {number(hut.pocket_height)} mm, exits "
        f"{number(hut.exit_width)} mm, {hut.slider} ones open at the start",
        f"Hill         tilted {number(slope.slope_deg)} degrees, gutters "
        f"{number(slope.gutter_width)} mm ({profile}), branches at {number(slope.branch_deg)} "
        "degrees",
        "",
        f"Rows ({len(hill.rows)}), downhill from the front of the hut",
    ]
    for row in hill.rows:
        ends = f"x {number(row.x[0])} to {number(row.x[-1])} mm"
        lines.append(f"  {row.kind:<10} at {number(row.y):>4} mm: {len(row.x)}, {ends}")
    lines += [
        f"  hollow     at {number(slope.hollow):>4} mm",
        "",
        f"Path         {len(path.spaces)} spaces, {path.chairs} deck chairs, {len(path.starts)} "
        "start places",
        "  stones     " + (", ".join(map(str, path.stones)) or "none"),
        "  horns      " + (", ".join(map(str, path.horns)) or "none"),
    ]
    return lines


def _point(point: tuple[float, float]) -> str:
    return f"({number(point[0])}, {number(point[1])})"
