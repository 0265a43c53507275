"""The messages of a table."""
import json

# Every key that a message may have. The value of a key in `DERIVED` must follow from the view.
DERIVED = {"tokens", "facts", "turn", "result", "reason", "scores", "ranks", "teams", "fen", "line", "board", "legal"}
KEYS = {
    "table": DERIVED
    | set("at movers public you language seats clock offers paused showing pace over options seed".split())
    | {"notes", "stood_in", "absence", "allow"},
    "look": DERIVED - {"tokens"} | {"id", "at", "tries", "error"},
    "record": set("id game cells names teams tokens facts language boards result reason plies".split()),
    "deal": set("chosen repeated asks waits id commitment secret from shares again draws".split()),
    "clock": {"base", "inc", "left", "running"},
    "hello": {"version", "you", "games", "engines", "records"},
    "links": {"homes", "seats", "watch", "host", "owner"},
    "game": {"game", "cells", "start", "hidden", "seats"},
    "hint": {"at", "token", "seat", "clicks", "words", "nothing", "card", "steps"},
    "why": {"token", "words"},
    "analysis": {"at", "line", "engine", "lines", "done", "error"},
    "review": {"done", "of", "unit", "plies", "events", "totals"},
    "games": {"games", "more"},
    "export": {"id", "game", "date", "format", "text"},
    "evening": {"ready", "order", "lots", "chosen", "games", "totals"},
    "notice": {"code", "args"},
    "error": {"code", "text", "about"},
    "tables": {"tables"},
    "created": {"table"},
    "pong": set(),
}


class Message:
    """A message to a browser, with the games to which it may belong."""

    def __init__(self, text, games):
        self.text, self.games, self.body = text, games, json.loads(text)
        self.kind = self.body.pop("is")
        # What the browser may know: the state in the message, the states directly before and after it, and also those
        # long before it.
        self.state, self.around, self.near = None, [], []
