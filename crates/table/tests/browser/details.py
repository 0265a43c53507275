"""Tests what the page shows in particular positions: scores, orientation, cards, an opening, a lost connection."""

import random

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from layout import resize
from running import Browser, Table, finish, move

# A Querbeet position after one round, up to the scores.
ROUND = "p1:Td4l0:Haaabbcggh/bccddefij"
# A checkers position in which the pieces of each seat stand on the other seat's side.
CROSSED = "B:W9,10,11:BK30,K31,K32:H0:F1"
# A Keezen position in which other seats than the last have tens.
TENS = "p4:Ya4,12,62:B16,50,b3:R8,32:G57,58,d4:CAJ/T7/4T/TT:X2233355566KK:D3,1:F13"


def scores(table):
    """Checks that all scores of a game with points are shown, and none of a game without."""
    with Table(*table) as running, Browser(running.address) as browser:
        for one, two in ((2, 0), (1, 1), (0, 2), (3, 1)):
            browser.begin("querbeet", ["here", "here"], start=f"{ROUND}:S{one},{two}:R1,0:F1")
            browser.until(lambda: browser.has("#curtain[open]"), "the curtain")
            browser.click("#curtain-open")
            shown = lambda seat: browser.text(f'[data-seat="{seat}"] .score')
            browser.until(lambda: (shown(1), shown(2)) == (f"score {one}", f"score {two}"), f"the scores {one} and {two}")
        browser.begin("checkers", ["here", "here"], start=CROSSED)
        browser.until(lambda: browser.live()["cells"], "the first move")
        finish(browser)
        browser.says("#result", "resigned")
        assert not browser.has(".score") and "Points" not in browser.text("#result"), browser.text("#result")
        assert not browser.browser_errors()
        print("scores: 2 points are a score", flush=True)


def orientation(table):
    """Checks that the board stands by the seat, whatever the position is and when the page is loaded."""
    chance = random.Random(8)
    top = lambda browser, cell: browser.driver.find_element(By.CSS_SELECTOR, f'#board [data-cell="{cell}"]').rect["y"]
    with Table(*table) as running, Browser(running.address) as browser:
        boards = (("checkers", None, "1", "32"), ("checkers", CROSSED, "1", "32"), ("wieniet", None, "c1", "c6"))
        for game, start, low, high in boards:
            browser.begin(game, ["here", 100], start=start)
            for _ in range(2):
                stands = lambda: browser.live()["cells"] and top(browser, low) > top(browser, high)
                browser.until(stands, f"{game} {start} with {low} at the bottom")
                browser.driver.refresh()
        for _ in range(4):
            move(browser, chance)
        browser.driver.refresh()
        browser.until(lambda: top(browser, "c1") > top(browser, "c6"), "wieniet as before")
        assert not browser.browser_errors()
        print("orientation: the same for a seat in every position", flush=True)


# A script that returns how far the texts on small cards are outside of their cards, in pixels.
OVERHANG = """
const edges = (element) => element.getBoundingClientRect();
return [...document.querySelectorAll(".small-card.open .small-rank")].map((text) => {
  const card = edges(text.closest("svg").querySelector(".card-paper"));
  return [text.textContent, Math.max(card.left - edges(text).left, edges(text).right - card.right)];
});
"""


def cards(table):
    """Checks that the small picture of each card holds what is written on it."""
    with Table(*table) as running, Browser(running.address) as browser:
        browser.begin("keezen", [100, 100, 100, "here"], start=TENS)
        browser.until(lambda: browser.has('#plates [data-seat="4"]'), "the new game")
        finish(browser)
        browser.until(lambda: browser.has(".small-card.open"), "the open hands")
        for width in (390, 1400):
            resize(browser, width, 900)
            found = dict(browser.driver.execute_script(OVERHANG))
            assert "10" in found and max(found.values()) <= 0, found
        print("cards: all texts fit", flush=True)


def opening(table):
    """Checks that the moves of a pasted opening have the dots of their seats, and that the dialog for a new game offers a
    deal number only for games with chance."""
    with Table(*table) as running, Browser(running.address) as browser:
        browser.begin("checkers", ["here", "here"], start="startpos moves 9-13 24-20 11-15")
        browser.until(lambda: browser.live()["at"] == "3", "the opening")
        dots = lambda: [dot.text for dot in browser.driver.find_elements(By.CSS_SELECTOR, "#moves .move .small-dot")]
        browser.until(lambda: dots() == ["1", "2", "1"], "the dots of the seats")
        browser.click("#new-game")
        browser.click("#dialog details summary")
        for game, offered in (("checkers", False), ("keezen", True), ("jeex", False), ("querbeet-chain", False)):
            browser.click(f'.game-card[data-game="{game}"]')
            assert browser.driver.find_element(By.ID, "seed").is_displayed() == offered, game
        skill = Select(browser.driver.find_element(By.ID, "absence-skill"))
        assert skill.first_selected_option.text == "as the other engines"
        skill.select_by_value("5")
        browser.click("#new-start")
        browser.until(lambda: browser.table()["absence"]["skill"] == 5, "the skill of a stand-in")
        print("opening: moves have dots, only games with deals have deal numbers, and stand-ins have a skill", flush=True)


# A script that returns the edges of the buttons in the bar and of the board.
EDGES = """
return [...document.querySelectorAll("#bar nav button, #board")].map((element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round);
});
"""


def offline(table):
    """Checks that a lost connection moves nothing and that the page no longer asks for a move."""
    with Table(*table) as running, Browser(running.address) as browser:
        browser.begin("keezen", ["here", 100, 100, 100])
        browser.until(lambda: browser.live()["cards"], "the player's turn")
        widths = (320, 390, 900, 1400)
        before = {}
        for width in widths:
            resize(browser, width, 800)
            before[width] = browser.driver.execute_script(EDGES)
        running.process.terminate()
        browser.until(lambda: browser.has("#connection:not([hidden])"), "the message")
        browser.says("#status", "No connection.")
        live = browser.live()
        assert not live["cells"] and not live["cards"] and not live["words"], "moves can be chosen without a connection"
        for width in widths:
            resize(browser, width, 800)
            assert browser.driver.execute_script(EDGES) == before[width], f"something has moved at {width} px"
        print("offline: nothing moves, and nobody is asked for a move", flush=True)
