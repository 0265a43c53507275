"""Tests the report page of a tournament, opened as a file: steps through every board of a game."""

import subprocess
import tempfile
from pathlib import Path
from urllib.parse import quote

from selenium.webdriver.common.keys import Keys

from browser import Page

# Two scripts: one returns what the page shows, the other the game data that is embedded in the page.
SHOWN = """
const board = document.getElementById("board");
return {
  at: board.dataset.at ?? null,
  pieces: board.querySelectorAll(".layer-pieces > g").length,
  last: board.querySelectorAll(".last-mark").length,
  hands: [...document.querySelectorAll(".hand")].map((hand) => hand.children.length),
  label: board.getAttribute("aria-label"),
};
"""
DATA = """
const done = arguments[0];
const { id, packed } = JSON.parse(document.getElementById("data").textContent).shown[0];
const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")))
  .json().then((game) => done({ id, ...game }));
"""


def report(arena, engine, game):
    """Plays a short tournament and steps through the first game on its report page. The page must load no other address
    and cause no error in the browser console."""
    engine = str(Path(engine).resolve())
    players = [word for name in "ab" for word in ("--participant", f"name={name} command={engine}")]
    plan = ["--game", game, "--games", "2", "--nodes", "50", "--openings-from", "random", "--openings-plies", "2"]
    quietly = {"check": True, "stdout": subprocess.DEVNULL}
    with tempfile.TemporaryDirectory() as home:
        page = Path(home) / "page.html"
        results = Path(home) / "results"
        subprocess.run([arena, "run", *plan, "--referee-command", engine, *players, "--out", results, "-q"], **quietly)
        subprocess.run([arena, "report", results, "--html", page], **quietly)
        with Page(page.as_uri(), (1280, 900), "--force-prefers-reduced-motion") as browser:
            shown = browser.driver.execute_async_script(DATA)
            # The arrow keys work only while the viewer is visible.
            browser.driver.execute_script('document.getElementById("viewer").scrollIntoView()')
            boards = follow(browser, shown)
            for at in (0, len(boards) - 1):
                jump(browser, shown, at)
                show(browser, boards[at])
            errors = browser.browser_errors()
            assert not errors, errors
            browser.read_log()
            outside = [url for url in browser.requests if url.split("#")[0] != page.as_uri()]
            assert not outside, outside
    print(f"{game}: {len(boards)} boards of a report", flush=True)


def follow(browser, game):
    """Steps through a game and compares every board with the game data. Returns a description of each board."""
    boards = []
    for at, board in enumerate(game["boards"]):
        if at:
            browser.press(Keys.ARROW_RIGHT)
        wanted = {
            "at": str(at),
            "pieces": sum(piece["at"] in game["cells"]["cells"] for piece in board.get("pieces", [])),
            "last": sum(cell in game["cells"]["cells"] for cell in board.get("last", [])),
            "hands": [len(hand) for hand in board.get("hands", [])],
            "label": f"The board after {at} moves",
        }
        show(browser, wanted)
        boards.append(wanted)
    return boards


def jump(browser, game, at):
    """Makes the page show the board after `at` moves, by changing the fragment of the address."""
    browser.driver.execute_script("location.hash = arguments[0]", f"#game={quote(game['id'], '')}&move={at}")


def show(browser, wanted):
    """Waits until the page shows the board with the description `wanted`."""
    browser.until(lambda: browser.driver.execute_script(SHOWN) == wanted, wanted)
