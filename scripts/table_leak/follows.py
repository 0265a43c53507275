"""Compares the fields of messages with what an engine answers about a view."""
import json

from .lines import tokens_of

POSITION = ["board", "fen", "turn", "teams", "scores", "ranks", "result", "reason"]


def follows(known, body, line, language):
    """Yields the fields of a message that do not follow from a position line."""
    facts = body.get("facts", [])
    facts, end = facts["list"] if isinstance(facts, dict) else facts, len(tokens_of(line))
    names = [name for name in POSITION if name in body]
    steps = [f"step {index} {language}" for index in range(end - len(facts) + 1, end + 1)]
    answers = known.ask([*names, *steps, f"moves {language}"], line)
    for name, answer in zip(names, answers):
        if body[name] != read(name, answer):
            yield f"{name} does not follow from the view, which says {answer}"
    if body.get("legal") and body["legal"] != read("board", answers[-1]):
        yield "legal moves do not follow from the view"
    told = [{key: value for key, value in fact.items() if key != "event"} for fact in facts]
    # After the end, a token stands for itself.
    ignored = [{"token": token, "seat": 0, "words": token, "steps": []} for token in tokens_of(line)[end - len(facts) :]]
    if told != [read("board", answer) or fact for answer, fact in zip(answers[len(names) : -1], ignored)]:
        yield "facts do not follow from the view"


def read(name, answer):
    """Returns the answer to a query as the table shows it."""
    if name == "board":
        return None if answer.startswith("error") else json.loads(answer)
    if name in ("scores", "ranks"):
        return [int(word) for word in answer.split()]
    return None if name == "teams" and ("?" in answer or not answer) else answer
