"""The example in docs/rules.md runs."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs/rules.md"


def test_the_example_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(code, str(DOCS), "exec"), {"__name__": "example"})
    assert capsys.readouterr().out.startswith("Over(termination=")
    assert (tmp_path / "race.jsonl").exists()
