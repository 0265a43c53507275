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
                page.says("#deal-line", "The numbers of the deals fit what this page saw before: 1 of 1.")
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
    hasty_servers(call)
    patient_servers(call)
    files(call)


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
        "again": [],
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
    ("an exchange more", lambda deal, before: deal["again"].append({"id": "11" * 16, "left": []}), "again"),
]


def cheats(call):
    chance = random.Random(3)

    def result(change):
        deal = shown_deal(chance)
        before = json.loads(json.dumps(deal))
        change(deal, before)
        # The event at the beginning belongs to the opening.
        return call("check", "checkDeal", deal, seen(call, before), 4, [0, 1, 5, 9], TOKENS)["wrong"]

    assert result(lambda deal, before: None) is None
    for what, change, wanted in CHEATS:
        found = result(change)
        assert found == wanted, f"{what}: {found}"
    # The server lets other bits pass for those of this page, with a commitment that fits.
    deal = shown_deal(chance)
    known = seen(call, deal)
    known["own"]["1"] = "11" * 16
    found = call("check", "checkDeal", deal, known, 4, [1, 5, 9], TOKENS)
    assert found == {"wrong": "own", "seat": 1}, found
    # Lots have no events, but an order.
    lots = {key: value for key, value in shown_deal(chance).items() if key not in ("from", "draws")}
    bits = [lots["shares"][0]["bits"], None, lots["shares"][1]["bits"], None]
    order = call("arithmetic", "lotsOrder", lots["id"], lots["secret"], bits)
    known = seen(call, lots)
    assert call("check", "checkLots", lots, known, order, []) == {"wrong": None}
    assert call("check", "checkLots", lots, known, order[::-1], []) == {"wrong": "order"}
    other = [order[0], order[3], order[2], order[1]]
    for chosen, wrong in ([], "order"), ([2, 4], None), ([1, 3], "order"):
        assert call("check", "checkLots", lots, known, other, chosen) == {"wrong": wrong}
    assert call("check", "checkLots", {**lots, "secret": "00" * 32}, known, order, []) == {"wrong": "commitment"}
    # A page that was not there before checks the deal in itself.
    assert call("check", "checkDeal", deal, None, 4, [0, 1, 5, 9], TOKENS) == {"wrong": None, "given": 1}


# A game with the events of `shown_deal`, and what the page of seat 1 shows of it before the deal and in the end.
TOKENS = ["!deal/0", "!deal/AB/CD", "a", "b", "c", "!deal/EF/GH", "d", "e", "f", "!deal/I/J"]
OPENING = "position seat 1 startpos moves !deal/0"
VIEW = f"{OPENING} !deal/AB/?? a b c !deal/EF/?? d"


def view(*lines):
    """Returns what the page shows of the table."""
    return {"game": "keezen", "options": {"A.B": "c"}, "names": ["Anna\ndeal", None], "lines": list(lines)}


def asked(deal, asks, **changes):
    """Returns a deal as the server shows it before the end."""
    shares = [{**share, "bits": None} for share in deal["shares"]]
    waits = [share["seat"] for share in shares]
    return {**deal, "secret": None, "draws": [], "shares": shares, "asks": asks, "waits": waits, **changes}


def seen(call, deal, lines=(OPENING,)):
    """Returns what a page remembers that has seen the deal before the first event and has sent the bits of seat 1."""
    table = view(*lines) if "from" in deal else None
    known = call("memory", "remembering", [], asked(deal, "commit"), table)
    known["own"] = {"1": deal["shares"][0]["bits"]}
    answer = call("answers", "answering", [known], asked(deal, "bits"), [1, 2], table)
    sent = [{"do": "bits", "id": deal["id"], "seat": 1, "bits": deal["shares"][0]["bits"]}]
    # The server of a test may have shown another commitment than that of the page.
    if call("arithmetic", "commitToBits", deal["id"], 1, sent[0]["bits"]) == deal["shares"][0]["commitment"]:
        assert answer["messages"] == sent, answer
    return {**answer["known"], "given": [1]}


def hasty_servers(call):
    """Plays servers that want the bits of a page before everything is fixed."""
    deal = shown_deal(random.Random(4))
    known = call("memory", "remembering", [], asked(deal, "commit"), view(OPENING))
    known["own"] = {"1": deal["shares"][0]["bits"]}

    def sent(memory, changes, lines=(OPENING,)):
        answer = call("answers", "answering", [memory], {**asked(deal, "bits"), **changes}, [1], view(*lines))
        assert answer["known"]["given"] == [message["seat"] for message in answer["messages"]]
        return answer["messages"]

    assert len(sent(known, {})) == 1
    own, other = asked(deal, "bits")["shares"]
    # Seat 3 has not committed. When it has, it is too late to show something else.
    early = {**other, "commitment": None}
    assert sent(known, {"shares": [own, early]}) == []
    answer = call("answers", "answering", [known], {**asked(deal, "bits"), "shares": [own, early]}, [1], view(OPENING))
    assert len(sent(answer["known"], {})) == 1
    complete = call("answers", "answering", [known], asked(deal, "bits"), [1], view(OPENING))["known"]
    for changes in (
        {"asks": "commit"},
        {"commitment": "11" * 32},
        {"from": 0},
        {"shares": [own]},
        {"shares": [own, early]},
        {"shares": [{**own, "commitment": "11" * 32}, other]},
        {"shares": [own, {**other, "commitment": "11" * 32}]},
        {"waits": [3]},
        {"again": [{"id": "33" * 16, "left": []}]},
    ):
        changed = {**asked(deal, "bits"), **changes}
        answer = call("answers", "answering", [{**complete, "given": []}], changed, [1], view(OPENING))
        assert all(message["do"] == "commit" for message in answer["messages"]), changes
    # The page does not know its own bits any more, or shows an event or another game.
    assert sent({**known, "own": {"1": "00" * 16}}, {}) == []
    for lines in ([], [f"{OPENING} !deal/AB/??"], ["position seat 1 startpos"]):
        assert sent({**known, "opening": None}, {}, lines) == [], lines
    assert sent({**known, "opening": None}, {}, [OPENING])
    # Somebody who has left is back.
    left = [{"id": "33" * 16, "left": [3]}]
    fresh = {**call("memory", "remembering", [], asked(deal, "commit", again=left), view(OPENING)), "own": known["own"]}
    assert sent(fresh, {"again": left}) == []


def patient_servers(call):
    """Plays servers that begin again and again, until they like the outcome."""
    deal = shown_deal(random.Random(5))
    seats = deal["shares"]

    def exchange(memories, number, given, shares=seats, again=None):
        """Plays an exchange up to the bits. Returns what the page remembers and whether it has sent its bits."""
        ids = [known["id"] for known in memories if known["given"]]
        again = [{"id": id, "left": [3]} for id in ids] if again is None else again

        def listed(commitment):
            own = [{**share, "commitment": commitment} for share in shares if share["seat"] == 1]
            return own + [share for share in shares if share["seat"] != 1]

        show = {**deal, "id": f"{number:02x}" * 16, "again": again, "shares": listed(None)}
        show["commitment"] = commit(b"speltafel-deal-1", bytes([number]) * 16, bytes.fromhex(deal["secret"]))
        first = call("answers", "answering", memories, asked(show, "commit"), [1], view(OPENING))
        [message] = first["messages"]
        show["shares"] = listed(message["commitment"])
        answer = call("answers", "answering", [*memories, first["known"]], asked(show, "bits"), [1], view(OPENING))
        assert len(answer["messages"]) == given, (number, answer["messages"])
        return [*memories, answer["known"]], asked(show, "bits")

    memories, _ = exchange([], 1, 1)
    assert memories[-1]["tries"] == [] and memories[-1]["lost"] == []
    memories, _ = exchange(memories, 2, 1, seats[:1])
    assert memories[-1]["lost"] == [] and len(memories[-1]["again"]) == 1
    # Nobody else is left.
    memories, show = exchange(memories, 3, 0, seats[:1])
    assert memories[-1]["tries"] == ["01" * 16, "02" * 16] and memories[-1]["lost"] == [1]
    assert call("answers", "mustAgree", memories[-1])
    agreed = {**memories[-1], "agreed": 2}
    answer = call("answers", "answering", [*memories[:-1], agreed], show, [1], view(OPENING))
    assert [message["do"] for message in answer["messages"]] == ["bits"]
    # The player has agreed to one more.
    memories, _ = exchange([*memories[:-1], answer["known"]], 4, 0, seats[:1])
    assert len(memories[-1]["tries"]) == 3
    # An incomplete list in between changes nothing, nor does the end of an exchange whose outcome is not shown.
    memories, _ = exchange([], 1, 1)
    bare = {**deal, "id": "77" * 16, "shares": [{**share, "commitment": None} for share in seats]}
    bare = call("answers", "answering", memories, asked(bare, "bits"), [1], view(OPENING))
    assert bare["messages"] == [] and bare["known"]["tries"] == ["01" * 16]
    ended = call("memory", "remembering", memories, {**asked(deal, None), "id": "01" * 16}, view(OPENING))
    memories, _ = exchange([ended, bare["known"]], 2, 1, again=[])
    assert memories[-1]["tries"] == ["01" * 16] and memories[-1]["lost"] == [1]
    # The page keeps what the server hides.
    assert memories[-1]["again"] == [{"id": "01" * 16, "left": []}]
    assert f"again {'01' * 16}\n" in call("seen", "seenText", memories[-1], None)
    # Many exchanges for which the page has sent no bits do not make it forget this, but older ones are forgotten.
    crowd = memories[:1]
    for number in range(100, 130):
        known = {**bare["known"], "id": f"{number:02x}" * 16}
        crowd = call("memory", "keeping", crowd, known)
    assert len(crowd) == 22 and crowd[0]["id"] == "01" * 16 and crowd[-1]["id"] == f"{129:02x}" * 16
    # A finished exchange that is shown again stays where it was.
    assert call("memory", "keeping", crowd, crowd[3]) == crowd
    # An exchange whose outcome was shown is finished.
    opened = {"secret": deal["secret"], "draws": deal["draws"]}
    for lines, changes, used in (
        (VIEW, {}, True),
        # A server may claim that it has drawn.
        (OPENING, opened, False),
        (OPENING, {**opened, "draws": []}, False),
        (OPENING, {**opened, "secret": "00" * 32}, False),
    ):
        done = call("memory", "remembering", memories, {**asked(deal, None), "id": "02" * 16, **changes}, view(lines))
        assert done["used"] == used, changes
        tries = [] if used else ["01" * 16, "02" * 16]
        assert exchange([memories[0], done], 3, int(used), again=[])[0][-1]["tries"] == tries


def files(call):
    """Tests what the page keeps of the table, and the file of it."""
    deal = shown_deal(random.Random(6))
    known = seen(call, deal)
    text = call("seen", "seenText", known, None)
    [own, other] = deal["shares"]
    assert text.splitlines() == [
        "game keezen",
        "option A.B c",
        "seat 1 Anna deal",
        "seat 2",
        f"deal {deal['id']} - {deal['commitment']} 1",
        f"bits 1 {own['bits']} {own['commitment']}",
        f"bits 3 - {other['commitment']}",
        OPENING,
    ], text
    early = call("memory", "remembering", [], asked(deal, "bits"), view(OPENING))
    assert f"bits 1 - {own['commitment']}" in call("seen", "seenText", {**early, "own": known["own"]}, None)
    late = call("memory", "remembering", [], asked(deal, None), view(OPENING))
    assert call("seen", "seenText", late, None) is None

    def watched(*lines):
        memory = known
        for line in lines:
            memory = call("memory", "remembering", [memory], asked(deal, None), view(line))
        found = call("check", "checkDeal", deal, memory, 4, [0, 1, 5, 9], TOKENS)
        return [memory["opening"], memory["views"], found["wrong"]]

    whole = f"position startpos moves {' '.join(TOKENS)}"
    assert watched(VIEW) == [[OPENING], [VIEW], None]
    assert watched(f"{OPENING} !deal/AB/??", VIEW, whole) == [[OPENING], [VIEW, whole], None]
    # Moves can be taken back, but deals cannot.
    dealt = f"{OPENING} !deal/AB/??"
    assert watched(f"{dealt} x y", f"{dealt} z")[1] == [f"{dealt} z"]
    assert watched(f"{VIEW} x", whole)[1] == [VIEW.removesuffix(" d"), whole]
    for other in ("!deal/AC/??", "!deal/AB/???", "!deal/AB/C?x"):
        changed = f"{OPENING} {other}"
        assert watched(changed, dealt) == [[OPENING], [changed, dealt], "shown"], other
        assert watched(changed, whole)[2] == "shown", other
    # After the secret, only moves that were taken back are forgotten.
    before = call("memory", "remembering", [known], asked(deal, None), view(f"{VIEW} x"))
    shown = call("memory", "remembering", [before], deal, view(whole))
    assert shown["shown"] and shown["views"] == [VIEW.removesuffix(" d")], shown
