#!/usr/bin/env python3
"""Opens and closes engines with the Python package, and counts what is left.

    scripts/python_leaks.py [--rounds N] [--engine PROGRAM]

Nine of ten engines are a shell script; every second one of these has a child
process that keeps its pipes open. The others are PROGRAM, by default
target/release/speltafel. An engine ends by `close`, at the end of a block, by
an exception in a block or in a search, by garbage collection, also from a
reference cycle, or by a cancelled task. Half of the engines end by an exception
or by garbage collection.

Exit code 0: no process, thread or descriptor is left; 1: something is.
"""

import argparse
import asyncio
import gc
import os
import pathlib
import sys
import threading

from processes import all_processes

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python" / "src"))

from speltafel.engine import Engine, Limit, SimpleEngine  # noqa: E402

SCRIPT = """
while read -r word rest; do
  case $word in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    quit) exit ;;
  esac
done
"""
# The environment variable that marks the engines of this script, and their children.
MARK = "SPELTAFEL_LEAKS"


def close(command):
    engine = SimpleEngine.open(command)
    engine.ping()
    engine.close()


def block(command):
    async def main():
        async with Engine.open(command) as engine:
            await engine.ping()

    asyncio.run(main())


def exception(command):
    try:
        with SimpleEngine.open(command) as engine:
            with engine.analysis("startpos"):
                raise KeyError
    except KeyError:
        pass


def cancelled(command):
    async def main():
        async with Engine.open(command) as engine:
            await asyncio.wait_for(engine.play("startpos", Limit(depth=99)), 0.001)

    try:
        asyncio.run(main())
    except asyncio.TimeoutError:
        pass


def forgotten(command):
    SimpleEngine.open(command).ping()


def cycle(command):
    engine = SimpleEngine.open(command)
    engine.itself = engine
    engine.analysis("startpos").__enter__()


ENDS = [close, exception, block, forgotten, close, cancelled, block, cycle]


def left():
    """Returns the number of marked processes, of threads and of descriptors."""
    gc.collect()
    mark = f"{MARK}={os.getpid()}".encode()
    marked = sum(mark in variables for _, variables, _ in all_processes())
    return marked, threading.active_count(), len(os.listdir("/proc/self/fd"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--engine", default=str(ROOT / "target" / "release" / "speltafel"))
    arguments = parser.parse_args()
    os.environ[MARK] = str(os.getpid())
    # A process sees variables that were set before it started, so this one is not counted itself.
    block(arguments.engine)
    before = left()
    for number in range(arguments.rounds):
        if number % 10 == 9:
            command = [arguments.engine]
        else:
            command = ["sh", "-c", ("sleep 1000 & " if number % 2 else "") + SCRIPT]
        ENDS[number // 10 % len(ENDS)](command)
        if number % 1000 == 999:
            gc.collect()
            print(f"{number + 1} engines", flush=True)
    after = left()
    for name, old, new in zip(("processes", "threads", "descriptors"), before, after):
        print(f"{name:12} {old} before, {new} after")
    return 0 if before == after else 1


if __name__ == "__main__":
    sys.exit(main())
