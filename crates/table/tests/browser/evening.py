"""Tests what happens between two games: ready players, seats, lots and points."""

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from layout import resize
from running import Browser, Table, finish

# A script that returns the ids that several elements of the page have.
SHARED_IDS = """
const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
return ids.filter((id, at) => ids.indexOf(id) !== at);
"""


def evening(table):
    """Plays three games of Keezen with two people, in other seats each time, and downloads the points."""
    with Table(*table) as running, Browser(running.address) as host:
        host.begin("keezen", ["here", "link", 100, 100])
        resize(host, 390, 844, phone=True)
        host.says('[data-seat="2"] .facts', "offline")
        resize(host, 1280, 900)
        with Browser(host.link_of(2)) as guest:
            resize(guest, 1280, 900)
            guest.says('[data-seat="1"] .detail', "online")
            host.says('[data-seat="1"] .detail', "Local player")
            finish(host)
            next_by_ready(host, guest)
            finish_together(host, guest)
            next_by_lots(host, guest)
            finish_together(host, guest)
            points(host, guest)
            assert not guest.browser_errors()
        assert not host.browser_errors()
        print("evening: ready, seats, lots and points", flush=True)


def finish_together(host, guest):
    """The host resigns, to which the guest agrees if they are partners."""
    host.resign()
    accept = lambda: [guest.try_click(found) for found in guest.driver.find_elements(By.CSS_SELECTOR, "#offer [data-accept]")]
    host.until(lambda: host.live()["over"] or accept() and False, "the end")


def next_by_ready(host, guest):
    """The host gives the guest another seat, and the game begins when both are ready."""
    host.click("#arrange")
    Select(host.driver.find_element(By.ID, "arrange-3")).select_by_value("2")
    assert host.driver.find_element(By.ID, "arrange-2").get_attribute("value") == "3", "the players change places"
    host.click("#arrange-save")
    guest.says("#next-order", "Next game:")
    guest.click("#ready")
    host.says("#next-ready", "Ready for the next game")
    shared = host.driver.execute_script(SHARED_IDS)
    assert not shared, shared
    guest.until(lambda: guest.has("#ready[aria-pressed=true]"), "the pressed button")
    host.click("#ready")
    for browser, seat in ((host, 1), (guest, 3)):
        browser.until(lambda: not browser.live()["over"], "the next game")
        assert browser.table()["you"]["seats"] == [seat]


def next_by_lots(host, guest):
    """Lots decide the seats, in the words of the game, and the host begins at once."""
    host.says("#evening-totals", "After 2 games:")
    host.click("#arrange")
    host.click("#arrange-lots")
    guest.says("#next-order", "hearts (yellow, begins)")
    guest.says("#notes", "Drawn by lot")
    for page in (host, guest):
        page.until(lambda page=page: "The lots were checked and are right. Random numbers from: " in content(page, "lots-line"), "the check")
    assert "Commitment of the server: " in content(guest, "lots-code")
    host.click("#dialog-close")
    host.click("[data-choose='4']")
    guest.says("[data-lots=chosen]", " has chosen: green.")
    assert "The lots were checked and are right." in content(guest, "lots-line")
    host.click("#arrange")
    drawn = host.until(lambda: host.driver.execute_script("return [1, 2, 3, 4].map((seat) => Number(document.getElementById(`arrange-${seat}`).value))"), "the lots")
    host.until(lambda: sorted(drawn) == [1, 2, 3, 4], "a seat for everybody")
    host.click("#arrange-save")
    host.click("#over-again")
    host.until(lambda: not host.live()["over"], "the next game")
    guest.until(lambda: not guest.live()["over"], "the next game")


def content(page, name):
    """Returns the text of an element, which may be hidden behind a dialog."""
    return page.driver.execute_script("return document.getElementById(arguments[0]).textContent", name)


def points(host, guest):
    """The table of points has a row for each game, can be downloaded, and is cleared with two clicks."""
    with guest.downloads() as folder:
        guest.click("#points")
        assert not guest.has("#points-clear"), "a guest can clear the points"
        rows = guest.driver.find_elements(By.CSS_SELECTOR, "#points-table tbody tr")
        assert [row.text.split()[0] for row in rows] == ["Keezen"] * 3 + ["total"]
        assert guest.has("#points-teams li")
        guest.click("#points-download")
        saved = folder / "speltafel.csv"
        guest.until(saved.exists, "the file")
        lines = saved.read_text().splitlines()
        assert len(lines) == 5 and lines[0].startswith("Game,") and lines[4].startswith("total,"), lines
        guest.click("#dialog-close")
    host.click("#points")
    host.click("#points-clear")
    host.click("#points-clear.armed")
    guest.until(lambda: not guest.has("#points"), "no points")
