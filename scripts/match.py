#!/usr/bin/env python3
"""A match between two engines through the protocol, for any game that the referee knows. Standard library only.

Every opening (and every deal) is played once with each way of seating the two engines: both colours in a game of two
sides, both teams in a game of teams. Such a block counts as one observation: that is what the interval is made from.

    scripts/match.py --game checkers --option-b Skill=5 --limit "nodes 2000" --games 200 --concurrency 2
    scripts/match.py --game keezen --option-b Player=greedy --limit "movetime 50" --results keezen.jsonl

Every finished game becomes one line of JSON in the results file at once; a second run with the same settings goes on
where the first one stopped (a rebuilt engine is no other setting: give its matches another file).
"""
import argparse
import hashlib
import itertools
import json
import math
import os
import queue
import shlex
import subprocess
import sys
import threading
import time

from ugi import DEFAULT_ENGINE, Engine, EngineError, position

HANGS = 30.0  # seconds beyond its limit after which an engine counts as dead


def option(text):
    name, found, value = text.partition("=")
    if not found:
        raise argparse.ArgumentTypeError("expected NAME=VALUE")
    return name, value


def limit(text):
    """`movetime MS`, `nodes N`, `depth D` or `clock MS[+INC]`, several of them if need be."""
    words, known = text.split(), {}
    for word, value in zip(words[::2], words[1::2]):
        if word == "clock":
            base, _, increment = value.partition("+")
            known["clock"], known["increment"] = float(base), float(increment or 0)
        elif word in ("movetime", "nodes", "depth"):
            known[word] = int(value)
        else:
            raise argparse.ArgumentTypeError(f"unknown limit {word}")
    if len(words) % 2 or not known:
        raise argparse.ArgumentTypeError('expected "movetime MS", "nodes N", "depth D" or "clock MS+INC"')
    return known


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True)
    parser.add_argument("--engine-a", default=DEFAULT_ENGINE, metavar="CMD", help="command line of engine a")
    parser.add_argument("--engine-b", default=DEFAULT_ENGINE, metavar="CMD", help="command line of engine b")
    parser.add_argument("--referee", default=DEFAULT_ENGINE, metavar="CMD", help="command line of the referee")
    for who in "ab":
        parser.add_argument(f"--option-{who}", type=option, action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument(f"--limit-{who}", type=limit, metavar="LIMIT", help="a limit of its own")
    parser.add_argument("--option", type=option, action="append", default=[], metavar="NAME=VALUE",
                        help="for both engines and the referee, such as a rule")
    parser.add_argument("--limit", type=limit, default={"movetime": 50}, metavar="LIMIT", help=limit.__doc__)
    parser.add_argument("--openings", metavar="FILE", help="position lines, what follows `position `")
    parser.add_argument("--plies", type=int, default=0, help="without a file: make openings of so many plies")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--margin", type=float, default=0.0, metavar="MS",
                        help="milliseconds beyond the limit before a game is lost on time")
    parser.add_argument("--results", default="match.jsonl", metavar="FILE")
    return parser.parse_args()


def read_openings(arguments, blocks):
    if arguments.openings:
        with open(arguments.openings, encoding="utf-8") as file:
            lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    elif arguments.plies:
        command = [*shlex.split(arguments.referee), "openings", arguments.game, "--plies", str(arguments.plies),
                   "--count", str(min(blocks, 500)), "--seed", str(arguments.seed)]
        command += [word for name, value in arguments.option for word in ("--option", f"{name}={value}")]
        lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    else:
        lines = ["startpos"]
    return [line.removeprefix("position ") for line in lines]


def event_seed(*parts):
    """64 bits for `query draw`: the same deals for every game of a block."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, parts)).encode()).digest()[:8], "big")


class Game:
    """One game: who sits where, and what became of it."""

    def __init__(self, settings, key, block, opening, seating):
        self.id, self.block, self.opening, self.seating = f"{key}-{block}-{seating}", block, opening, seating
        self.settings = settings

    def play(self, desk):
        referee, arguments = desk.referee(), self.settings
        base, _, moves = self.opening.partition(" moves ")
        tokens, events, plies, who, fault = moves.split(), 0, 0, None, None
        referee.send("uginewgame")
        referee.send(position(base, tokens))
        teams = [team.split("+") for team in referee.ask("teams")]
        team_of = {int(seat): index for index, team in enumerate(teams) for seat in team}
        seats = {seat: desk.engine(self.seating[team], seat) for seat, team in team_of.items()}
        limits = {seat: getattr(arguments, f"limit_{self.seating[team]}") or arguments.limit
                  for seat, team in team_of.items()}
        clocks = {seat: limits[seat].get("clock") for seat in team_of}
        for engine in seats.values():
            engine.send("uginewgame")
            engine.ready()
        slowest, overrun, begun = {"a": 0.0, "b": 0.0}, {"a": None, "b": None}, time.perf_counter()
        while (turn := referee.ask_word("turn")) != "over":
            if turn == "chance":
                events += 1
                tokens.append(referee.ask_word(f"draw {event_seed(arguments.seed, self.block, events)}"))
            else:
                seat = int(turn[1:])
                who = self.seating[team_of[seat]]
                view = " ".join(referee.ask(f"view {seat}"))
                # A view without an unknown holds what the master history holds, and plain UGI engines read that.
                line = view if "?" in view else position(base, tokens)
                best, wall, allowed = self.think(seats[seat], line, limits[seat], clocks)
                slowest[who] = max(slowest[who], wall)
                if allowed is not None:
                    over = wall - allowed
                    overrun[who] = over if overrun[who] is None else max(overrun[who], over)
                if best is None:
                    desk.drop(self.seating[team_of[seat]], seat)
                    fault = (who, "crash")
                elif allowed is not None and wall > allowed + arguments.margin:
                    fault = (who, "time")
                if fault:
                    tokens.append(verdict(fault[1], team_of[seat], len(teams)))
                else:
                    tokens.append(best)
                    plies += 1
                if clocks[seat] is not None:
                    clocks[seat] = max(1.0, clocks[seat] - wall) + limits[seat]["increment"]
            referee.send(position(base, tokens))
        result, reason = referee.ask_word("result"), referee.ask_word("reason")
        if who and not fault and reason in ("illegal", "resign"):
            fault = (who, reason)
        score = sum(team == "a" for team in self.seating) / len(teams)
        if result.endswith("win"):
            score = float(self.seating[int(result[1:-3]) - 1] == "a")
        return {"id": self.id, "block": self.block, "seating": self.seating, "result": result,
                "reason": fault[1] if fault else reason, "score": score, "scores": referee.ask("scores"),
                "fault": fault, "plies": plies, "seconds": round(time.perf_counter() - begun, 3),
                "slowest_ms": {who: round(wall, 2) for who, wall in slowest.items()},
                "overrun_ms": {who: None if over is None else round(over, 2) for who, over in overrun.items()},
                "line": position(base, tokens)}

    @staticmethod
    def think(engine, line, known, clocks):
        """The move, the milliseconds it took, and those that were allowed; no move when the engine died."""
        words, allowed = [], None
        for word in ("nodes", "depth", "movetime"):
            if word in known:
                words.append(f"{word} {known[word]}")
        if "movetime" in known:
            allowed = float(known["movetime"])
        if "clock" in known:
            seat = int(engine.seat)
            allowed = clocks[seat]
            words += [f"p{other}time {max(1, int(left))}" for other, left in clocks.items() if left is not None]
            words += [f"p{other}inc {int(known['increment'])}" for other, left in clocks.items() if left is not None]
        try:
            engine.send(line)
            # What the engine does with the position is its own time; reading the answer is not.
            start = time.perf_counter()
            best, _ = engine.go(" ".join(words), None if allowed is None else allowed / 1000 + HANGS)
        except EngineError:
            return None, 0.0, allowed
        return best, (time.perf_counter() - start) * 1000, allowed


def verdict(reason, loser, teams):
    """The token that ends a game against a team; of more than two teams only `resign` says who lost."""
    return f"!end/p{2 - loser}win/{reason}" if teams == 2 else "resign"


class Desk:
    """The processes of one worker: a referee and an engine a seat, kept from game to game."""

    def __init__(self, arguments):
        self.arguments, self.running = arguments, {}

    def start(self, who, seat, command, options):
        if (who, seat) not in self.running:
            rules = [("Game", self.arguments.game), *self.arguments.option]
            engine = Engine(command, [*rules, *options], f"{who}{seat}", timeout=600.0)
            if engine.errors:
                raise SystemExit(f"{who}: {engine.errors[0]}")
            engine.seat = seat
            self.running[who, seat] = engine
        return self.running[who, seat]

    def referee(self):
        return self.start("referee", 0, self.arguments.referee, [])

    def engine(self, who, seat):
        options = getattr(self.arguments, f"option_{who}")
        if not any(name.lower() == "seed" for name, _ in options):
            options = [*options, ("Seed", event_seed(self.arguments.seed, who, seat) % (2**31 - 2) + 1)]
        return self.start(who, seat, getattr(self.arguments, f"engine_{who}"), options)

    def drop(self, who, seat):
        self.running.pop((who, seat)).close()

    def close(self):
        for engine in self.running.values():
            engine.close()
        self.running.clear()


def schedule(arguments, key):
    """All games, block by block."""
    with Engine(arguments.referee, [("Game", arguments.game), *arguments.option]) as referee:
        if referee.errors:
            raise SystemExit(f"referee: {referee.errors[0]}")
        teams = len(referee.ask("teams"))
    seatings = ["".join(each) for each in itertools.product("ab", repeat=teams) if len(set(each)) == 2]
    blocks = math.ceil(arguments.games / len(seatings))
    openings = read_openings(arguments, blocks)
    return [Game(arguments, key, block, openings[block % len(openings)], seating)
            for block in range(blocks) for seating in seatings][: arguments.games]


def interval(records):
    """Score of engine a and half its 95 % interval, both in percent, from whole blocks."""
    blocks = {}
    for record in records:
        blocks.setdefault(record["block"], []).append(record["score"])
    means = [sum(scores) / len(scores) for scores in blocks.values()]
    mean = sum(record["score"] for record in records) / len(records)
    if len(means) < 2:
        return 100 * mean, float("nan")
    middle = sum(means) / len(means)
    variance = sum((score - middle) ** 2 for score in means) / (len(means) - 1)
    return 100 * mean, 196 * math.sqrt(variance / len(means))


def tally(items):
    counts = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return ", ".join(f"{item} {count}" for item, count in sorted(counts.items(), key=lambda pair: -pair[1])) or "none"


def summary(records):
    score, half = interval(records)
    wins = sum(record["score"] == 1 for record in records)
    losses = sum(record["score"] == 0 for record in records)
    blocks = len({record["block"] for record in records})
    known = "" if math.isnan(half) else f" +- {half:.1f}"
    return f"a {score:.1f} %{known}  (+{wins} ={len(records) - wins - losses} -{losses}, {blocks} blocks)"


def report(arguments, records):
    print(f"\n{arguments.game}: {summary(records)}")
    print(f"ends: {tally(record['reason'] for record in records)}")
    print(f"plies a game: {sum(record['plies'] for record in records) / len(records):.1f}")
    for who in "ab":
        faults = [record["fault"][1] for record in records if record["fault"] and record["fault"][0] == who]
        over = [record["overrun_ms"][who] for record in records if record["overrun_ms"][who] is not None]
        worst = f", longest beyond its limit {max(over):.1f} ms" if over else ""
        slowest = max(record["slowest_ms"][who] for record in records)
        counts = ", ".join(f"{kind} {faults.count(kind)}" for kind in ("time", "illegal", "crash", "resign"))
        print(f"{who}: losses by {counts}; slowest move {slowest:.1f} ms{worst}")


def work(arguments, todo, done):
    desk = Desk(arguments)
    try:
        while True:
            game = todo.get_nowait()
            done.put(game.play(desk))
    except queue.Empty:
        pass
    except BaseException as error:  # noqa: BLE001 - the main thread has to hear of it
        done.put(error)
    finally:
        desk.close()


def main():
    arguments = read_arguments()
    settings = {name: value for name, value in vars(arguments).items()
                if name not in ("games", "concurrency", "results")}
    key = hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:12]
    games = schedule(arguments, key)
    known = {}
    if os.path.exists(arguments.results):
        with open(arguments.results, encoding="utf-8") as file:
            known = {record["id"]: record for record in map(json.loads, file)}
    records = [known[game.id] for game in games if game.id in known]
    todo, done = queue.Queue(), queue.Queue()
    for game in games:
        if game.id not in known:
            todo.put(game)
    print(f"{len(games)} games, {len(records)} of them known already")
    for _ in range(max(1, arguments.concurrency)):
        threading.Thread(target=work, args=(arguments, todo, done), daemon=True).start()
    with open(arguments.results, "a", encoding="utf-8") as file:
        for _ in range(len(games) - len(records)):
            record = done.get()
            if isinstance(record, BaseException):
                sys.exit(f"match: {record}")
            records.append(record)
            file.write(json.dumps(record) + "\n")
            file.flush()
            print(f"{len(records):>5}/{len(games)} {record['seating']} {record['result']:<6} {record['reason']:<12} "
                  f"{record['plies']:>4} plies   {summary(records)}", flush=True)
    report(arguments, records)


if __name__ == "__main__":
    main()
