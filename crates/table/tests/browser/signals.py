"""Tests the signals that it is a person's turn: title, icon, sound, vibration and notification."""

import random

from selenium.webdriver.common.by import By

from running import Browser, Table, play

# A script that counts sounds, vibrations and notifications instead of making them.
COUNT = """
window.signals = { tones: 0, shakes: 0, notes: [] };
window.OscillatorNode = class extends OscillatorNode { start(time) { signals.tones += 1; super.start(time); } };
navigator.vibrate = () => (signals.shakes += 1);
window.Notification = class {
  static permission = "default";
  static requestPermission() { return Promise.resolve((Notification.permission = arguments[0] ?? "granted")); }
  constructor(title, options) { signals.notes.push([title, options.body]); }
  close() { signals.notes.pop(); }
};
"""
HIDE = "Object.defineProperty(document, 'hidden', { value: %s, configurable: true }); document.dispatchEvent(new Event('visibilitychange'));"


def signals(table):
    """Checks when the page signals a turn, and that a person can switch the signals off."""
    chance = random.Random(1)
    with Table(*table) as running, Browser(running.address) as host:
        host.begin("checkers", ["here", "link"])
        with Browser(host.link_of(2)) as guest:
            against_a_person(host, guest, chance)
            guest.driver.refresh()
            guest.until(lambda: guest.has("#sound[aria-pressed]"), "the page again")
            assert not is_on(guest, "sound"), "the page has forgotten that the sound is off"
        # People at one screen see whose turn it is, and engines answer at once.
        listen(host)
        for seats in (["here", "here"], ["here", 100]):
            host.begin("checkers", seats)
            host.until(lambda: host.live()["at"] == "0", "the game")
            play(host, chance)
            host.until(lambda: titled(host), "the next turn")
            assert counted(host, "tones") == 0, seats
        hide(host, True)
        play(host, chance)
        host.until(lambda: counted(host, "tones") == 2, "the sound for a hidden page")
        assert not host.browser_errors()
        print("signals: title, icon, sound, vibration and notification; off by one tap", flush=True)


def against_a_person(host, guest, chance):
    """Plays some moves, with and without the signals."""
    listen(guest)
    assert titled(host) and not titled(guest)
    play(host, chance)
    guest.until(lambda: titled(guest), "the title")
    guest.until(lambda: counted(guest, "tones") == 2, "the sound")
    assert (counted(guest, "shakes"), guest.driver.execute_script("return signals.notes")) == (1, [])
    guest.until(lambda: not titled(host), "the title without a turn")
    # A message about something else is no new turn.
    guest.click("#language")
    guest.click("#language")
    play(guest, chance)
    guest.until(lambda: not titled(guest), "the title without a turn")
    assert counted(guest, "tones") == 2
    guest.click("#notify")
    guest.until(lambda: is_on(guest, "notify"), "the consent")
    guest.click("#sound")
    assert not is_on(guest, "sound")
    hide(guest, True)
    host.until(lambda: titled(host), "the turn")
    play(host, chance)
    guest.until(lambda: guest.driver.execute_script("return signals.notes") == [["Your turn.", "English draughts"]], "the notification")
    assert (counted(guest, "tones"), counted(guest, "shakes")) == (2, 1), "the sound is off"
    hide(guest, False)
    assert guest.driver.execute_script("return signals.notes") == [], "somebody looks at the page"
    assert not guest.browser_errors()


def listen(browser):
    """Begins to count signals. The page may make sounds after the click."""
    browser.driver.execute_script(COUNT)
    browser.click("#board")


def counted(browser, what):
    return browser.driver.execute_script(f"return signals.{what}")


def hide(browser, hidden):
    browser.driver.execute_script(HIDE % str(hidden).lower())


def is_on(browser, switch):
    return browser.driver.find_element(By.ID, switch).get_attribute("aria-pressed") == "true"


def titled(browser):
    """Returns whether title and icon say that it is the turn of this browser."""
    title, icon = browser.driver.execute_script("return [document.title, document.getElementById('icon').href]")
    own = title.startswith("\u25cf Your turn")
    assert own == ("c62828" in icon), title
    return own
