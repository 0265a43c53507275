"""The settings of random games."""
import random


def plan(seed, index):
    """Returns the settings of a game, which follow from the seed and its number."""
    rng = random.Random(f"{seed}/{index}")
    game = rng.choice(["keezen", "keezen", "querbeet"])
    players = rng.choice([2, 3])
    natural = rng.random() < 0.18
    options = {"Querbeet.Players": str(players)}
    if game == "keezen":
        options = {"Keezen.Scoring": rng.choice(["team", "half", "individual"])}
        options["Keezen.Partners"] = rng.choice(["fixed", "hidden"])
        options["Keezen.SelfHit"] = rng.choice(["forced", "optional"])
        options["Keezen.MaxPlies"] = rng.choice(["40", "80"]) if natural and rng.random() < 0.95 else "2000"
    more = {"seed": rng.getrandbits(63) | 1 << 62} if rng.random() < 0.1 else {}
    if rng.random() < 0.15:
        more["clock"] = {"base": 3600_000, "inc": 1000}
    how = "new" if natural else rng.choice(["new", "again", "ready", "arrange", "lots", "continue"])
    seats = 4 if game == "keezen" else players
    # A longer game costs much time and shows nothing new.
    length = 400 if natural else rng.randint(1, 28)
    plan = {"game": game, "options": options, "seats": seats, "more": more, "how": how, "length": length}
    return {**plan, "end": rng.choice(["resign", "resign", "again"]), "bold": rng.uniform(0.1, 0.6), "rng": rng}
