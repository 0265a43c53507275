"""Tests the signals that it is a person's turn: title, icon, sound, vibration and notification."""

import random

from selenium.webdriver.common.by import By

from running import Browser, Table, play

# A script that counts sounds and vibrations instead of making them, and notifications while it makes them. The worker of
# the page shows them; a browser may drop one at any time afterwards.
COUNT = """
window.signals = { tones: 0, shakes: 0, notes: [] };
const show = ServiceWorkerRegistration.prototype.showNotification;
ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
  await show.call(this, title, options);
  signals.notes.push([title, options.body, this.scope]);
};
window.OscillatorNode = class extends OscillatorNode { start(time) { signals.tones += 1; super.start(time); } };
navigator.vibrate = () => (signals.shakes += 1);
"""
# A script that returns the number of notifications that are shown.
SHOWN = """
const done = arguments[arguments.length - 1];
navigator.serviceWorker.getRegistration().then(async (worker) => done((await worker.getNotifications()).length));
"""
# A script that runs the worker of the page with the scope `/a/` in place of a browser, and returns what it does after a
# tap on a notification. WebDriver cannot tap on one.
TAP = """
const [text, urls, done] = arguments;
const acts = [];
const windows = urls.map((url) => ({ url, focus: () => acts.push(`focus ${url}`) }));
const worker = {
  addEventListener: (kind, handle) => (worker[kind] = handle),
  registration: { scope: "/a/" },
  clients: {
    matchAll: async ({ includeUncontrolled }) => (includeUncontrolled ? windows : []),
    openWindow: (url) => acts.push(`open ${url}`),
  },
};
new Function("self", text)(worker);
worker.notificationclick({
  notification: { close: () => acts.push("close") },
  waitUntil: (end) => end.then(() => done(acts)),
});
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
        tap(host)
        print("signals: title, icon, sound, vibration and notification; off by one tap", flush=True)


def against_a_person(host, guest, chance):
    """Plays some moves, with and without the signals."""
    listen(guest)
    assert titled(host) and not titled(guest)
    play(host, chance)
    guest.until(lambda: titled(guest), "the title")
    guest.until(lambda: counted(guest, "tones") == 2, "the sound")
    assert (counted(guest, "shakes"), counted(guest, "notes")) == (1, [])
    guest.until(lambda: not titled(host), "the title without a turn")
    # A message about something else is no new turn.
    guest.click("#language")
    guest.click("#language")
    play(guest, chance)
    guest.until(lambda: not titled(guest), "the title without a turn")
    assert counted(guest, "tones") == 2
    guest.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["notifications"]})
    guest.click("#notify")
    guest.until(lambda: is_on(guest, "notify"), "the consent")
    guest.click("#sound")
    assert not is_on(guest, "sound")
    hide(guest, True)
    host.until(lambda: titled(host), "the turn")
    play(host, chance)
    page = guest.driver.current_url
    assert page.endswith("/s/2/"), page
    guest.until(lambda: counted(guest, "notes") == [["Your turn.", "English draughts", page]], "the notification")
    assert (counted(guest, "tones"), counted(guest, "shakes")) == (2, 1), "the sound is off"
    hide(guest, False)
    guest.until(lambda: shown(guest) == 0, "no notification, because somebody looks at the page")
    assert not guest.browser_errors()


def tap(browser):
    """A tap on a notification shows its page, and opens it if it was closed."""
    fetch = "fetch('worker.js').then((file) => file.text()).then(arguments[0]);"
    text = browser.driver.execute_async_script(fetch)
    # The policy of the page forbids this script.
    browser.driver.get("about:blank")
    for pages, act in ((["/b/", "/a/", "/a/"], "focus /a/"), (["/b/"], "open /a/")):
        assert browser.driver.execute_async_script(TAP, text, pages) == ["close", act]


def listen(browser):
    """Begins to count signals. The page may make sounds after the click."""
    browser.driver.execute_script(COUNT)
    browser.click("#board")


def counted(browser, what):
    return browser.driver.execute_script(f"return signals.{what}")


def shown(browser):
    return browser.driver.execute_async_script(SHOWN)


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
