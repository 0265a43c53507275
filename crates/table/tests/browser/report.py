"""The page of a tournament, opened as a file: every board of a game."""

import subprocess
import tempfile
from pathlib import Path
from urllib.parse import quote

from selenium.webdriver.common.keys import Keys

from browser import Page

# What the page shows now, and what its data says of the games.
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
    """A short tournament and its page, with the first of its games from the first board to the last."""
    engine = str(Path(engine).resolve())
    players = [word for name in "ab" for word in ("--entrant", f"name={name} command={engine}")]
    plan = ["--game", game, "--games", "2", "--nodes", "50", "--openings-from", "random", "--openings-plies", "2"]
    quietly = {"check": True, "stdout": subprocess.DEVNULL}
    with tempfile.TemporaryDirectory() as home:
        page = Path(home) / "page.html"
        results = Path(home) / "results"
        subprocess.run([arena, "run", *plan, "--referee-command", engine, *players, "--out", results, "-q"], **quietly)
        subprocess.run([arena, "report", results, "--html", page], **quietly)
        with Page(page.as_uri(), (1280, 900), "--force-prefers-reduced-motion") as browser:
            shown = browser.driver.execute_script(DATA)["games"][0]
            # The arrow keys move the board only where it is in sight.
            browser.driver.execute_script('document.getElementById("viewer").scrollIntoView()')
            boards = follow(browser, shown)
            for at in (0, len(boards) - 1):
                jump(browser, shown, at)
                show(browser, boards[at])
            complaints = browser.complaints()
            assert not complaints, complaints
            browser.read_log()
            outside = [url for url in browser.outside if url.split("#")[0] != page.as_uri()]
            assert not outside, outside
    print(f"{game}: {len(boards)} boards of a report", flush=True)


def follow(browser, game):
    """Every board of a game, each compared with the changes in the data."""
    pieces, hands, last = 0, [], []
    boards = []
    for at, change in enumerate(game["boards"]):
        if at:
            browser.press(Keys.ARROW_RIGHT)
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
    """Goes to a board by its address."""
    browser.driver.execute_script("location.hash = arguments[0]", f"#game={quote(game['id'], '')}&move={at}")


def show(browser, wanted):
    """Waits until the page shows this board."""
    browser.until(lambda: browser.driver.execute_script(SHOWN) == wanted, wanted)
