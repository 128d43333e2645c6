"""``python -m kullerwerk`` = the command ``kullerwerk``."""

import sys


def start() -> int:
    """Run the program; Ctrl-C ends it in one word also while it is still being loaded."""
    try:
        from kullerwerk.cli import main

        return main()
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(start())
