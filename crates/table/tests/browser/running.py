"""A running table, and a browser that shows it."""

import json
import subprocess
import tempfile

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from browser import TIMEOUT_S, Page

# A script that returns what can be clicked now (cells, cards and words), the number of tokens shown, whether the game
# is over, and how many cards are chosen.
LIVE = """
const live = (where) => [...document.querySelectorAll(where)].filter((e) => e.offsetParent !== null);
const at = document.getElementById("board").dataset.at ?? null;
const over = !document.getElementById("over").hidden;
const cells = live("#board button[data-cell].live");
const cards = live("#hand button.live:not([aria-pressed=true])");
const words = live("#board button[data-word], #words button[data-word]");
return { at, over, cells, cards, words, chosen: live("#hand button[aria-pressed=true]").length };
"""


class Table:
    """A running table. Moves follow each other at once unless `pace` says how long each is shown."""

    def __init__(self, program, *arguments, pace="0s"):
        self.data = tempfile.TemporaryDirectory()
        command = [program, "--data", self.data.name, "--port", "0", *arguments, "--pace", pace]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        assert line.startswith("table at http://127.0.0.1:"), line
        self.address = line.split()[-1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Send SIGTERM, because the process may ignore SIGINT if a shell script has started this test in the background.
        self.process.terminate()
        try:
            self.process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("the table did not exit after SIGTERM") from None
        finally:
            self.data.cleanup()


class Browser(Page):
    """A browser that shows a table."""

    def __init__(self, address, size=(1280, 900)):
        super().__init__(address, size)
        self.until(lambda: self.has("#board, form"), "the page")
        if not self.has("#board"):
            # The page of a link.
            self.click("form button")
        self.until(lambda: self.live()["at"] is not None, "the board")

    def live(self):
        return self.driver.execute_script(LIVE)

    def table(self):
        """Returns the last `table` message from the server."""
        self.read_log()
        return [json.loads(frame) for frame in self.frames if '"is":"table"' in frame][-1]

    def begin(self, game, seats, options=None, start=None, seed=None):
        """Starts a game with the dialog. `seats` has an entry per seat: `here`, `link` or `open`, or for an engine its
        milliseconds per move."""
        self.click("#new-game")
        self.click(f'.game-card[data-game="{game}"]')
        if options or start or seed:
            self.click("#dialog details summary")
            for field, text in (("seed", seed), ("start-text", start)):
                if text:
                    self.driver.find_element(By.ID, field).send_keys(text)
            for name, value in (options or {}).items():
                Select(self.driver.find_element(By.ID, f"option-{name}")).select_by_value(value)
        for seat, who in enumerate(seats, 1):
            engine = isinstance(who, int)
            Select(self.driver.find_element(By.ID, f"seat-{seat}-who")).select_by_value("engine" if engine else who)
            if engine:
                Select(self.driver.find_element(By.ID, f"seat-{seat}-time")).select_by_value(str(who))
        self.click("#new-start")
        wanted = lambda: not self.driver.find_elements(By.CSS_SELECTOR, "#dialog[open]")
        self.until(wanted, "the new game")

    def link_of(self, seat):
        """Returns the link of a seat, which a dialog shows to the host."""
        self.click("#open-share")
        link = self.value(f"#seat-link-{seat}")
        self.click("dialog[open] button.primary")
        return link

    def resign(self):
        """Resigns, for which the button must be clicked twice."""
        self.click("#resign")
        self.click("#resign.armed")

    def step(self, chance):
        """Clicks a random cell, card or word. Returns False if nothing could be clicked."""
        live = self.live()
        # If a card is chosen, the next click must be on one of its cells or words.
        choices = live["cells"] or (live["chosen"] and live["words"]) or live["cards"] or live["words"]
        if live["chosen"] and not live["cells"] and not live["words"]:
            # The page has not drawn the targets of the chosen card yet.
            choices = []
        if live["over"] or not choices:
            return False
        return self.try_click(chance.choice(choices))


def games(engine):
    """Returns the names of all games with their numbers of seats."""
    names = subprocess.run([engine, "query games"], capture_output=True, text=True, check=True).stdout.split()[1:]
    lines = [word for name in names for word in (f"setoption name Game value {name}", "query seats")]
    seats = subprocess.run([engine, *lines], capture_output=True, text=True, check=True).stdout.split()[1::2]
    return [(name, int(count)) for name, count in zip(names, seats)]


def finish(browser):
    """Resigns and waits for the end of the game."""
    browser.resign()
    browser.until(lambda: browser.live()["over"], "the end")


def move(browser, chance):
    """Clicks at random until the number of tokens changes."""
    before = browser.live()["at"]
    browser.until(lambda: browser.live()["at"] != before or browser.step(chance) and False, "a move")


def play(browser, chance):
    """Waits for the turn and plays a move at random. Returns the number of tokens after it."""
    browser.until(lambda: browser.live()["cells"], "the turn")
    move(browser, chance)
    return browser.live()["at"]
