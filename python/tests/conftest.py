"""What several tests need."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
# The programs: those that SPELTAFEL_PROGRAMS names, or the debug build.
PROGRAMS = Path(os.environ.get("SPELTAFEL_PROGRAMS", ROOT / "target" / "debug"))


def _all_games() -> list[str]:
    program = PROGRAMS / "speltafel"
    assert program.exists(), f"no program speltafel in {PROGRAMS}; run `cargo build`, or set SPELTAFEL_PROGRAMS"
    answer = subprocess.run([program, "query games"], check=True, capture_output=True, text=True)
    return answer.stdout.split()[1:]


# The names of all games of the engine.
ALL_GAMES = _all_games()

# Programs that tests run.
collect_ignore = ["programs"]

Fake = Callable[..., list[str]]


@pytest.fixture(autouse=True)
def programs_in_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the package find the programs."""
    monkeypatch.setenv("PATH", str(PROGRAMS), prepend=os.pathsep)


HAS_NATIVE = importlib.util.find_spec("speltafel_native") is not None
# With this variable, tests that need what is missing fail.
assert HAS_NATIVE or "SPELTAFEL_ALL_TESTS" not in os.environ, "there is no speltafel-native"


@pytest.fixture(
    params=[
        pytest.param(False, id="process"),
        pytest.param(True, id="native", marks=pytest.mark.skipif(not HAS_NATIVE, reason="no speltafel-native")),
    ]
)
def native(request: pytest.FixtureRequest) -> bool:
    """Tests a game twice: with its rules in a process, and in this one."""
    return bool(request.param)


@pytest.fixture
def fake() -> Fake:
    """Returns the command of the fake engine with a fault."""
    script = str(Path(__file__).parent / "programs" / "fake_engine.py")
    return lambda fault="none": [sys.executable, "-SE", script, fault]
