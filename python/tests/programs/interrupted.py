"""A program that a test interrupts. Prints the process id of its engine."""

import asyncio
import sys
import time

from speltafel.engine import Engine, Limit, SimpleEngine

flavour, command = sys.argv[1], sys.argv[2:]


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
