"""What a browser may know about a game."""
import hashlib
import hmac
import json
import re

from .lines import shortened


class Knowledge:
    """What one browser may know when a game has these tokens, in its view."""

    def __init__(self, judge, game, master, seat):
        self.judge, self.game, self.master, self.seat = judge, game, master, seat
        line = game.line(master)
        self.over = judge.master(game.options, line, ["turn"])[0] == "over"
        views = judge.master(game.options, line, [f"view {seat}", "view 0"])
        self.open = self.over or "?" not in views[1]
        self.view = views[0]
        self.line = line if self.open else self.view

    def ask(self, questions, line=None):
        """Asks about the view, or about another line that continues from it."""
        line = line or self.line
        ask = self.judge.blind if line.startswith("position seat ") else self.judge.master
        return ask(self.game.options, line, questions)

    def permits(self, seat, count, move):
        """Returns whether a move was legal for a seat after these many tokens, in its own view."""
        options, line = self.game.options, shortened(self.game.line(self.master), count)
        view = self.judge.master(options, line, [f"view {seat}"])[0]
        return self.judge.blind(options, view, [f"islegal {move}"]) == ["true"]

    def secrets(self):
        """Returns the words that no message may contain: hands, also those of later deals, and keys."""
        if self.over:
            return set()
        words = self.game.keys() | self.seeds()
        for token in self.game.tokens:
            if token.startswith(("!deal/", "!partners/")):
                words |= set(token.split("/")[1:])
        board, fen = self.judge.master(self.game.options, self.game.line(self.master), ["board", "fen"])
        words |= set(json.loads(board)["hands"])
        public = set(re.findall(r"[A-Za-z0-9]+", " ".join([self.line, *self.ask(["board", "fen"])])))
        public |= {word[1:] for word in public if word[0] == "C"}
        return {word.encode() for word in words if len(word) > 2} - {word.encode() for word in public}

    def seeds(self):
        """Returns the seeds of all draws, which follow from the keys of a fair deal."""
        deal = self.game.deals.get("deal")
        if not deal or any(share["bits"] is None for share in deal["shares"]):
            return set()
        bits = {share["seat"]: bytes.fromhex(share["bits"]) for share in deal["shares"]}
        message = bytes.fromhex(deal["id"]) + b"".join(bits.get(seat + 1, bytes(16)) for seat in range(deal["seats"]))
        key, draws = bytes.fromhex(deal["secret"]), range(len(self.game.deals["draws"]) + 1)
        seeds = (hmac.digest(key, message + draw.to_bytes(8, "big"), hashlib.sha256)[:8] for draw in draws)
        return {str(int.from_bytes(seed, "big")) for seed in seeds}
