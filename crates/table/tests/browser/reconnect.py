"""Tests that a page reconnects when the network returns, and that an engine stands in meanwhile."""

import random
import time

from proxy import Proxy
from running import Browser, Table, play

# What a browser does when the network returns.
ONLINE = "dispatchEvent(new Event('online'));"


def reconnect(table):
    """Loses the network of a guest in two ways, and checks that the page is current after its return."""
    chance = random.Random(1)
    with Table(*table) as running, Browser(running.address) as host:
        proxy = Proxy(running.address)
        host.begin("checkers", ["here", "link"])
        with Browser(proxy.through(host.link_of(2))) as guest:
            host.says('.plate[data-seat="2"]', "online")
            at = play(host, chance)
            guest.until(lambda: guest.live()["at"] == at, "the first move")
            # The network drops all connections.
            proxy.stop()
            guest.until(lambda: guest.has("#connection:not([hidden])"), "the lost connection")
            host.says('.plate[data-seat="2"]', "away")
            host.click('[data-change="2"]')
            host.click("#seat-stand-in")
            host.until(lambda: host.live()["at"] == "2", "the move of the engine")
            host.says('.plate[data-seat="2"]', "the engine plays")
            start = time.monotonic()
            proxy.start()
            guest.until(lambda: guest.live()["at"] == "2", "the game after the return of the network")
            print(f"reconnect: current {time.monotonic() - start:.2f} s after the return of the network", flush=True)
            guest.says("#notes", "While you were away, the engine played")
            guest.says("#news", "Player 2")
            guest.until(lambda: guest.text("#moves").count("engine") == 1, "the mark of the engine's move")
            host.says('.plate[data-seat="2"]', "online")
            # The connection stays open, but nothing arrives any more.
            proxy.freeze()
            at = play(host, chance)
            start = time.monotonic()
            guest.driver.execute_script(ONLINE)
            guest.until(lambda: guest.live()["at"] == at, "the game after a dead connection")
            print(f"reconnect: a dead connection replaced after {time.monotonic() - start:.2f} s", flush=True)
            play(guest, chance)
            errors = [error for error in guest.browser_errors() + host.browser_errors() if "WebSocket connection" not in error]
            assert not errors, errors
        proxy.stop()
