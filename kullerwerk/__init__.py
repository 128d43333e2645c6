"""kullerwerk: dexterity board games on a 2-D rigid-body simulation.

The packages beside this one are ``scenes`` (what stands on the table), ``sim`` (the physics) and
``rules`` (the games). Their names are short and common, so importing this package looks, without
importing them, whether each of them is really its neighbour, and raises an ``ImportError`` that
names the file in the way where it is not.

Notebooks and programs find what they need here, loaded when it is asked for::

    import kullerwerk as kw

    found = kw.measure("rundkurs", throws=2_000, seed=1)
    found["turns"].value, found.table, found.plot(), found.report("report.html")

and `compare`, `sweep`, `tune` and `calibrate` likewise.
"""

from importlib import import_module as _import_module
from importlib.util import find_spec as _find_spec
from pathlib import Path as _Path
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

if _TYPE_CHECKING:
    from kullerwerk.notebook import Best as Best
    from kullerwerk.notebook import Calibrated as Calibrated
    from kullerwerk.notebook import Comparison as Comparison
    from kullerwerk.notebook import Difference as Difference
    from kullerwerk.notebook import Estimate as Estimate
    from kullerwerk.notebook import FieldError as FieldError
    from kullerwerk.notebook import Figure as Figure
    from kullerwerk.notebook import GameStudy as GameStudy
    from kullerwerk.notebook import GoalError as GoalError
    from kullerwerk.notebook import HillComparison as HillComparison
    from kullerwerk.notebook import HillMeasurement as HillMeasurement
    from kullerwerk.notebook import MarbleHill as MarbleHill
    from kullerwerk.notebook import Measurement as Measurement
    from kullerwerk.notebook import RaceStudy as RaceStudy
    from kullerwerk.notebook import SceneError as SceneError
    from kullerwerk.notebook import SpecError as SpecError
    from kullerwerk.notebook import StudyError as StudyError
    from kullerwerk.notebook import Swept as Swept
    from kullerwerk.notebook import TableError as TableError
    from kullerwerk.notebook import Track as Track
    from kullerwerk.notebook import Tuned as Tuned
    from kullerwerk.notebook import calibrate as calibrate
    from kullerwerk.notebook import compare as compare
    from kullerwerk.notebook import load_hill as load_hill
    from kullerwerk.notebook import load_track as load_track
    from kullerwerk.notebook import measure as measure
    from kullerwerk.notebook import save_track as save_track
    from kullerwerk.notebook import sweep as sweep
    from kullerwerk.notebook import tune as tune

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

_LAZY = frozenset(
    {
        "Best", "Calibrated", "Comparison", "Difference", "Estimate", "FieldError", "Figure",
        "GameStudy", "GoalError", "HillComparison", "HillMeasurement", "MarbleHill", "Measurement",
        "RaceStudy", "SceneError", "SpecError", "StudyError", "Swept", "TableError", "Track",
        "Tuned", "calibrate", "compare", "load_hill", "load_track", "measure", "save_track",
        "sweep", "tune",
    }
)  # fmt: skip
"""Names out of `kullerwerk.notebook`."""


def __getattr__(name: str) -> _Any:
    """Load what notebooks ask for, at the first time."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(_import_module("kullerwerk.notebook"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return the names that there are, loaded or not."""
    return sorted({*globals(), *_LAZY})
