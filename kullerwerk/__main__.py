"""``python -m kullerwerk`` = the command ``kullerwerk``."""

import sys

from kullerwerk.cli import main

sys.exit(main())
