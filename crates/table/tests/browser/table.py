#!/usr/bin/env python3
"""Tests the table and the report page in headless Chromium, driven by WebDriver.

The tests play a complete game of every kind with clicks, look for hidden hands in a second browser, reload the page,
kill engines, check the layout at several sizes and the accessibility, measure the delay from a click to the drawn move,
and step through the report pages of short tournaments. They need Chromium, chromedriver, the Python package selenium and
axe-core, which `scripts/browser_test.sh` installs.
"""

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from urllib.parse import urljoin

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from details import cards, offline, opening, orientation, scores
from evening import evening
from fair import fair_deals
from layout import accessible, sizes
from library import library
from reconnect import reconnect
from report import report
from running import Browser, Table, finish, games, move
from signals import signals

# The maximum number of clicks per game.
MAX_CLICKS = 6000


def whole_game(table, game, seats, options=None):
    """Plays a complete game with random clicks in seat 1 against engines, and reloads the page during the game."""
    chance = random.Random(1)
    with Table(*table) as running, Browser(running.address) as browser:
        browser.begin(game, ["here"] + [100] * (seats - 1), options)
        reloaded = False
        for clicks in range(MAX_CLICKS):
            live = browser.live()
            if live["over"]:
                break
            if not browser.step(chance):
                before = live["at"]
                ready = lambda: (lambda now: now["over"] or now["at"] != before or now["cells"] or now["cards"] or now["words"])(browser.live())
                browser.until(ready, f"the next turn of {game} after {before} tokens")
            if not reloaded and live["at"] and int(live["at"]) >= 4:
                reloaded = True
                reload(browser)
        else:
            raise AssertionError(f"{game} did not end after {MAX_CLICKS} clicks")
        assert reloaded or seats == 1, f"{game} ended before the page was reloaded"
        result = browser.text("#over")
        assert result.strip(), "the page shows no result"
        errors = browser.browser_errors()
        assert not errors, errors
        browser.read_log()
        server = urljoin(running.address, "/")
        outside = [url for url in browser.requests if not url.startswith((server, "data:"))]
        assert not outside, outside
        print(f"{game}: {live['at']} tokens, {clicks} clicks; {result.splitlines()[0]}", flush=True)


def reload(browser):
    """Reloads the page and checks that it shows the same game."""
    idle = lambda: any(browser.live()[key] for key in ("cells", "cards", "words", "over"))
    browser.until(idle, "the player's turn or the end")
    before = browser.live()["at"]
    browser.driver.refresh()
    kept = lambda at: at is not None and int(at) >= int(before)
    browser.until(lambda: kept(browser.live()["at"]), "the game after a reload")


def hidden_hands(table, game):
    """Checks that a second browser, in seat 2, never receives a card of another seat before it is played."""
    chance = random.Random(2)
    with Table(*table) as running, Browser(running.address) as host:
        seats = dict(games(table[2].split("=", 1)[1]))[game]
        host.begin(game, ["here", "link"] + [100] * (seats - 2))
        with Browser(host.link_of(2)) as guest:
            players = [host, guest]
            for _ in range(60):
                moved = [player.step(chance) for player in players]
                if not any(moved):
                    time.sleep(0.05)
            guest.read_log()
            before = list(guest.frames)
            host.resign()
            guest.until(lambda: guest.live()["over"], "the end for the guest")
            guest.read_log()
            last = [json.loads(frame) for frame in guest.frames if '"is":"table"' in frame][-1]
            deals = [token.split("/")[1:] for token in last["tokens"] if token.startswith("!deal/")]
            assert deals and all("?" not in hand for deal in deals for hand in deal), "not all hands are open"
            checked = 0
            for frame in before:
                # Folded hands and the sorted list of played cards are public. These, and what seat 2 was dealt or holds
                # now, may by chance contain the letters of another seat's hand, so they are removed before the search.
                public = re.sub(r":X[^:]*:|fold:\w+", ":", frame)
                public = re.sub(r'"do":"play","seat":\d+,"card":"\w+"', "", public)
                public = re.sub(r"(:[CH][^/:]*/)[^/:]*", r"\1", public)
                public = re.sub(r'("hands":\["[^"]*",)"[^"]*"', r"\1", public)
                for deal in deals:
                    public = public.replace(deal[1], "")
                for deal in deals:
                    for seat, hand in enumerate(deal, 1):
                        assert seat == 2 or hand not in public, f"seat 2 got {hand} of seat {seat}: {frame[:400]}"
                        checked += 1
            tokens = [json.loads(frame)["tokens"] for frame in before if '"is":"table"' in frame][-1]
            for token in tokens:
                if token.startswith("!deal/"):
                    hands = token.split("/")[1:]
                    assert all((seat == 2) == ("?" not in hand) for seat, hand in enumerate(hands, 1)), token
            assert checked > 20
            assert not guest.browser_errors()
            print(f"{game}: {len(before)} frames to seat 2 contain no card of another seat", flush=True)


# A script for an engine that completes the handshake and answers `go` with endless output.
FLOOD = """#!/bin/sh
while read -r word rest; do
  case "$word" in
    ugi) echo "id name flood"; echo ugiok ;;
    isready) echo readyok ;;
    go) yes "info string $rest" ;;
    quit) exit ;;
  esac
done
"""


def broken_engines(table, engine, game):
    """Makes an engine fail: kills it, stops it, or lets it flood its output. The page must report the error and keep
    the game, and the game must be able to continue."""
    with tempfile.TemporaryDirectory() as folder:
        victim, flood = Path(folder) / "victim", Path(folder) / "flood"
        shutil.copy(engine, victim)
        flood.write_text(FLOOD)
        flood.chmod(0o755)
        arguments = [*table, "--engine", f"victim={victim}", "--engine", f"flood={flood}"]
        signals = {"crash": ["pkill", "-KILL", "-x", victim.name], "stall": ["pkill", "-STOP", "-x", victim.name], "flood": None}
        for what, order in signals.items():
            with Table(*arguments) as running, Browser(running.address) as browser:
                # The engine that is killed gets a long time per move, so that it is still thinking when it is killed.
                # The others get a short time, because the engine that is stopped has to answer once before that.
                seat_broken(browser, game, "flood" if order is None else "victim", 30000 if what == "crash" else 100, what, order)


def seat_broken(browser, game, engine, time_of_move, what, order):
    """Plays against an engine until it fails. The local player then takes over its seat and moves."""
    chance = random.Random(3)
    browser.click("#new-game")
    browser.click(f'.game-card[data-game="{game}"]')
    Select(browser.driver.find_element(By.ID, "seat-1-who")).select_by_value("here")
    Select(browser.driver.find_element(By.ID, "seat-2-who")).select_by_value("engine")
    Select(browser.driver.find_element(By.ID, "seat-2-engine")).select_by_value(engine)
    Select(browser.driver.find_element(By.ID, "seat-2-time")).select_by_value(str(time_of_move))
    browser.click("#new-start")
    browser.until(lambda: browser.live()["cells"], "the first move")
    move(browser, chance)
    if what == "stall":
        # Let the engine answer once, because its process must exist before it can be stopped.
        browser.until(lambda: browser.live()["cells"], "the second move")
        subprocess.run(order, check=True)
        move(browser, chance)
    kept = browser.live()["at"]
    if what == "crash":
        browser.until(lambda: browser.driver.find_elements(By.CSS_SELECTOR, '[data-seat="2"] .thinking'), "a thinking engine")
        subprocess.run(order, check=True)
    browser.until(lambda: browser.driver.find_elements(By.CSS_SELECTOR, f'[data-seat="2"] [data-fault="{what}"]'), what)
    assert browser.live()["at"] == kept, "the game was not kept"
    shown = browser.text('[data-seat="2"] .fault')
    assert shown.strip(), "the page does not report the failure"
    # The page remains usable: it shows the rules, and the player can take over the other seat.
    browser.click("#tab-rules")
    browser.until(lambda: len(browser.text("#rules")) > 200, "the rules")
    browser.click('[data-seat="2"] [data-act="take"]')
    browser.until(lambda: browser.live()["cells"], "the move of the second seat")
    move(browser, chance)
    assert not browser.browser_errors()
    subprocess.run(["pkill", "-KILL", "-x", engine], check=False)
    print(f"{what}: {shown.splitlines()[0]}", flush=True)


# A script that returns all texts, labels and field values of the page, and the number of elements that show cards,
# moves or hints.
SHOWN = """
const words = (e) => ["aria-label", "title", "value", "data-card", "data-word"].map((name) => e.getAttribute(name)).filter(Boolean);
const said = [...document.body.querySelectorAll("*")].flatMap((e) => [...words(e), e.value ?? "", e.childElementCount ? "" : e.textContent]);
return [said.filter((text) => typeof text === "string" && text).join("\\n"), [...document.querySelectorAll("#hand [data-card], #token-list option, #lines li, .hinted")].length];
"""


def covered_hands(table, game):
    """Checks a screen that two people share: nothing on the page shows a covered hand, and no key uncovers it."""
    chance = random.Random(5)
    with Table(*table) as running, Browser(running.address) as browser:
        seats = dict(games(table[2].split("=", 1)[1]))[game]
        browser.begin(game, ["here", 100, "here", 100] if seats == 4 else ["here"] * seats, seed="3")
        before, known = None, []
        for _ in range(4):
            browser.until(lambda: browser.has("#curtain[open]"), "the curtain")
            state = browser.table()
            viewer = state["you"]["viewer"]
            assert viewer != before and state["legal"], "the next player is not to move"
            before = viewer
            known.append(state["board"]["hands"][viewer - 1])
            assert_covered(browser, known, viewer)
            browser.click("#curtain-open")
            browser.until(lambda: not browser.has("#curtain[open]"), "the hand")
            hand = known[-1]
            cards = [card.get_attribute("data-card") for card in browser.driver.find_elements(By.CSS_SELECTOR, "#hand button")]
            assert sorted(set(cards)) == sorted(set(hand)), f"{cards} of {hand}"
            peek(browser, hand)
            browser.until(lambda: browser.has("#curtain[open]") or browser.step(chance) and False, "the turn of the other player")
        assert not browser.browser_errors()
        print(f"{game}: no key opens the curtain, and no covered hand is visible", flush=True)


def peek(browser, hand):
    """Makes the page show what depends on the uncovered hand: analysis, hint, suggested moves and position text."""
    browser.click("#tab-analysis")
    if browser.driver.find_element(By.ID, "analyse").get_attribute("aria-pressed") != "true":
        if not browser.has("#allow:checked"):
            browser.click("#allow")
        browser.click("#analyse")
    browser.until(lambda: browser.has("#lines li"), "an analysis")
    browser.click("#hint")
    browser.until(lambda: browser.has(".hinted") or browser.has(".arrow-hint") or browser.has(".ghost"), "a hint")
    browser.click("#tab-moves")
    browser.click("#token")
    assert browser.has("#token-list option")
    browser.driver.find_element(By.ID, "token").send_keys(hand)
    browser.click("#open-position")
    text = browser.value("#fen-text")
    assert hand in text, "the position does not show the player's own hand"
    browser.click("#dialog-close")
    browser.click("#board")


def assert_covered(browser, hands, viewer):
    """Checks that the curtain hides these hands, that no key opens it, and that it returns if a script closes it."""
    close = lambda: browser.driver.execute_script("document.getElementById('curtain').close()")
    for attempt in range(6):
        browser.press(Keys.ESCAPE) if attempt < 4 else close()
        for key in ("h", Keys.ARROW_LEFT):
            browser.press(key)
        assert_hidden(browser, hands, viewer)
        # Also use controls behind the curtain. The player cannot reach them, but a script can.
        browser.driver.execute_script("document.getElementById('open-position').click(); document.getElementById('token').dispatchEvent(new Event('focus'));")
        assert_hidden(browser, hands, viewer)
        browser.driver.execute_script("document.getElementById('dialog').close()")
        browser.until(lambda: browser.has("#curtain[open]"), f"the curtain after attempt {attempt}")


def assert_hidden(browser, hands, viewer):
    """Checks that the document contains none of these hands, and no open card, move or hint for the seat `viewer`.
    Wherever words of the engine are shown, the page has named the players."""
    shown, choices = browser.driver.execute_script(SHOWN)
    assert "{p" not in shown, shown
    for hand in hands:
        assert hand not in shown, f"{hand} is shown while the hand of seat {viewer} is covered"
    backs = browser.driver.find_elements(By.CSS_SELECTOR, '#hand [data-card="?"]')
    assert choices == len(backs), f"cards, moves or hints for seat {viewer} are shown"


def again(table):
    """Checks rematches: starting over asks for confirmation, another game has a new deal unless the same deal is
    chosen, and the players of a two-seat game swap sides."""
    chance = random.Random(6)
    with Table(*table) as running, Browser(running.address) as browser:
        browser.begin("checkers", ["here", 100])
        assert not browser.driver.find_element(By.ID, "again").is_enabled(), "starting over is possible before a move"
        move(browser, chance)
        browser.until(lambda: int(browser.live()["at"]) == 2, "the answer")
        browser.click("#again")
        browser.click("#dialog-close")
        browser.click("#new-game")
        browser.says("#ends-game", "not over")
        browser.click("#dialog-close")
        assert browser.live()["at"] == "2", "the game has changed"
        browser.click("#again")
        assert not browser.has("#again-same"), "the same deal is offered in a game without deals"
        browser.click("#again-sure")
        browser.until(lambda: browser.live()["at"] == "0", "the game from its start")
        finish(browser)
        browser.says("#result", "speltafel wins: Player 1 resigned.")
        assert not browser.has("#over-same")
        browser.click("#over-again")
        browser.says("#notes", "swapped sides")
        browser.until(lambda: browser.live()["cells"], "the move of the second seat")
        assert browser.table()["you"]["seats"] == [2] and browser.live()["at"] == "1"
        browser.says('[data-seat="2"] .name', "Player 1")
        browser.begin("keezen", ["here", 100, 100, 100])
        dealt = lambda: (browser.table()["tokens"] or [""])[0]
        browser.until(lambda: dealt().startswith("!deal/"), "the deal")
        first = dealt()
        finish(browser)
        browser.click("#over-same")
        browser.until(lambda: not browser.live()["over"] and dealt() == first, "the same deal")
        finish(browser)
        browser.click("#over-again")
        browser.until(lambda: not browser.live()["over"] and dealt() != first, "another deal")
        assert browser.table()["you"]["seats"] == [1], "in a game for four the seats have changed"
        assert not browser.browser_errors()
        print("again: asks for confirmation, deals again, swaps sides", flush=True)


def news(table):
    """Checks that the page lists what has happened since the player's last move. The pace is so long that only a pause
    that ends lets the table go on."""
    with Table(*table, pace="1h") as running, Browser(running.address) as browser:
        browser.begin("keezen", ["here", 100, 100, 100], seed="21")
        # The deal begins when the page has sent its bits.
        browser.until(lambda: browser.table()["pace"] == 3600000 and browser.table()["showing"], "the deal being shown")
        browser.until(lambda: browser.text("#news-last").startswith("So far: "), "the deal")
        lines = lambda: [e.get_attribute("textContent") for e in browser.driver.find_elements(By.CSS_SELECTOR, "#news-list li")]
        folded = lambda: any("had no other move" in line for line in lines())
        deals = lambda: sum(token.startswith("!deal") for token in browser.table()["tokens"])
        chance = random.Random(8)
        while deals() < 2 or not folded():
            before = browser.table()["at"]
            if browser.live()["cards"]:
                move(browser, chance)
                continue
            browser.click("#pause")
            browser.until(lambda: browser.table()["paused"], "the pause")
            browser.click("#pause")
            browser.until(lambda: browser.table()["at"] > before or browser.live()["cards"], "the next step")
        now = browser.table()
        browser.until(lambda: browser.live()["at"] == str(now["at"]), "the position")
        own = max((at + 1 for at, seat in enumerate(now["movers"]) if seat == 1 and at not in [note["at"] for note in now["notes"]]), default=0)
        assert len(lines()) == now["at"] - own, (lines(), now["movers"])
        browser.click("#news-last")
        browser.until(lambda: browser.driver.find_element(By.ID, "news-list").is_displayed(), "the list of news")
        assert not browser.browser_errors()
        print(f"news: {'; '.join(lines())}", flush=True)


# A position in which p1 must capture with the man on 14, so the other men may not move.
CAPTURE = "B:W18,30:B1,5,14:H0:F1"
# Texts of the page by language: after a click on a man that may not move, for the first turn of a game in which players
# lay stones, and after the connection is lost.
SENTENCES = {
    "en": ("You must capture.", "Lay one of your opponent's stones.", "unless the table was stopped"),
    "nl": ("Slaan is verplicht.", "Leg een steen van je tegenstander.", "tenzij de tafel gestopt is"),
}


def sentences(table):
    """Checks that texts appear in the right situations, in both languages."""
    for language, (capture, lay, lost) in SENTENCES.items():
        with Table(*table) as running, Browser(running.address) as browser:
            if language == "nl":
                browser.click("#language")
            browser.begin("wieniet", ["here", "here"])
            browser.says("#status", lay)
            browser.begin("checkers", ["here", "here"], start=CAPTURE)
            browser.until(lambda: len(browser.live()["cells"]) == 1, "the man that has to capture")
            browser.click('#board [data-cell="14"]')
            browser.click('#board [data-cell="1"]')
            browser.says("#status", capture)
            browser.begin("checkers", ["here", 100])
            browser.click("#tab-analysis")
            browser.click("#analyse")
            browser.until(lambda: browser.text("#analysis-note"), "the note that analysis is not allowed")
            finish(browser)
            browser.until(lambda: not browser.text("#analysis-note"), "the end of that note")
            browser.click("#open-position")
            browser.click("#export-portable")
            game = lambda: browser.driver.find_element(By.ID, "export-text").get_attribute("value")
            browser.until(lambda: re.search(r'\[Date "\d{4}\.\d\d\.\d\d"\]', game()), "the date of the game")
            browser.click("#dialog-close")
            assert not browser.browser_errors()
            running.process.terminate()
            browser.says("#connection-text", lost)
            print(f"{language}: {browser.text('#connection-text')}", flush=True)


# The engine of a game without a board.
NIM = Path(__file__).with_name("nim.py")


def boardless(program, arena):
    """Plays a game without a board against its own referee, at the table and on a report page."""
    chance = random.Random(7)
    with Table(program, "--referee", str(NIM)) as running, Browser(running.address) as browser:
        while not browser.live()["over"]:
            browser.until(lambda: browser.live()["words"] or browser.live()["over"], "a word")
            browser.step(chance)
        assert re.search(r"Roll \d", browser.text("#moves")), "the moves do not show what was rolled"
        assert not browser.driver.find_element(By.ID, "board").is_displayed()
        assert not browser.browser_errors()
        print(f"nim: {browser.live()['at']} tokens; {browser.text('#result')}", flush=True)
    report(arena, NIM, "nim")


# A script that clicks the next cell of a move and returns the milliseconds until the board shows the move, or null if
# it does not show one within a second.
DELAY = """
const done = arguments[0];
const board = document.getElementById("board");
const at = board.dataset.at;
const start = performance.now();
new MutationObserver((_, seen) => {
  if (board.dataset.at !== at) {
    seen.disconnect();
    done(performance.now() - start);
  }
}).observe(board, { attributes: true, attributeFilter: ["data-at"] });
// Give up after a second, because a capture may need another click.
setTimeout(() => done(null), 1000);
document.querySelector("#board button[data-cell].live").click();
"""


def delay(table, game):
    """Prints the median and the greatest time from a click to the drawn move. The test passes however long they are."""
    chance = random.Random(4)
    with Table(*table) as running, Browser(running.address) as browser:
        browser.begin(game, ["here", "here"])
        times = []
        while len(times) < 20 and not browser.live()["over"]:
            live = browser.live()
            if browser.driver.find_elements(By.CSS_SELECTOR, '#board button[aria-pressed="true"]') and live["cells"]:
                times += [time for time in [browser.driver.execute_async_script(DELAY)] if time is not None]
            else:
                browser.step(chance)
        times.sort()
        print(f"{game}: click to drawn move, median {times[len(times) // 2]:.1f} ms, worst {times[-1]:.1f} ms of {len(times)}")


# Tests that run once, by name.
SINGLE = {
    "again": again,
    "fair": fair_deals,
    "news": news,
    "evening": evening,
    "signals": signals,
    "library": library,
    "reconnect": reconnect,
    "sentences": sentences,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", help="the program speltafel-table")
    parser.add_argument("engine", help="the program speltafel")
    parser.add_argument("arena", help="the program speltafel-arena")
    tests = "hidden, covered, again, fair, news, evening, signals, library, reconnect, sentences, boardless, broken, report, details, sizes, axe, delay"
    parser.add_argument("--only", help=f"run one test: the name of a game, or {tests}")
    arguments = parser.parse_args()
    table = [arguments.table, "--engine", f"speltafel={arguments.engine}", "--referee", arguments.engine]
    everything = games(arguments.engine)
    parts = [(game, whole_game, table, game, seats) for game, seats in everything]
    parts += [("hidden", hidden_hands, table, game) for game in ("keezen", "querbeet")]
    parts += [("covered", covered_hands, table, game) for game in ("keezen", "querbeet")]
    parts += [(name, test, table) for name, test in SINGLE.items()]
    parts += [("boardless", boardless, arguments.table, arguments.arena)]
    parts += [("broken", broken_engines, table, arguments.engine, "jeex")]
    # The arena does not play puzzles, which have one seat.
    parts += [("report", report, arguments.arena, arguments.engine, game) for game, seats in everything if seats > 1]
    parts += [("details", test, table) for test in (cards, offline, opening, orientation, scores)]
    parts += [("sizes", sizes, table, game, seats) for game, seats in everything]
    parts += [("axe", accessible, table, game, seats) for game, seats in everything]
    wanted = lambda name: arguments.only in (None, name)
    # Run two tests at a time, because each of them mostly waits for its browser.
    with ProcessPoolExecutor(2) as pool:
        running = [pool.submit(part, *given) for name, part, *given in parts if wanted(name)]
        for part in as_completed(running):
            if part.exception():
                pool.shutdown(cancel_futures=True)
            part.result()
    if wanted("delay"):
        delay(table, "checkers")


if __name__ == "__main__":
    sys.exit(main())
