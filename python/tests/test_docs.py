"""The examples of the documentation run."""

import re
from pathlib import Path

import pytest
from conftest import ROOT

PAGE = ROOT / "docs" / "python.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_example_runs(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(BLOCKS[number], f"{PAGE.name}, example {number + 1}", "exec"), {"__name__": "example"})


def test_every_call_is_shown_twice() -> None:
    shown = [block for block in BLOCKS if "serve" not in block]
    assert sum("await " in block or "async " in block for block in shown) * 2 == len(shown)
