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
DATA = 'return JSON.parse(document.getElementById("data").textContent);'


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
            shown = browser.driver.execute_script(DATA)["games"][0]
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
    pieces, hands, last = 0, [], []
    boards = []
    for at, change in enumerate(game["boards"]):
        if at:
            browser.press(Keys.ARROW_RIGHT)
        acts = [step[0] for step in game["steps"][at - 1]] if at else []
        pieces += acts.count("put") - acts.count("take")
        pieces += (len(change.get("+", [])) - len(change.get("-", []))) // 2
        hands, last = change.get("h", hands), change.get("l", last)
        wanted = {
            "at": str(at),
            "pieces": pieces,
            "last": len(last),
            "hands": [len(hand) for hand in hands],
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
