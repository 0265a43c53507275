"""Searches the messages of a table for what their browsers must not know."""
import collections

from .checks import CHECKS
from .knowledge import Knowledge
from .lines import tokens_of
from .message import KEYS, Message
from .words import WORDS, is_text


class Inspector:
    """Searches the messages of a table. `leaks` gets a text for each message that shows too much."""

    def __init__(self, judge, library, table):
        self.judge, self.library, self.table, self.leaks = judge, library, table, []
        self.kinds = collections.Counter()

    def refresh(self):
        """Reads the library again."""
        self.games, self.known, self.secret = self.library.refresh(), {}, {}

    def inspect(self, browser, received):
        """Checks what a browser got: texts, each with the numbers of the games to which it may belong."""
        messages = [Message(text, [self.games[number] for number in games]) for text, games in received]
        for message in messages:
            if message.kind == "table":
                message.games = [game for game in message.games if self.has_rules(game, message.body)]
                message.state = self.match(browser, message.body["line"], message.games)
        later = None
        for message in reversed(messages):
            message.around = [later] if later and not message.state else []
            later = message.state or later
        for message in messages:
            if message.state:
                browser.states = [message.state, *browser.states[:12]]
            numbers = {game.number for game in message.games}
            states = [state for state in browser.states if state.game.number in numbers]
            message.around = [state for state in message.around if state.game.number in numbers] + states[:1]
            message.near = message.around + states[1:]
            self.kinds[f"{message.kind} {message.body.get('code', '')}".strip()] += 1
            for problem in self.problems(browser, message):
                text = message.text[:3000].decode(errors="replace")
                self.leaks.append(f"{browser.name}, games {sorted(numbers)}: {problem}: {text}")

    def knowledge(self, game, tokens, seat):
        """Returns what a seat may know after these tokens of a view, or None if they belong to another game."""
        key = (game.number, seat, *tokens)
        if key not in self.known:
            master = game.unmask(tokens)
            self.known[key] = None if master is None else Knowledge(self.judge, game, master, seat)
        return self.known[key]

    def match(self, browser, line, games):
        """Returns the knowledge of a browser to which a position line is shown, or None if it must not see the line."""
        for game in games:
            for seat in {self.seat(browser, game), 0}:
                known = self.knowledge(game, tokens_of(line), seat)
                if known and line in (known.line, known.view):
                    return known
        return None

    def has_rules(self, game, body):
        """Returns whether a `table` message has the options and the number of seats of a game."""
        rules = {name: game.options.get(name, self.judge.defaults.get(name)) for name in body["options"]}
        return game.count == len(body["seats"]) and rules == body["options"]

    def seat(self, browser, game):
        """Returns the seat that the browser's link had in a game."""
        return game.seat_of.get(browser.link, 0) if game.table == self.table else 0

    def problems(self, browser, message):
        """Yields what is wrong with a message."""
        unknown = set(message.body) - KEYS.get(message.kind, set())
        if unknown:
            yield f"{message.kind} has unknown keys: {unknown}"
        if message.kind in CHECKS:
            yield from CHECKS[message.kind](self, browser, message)
        if message.around and message.kind not in ("record", "export"):
            hidden = set.intersection(*map(self.hidden, message.around))
            # A move of another seat in an analysis is a guess, which may be right. The engine gets the view only.
            guesses = [move for line in message.body.get("lines", []) for move in line["pv"]]
            hidden -= set(WORDS.findall(" ".join(guesses).encode()))
            shown = {word for word in set(WORDS.findall(message.text)) & hidden if is_text(word, message.text)}
            if shown:
                places = [message.text[max(0, message.text.find(word) - 60) :][:120] for word in shown]
                yield f"{message.kind} contains {shown} in {places}"

    def hidden(self, known):
        key = (known.game.number, known.seat, *known.master)
        if key not in self.secret:
            self.secret[key] = known.secrets()
        return self.secret[key]
