"""``kullerwerk info``: what a bug report needs to know about this installation."""

from __future__ import annotations

from kullerwerk.console import Json, Quiet, open_output


def info(quiet: Quiet = False, json: Json = None) -> None:
    """Print versions, platform, fit file and folders, for bug reports."""
    from kullerwerk.installation import describe

    out = open_output(quiet, json)
    facts = describe()
    width = max(len(name) for name in facts)
    for name, value in facts.items():
        out.say(f"{name:<{width}}  {value}")
    out.result(facts)
