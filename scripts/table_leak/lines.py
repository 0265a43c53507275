"""Position lines."""


def tokens_of(line):
    return line.partition(" moves ")[2].split()


def joined(line, tokens):
    """Returns a position line with other tokens."""
    base = line.partition(" moves ")[0]
    return f"{base} moves {' '.join(tokens)}" if tokens else base


def shortened(line, count):
    return joined(line, tokens_of(line)[:count])
