"""The example in docs/rules.md runs."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs/rules.md"
REPORTS = 21
"""How many public bug reports there are in the table."""


def names():
    """The names of all tests."""
    files = (ROOT / "tests").rglob("test_*.py")
    return {
        name
        for path in files
        for name in re.findall(r"^def (test_\w+)\(", path.read_text(encoding="utf-8"), re.M)
    }


def rows(title):
    """The rows of the table below a title, without its head."""
    text = DOCS.read_text(encoding="utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]
    return [line for line in text.splitlines() if line.startswith("|")][2:]


def test_every_contract_of_the_kit_has_tests():
    known = names()
    found = set()
    for row in rows("Conformance kit"):
        named = set(re.findall(r"`(test_\w+)`", row))
        assert named <= known, row
        for number in re.findall(r"C(\d+)", row.split("|")[1]):
            own = {name for name in known if re.match(rf"test_(c\d+_)*c{number}_", name)}
            assert own | named, row
            found.add(int(number))
    assert found == set(range(1, 21))


def test_every_public_bug_report_has_a_test():
    known = names()
    table = rows("Bugs of others")
    assert [int(row.split("|")[1]) for row in table] == list(range(1, REPORTS + 1))
    for row in table:
        named = set(re.findall(r"`(test_\w+)`", row))
        assert named, row
        assert named <= known, row


def test_the_example_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(code, str(DOCS), "exec"), {"__name__": "example"})
    assert capsys.readouterr().out.startswith("Over(termination=")
    assert (tmp_path / "race.jsonl").exists()
