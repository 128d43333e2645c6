"""Makes the helpers in ``support/`` importable (tests are no packages)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))
