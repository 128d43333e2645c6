"""The dice, the scenes that parameters may be fitted on, and others that no fit ever sees."""

from __future__ import annotations

from benchmarks.reference.scenes import (
    ReferenceDie,
    ReferenceScene,
    ReferenceTower,
    ramp,
    restitution,
)

DICE: dict[str, ReferenceDie] = {
    "d4": ReferenceDie(kind="d4", size=0.020, mass=0.0011),
    "d6": ReferenceDie(kind="d6", size=0.016, mass=0.0048),
    "d10": ReferenceDie(kind="d10", size=0.016, mass=0.0039),
    "d12": ReferenceDie(kind="d12", size=0.016, mass=0.0034),
}
"""Acrylic dice (1.18 g/cm3) of the "16 mm" class."""

Spheres = tuple[tuple[float, float, float], ...]
Boxes = tuple[tuple[float, float, float, float, float, float], ...]


def scene(
    tower: ReferenceTower | None = None,
    e: float = 0.43,
    mu: float = 0.2,
    hemispheres: Spheres = (),
    boxes: Boxes = (),
    table: tuple[float, float] = (1.2, 0.8),
    table_center: tuple[float, float] = (0.45, 0.0),
    pull: tuple[float, float] = (0.3, 1.0),
) -> ReferenceScene:
    """Return a scene; without arguments a 55 deg ramp of 140 mm on an open table."""
    return ReferenceScene(
        table=table,
        table_center=table_center,
        tower=tower or ramp(0.14, 55),
        hemispheres=hemispheres,
        boxes=boxes,
        e=e,
        restitution=restitution(e),
        mu=mu,
        pull=pull,
    )


TRAINING: dict[str, ReferenceScene] = {
    "open": scene(),
    "head_on": scene(hemispheres=((0.12, 0.0, 0.03),)),
    "glancing": scene(hemispheres=((0.13, 0.030, 0.03),)),
    "wall": scene(boxes=((0.11, 0.0, 0.012, 0.10, 0.03, 0.0),)),
    "edge": scene(table=(0.6, 0.8), table_center=(-0.10, 0.0)),
}
"""What the fit sees, and the scenes of the throughput benchmark."""

VALIDATION: dict[str, ReferenceScene] = {
    # Towers.
    "shallow": scene(tower=ramp(0.15, 40)),
    "short": scene(tower=ramp(0.10, 50)),
    "long": scene(tower=ramp(0.18, 60)),
    "steep": scene(tower=ramp(0.12, 65)),
    "creep": scene(tower=ramp(0.12, 35), mu=0.5),
    "sticky": scene(tower=ramp(0.12, 35), mu=0.585),
    # Materials.
    "dull": scene(e=0.2, mu=0.3),
    "lively": scene(e=0.65, mu=0.15),
    "slippery": scene(mu=0.1),
    "rough": scene(mu=0.4),
    # What stands on the table.
    "pair": scene(hemispheres=((0.11, 0.028, 0.02), (0.14, -0.030, 0.025))),
    "turned": scene(boxes=((0.13, 0.01, 0.012, 0.12, 0.03, 35.0),)),
    "graze": scene(hemispheres=((0.10, -0.042, 0.04),)),
    "step": scene(boxes=((0.12, 0.0, 0.02, 0.12, 0.008, 0.0),)),
    "narrow": scene(table=(1.2, 0.16), hemispheres=((0.13, -0.02, 0.03),)),
    # Everything at once.
    "mixed": scene(
        tower=ramp(0.12, 50),
        e=0.55,
        mu=0.3,
        hemispheres=((0.09, 0.02, 0.025),),
        boxes=((0.20, -0.03, 0.012, 0.10, 0.03, -20.0),),
    ),
    "late": scene(
        tower=ramp(0.17, 60),
        e=0.3,
        mu=0.15,
        hemispheres=((0.17, -0.012, 0.03),),
        pull=(0.2, 0.6),
    ),
}
"""Scenes for scoring only: nothing may be fitted on them."""
