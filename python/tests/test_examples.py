"""The examples run, in a short form."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT

Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs an example, and returns what it prints."""

    def run(*arguments: object) -> str:
        command = [str(argument) for argument in arguments]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "python" / "src"), "MPLCONFIGDIR": str(tmp_path)}
        return subprocess.run(
            command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True, timeout=60
        ).stdout

    return run


def test_policy_example(run: Run) -> None:
    example = ROOT / "examples" / "python_policy.py"
    printed = run(sys.executable, example, "--steps", 400, "--games", 4)
    assert re.search(r"^walk .*\n[\d.]+% . [\d.]+% of 4 games against random moves\n$", printed)
    assert run(sys.executable, example, "--steps", 400, "--games", 4) == printed


def test_analysis_example(run: Run, tmp_path: Path) -> None:
    example, game = ROOT / "examples" / "python_analysis.py", tmp_path / "game.pdn"
    game.write_text("1. 11-15 23-19 2. 8-11 22-17 *\n")
    printed = run(sys.executable, example, game, "--nodes", 200, "--plot", tmp_path / "game.png")
    assert re.match(r"  1 11-15 +[+-]\d+\n", printed)
    assert (tmp_path / "game.png").read_bytes().startswith(b"\x89PNG")


def test_bot_example(run: Run, tmp_path: Path) -> None:
    example = ROOT / "examples" / "python_bot.py"
    text = example.read_text()
    assert len(text.partition('"""\n\n')[2].splitlines()) <= 20
    command = re.search(r"speltafel-arena (run.*?)\n\"\"\"", text, re.DOTALL)
    assert command is not None
    words = command[1].replace("\\\n", " ").replace("matches/bot", str(tmp_path / "bot")).replace("40", "4")
    printed = run("sh", "-c", f"speltafel-arena {words} --concurrency 1")
    assert "bot" in printed
