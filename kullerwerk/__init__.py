"""kullerwerk: dexterity board games on a 2-D rigid-body simulation.

The packages beside this one are ``scenes`` (what stands on the table), ``sim`` (the physics) and
``rules`` (the games). Their names are short and common, so importing this package looks, without
importing them, whether each of them is really its neighbour, and raises an ``ImportError`` that
names the file in the way where it is not.
"""

from importlib.util import find_spec as _find_spec
from pathlib import Path as _Path

__version__ = "0.1.0"


def _refuse_strangers(home: _Path) -> None:
    """Raise ImportError when another ``sim``, ``rules`` or ``scenes`` hides ours.

    ``home`` is the folder that holds this package. A user's own ``sim.py`` in the current folder
    does it, and so does an unrelated distribution called ``rules``.
    """
    for name in ("scenes", "sim", "rules"):
        spec = _find_spec(name)
        found = spec and spec.origin and _Path(spec.origin).resolve()
        ours = home / name / "__init__.py"
        if found == ours or not ours.is_file():
            continue
        raise ImportError(
            f"kullerwerk needs its own package '{name}' ({ours}), but Python finds "
            f"{found or 'something else'} first: rename or remove that, "
            "or start kullerwerk from another folder."
        )


_refuse_strangers(_Path(__file__).resolve().parent.parent)
