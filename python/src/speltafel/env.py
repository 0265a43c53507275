"""Games as PettingZoo environments, and puzzles as Gymnasium environments.

Importing this module registers them as `speltafel/NAME-v0`, for `pettingzoo.make("aec", ...)` and `gymnasium.make`. It
needs the extra `pettingzoo`: `pip install speltafel[pettingzoo]`. The render modes `rgb_array` and `human` need the
extra `render`. With the package `speltafel-native` the environments are several times faster.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from copy import deepcopy
from operator import index
from typing import Any

try:
    import gymnasium
    import numpy as np
    import pettingzoo
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    text = f"speltafel.env needs {error.name}: pip install speltafel[pettingzoo]"
    raise ModuleNotFoundError(text, name=error.name) from None

from speltafel import _env
from speltafel._engine import Command
from speltafel._env.codec import Codec, Layout
from speltafel.options import OptionValue
from speltafel.referee import Game

GAMES = tuple(_env.GAMES)
"""The games with a PettingZoo environment."""
PUZZLES = tuple(_env.PUZZLES)
"""The games with a Gymnasium environment."""

_METADATA: dict[str, Any] = {"render_modes": ["ansi", "svg", "rgb_array", "human"], "render_fps": 2}
_ILLEGAL = ("raise", "terminate")

Observation = dict[str, NDArray[Any]]
"""What a seat sees, `observation`, and which actions are legal, `action_mask`."""


class _Table:
    """A game whose moves are numbers."""

    def __init__(self, name: str, options: Mapping[str, OptionValue] | None, illegal: str, **referee: Any) -> None:
        self._ends_at_illegal = _choice("way to treat illegal actions", illegal, _ILLEGAL) == "terminate"
        if name not in _env.CODECS:
            raise ValueError(f"no environment for the game {name!r}; there are {', '.join(_env.CODECS)}")
        self.game = Game(name, options, **referee)
        self.seats = self.game.seats
        hides = bool(self.game.info()["hidden"])
        # A view's text is the full text where nothing is hidden.
        self._fens = [f"fen {seat}" if hides else "fen" for seat in range(1, self.seats + 1)]
        self.game.ahead = tuple(self._fens)
        self.codec: Codec = _env.CODECS[name](self.seats, self.game.options)
        size = (self.codec.layout.size,)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1, 1, size, np.float32),
                "action_mask": spaces.Box(0, 1, (self.codec.actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.codec.actions)
        self._random = random.Random()
        self._tokens: dict[int, str] | None = None

    def reset(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        position = (options or {}).get("position", "startpos")
        if position != "startpos":
            (seats,) = self.game._referee.queries(["seats"], position)
            if int(seats) != self.seats:
                raise ValueError(f"the environment has {self.seats} seats, and the position {seats}")
        if seed is not None:
            if seed < 0:
                raise ValueError(f"expected a seed of 0 or more, got {seed}")
            self._random.seed(index(seed))
        self.game.reset(seed=self._random.getrandbits(64), position=position)
        self._settle()

    def play(self, action: int) -> None:
        """Plays a move, and the events after it. An action that is not legal ends the game or raises ValueError."""
        token = self.tokens().get(index(action))
        if token is not None:
            self.game.play(token)
        elif self._ends_at_illegal and not self.game.is_over:
            self.game.end("illegal")
        else:
            raise ValueError(f"the action {action} is not legal here; action_mask has a 1 for each legal action")
        self._settle()

    def observe(self, seat: int) -> Observation:
        mask = np.zeros(self.codec.actions, np.int8)
        if seat == self.game.seat:
            mask[list(self.tokens())] = 1
        return {"observation": self.codec.observe(self._fen(seat), seat), "action_mask": mask}

    def tokens(self) -> dict[int, str]:
        """Returns the legal moves by their numbers."""
        if self._tokens is None:
            legal, seat = self.game.legal, self.game.seat
            indexes = self.codec.indexes(legal, self._fen(seat), seat) if seat else []
            self._tokens = dict(zip(indexes, legal, strict=True))
        return self._tokens

    def _fen(self, seat: int) -> str:
        return self.game.query(self._fens[seat - 1])

    def _settle(self) -> None:
        self._tokens = None
        while self.game.is_chance:
            self.game.draw()


class _Environment(EzPickle):
    """What both kinds of environments have in common. `_prepare` is called with the name of the game."""

    def __init__(
        self,
        game: str,
        *,
        options: Mapping[str, OptionValue] | None = None,
        render_mode: str | None = None,
        illegal: str = "raise",
        command: Command | None = None,
        native: bool | None = None,
    ) -> None:
        """Starts the referee of a game with these rule options. `command` and `native` are those of `Game`.

        An action that is not legal raises ValueError, or, if `illegal` is `terminate`, ends the game with a loss of the
        seat to move.
        """
        arguments: dict[str, Any] = {"options": options, "illegal": illegal, "command": command, "native": native}
        EzPickle.__init__(self, game, render_mode=render_mode, **arguments)
        self._window: Any = None
        if render_mode is not None:
            _choice("render mode", render_mode, _METADATA["render_modes"])
        if render_mode in ("rgb_array", "human"):
            from speltafel import _render

            self._pixels = _render.pixels
            self._window = _render.Window(game) if render_mode == "human" else None
        self.render_mode = render_mode
        self._table = _Table(game, **arguments)
        self._prepare(game)

    @abstractmethod
    def _prepare(self, game: str) -> None: ...

    @property
    def game(self) -> Game:
        """The game that is played. Change it only through the environment."""
        return self._table.game

    @property
    def layout(self) -> Layout:
        """The parts of `observation` by name; `layout.shapes` has their shapes."""
        return self._table.codec.layout

    @property
    def moves(self) -> dict[int, str]:
        """The legal moves by their actions."""
        return dict(self._table.tokens())

    def render(self) -> str | NDArray[np.uint8] | None:
        """Returns the position with all cards: its text (`ansi`), a picture (`svg`), or its pixels (`rgb_array`).

        With `human`, a window shows the picture after each action.
        """
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return self.game.query("fen")
        picture = self.game.svg()
        if self.render_mode == "rgb_array":
            return self._pixels(picture)
        if self._window is None:
            return picture
        self._window.show(picture)
        return None

    def close(self) -> None:
        """Ends the process of the referee, if it has one, and closes the window."""
        self.game.close()
        if self._window is not None:
            self._window.close()

    def _show(self) -> None:
        if self._window is not None:
            self.render()


class GameEnv(_Environment, pettingzoo.AECEnv[str, Observation, int]):
    """A game as an environment. Its agents are the seats `p1`, `p2` and so on.

    An observation is a dict: `observation` has what the seat sees, as numbers from -1 to 1, and `action_mask` a 1 for
    each legal action of the seat to move. At the end, each seat of the winners gets the reward 1, each other one -1; a
    draw gives 0. `infos` then have `result`, `reason`, and the seat's `score` and `rank`.
    """

    metadata: dict[str, Any] = {**_METADATA, "is_parallelizable": False, "name": "speltafel"}  # noqa: RUF012

    def _prepare(self, game: str) -> None:
        self.metadata = {**self.metadata, "name": f"speltafel/{game}-v0"}
        self.possible_agents = [f"p{seat}" for seat in range(1, self._table.seats + 1)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        # Spaces of their own, because a space has a random generator.
        self._observation_spaces = {agent: deepcopy(self._table.observation_space) for agent in self.possible_agents}
        self._action_spaces = {agent: deepcopy(self._table.action_space) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Returns the space of a seat's observations."""
        space: spaces.Dict = self._observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Returns the space of a seat's actions."""
        space: spaces.Discrete[Any] = self._action_spaces[agent]
        return space

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begins a game. With a seed, all events of this game and of those after it follow from the seed.

        The option `position` is the position to begin with, as after the word `position` in the protocol.
        """
        self._table.reset(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._next()
        self._accumulate_rewards()
        self._show()

    def step(self, action: int | None) -> None:
        """Plays an action of the seat to move. If it raises ValueError, nothing has changed."""
        if not self.agents:
            raise ValueError("no game is running; call reset")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is no action as long as the game runs")
        self._table.play(action)
        self._cumulative_rewards[agent] = 0.0
        self._next()
        self._accumulate_rewards()
        self._show()

    def observe(self, agent: str) -> Observation:
        """Returns what a seat sees."""
        return self._table.observe(self._seats[agent])

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _next(self) -> None:
        """Selects the seat to move, or rewards all seats at the end."""
        game = self._table.game
        if not game.is_over:
            self.agent_selection = game.turn
            return
        result, scores, ranks = game.result, game.scores, game.ranks
        # A result such as `p2win` has the number of a team.
        winners = game.teams[int(result[1:-3]) - 1] if result.endswith("win") else ()
        for agent, seat in self._seats.items():
            self.terminations[agent] = True
            self.rewards[agent] = 0.0 if not winners else 1.0 if seat in winners else -1.0
            self.infos[agent] = {
                "result": result,
                "reason": game.reason,
                "score": scores[seat - 1],
                "rank": ranks[seat - 1],
            }


class PuzzleEnv(_Environment, gymnasium.Env[Observation, int]):
    """A puzzle as an environment. Observations are those of `GameEnv`.

    The reward comes at the end: 1 for a solved figure, the points of a ring, and 0 without a solution.
    """

    metadata: dict[str, Any] = _METADATA

    def _prepare(self, game: str) -> None:
        self.observation_space = self._table.observation_space  # type: ignore[assignment]
        self.action_space = self._table.action_space  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins the puzzle. The option `position` is the position to begin with."""
        super().reset(seed=seed)
        self._table.reset(seed, options)
        self._show()
        return self._table.observe(1), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action. If it raises ValueError, nothing has changed."""
        self._table.play(action)
        self._show()
        game = self._table.game
        reward, info = 0.0, {}
        if game.is_over:
            reward = float(game.scores[0]) if game.info()["points"] else float(game.result == "p1win")
            info = {"result": game.result, "reason": game.reason, "score": game.scores[0]}
        return self._table.observe(1), reward, game.is_over, False, info


def _choice(kind: str, value: str, choices: Sequence[str]) -> str:
    if value not in choices:
        raise ValueError(f"no {kind} {value!r}; there are {', '.join(choices)}")
    return value


for _name in GAMES:
    pettingzoo.register("aec", f"speltafel/{_name}-v0", "speltafel.env:GameEnv", kwargs={"game": _name})
for _name in PUZZLES:
    gymnasium.register(f"speltafel/{_name}-v0", "speltafel.env:PuzzleEnv", kwargs={"game": _name})
