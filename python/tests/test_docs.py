"""The examples of the documentation run."""

import re
from pathlib import Path

import pytest
from conftest import HAS_NATIVE, ROOT


def blocks(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)


EXAMPLES = [
    pytest.param(
        block,
        id=f"{page} {number}",
        marks=pytest.mark.skipif("speltafel_native" in block and not HAS_NATIVE, reason="no speltafel-native"),
    )
    for page in ("README.md", "docs/python.md")
    for number, block in enumerate(blocks(page), 1)
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_runs(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(example, {"__name__": "example"})


def test_every_call_is_shown_twice() -> None:
    # A game and the engine that a file becomes have no asynchronous form.
    shown = [block for block in blocks("docs/python.md") if "speltafel.engine import" in block]
    assert sum("await " in block or "async " in block for block in shown) * 2 == len(shown)
