"""Tests fair deals: the exchange between two browsers, the page's modules for SHA-256, HMAC and the numbers of a deal,
and the check that finds a server which cheats."""

import hashlib
import hmac
import json
import random

from running import Browser, Table

# Calls a function of a module of the page. Byte arrays are hexadecimal text.
CALL = """
const [module, name, values, done] = arguments;
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const text = (array) => Array.from(array, (byte) => byte.toString(16).padStart(2, "0")).join("");
import(new URL(`fair/${module}.js`, location.href)).then((functions) => {
  const raw = module === "sha256";
  const answer = functions[name](...(raw ? values.map(bytes) : values));
  done(raw ? text(answer) : answer);
}, (error) => done(`error: ${error}`));
"""
# The examples of NIST for FIPS 180-4: message, SHA-256.
NIST = [
    (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ),
    (b"a" * 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
]
# The test cases 1 to 4, 6 and 7 of RFC 4231: key, message, HMAC-SHA-256.
RFC_4231 = [
    (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (b"Jefe", b"what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    (b"\xaa" * 20, b"\xdd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (bytes(range(1, 26)), b"\xcd" * 50, "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    (
        b"\xaa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
    (
        b"\xaa" * 131,
        b"This is a test using a larger than block-size key and a larger than block-size data. "
        b"The key needs to be hashed before being used by the HMAC algorithm.",
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ),
]


def fair_deals(table):
    """Plays a game between two browsers, which exchange random numbers before the first deal and check the deals after
    the end. Then the host deals without a page that does not answer."""
    with Table(*table) as running, Browser(running.address) as host:
        check_modules(host.driver)
        host.begin("querbeet", ["here", "link"], seed="5")
        host.says("#deal-line", "The host chose these deals")
        code = lambda page: page.driver.execute_script("return document.getElementById('deal-code').textContent")
        host.begin("querbeet", ["here", "link"])
        host.says("#status", "The deal waits for guests who have not opened their link yet: Player 2.")
        host.says("#deal-now", "Deal without Player 2")
        host.says("#deal-line", "Random numbers will come from: Player 1, Player 2.")
        with Browser(host.link_of(2)) as guest:
            both = "Random numbers from: "
            for page in (host, guest):
                page.until(lambda page=page: page.live()["at"] == "1", "the deal")
                page.says("#deal-line", both)
                assert "No random" not in page.text("#deal-line"), page.text("#deal-line")
            commitment = code(guest)
            guest.driver.refresh()
            guest.says("#deal-line", both)
            host.resign()
            for page in (host, guest):
                page.says("#deal-line", "The deals were checked and are right: 1 of 1.")
                assert code(page) == commitment
            # The guest's page stops answering, as a page does that the system has put to sleep.
            guest.driver.execute_script("WebSocket.prototype.send = () => undefined")
            host.click("#arrange")
            host.click("#arrange-lots")
            host.says("dialog [data-lots=waits]", "Lots are being drawn. Waiting for ")
            host.click("dialog [data-lots=now]")
            host.says("#next-order", "Drawn by lot for the next game: ")
            host.click("#dialog-close")
            host.says("#lots-line", "No random numbers from: ")
            host.click("#over-again")
            host.click("#deal-now")
            host.says("#deal-line", "No random numbers from: ")
            errors = host.browser_errors() + guest.browser_errors()
            assert not errors, errors
    print("deals are fair", flush=True)


def check_modules(driver):
    """Tests the modules in a page of a table."""

    def call(module, name, *values):
        return driver.execute_async_script(CALL, module, name, list(values))

    digests(call)
    numbers(call)
    cheats(call)


def digests(call):
    for message, wanted in NIST:
        assert call("sha256", "sha256", message.hex()) == wanted, message[:60]
    for key, message, wanted in RFC_4231:
        assert call("sha256", "hmac", key.hex(), message.hex()) == wanted, message
    chance = random.Random(1)
    for length in [*range(54, 66), *range(118, 130)]:
        message = chance.randbytes(length)
        assert call("sha256", "sha256", message.hex()) == hashlib.sha256(message).hexdigest(), length


def commit(prefix, *parts):
    return hashlib.sha256(prefix + b"".join(parts)).hexdigest()


def shown_deal(chance):
    """Returns a deal of a game for four whose secret is shown, in which seats 1 and 3 have given bits."""
    number, secret = chance.randbytes(16), chance.randbytes(32)
    bits = {1: chance.randbytes(16), 3: chance.randbytes(16)}
    every = b"".join(bits.get(seat, bytes(16)) for seat in range(1, 5))
    draws = []
    for index, at in enumerate([1, 5, 9]):
        digest = hmac.new(secret, number + every + index.to_bytes(8, "big"), hashlib.sha256).digest()
        draws.append({"at": at, "seed": str(int.from_bytes(digest[:8], "big"))})
    shares = [
        {"seat": seat, "commitment": commit(b"speltafel-bits-1", number, bytes([seat]), own), "bits": own.hex()}
        for seat, own in bits.items()
    ]
    return {
        "id": number.hex(),
        "secret": secret.hex(),
        "commitment": commit(b"speltafel-deal-1", number, secret),
        "from": 1,
        "asks": None,
        "waits": [],
        "shares": shares,
        "draws": draws,
    }


def numbers(call):
    deal = shown_deal(random.Random(2))
    assert call("arithmetic", "commitToSecret", deal["id"], deal["secret"]) == deal["commitment"]
    bits = [None] * 4
    for share in deal["shares"]:
        assert call("arithmetic", "commitToBits", deal["id"], share["seat"], share["bits"]) == share["commitment"]
        bits[share["seat"] - 1] = share["bits"]
    assert call("arithmetic", "eventSeed", deal["id"], deal["secret"], bits, 2) == deal["draws"][2]["seed"]
    seeds = [call("arithmetic", "eventSeed", deal["id"], deal["secret"], bits, index) for index in range(3)]
    assert call("arithmetic", "lotsOrder", deal["id"], deal["secret"], bits) == lots([int(seed) for seed in seeds])
    drawn = [call("arithmetic", "randomBits") for _ in range(2)]
    assert drawn[0] != drawn[1] and all(len(bytes.fromhex(own)) == 16 for own in drawn), drawn


def lots(seeds):
    """Draws lots for four seats, as the documentation says."""
    order = [1, 2, 3, 4]
    for last, seed in zip((3, 2, 1), seeds):
        other = seed % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


# What a cheating server shows differently after the game (`deal`) or before it (`before`), and what the check finds.
CHEATS = [
    ("another secret", lambda deal, before: deal.update(secret="00" * 32), "commitment"),
    ("another commitment", lambda deal, before: before.update(commitment="00" * 32), "commitment"),
    ("other bits", lambda deal, before: deal["shares"][1].update(bits="00" * 16), "bits"),
    ("no bits", lambda deal, before: deal["shares"][1].update(bits=None), "bits"),
    ("a player less", lambda deal, before: deal["shares"].pop(), "shares"),
    ("another seed", lambda deal, before: deal["draws"][2].update(seed="1"), "seed"),
    ("a draw less", lambda deal, before: deal["draws"].pop(), "events"),
    ("a draw that is not in the game", lambda deal, before: deal["draws"][1].update(at=None), "events"),
    ("a longer opening", lambda deal, before: deal.update({"from": 2}), "opening"),
]


def cheats(call):
    chance = random.Random(3)

    def result(change):
        deal = shown_deal(chance)
        before = json.loads(json.dumps(deal))
        change(deal, before)
        # The event at the beginning belongs to the opening.
        return call("check", "checkDeal", deal, seen(call, before), 4, [0, 1, 5, 9])["wrong"]

    assert result(lambda deal, before: None) is None
    for what, change, wanted in CHEATS:
        found = result(change)
        assert found == wanted, f"{what}: {found}"
    # The server lets other bits pass for those of this page, with a commitment that fits.
    deal = shown_deal(chance)
    known = seen(call, deal)
    known["own"]["1"] = "11" * 16
    assert call("check", "checkDeal", deal, known, 4, [1, 5, 9]) == {"wrong": "own", "seat": 1}
    # The server begins again without the bits that it knows, and without any reason.
    asked = {**deal, "secret": None, "draws": [], "asks": "bits"}
    other = {**asked, "id": "11" * 16, "asks": "commit"}
    known = call("check", "remembering", seen(call, deal), asked)
    assert call("check", "remembering", known, {**other, "shares": deal["shares"][1:]})["lost"] == [1]
    assert call("check", "remembering", known, other)["lost"] == [1], "nobody has left"
    # Another player has left. If somebody joins afterwards, the number of players is the same again.
    again = call("check", "remembering", known, {**other, "shares": deal["shares"][:1]})
    assert again["lost"] == [] and call("check", "remembering", again, other)["lost"] == [1]
    third = {**other, "id": "22" * 16, "shares": deal["shares"][1:]}
    assert call("check", "remembering", again, third)["lost"] == [1], "before it has sent its bits again"
    # Another game after the end of the exchange takes nothing from anybody.
    known = call("check", "remembering", known, deal)
    assert call("check", "remembering", known, {**other, "shares": []})["lost"] == []
    # Lots have no events, but an order.
    order = call("arithmetic", "lotsOrder", deal["id"], deal["secret"], [deal["shares"][0]["bits"], None, deal["shares"][1]["bits"], None])
    assert call("check", "checkLots", deal, seen(call, deal), order, []) == {"wrong": None}
    assert call("check", "checkLots", deal, seen(call, deal), order[::-1], []) == {"wrong": "order"}
    other = [order[0], order[3], order[2], order[1]]
    for chosen, wrong in ([], "order"), ([2, 4], None), ([1, 3], "order"):
        assert call("check", "checkLots", deal, seen(call, deal), other, chosen) == {"wrong": wrong}
    assert call("check", "checkLots", {**deal, "secret": "00" * 32}, seen(call, deal), order, []) == {"wrong": "commitment"}
    # A page that was not there before checks the deal in itself.
    assert call("check", "checkDeal", deal, None, 4, [0, 1, 5, 9]) == {"wrong": None, "given": 1}


def seen(call, deal):
    """Returns what a page remembers that has seen the deal before the first event and has sent the bits of seat 1."""
    asked = {**deal, "secret": None, "draws": [], "asks": "bits", "waits": [1, 3]}
    known = call("check", "remembering", None, asked)
    assert known["early"] and known["commitment"] == deal["commitment"]
    known["own"], known["given"] = {"1": deal["shares"][0]["bits"]}, [1]
    assert call("check", "mayGive", known, asked, [1, 2]) == [1]
    # A page sends no bits if they are not asked for or if anything differs from what it saw before.
    for memory, message in [
        (known, {**asked, "asks": "commit"}),
        (known, {**asked, "commitment": "11" * 32}),
        (known, {**asked, "shares": asked["shares"][:1]}),
        ({**known, "own": {"1": "00" * 16}}, asked),
    ]:
        assert call("check", "mayGive", memory, message, [1]) == []
    return known
