"""Which package may import which, and that importing does nothing but define things."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STANDARD = set(sys.stdlib_module_names)
OURS = {"scenes", "sim", "rules", "kullerwerk", "benchmarks", "tests"}
ALLOWED = {
    "scenes": {"scenes", "pydantic", "pydantic_core", "tomlkit"},
    "sim": {"sim", "scenes", "pymunk", "numpy", "numba", "scipy", "joblib"},
    "rules": {"rules", "scenes", "sim.settled"},
}
"""What a package imports beside the standard library."""
KULLERWERK_HEADS = {"typer"}
"""Third-party modules that the command line may load before a command runs."""


def modules(package: str) -> list[Path]:
    found = sorted((ROOT / package).rglob("*.py"))
    assert found, f"no modules in {package}"
    return found


def imports(path: Path) -> set[str]:
    """All modules that a file names in an import statement, wherever it stands in the file."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            module = node.module or ""
            # `from sim import settled` names a module too.
            names |= {f"{module}.{a.name}" if module in OURS else module for a in node.names}
    return names


def covered(name: str, allowed: set[str]) -> bool:
    return any(name == entry or name.startswith(entry + ".") for entry in allowed)


@pytest.mark.parametrize("package", sorted(ALLOWED))
def test_arrows_point_one_way(package):
    for path in modules(package):
        for name in sorted(imports(path)):
            if name.split(".")[0] in STANDARD:
                continue
            assert covered(name, ALLOWED[package]), f"{path.relative_to(ROOT)} imports {name}"


def test_the_contract_needs_the_standard_library_only():
    for path in (ROOT / "sim" / "settled.py", ROOT / "sim" / "__init__.py"):
        assert all(name.split(".")[0] in STANDARD for name in imports(path)), path


def test_the_contract_loads_without_the_engine():
    program = (
        "import sys\n"
        "for name in ('pymunk', 'numpy', 'scipy'): sys.modules[name] = None\n"
        "import sim.settled\n"
        "print(sim.settled.DieThrow.__name__)\n"
    )
    assert run(program).stdout.strip() == "DieThrow"


def test_rules_load_without_the_engine():
    names = [name_of(path) for path in modules("rules")]
    program = (
        "import sys, importlib\n"
        "for name in ('pymunk', 'numpy', 'scipy', 'matplotlib'): sys.modules[name] = None\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "print('loaded')\n"
    )
    assert run(program).stdout.strip() == "loaded"


def test_pyglet_is_known_to_the_window_alone():
    for package in ("scenes", "sim", "rules", "kullerwerk"):
        for path in modules(package):
            inside = path.is_relative_to(ROOT / "kullerwerk" / "window")
            found = [name for name in imports(path) if name.split(".")[0] == "pyglet"]
            assert inside or not found, f"{path.relative_to(ROOT)} imports {found[0]}"


def test_what_is_shown_knows_no_window():
    """Pages are plain data: they can be made, played and tested without a display."""
    for path in modules("kullerwerk/stage"):
        for name in imports(path):
            assert not covered(name, {"kullerwerk.window"}), f"{path.relative_to(ROOT)}: {name}"
    names = [name_of(path) for path in modules("kullerwerk/stage")]
    program = (
        "import sys, importlib\n"
        "sys.modules['pyglet'] = None\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "print('loaded')\n"
    )
    assert run(program).stdout.strip() == "loaded"


def test_help_loads_no_heavy_library():
    program = (
        "import sys\n"
        "from kullerwerk.cli import main\n"
        "code = main(['--help'])\n"
        "heads = {name.split('.')[0] for name in sys.modules}\n"
        "print(code, *sorted(heads), file=sys.stderr)\n"
    )
    ran = run(program)
    code, *heads = ran.stderr.split()
    assert code == "0"
    assert "Usage: kullerwerk" in ran.stdout
    heavy = {"pymunk", "numba", "numpy", "scipy", "pyglet", "matplotlib", "polars", "pydantic"}
    assert not heavy & set(heads)


def test_command_modules_import_lightly_at_the_top():
    """What a command needs is imported inside it, so that no other command waits for it."""
    paths = [
        *modules("kullerwerk/commands"),
        ROOT / "kullerwerk/cli.py",
        ROOT / "kullerwerk/console.py",
    ]
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        heads: set[str] = set()
        for node in tree.body:
            if isinstance(node, ast.Import):
                heads |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                heads.add(node.module or "")
        for name in sorted(heads):
            light = name.split(".")[0] in STANDARD | KULLERWERK_HEADS
            # The commands' own modules are held to the same.
            ours = name in {"kullerwerk", "kullerwerk.console"} or name.startswith(
                "kullerwerk.commands"
            )
            assert light or ours, f"{path.relative_to(ROOT)} imports {name} at its top"


def test_importing_opens_nothing_and_writes_nothing(tmp_path):
    """Every module of every package, imported in an empty folder with an empty home."""
    home = tmp_path / "home"
    here = tmp_path / "here"
    home.mkdir()
    here.mkdir()
    names = [
        name_of(p) for package in ("scenes", "sim", "rules", "kullerwerk") for p in modules(package)
    ]
    names = [name for name in names if not name.endswith("__main__")]
    window = [name for name in names if name.startswith("kullerwerk.window")]
    names = [name for name in names if name not in window]
    program = (
        "import builtins, importlib, os, sys\n"
        "writes = []\n"
        "def watch(event, args):\n"
        "    if event == 'open' and isinstance(args[1], str) and set(args[1]) & set('wax+'):\n"
        "        writes.append(str(args[0]))\n"
        "    if event in ('os.mkdir', 'socket.connect', 'subprocess.Popen'):\n"
        "        writes.append(event)\n"
        "sys.addaudithook(watch)\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "print(writes, *sorted({'pyglet', 'matplotlib.pyplot'} & set(sys.modules)))\n"
        # pyglet opens a display with its OpenGL, its windows and its devices.
        f"for name in {window!r}: importlib.import_module(name)\n"
        "opening = {'pyglet.gl', 'pyglet.window', 'pyglet.media', 'pyglet.input'}\n"
        "print(writes, *sorted(opening & set(sys.modules)))\n"
    )
    environment = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "XDG_CACHE_HOME": str(home),
        "PATH": os.environ["PATH"],
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    ran = run(program, cwd=here, env=environment)
    assert ran.stdout.split() == ["[]", "[]"]
    assert list(home.iterdir()) == []
    assert list(here.iterdir()) == []


def test_a_stranger_called_sim_is_named(tmp_path):
    """A user's own sim.py in the current folder hides ours; the program says which file it is."""
    (tmp_path / "sim.py").write_text("", encoding="utf-8")
    ran = run("import kullerwerk", cwd=tmp_path, check=False)
    assert ran.returncode != 0
    last = ran.stderr.strip().splitlines()[-1]
    assert str(tmp_path / "sim.py") in last
    assert "rename or remove" in last


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def run(program, cwd=ROOT, env=None, check=True):
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=cwd,
        env=env,
        check=check,
        capture_output=True,
        text=True,
    )
