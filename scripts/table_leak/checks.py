"""Checks the messages of each kind. Each check yields what is wrong."""
import json

from .follows import follows, read
from .lines import joined, shortened, tokens_of


def check_table(inspector, browser, message):
    body, known = message.body, message.state
    if not known:
        counts = {game.number: len(game.tokens) for game in message.games}
        yield f"not a view that this browser may have of games with these numbers of tokens: {counts}"
        return
    if body["tokens"] != tokens_of(body["line"]) or body["line"] != known.line:
        yield "other tokens than those of the view"
    yield from follows(known, body, known.line, body["language"])
    if body["public"]:
        yield from follows(known, body["public"], known.ask(["view 0"])[0], body["language"])
    if body["over"] != known.over or body["you"]["viewer"] != (None if known.open else known.seat):
        yield "wrong about the end or the viewer"
    if body["you"]["seats"] not in [[], *([inspector.seat(browser, game)] for game in message.games)]:
        yield "seats of others"
    if body["seed"] is not None and not (browser.link is None and known.over):
        yield "a seed"


def check_deal(inspector, browser, message):
    body = message.body
    shown = [body.get("secret"), *body.get("draws", []), *(share["bits"] for share in body.get("shares", []))]
    if any(shown) and not any(state.over for state in message.around):
        yield "a secret before the end"


def check_evening(inspector, browser, message):
    lots = message.body["lots"]
    if lots and lots["asks"] and (lots["secret"] or any(share["bits"] for share in lots["shares"])):
        yield "a secret before the lots are drawn"


def check_look(inspector, browser, message):
    body = message.body
    if "error" in body:
        return
    tokens = tokens_of(body["line"])
    base, tried = tokens[: len(tokens) - len(body["tries"])], tokens[len(tokens) - len(body["tries"]) :]
    known = inspector.match(browser, shortened(body["line"], len(base)), message.games) or past(body, base, message)
    if not known or tried != body["tries"] or len(base) != body["at"]:
        yield "not a view that this browser may have"
        return
    yield from follows(known, body, body["line"], browser.language)


def past(body, base, message):
    """Returns the state of a game that is over or open, an earlier position of which is shown."""
    masters = [state for state in message.near if state.open and "seat" not in body["line"].split()[1]]
    return next((state for state in masters if state.master[: len(base)] == base), None)


def lines(message, at, tries):
    """Yields the lines that a browser's request may have been about, with the state."""
    for state in message.near:
        tokens = tokens_of(state.line)
        at_most = len(tokens) if at is None else min(at, len(tokens))
        yield state, joined(state.line, [*tokens[:at_most], *tries])


def check_hint(inspector, browser, message):
    body = message.body
    fact = {key: value for key, value in body.items() if key != "at"}
    for state, line in lines(message, None, []):
        if len(tokens_of(line)) == body["at"] and fact in read("board", state.ask([f"moves {browser.language}"])[0]):
            return
    yield "a hint that does not follow from the view"


def check_analysis(inspector, browser, message):
    for variation in message.body["lines"]:
        move, steps = variation["pv"][0], variation["steps"]
        for state, line in lines(message, message.body["at"], message.body["line"]):
            count = len(tokens_of(line)) + 1
            fact = state.ask([f"step {count} {browser.language}"], joined(line, [*tokens_of(line), move]))[0]
            if not fact.startswith("error") and json.loads(fact)["steps"] == steps:
                break
        else:
            yield f"the move {move} does not follow from the view"


def check_why(inspector, browser, message):
    if not message.body["words"]:
        return
    token, words = message.body["token"], message.body["words"]
    for at in [at for asked, at in browser.whys if asked == token]:
        for state, line in lines(message, at, []):
            if read("board", state.ask([f"why {browser.language} {token}"], line)[0]) == words:
                return
    yield "an explanation that does not follow from the view"


def check_review(inspector, browser, message):
    over = [state for state in message.around if state.over]
    if not over:
        yield "a review before the end"
        return
    for ply in message.body["plies"]:
        if ply["played"] != over[0].master[ply["at"]] or not over[0].permits(ply["seat"], ply["at"], ply["best"]):
            yield f"a move after {ply['at']} tokens that the seat does not have"


def check_games(inspector, browser, message):
    for listed in message.body["games"]:
        if listed["result"] == "none" and any(seat["team"] is not None for seat in listed["seats"]):
            yield f"teams of game {listed['id']} before the end"
        game = inspector.games.get(listed["id"])
        if not game or browser.link is None:
            continue
        if game.table != inspector.table or browser.link not in game.seat_of:
            yield f"game {game.number} is none of this browser"


def check_record(inspector, browser, message):
    body = message.body
    game = inspector.games.get(int(body["id"]))
    known = game and shown_by(inspector, browser, game, body["tokens"])
    if not known:
        yield "not a view that this browser may have"
        return
    if not known.over and any(team is not None for team in body["teams"]):
        yield "teams before the end"
    yield from follows(known, {"facts": body["facts"]}, known.line, body["language"])
    for count, board in enumerate(body["boards"]):
        if board != json.loads(known.ask(["board"], shortened(known.line, count))[0]):
            yield f"board {count} does not follow from the view"


def shown_by(inspector, browser, game, tokens):
    """Returns the knowledge of a browser to which these tokens of a kept game are shown."""
    known = [inspector.knowledge(game, tokens, seat) for seat in {inspector.seat(browser, game), 0}]
    return next((state for state in known if state and tokens_of(state.line) == tokens), None)


def check_export(inspector, browser, message):
    body = message.body
    lines = body["text"].splitlines()
    position = next((line for line in lines if line.startswith("position ")), "position startpos")
    games = message.games if body["id"] is None else [inspector.games[body["id"]]]
    known = inspector.match(browser, position, games)
    if not known:
        yield "not a view that this browser may have"
    elif not known.over and any(line.split()[:1] in (["deal"], ["again"], ["bits"], ["draw"]) for line in lines):
        yield "a secret before the end"


# The checks by the name of the message.
CHECKS = {name.removeprefix("check_"): check for name, check in globals().items() if name.startswith("check_")}
