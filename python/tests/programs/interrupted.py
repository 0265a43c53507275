"""A program that a test interrupts. Prints the process id of its engine."""

import asyncio
import signal
import sys
import time

from speltafel.engine import Engine, Limit, SimpleEngine

flavour, command = sys.argv[1], sys.argv[2:]
# Programs in the background of a shell, and so all of their children, ignore SIGINT from the start.
signal.signal(signal.SIGINT, signal.default_int_handler)


async def play() -> None:
    async with Engine.open(command, timeout=60) as engine:
        print(engine.pid, flush=True)
        async for _ in engine.analysis("startpos"):
            pass


if flavour == "async":
    asyncio.run(play())
elif flavour == "blocking":
    with SimpleEngine.open(command, timeout=60) as engine:
        print(engine.pid, flush=True)
        for _ in engine.analysis("startpos", Limit()):
            pass
else:
    engine = SimpleEngine.open(command, timeout=60)
    print(engine.pid, flush=True)
    time.sleep(1000)
