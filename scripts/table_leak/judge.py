"""The engines of the search."""
import collections

from .engine import Engine

# The number of positions whose answers are kept.
CACHED = 500


class Judge:
    """Two engines: the referee of the master history, and a blind one, which never gets more than one view."""

    def __init__(self, engine):
        self.engines = {name: Engine(engine, [("Hash", "1")], name) for name in ("master", "blind")}
        options = [line.split() for line in self.engines["master"].introduction if line.startswith("option name ")]
        self.defaults = {words[2]: words[words.index("default") + 1] for words in options if "." in words[2]}
        self.configured, self.cache = {}, collections.OrderedDict()

    def close(self):
        for engine in self.engines.values():
            engine.close()

    def blind(self, options, position, questions):
        return self.ask("blind", options, position, questions)

    def master(self, options, position, questions):
        return self.ask("master", options, position, questions)

    def ask(self, which, options, position, questions):
        """Returns the answers to queries about a position."""
        game = options.get("Game", "checkers")
        names = [name for name in self.defaults if name.lower().startswith(game)]
        rules = {name: options.get(name, self.defaults[name]) for name in names}
        own = (game, *sorted(rules.items()))
        known = self.cache.setdefault((which, own, position), {})
        self.cache.move_to_end((which, own, position))
        missing = [question for question in questions if question not in known]
        if missing:
            lines = [f"setoption name {name} value {value}" for name, value in [("Game", game), *rules.items()]]
            lines = lines if self.configured.get(which) != own else []
            self.configured[which] = own
            known.update(zip(missing, self.send(which, [*lines, "position startpos", position], missing)))
        if len(self.cache) > CACHED:
            self.cache.popitem(last=False)
        return [known[question] for question in questions]

    def send(self, which, lines, questions):
        engine = self.engines[which]
        engine.send("\n".join([*lines, *(f"query {question}" for question in questions)]))
        return [engine.until("response")[-1].partition(" ")[2] for _ in questions]
