"""Words in messages that may give something away."""
import re

# What looks like a hand, a key or a seed.
WORDS = re.compile(
    rb"(?<![0-9A-Za-z])C?([A2-9TJQK]{3,5}|[a-k]{4,9}|[rb]{4}|[0-9a-f]{32}|[0-9a-f]{64}|[0-9]{15,20})(?![0-9A-Za-z])"
)


def is_text(word, text):
    """Returns whether a word occurs in JSON other than as a number of a few digits."""
    if not word.isdigit() or len(word) >= 15:
        return True
    return re.search(rb'(?<![0-9:\[,.])' + word + rb"(?![0-9])", text) or re.search(rb'[^"]:' + word, text)
