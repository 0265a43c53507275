#!/usr/bin/env python3
"""Plays at a table in headless Firefox over WebDriver BiDi: a whole game against the engine by tapping, and a game of a
host and a guest whose network fails. `scripts/firefox_test.sh` runs it.
"""

import argparse
import json
import random
import subprocess
import tempfile
import time
from pathlib import Path

import websocket

from browser import TIMEOUT_S
from proxy import Proxy
from running import LIVE, Table

# Returns the centre of what to tap: a random cell, card or word, as in `Browser.step`. The number is from 0 to 1.
STEP = """((number) => {
  const { over, cells, cards, words, chosen } = (() => { %s })();
  const targets = [cells, chosen ? words : [], chosen ? [] : cards, words].find((list) => list.length) ?? [];
  const target = targets[Math.floor(number * targets.length)];
  return over || !target ? null : centre(target);
})(%s)"""
CENTRE = """function centre(element) {
  element.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = element.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
}"""


class Firefox:
    """A headless Firefox with a new profile."""

    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory()
        command = [program, "--headless", "--no-remote", "--profile", self.profile.name, "--remote-debugging-port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        address = Path(self.profile.name) / "WebDriverBiDiServer.json"
        end = time.monotonic() + TIMEOUT_S
        while not address.exists() or not address.read_text():
            assert time.monotonic() < end, "Firefox does not listen"
            time.sleep(0.05)
        address = json.loads(address.read_text())
        address = f"ws://{address['ws_host']}:{address['ws_port']}/session"
        self.socket = websocket.create_connection(address, timeout=TIMEOUT_S, suppress_origin=True)
        self.number = 0
        # The errors in the console of each page.
        self.errors = {}
        version = self.command("session.new", capabilities={})["capabilities"]["browserVersion"]
        print(f"Firefox {version}", flush=True)
        self.command("session.subscribe", events=["log.entryAdded"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(TIMEOUT_S)
        self.profile.cleanup()

    def command(self, method, **params):
        """Sends a command and returns its result."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                entry = message["params"]
                self.errors.setdefault(entry["source"].get("context"), []).append(entry["text"])
            if message.get("id") == self.number:
                assert message["type"] == "success", message
                return message["result"]


class Page:
    """A page with cookies of its own, as in another browser."""

    def __init__(self, firefox, address):
        self.firefox = firefox
        user = firefox.command("browser.createUserContext")["userContext"]
        self.context = firefox.command("browsingContext.create", type="window", userContext=user)["context"]
        firefox.command("browsingContext.navigate", context=self.context, url=address, wait="complete")
        has = lambda selector: self.run(f"document.querySelector({json.dumps(selector)}) !== null")
        self.until(lambda: has("#board, form"), "the page")
        if not has("#board"):
            # The page of a link.
            self.tap("form button")
        self.until(lambda: has("#board[data-at]"), "the board")

    def run(self, expression):
        """Returns the value of an expression."""
        text = f"JSON.stringify((() => {{ {CENTRE}; return {expression}; }})() ?? null)"
        target = {"context": self.context}
        result = self.firefox.command("script.evaluate", expression=text, target=target, awaitPromise=False)
        assert result["type"] == "success", result
        return json.loads(result["result"]["value"])

    def live(self):
        return self.run(f"(() => {{ {LIVE} }})()")

    def until(self, condition, what):
        end = time.monotonic() + TIMEOUT_S
        while not (value := condition()):
            assert time.monotonic() < end, f"timed out waiting for {what}: {self.run('document.body.innerText')[-500:]}"
            time.sleep(0.02)
        return value

    def tap_at(self, place):
        x, y = place
        steps = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}
        self.firefox.command("input.performActions", context=self.context, actions=[finger])

    def tap(self, selector):
        shown = f"((e) => e && e.offsetParent !== null ? centre(e) : null)(document.querySelector({json.dumps(selector)}))"
        self.tap_at(self.until(lambda: self.run(shown), selector))

    def choose(self, selector, value):
        """Chooses an entry of a list."""
        act = f"(e.value = {json.dumps(value)}, e.dispatchEvent(new Event('change', {{ bubbles: true }})))"
        field = f"document.querySelector({json.dumps(selector)})"
        self.until(lambda: self.run(f"((e) => e && {act})({field})"), selector)

    def begin(self, game, seats):
        """Starts a game with the dialog, in which an engine has 100 milliseconds per move."""
        self.tap("#new-game")
        self.tap(f'.game-card[data-game="{game}"]')
        for seat, who in enumerate(seats, 1):
            self.choose(f"#seat-{seat}-who", who)
            if who == "engine":
                self.choose(f"#seat-{seat}-time", "100")
        self.tap("#new-start")
        self.until(lambda: not self.run("document.querySelector('#dialog[open]') !== null"), "the new game")

    def step(self, chance):
        """Taps at random. Returns False if there is nothing to tap."""
        place = self.run(STEP % (LIVE, chance.random()))
        if place:
            self.tap_at(place)
        return bool(place)

    def console(self):
        """Returns the errors in the console, except those of a network that fails."""
        errors = self.firefox.errors.get(self.context, [])
        return [error for error in errors if "ws://" not in error]


def whole_game(firefox, table, chance):
    with Table(*table) as running:
        page = Page(firefox, running.address)
        page.begin("checkers", ["here", "engine"])
        page.until(lambda: page.live()["at"] == "0", "the start")
        taps = 0
        while not page.live()["over"]:
            taps += page.step(chance)
            assert taps < 2000, "the game does not end"
        result = page.run("document.getElementById('over').innerText.trim()")
        assert result and not page.console(), page.console()
        print(f"checkers: {page.live()['at']} tokens, {taps} taps; {result.splitlines()[0]}", flush=True)


def guest_by_link(firefox, table, chance):
    with Table(*table) as running:
        proxy = Proxy(running.address)
        host = Page(firefox, running.address)
        host.begin("keezen", ["here", "link", "engine", "engine"])
        host.tap("#open-share")
        link = host.until(lambda: host.run("document.querySelector('#seat-link-2')?.value"), "the link")
        # The button moves when the QR code arrives.
        host.run("document.querySelector('dialog[open] button.primary').click()")
        guest = Page(firefox, proxy.through(link))
        cards = "[...document.querySelectorAll('#hand [data-card]')].map((card) => card.dataset.card)"
        hand = guest.until(lambda: guest.run(cards), "the hand")
        assert "?" not in hand, hand
        moves = lambda page: int(page.live()["at"])
        play(host, guest, lambda: moves(guest) >= 8, chance)
        proxy.stop()
        guest.until(lambda: guest.run("document.querySelector('#connection:not([hidden])') !== null"), "the lost connection")
        proxy.start()
        before = moves(guest)
        guest.until(lambda: guest.run("document.querySelector('#connection:not([hidden])') === null"), "the connection")
        play(host, guest, lambda: moves(guest) >= before + 8, chance)
        assert not host.console() and not guest.console(), host.console() + guest.console()
        proxy.stop()
        print(f"keezen: a guest plays and reconnects; {moves(guest)} tokens", flush=True)


def play(host, guest, enough, chance):
    host.until(lambda: enough() or (guest.step(chance), host.step(chance)) and False, "moves")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", help="the program speltafel-table")
    parser.add_argument("engine", help="the program speltafel")
    parser.add_argument("firefox", help="the program firefox-esr")
    arguments = parser.parse_args()
    table = [arguments.table, "--engine", f"speltafel={arguments.engine}", "--referee", arguments.engine]
    with Firefox(arguments.firefox) as firefox:
        for test in (whole_game, guest_by_link):
            test(firefox, table, random.Random(1))


if __name__ == "__main__":
    main()
