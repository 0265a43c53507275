#!/usr/bin/env python3
"""Plays at a table in the local network: the host's browser runs beside the server, and the guest's in another network
namespace, which `scripts/lan_test.sh` sets up. Browsers treat the loopback interface as secure, so only another address
shows how a guest's browser behaves.
"""

import argparse
import http.server
import random
import subprocess
import threading

from selenium import webdriver

from running import Browser, Table

# Another program on the server's computer, on another port. Its pages get the cookies of the table, because cookies
# belong to a host and not to a port.
EVIL_PORT = 8099
# A page that embeds the table, and opens its socket.
EVIL = """<!doctype html><title>evil</title><iframe src="{page}"></iframe><p id="said"></p>
<form method="post" action="{link}"><input name="name" value="Eve"><button>go</button></form>
<script>
const socket = new WebSocket("{page}ws".replace("http", "ws"));
socket.onopen = () => (document.getElementById("said").textContent = "open");
socket.onerror = () => (document.getElementById("said").textContent = "refused");
</script>"""


class Guest(Browser):
    """A browser that another chromedriver runs, in the other network namespace."""

    driver_address = None

    def start(self, options):
        return webdriver.Remote(self.driver_address, options=options)


def serve_evil(address, page, link):
    """Serves the hostile page from another port of the server's address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = EVIL.format(page=page, link=link).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer((address, EVIL_PORT), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://{address}:{EVIL_PORT}/"


def first_card(guest, host, chance):
    """Plays the guest's first card, and returns the number of taps."""
    taps = 0

    def played():
        table = host.table()
        forced = {note["at"] for note in table["notes"]}
        return any(mover == 2 and at not in forced for at, mover in enumerate(table["movers"]))

    while not played():
        if guest.step(chance):
            taps += 1
        else:
            host.step(chance)
    return taps


def attacks(guest, address, link):
    """Attacks the table with the guest's cookies: from another port, and from inside the page."""
    page = guest.driver.current_url
    inside = """
    const script = document.createElement("script");
    script.textContent = "window.hacked = true";
    document.body.append(script);
    return window.hacked ?? false;
    """
    assert guest.driver.execute_script(inside) is False, "an inline script runs"
    fetched = """
    const [address, done] = arguments;
    fetch(address, { mode: "no-cors" }).then(() => done("sent"), () => done("blocked"));
    """
    evil = serve_evil(address, page, link)
    assert guest.driver.execute_async_script(fetched, evil) == "blocked", "the page sends to another origin"
    guest.driver.get(evil)
    guest.says("#said", "refused")
    guest.driver.switch_to.frame(0)
    assert not guest.has("#board"), "another page embeds the table"
    guest.driver.switch_to.default_content()
    guest.click("form button")
    guest.until(lambda: "/join/" in guest.driver.current_url, "the answer to the form")
    assert not guest.has("#board"), "the form of another page is accepted"
    guest.driver.get(page)
    guest.until(lambda: guest.live()["at"] is not None, "the page, with its cookie at once")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", help="the program speltafel-table")
    parser.add_argument("engine", help="the program speltafel")
    parser.add_argument("address", help="the server's address")
    parser.add_argument("interface", help="the server's interface")
    parser.add_argument("driver", help="the address of the guest's chromedriver")
    arguments = parser.parse_args()
    Guest.driver_address = arguments.driver
    chance = random.Random(1)
    table = [arguments.table, "--engine", f"speltafel={arguments.engine}", "--referee", arguments.engine, "--lan"]
    with Table(*table) as running, Browser(running.address) as host:
        host.begin("keezen", ["here", "link", 100, 100], seed="11")
        host.click("#open-share")
        link = host.value("#seat-link-2")
        assert link.startswith(f"http://{arguments.address}:"), link
        host.until(lambda: host.has(".code"), "the QR code")
        host.click("dialog[open] button.primary")
        with Guest(link, (390, 844)) as guest:
            assert guest.driver.execute_script("return window.isSecureContext") is False
            # One tap has sat down.
            taps = 1 + first_card(guest, host, chance)
            print(f"from the link to the first card: {taps} taps", flush=True)
            assert taps <= 3, taps
            attacks(guest, arguments.address, link)
            # The server gets another address while it runs: the dialog lists it, and it works.
            second = arguments.address.rsplit(".", 1)[0] + ".9"
            subprocess.run(["ip", "address", "add", f"{second}/24", "dev", arguments.interface], check=True)
            host.click("#open-share")
            host.says("#share-home", second)
            with Guest(link.replace(arguments.address, second), (390, 844)) as again:
                assert again.driver.current_url.startswith(f"http://{second}:"), again.driver.current_url
        print("the server's new address is listed and works; attacks from another port fail", flush=True)


if __name__ == "__main__":
    main()
