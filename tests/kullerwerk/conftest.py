"""Makes the small games of the tests importable: they are no part of the package."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "support"), str(HERE.parent / "rules" / "support")]
