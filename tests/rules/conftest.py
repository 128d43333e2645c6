"""Makes the helpers in ``support/`` importable (tests are no packages), and examples unhurried."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent / "support"))

# Machines that run tests are often busy: a slow example is no failure.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
