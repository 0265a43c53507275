"""Tests the list of kept games."""

import random

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from running import Browser, Table, finish, move


def library(table):
    """Finds, shows, downloads and deletes games, as the host and as a guest who had a seat in one of them."""
    with Table(*table) as running, Browser(running.address) as host:
        host.begin("checkers", ["here", "link"])
        with Browser(host.link_of(2)) as guest, Browser(running.address) as other:
            finish(host)
            host.begin("jeex", ["here", 100])
            host.click("#tab-records")
            entries(host, 2)
            guest.click("#tab-records")
            entries(guest, 1)
            assert not guest.has("[data-forget]"), "a guest can delete games"
            show(guest)
            download(host)
            search(host)
            put_back(host, other)
            delete(host)
            other.click("#tab-records")
            entries(other, 2)
            assert not guest.browser_errors()
        assert not host.browser_errors()
        hidden(host)
        teams(host)
        print("library: kept games are found, shown, downloaded and deleted", flush=True)


def entries(browser, count):
    """Waits until the list has this number of games, and returns their texts."""

    def listed():
        # A list that is redrawn meanwhile is read again.
        texts = [entry.text for entry in browser.driver.find_elements(By.CSS_SELECTOR, "#kept-games [data-kept]")]
        return texts if len(texts) == count else None

    return browser.until(listed, f"{count} games")


def show(browser):
    """A kept game is shown like a recorded one, and is shown again in the other language."""
    browser.click("#kept-games [data-kept]")
    browser.says("#banner-text", "resigned")
    browser.says("#game-name", "draughts")
    assert browser.live()["at"] == "0"
    browser.click("#language")
    browser.says("#banner-text", "gaf op")
    browser.click("#language")
    browser.click("#close-record")


def download(browser):
    """The transcript and the portable format are saved as files."""
    with browser.downloads() as folder:
        for format, end, part in (("transcript", "txt", "checkers"), ("portable", "pdn", "[Result")):
            browser.click(f'#kept-games li:nth-child(2) [data-{format}]')
            saved = lambda: next(iter(folder.glob(f"speltafel-checkers-*.{end}")), None)
            browser.until(lambda: saved() and part in saved().read_text(), f"the file with the {format}")


def search(browser):
    """The list has the games with this name of a player, or of this kind."""
    field = browser.driver.find_element(By.ID, "library-find")
    field.send_keys("speltafel")
    assert "Jeex" in entries(browser, 1)[0]
    field.clear()
    field.send_keys(" ")
    entries(browser, 2)
    Select(browser.driver.find_element(By.ID, "library-game")).select_by_value("checkers")
    entries(browser, 1)
    Select(browser.driver.find_element(By.ID, "library-game")).select_by_value("")
    entries(browser, 2)


def put_back(browser, other):
    """A copy of a finished game is on the table, and then the other game again, where it stopped."""
    browser.click("#kept-games [data-continue]")
    browser.until(lambda: browser.live()["over"], "the finished game")
    browser.says("#game-name", "draughts")
    entries(browser, 3)
    browser.says('#kept-games li:nth-child(2) [data-continue]', "Continue")
    browser.click('#kept-games li:nth-child(2) [data-continue]')
    browser.until(lambda: not browser.live()["over"], "the other game")
    browser.says("#game-name", "Jeex")
    browser.until(lambda: "on the table" in entries(browser, 3)[1], "the same entry")


def hidden(browser):
    """A game with hidden hands goes on, unless somebody else may have seen a hand. In these deals, a seat folds, so the game
    on the table is interrupted. The page still knows what it saw of the deal."""
    hand = lambda: [card.get_attribute("data-card") for card in browser.driver.find_elements(By.CSS_SELECTOR, "#hand [data-card]")]
    code = lambda: browser.driver.find_element(By.ID, "deal-code").get_attribute("textContent")
    browser.begin("keezen", ["here", 100, 100, 100])
    browser.until(lambda: browser.live()["cards"], "the turn")
    before = (hand(), code())
    browser.begin("keezen", ["here", 100, 100, 100])
    browser.until(lambda: code() != before[1] and browser.live()["cards"], "the turn in the other game")
    move(browser, random.Random(1))
    entries(browser, 4)
    for question in ("", ".armed"):
        browser.click(f"#kept-games li:nth-child(2) [data-continue]{question}")
    browser.until(lambda: (hand(), code()) == before, "the hand of the first game")
    finish(browser)
    browser.click("#tab-moves")
    browser.says("#deal-line", "fit what this page saw before")
    browser.click("#tab-records")


def teams(browser):
    """The list says which team has won, as the page does after the game, and counts moves in the singular too."""
    browser.begin("checkers", ["here", "here"])
    browser.until(lambda: browser.live()["cells"], "the turn")
    move(browser, random.Random(1))
    browser.begin("keezen", ["here", "here", "here", "here"])
    assert "\u00b7 1 move" == entries(browser, 6)[1][-8:], "the number of moves"
    browser.until(lambda: browser.has("#curtain[open]"), "the curtain")
    browser.click("#curtain-open")
    finish(browser)
    won = browser.text("#result").split(":")[0]
    assert " and " in won, won
    browser.click("#tab-moves")
    browser.click("#tab-records")
    assert won in entries(browser, 6)[0]


def delete(browser):
    """Two clicks delete a game, but not the one on the table."""
    browser.click("#kept-games [data-forget]")
    entries(browser, 3)
    browser.click("#kept-games [data-forget].armed")
    assert "Jeex" in entries(browser, 2)[0]
    assert not browser.has("#kept-games li:first-child [data-forget]"), "the game on the table can be deleted"
