"""A game between engines."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from speltafel._engine import Engine
from speltafel._game import Fault, Game, Record
from speltafel._search import NO_MOVE
from speltafel._simple import SimpleEngine
from speltafel._waiting import run
from speltafel.errors import BadAnswerError, CommandError, EngineTerminatedError, EngineTimeoutError, OptionError
from speltafel.options import OptionValue
from speltafel.position import Limit


async def match(engines: Sequence[Engine], game: Game, limit: Limit) -> Record:
    """Plays a game to its end, from the position in which it is, and returns its record.

    There is an engine for each seat: p1, p2 and so on. The engines get the rule options of the game, and only the view
    of their seat. The `clocks` of the limit run; one of 0 begins with its increment. An engine that is late, crashes,
    answers with an error or plays no legal move loses, and `Record.fault` says so. What an engine does wrong before the
    game raises its error.
    """
    if len(engines) != game.seats:
        raise ValueError(f"{game.name} needs {game.seats} engines, one for each seat, got {len(engines)}")
    limit = _at_start(limit, game.seats)
    for engine in engines:
        await _prepare(engine, game)
    fault = None
    while not game.is_over:
        seat = game.seat
        if seat is None:
            game.draw()
            continue
        began = time.monotonic()
        fault = await _move(engines[seat - 1], game, seat, limit)
        if limit.clocks:
            limit = _after_move(limit, seat, time.monotonic() - began)
    return replace(game.record, fault=fault)


def simple_match(engines: Sequence[SimpleEngine], game: Game, limit: Limit) -> Record:
    """Plays a game as `match` does, without asyncio."""
    return run(match([engine._engine for engine in engines], game, limit))


def _at_start(limit: Limit, seats: int) -> Limit:
    """Returns the limit before the first move. A clock of 0 begins with its increment."""
    if not limit.clocks and not limit.increments:
        return limit
    clocks = limit.clocks or [0.0] * seats
    if len(clocks) != seats or limit.moves_to_go is not None:
        raise ValueError("a match needs a clock for each seat, and has no moves_to_go")
    increments = [*limit.increments, *[0.0] * seats]
    return replace(limit, clocks=[clock or increment for clock, increment in zip(clocks, increments, strict=False)])


async def _prepare(engine: Engine, game: Game) -> None:
    """Gives an engine the rules. An engine without an option is expected to know one game with the default rules."""
    if game.info()["hidden"] and "views" not in engine.extensions:
        raise OptionError(f"{engine.name} cannot play {game.name}: it does not declare the extension `views`")
    rules: dict[str, OptionValue] = {"Game": game.name, **game.options}
    await engine.configure({name: value for name, value in rules.items() if name in engine.options})
    await engine.new_game()
    if "referee" in engine.extensions:
        options = await engine.query("options")
        if options != game.query("options"):
            raise OptionError(f"{engine.name} plays by other rules: {options}")


async def _move(engine: Engine, game: Game, seat: int, limit: Limit) -> Fault | None:
    """Lets an engine move. Ends the game if it does not play a legal move."""
    view = game.view(seat)
    if "views" not in engine.extensions:
        view = replace(view, seat=None)
    timeout = limit.clocks[seat - 1] if limit.clocks else None
    try:
        move = (await engine.play(view, limit, timeout=timeout)).move
    except EngineTimeoutError as error:
        return _forfeit(game, Fault(seat, "time", str(error)))
    except EngineTerminatedError as error:
        return _forfeit(game, Fault(seat, "crash", str(error)))
    except (BadAnswerError, CommandError) as error:
        return _forfeit(game, Fault(seat, "refused", str(error)))
    try:
        # Some games write a pass so.
        game.play(move or NO_MOVE)
    except CommandError:
        return _forfeit(game, Fault(seat, "illegal", f"the engine played {move or NO_MOVE}"))
    return None


def _forfeit(game: Game, fault: Fault) -> Fault:
    game.end("illegal" if fault.kind == "illegal" else "time")
    return fault


def _after_move(limit: Limit, seat: int, seconds: float) -> Limit:
    """Returns the limit with the clock of a seat after its move. A clock that has just run out has a millisecond."""
    clocks = list(limit.clocks)
    increment = limit.increments[seat - 1] if seat <= len(limit.increments) else 0.0
    clocks[seat - 1] = max(0.001, clocks[seat - 1] - seconds) + increment
    return replace(limit, clocks=clocks)
