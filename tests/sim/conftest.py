"""Makes the helpers beside the tests (`layouts`, `oracle`) importable: tests are no packages."""

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

# A throw takes as long as it takes, and the same layouts come up in every run.
settings.register_profile(
    "throws",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
