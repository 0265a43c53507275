"""Tests the layout of the page at several sizes, and its accessibility with axe-core."""

from importlib.util import find_spec
from pathlib import Path

from running import Browser, Table, finish

# Sizes of windows in CSS pixels: a small phone, a phone on its side, a common screen, and that screen enlarged to 200 %.
# True means a phone, on which scrollbars take no room.
SIZES = [(320, 640, True), (844, 390, True), (1400, 900, False), (700, 450, False)]
# At these sizes, the board is to the left of the prompt and the hand.
BESIDE = {(844, 390), (700, 450)}

# A script that returns the edges of everything that must be visible without scrolling, and how far the page can be
# scrolled.
MEASURE = """
scrollTo(0, 0);
const seen = ["#bar nav", "#game-name", "#plates", "#board", "#prompt", "#hand-box", "#over", "#actions"].flatMap((what) => {
  const found = document.querySelector(what);
  const { left, top, right, bottom } = found.getBoundingClientRect();
  return found.offsetParent || found.checkVisibility() ? [[what, { left, top, right, bottom }]] : [];
});
const name = document.getElementById("game-name");
const clipped = name.scrollWidth > name.clientWidth || name.scrollHeight > name.closest("#bar").clientHeight;
const root = document.documentElement;
return { seen: Object.fromEntries(seen), clipped, width: innerWidth, height: innerHeight, left: root.scrollWidth - root.clientWidth, down: root.scrollHeight - root.clientHeight };
"""
# The precision of measured edges.
PIXEL = 1


def resize(browser, width, height, phone=False):
    """Gives the window exactly this size, and waits for the layout."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")


def ready(browser):
    """Waits until the player can choose something."""
    browser.until(lambda: any(browser.live()[key] for key in ("cells", "cards", "words")), "the player's turn")


def choose_tile(browser):
    """Chooses a card and then a cell, if that does not complete a move: the prompt then shows how a tile can lie."""
    if not browser.has("#hand-box:not([hidden]) > .tiles"):
        return
    click = lambda what: browser.live()[what] and browser.try_click(browser.live()[what][0]) and False
    browser.until(lambda: browser.live()["chosen"] or click("cards"), "a chosen tile")
    browser.until(lambda: browser.has("#words .turn") or click("cells"), "the ways to lay the tile")


def sizes(table, game, seats):
    """Checks that board, prompt, hand and actions are visible without scrolling, in both languages."""
    with Table(*table) as running, Browser(running.address) as browser:
        for language in ("en", "nl"):
            browser.begin(game, ["here"] + [100] * (seats - 1))
            ready(browser)
            for _ in range(2):
                check_sizes(browser, f"{game} in {language}")
                choose_tile(browser)
            finish(browser)
            check_sizes(browser, f"the end of {game} in {language}")
            browser.click("#language")
        assert not browser.browser_errors()
        print(f"{game}: nothing is below the fold at {len(SIZES)} sizes", flush=True)


def check_sizes(browser, what):
    for width, height, phone in SIZES:
        resize(browser, width, height, phone)
        check(browser, (width, height), f"{what} at {width}x{height}")
    resize(browser, 1280, 900)


def check(browser, size, what):
    measured = browser.driver.execute_script(MEASURE)
    seen = measured["seen"]
    assert {"#board", "#actions"} <= seen.keys() and ("#prompt" in seen or "#over" in seen), f"{what}: {seen.keys()}"
    assert not measured["clipped"], f"{what}: the name of the game is clipped"
    assert measured["left"] <= 0, f"{what}: the page is too wide"
    for name, box in seen.items():
        inside = box["left"] >= -PIXEL and box["top"] >= -PIXEL
        inside &= box["right"] <= measured["width"] + PIXEL and box["bottom"] <= measured["height"] + PIXEL
        assert inside, f"{what}: {name} is not inside the window: {box}"
    board = seen["#board"]
    for name in ("#prompt", "#hand-box", "#over", "#actions"):
        box = seen.get(name)
        below = not box or box["top"] >= board["bottom"] - PIXEL
        beside = not box or box["left"] >= board["right"] - PIXEL
        assert beside if size in BESIDE else below, f"{what}: {name} covers the board: {box} and {board}"
    # The board gets most of the room, and half of it at the end, when all hands are open.
    long = max(board["right"] - board["left"], board["bottom"] - board["top"])
    assert long >= (0.5 if "#over" in seen else 0.6) * min(size), f"{what}: the board is small: {board}"
    if size == (1400, 900):
        assert measured["down"] <= 0, f"{what}: the page can be scrolled by {measured['down']} px"


AXE = """
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
  done(violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html.slice(0, 160)).join("; ")}`)),
  (error) => done([String(error)]));
"""


def accessible(table, game, seats):
    """Checks that axe-core finds nothing, in both themes, at the size of a phone and of a screen."""
    # This package contains axe-core. Its Python part is not used.
    script = Path(find_spec("axe_playwright_python").submodule_search_locations[0], "axe.min.js").read_text()
    with Table(*table) as running, Browser(running.address) as browser:
        browser.begin(game, ["here"] + [100] * (seats - 1))
        ready(browser)
        browser.driver.execute_script(script)
        for theme in ("light", "dark"):
            while browser.driver.execute_script("return document.documentElement.dataset.theme") != theme:
                browser.click("#theme")
            for width, height, phone in ((390, 844, True), (1400, 900, False)):
                resize(browser, width, height, phone)
                for tab in ("rules", "records", "moves"):
                    browser.click(f"#tab-{tab}")
                    if tab == "rules":
                        browser.until(lambda: len(browser.text("#rules")) > 200, "the rules")
                    if tab == "records":
                        browser.until(lambda: browser.has("#kept-games button"), "the kept games")
                    found = browser.driver.execute_async_script(AXE)
                    assert not found, f"{game}, {theme}, {width} px, {tab}: " + "\n".join(found)
        print(f"{game}: axe-core finds nothing", flush=True)
