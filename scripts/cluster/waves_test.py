#!/usr/bin/env python3
"""Plays tournaments in parts whose tasks are killed at random, and compares them
with the same tournaments on one machine without parts.

    scripts/cluster/waves_test.py [--with SCRIPT] [--parts N] [--seed S] [--interval T]
    scripts/cluster/waves_test.py --with slurm.sh

A sequential test that accepts H0, one that accepts H1, a knockout and a Swiss
tournament are played by parallel.sh or slurm.sh (on a machine with Slurm, such as
one that slurm_here.sh has prepared), with a fixed number of nodes. Every T seconds
on average, a running part is killed with SIGKILL. Digest, exit code and standings
must be those of one machine. Exit code 0: they are. Needs Linux.
"""
import argparse
import contextlib
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from processes import all_processes  # noqa: E402

PLAN = """
[game]
name = "jeex"
[referee]
command = "{engine}"
[format]
{format}
[openings]
from = "random"
plies = 4
nodes = 200
[limit]
nodes = 20
[adjudicate]
max_plies = 60
{rest}
[each]
options = {{ Hash = 1 }}
"""
TEST = "[stop]\nsprt = {{ elo0 = {}, elo1 = {} }}\n[run]\nwave = 48"
ROUNDS = "[run]\nconcurrency = 1"
FIELD = ["strong", "greedy", "random", "uct", "full", "half"]
# For each tournament: its table `format`, other tables, and its participants with their options.
TOURNAMENTS = {
    "h0": ("games = 2000", TEST.format(0, 20), {"a": "", "b": "Skill = 8"}),
    "h1": ("games = 2000", TEST.format(-60, -30), {"a": "Skill = 8", "b": ""}),
    "knockout": ('kind = "knockout"\ngames = 8', ROUNDS, {name: f"Skill = {20 - 3 * index}" for index, name in enumerate(FIELD)}),
    "swiss": ('kind = "swiss"\ngames = 6\nrounds = 4', ROUNDS, {name: f"Skill = {20 - 2 * index}" for index, name in enumerate(FIELD)}),
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arena", nargs="?", default="target/release/speltafel-arena")
    parser.add_argument("engine", nargs="?", default="target/release/speltafel")
    parser.add_argument("--with", dest="script", choices=["parallel.sh", "slurm.sh"], default="parallel.sh")
    parser.add_argument("--parts", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--interval", type=float, default=1.0)
    return parser.parse_args()


def write_plan(path, options, name):
    table, rest, participants = TOURNAMENTS[name]
    text = PLAN.format(engine=os.path.abspath(options.engine), format=table, rest=rest)
    for participant, settings in participants.items():
        text += f'[[participant]]\nname = "{participant}"\noptions = {{ {settings} }}\n'
    path.write_text(text)


def kill_parts(driver, plan, generator, interval):
    """Kills parts of the plan until the driver has ended. Returns the number of kills."""
    kills = 0
    while driver.poll() is None:
        time.sleep(generator.expovariate(1 / interval))
        # A part is the runner, not the shell or the script that has started it.
        is_part = lambda words: words[1:3] == [b"run", str(plan).encode()] and b"--shard" in words
        parts = [number for number, _, words in all_processes() if is_part(words)]
        if parts and driver.poll() is None:
            with contextlib.suppress(ProcessLookupError):  # The part has just ended by itself.
                os.kill(generator.choice(parts), signal.SIGKILL)
                kills += 1
    return kills


def outcome(options, folder, code):
    """Returns what must be the same: the exit code, the digest and the standings."""
    def run(*words):
        return subprocess.run([options.arena, *words], capture_output=True, text=True).stdout
    digest = run("status", folder).split("digest: ")[1].strip()
    return code, digest, run("report", folder, "--csv", "standings")


def check(options, folder, name, generator):
    whole, parts = folder / f"{name}.toml", folder / f"{name}-parts.toml"
    for plan in (whole, parts):
        write_plan(plan, options, name)
    single = subprocess.run([options.arena, "run", "--quiet", "--concurrency", "2", whole], stdout=subprocess.DEVNULL)
    environment = os.environ | {"SPELTAFEL_ARENA": os.path.abspath(options.arena), "POLL": "1"}
    extra = ["--jobs", "2"] if options.script == "parallel.sh" else []
    command = [HERE / options.script, parts, str(options.parts), *extra]
    with open(folder / f"{name}.log", "w+") as log:
        driver = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        kills = kill_parts(driver, parts, generator, options.interval)
        log.seek(0)
        said = log.read()
    if not parts.with_suffix("").exists():
        sys.exit(f"{options.script} has played nothing: {said}")
    waves = said.count(" games from ")
    expected = outcome(options, whole.with_suffix(""), single.returncode)
    found = outcome(options, parts.with_suffix(""), driver.returncode)
    games = [sum(1 for _ in open(plan.with_suffix("") / "results.jsonl")) for plan in (whole, parts)]
    print(f"{name}: exit code {found[0]}, digest {found[1][:16]}, {waves} merges, {kills} parts killed, "
          f"{games[0]} games on one machine, {games[1]} in parts: {'the same' if found == expected else 'DIFFERENT'}", flush=True)
    return found == expected


def main():
    options = arguments()
    generator = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        same = [check(options, pathlib.Path(folder), name, generator) for name in TOURNAMENTS]
    return 0 if all(same) else 1


if __name__ == "__main__":
    sys.exit(main())
