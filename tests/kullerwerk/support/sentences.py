"""All sentences with which the rules refuse something, read from their code."""

from __future__ import annotations

import ast
import itertools
from pathlib import Path

import rules

ROOT = Path(rules.__file__).parent
TABLES = ("WANTED", "_WANTED", "NOT_NOW", "_WORDS")
"""Tables of sentences, or of the ends of some."""
FILLS = ("3", "e5", "'all'", "yellow", "tower", "your own turn", "before a throw", "left post")
"""What may stand in the gaps of a sentence."""


def refusals():
    """Each sentence as (game, line, ways to fill its gaps); one way is enough to be known."""
    for path in sorted(ROOT.glob("*/*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        tables = dict(_tables(tree))
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id != "refuse" or len(node.args) < 2:
                continue
            for text in _texts(node.args[1], tree, tables):
                yield path.parent.name, node.lineno, text


def _tables(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id in TABLES:
                yield target.id, node.value.values


def _texts(node, tree, tables):
    """The sentences that an expression can be, each as all ways to fill it."""
    if isinstance(node, ast.Constant):
        yield (node.value,)
    elif isinstance(node, ast.JoinedStr):
        named = [table for part in node.values if isinstance(part, ast.FormattedValue)
                 for table in TABLES if table in ast.unparse(part) and table in tables]  # fmt: skip
        if named:
            for end in tables[named[0]]:
                for (text,) in _texts(end, tree, tables):
                    yield tuple(_filled(node, (text,)))
        else:
            yield tuple(_filled(node, FILLS))
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body, tree, tables)
        yield from _texts(node.orelse, tree, tables)
    elif isinstance(node, ast.Name):
        for one in ast.walk(tree):
            if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == node.id:
                yield from _texts(one.value, tree, tables)
    elif isinstance(node, ast.Subscript | ast.Call):
        for table in TABLES:
            if table in ast.unparse(node) and table in tables:
                for one in tables[table]:
                    yield from _texts(one, tree, tables)


def _filled(node, fills):
    gaps = sum(isinstance(part, ast.FormattedValue) for part in node.values)
    for values in itertools.product(fills, repeat=gaps):
        left = iter(values)
        parts = (p.value if isinstance(p, ast.Constant) else next(left) for p in node.values)
        yield "".join(map(str, parts))
