// The state of the page: the last message of each kind, and the position being viewed.

export const state = {
  // The last message of each of these types from the server, or `null`.
  hello: null,
  game: null,
  table: null,
  records: null,
  analysis: null,
  deal: null,
  review: null,
  evening: null,
  links: null,
  // The recorded game that is shown instead of the table; `at` is the number of tokens shown.
  record: null,
  // The position being viewed: `null` for the current position, otherwise `{ at, line, trying }`, where `at` is a
  // number of tokens of the game and `line` contains the tokens of a variation.
  view: null,
  // Answers to `look`. The keys are those that `keyOf` returns.
  looks: new Map(),
  // The win probability of p1's team in permille, as reported by an engine. The keys are those that `keyOf` returns.
  winChances: new Map(),
  // The last hint; `at` is the number of tokens of the position to which it applies.
  hint: null,
  online: false,
};

const listeners = new Map();

export function on(topic, listener) {
  listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
}

export function emit(topic) {
  (listeners.get(topic) ?? []).forEach((listener) => listener());
}

export const keyOf = (at, line) => [at, ...line].join(" ");

// Returns the position being viewed, `{ at, line, board, turn, legal, … }`, or `null` until the server has sent it.
export function shown() {
  const { record, table, view } = state;
  if (record) {
    return recorded(record);
  }
  if (!table) {
    return null;
  }
  if (!view || (view.at === table.at && view.line.length === 0 && !view.trying)) {
    return { ...table, line: [], live: true };
  }
  if (view.at === table.at && view.line.length === 0) {
    return { ...table, line: [], live: false };
  }
  const look = state.looks.get(keyOf(view.at, view.line));
  return look ? { ...look, live: false } : null;
}

// Returns the position of a recorded game after `record.at` tokens. The first board is the one before the first token.
function recorded(record) {
  const board = record.boards[Math.min(record.at, record.boards.length - 1)];
  return { at: record.at, line: [], board, turn: board?.turn ?? "over", legal: [], live: false, record: true };
}

// Returns the name of the game being viewed.
export const shownGame = () => state.record?.game ?? state.game?.game;

const gameOf = (game) => state.hello?.games.find(({ name }) => name === game);

// Returns the answer to `query info` for a game.
export const infoOf = (game) => gameOf(game)?.info;

// Returns the name of the interchange format of a game, if it has one.
export const portableOf = (game) => gameOf(game)?.portable;

// Returns what the tokens of the game being viewed did, as in the answers to `query step`.
export const facts = () => (state.record ?? state.table)?.facts ?? [];

// Returns what the tokens did that lead to a position of `shown`.
export const factsTo = ({ at, line, facts: tried = [] }) => [...facts().slice(0, at), ...(line.length ? tried : [])];

// Returns the tokens of the game being viewed.
export const tokens = () => (state.record ? state.record.tokens : (state.table?.tokens ?? []));

// Returns the number of tokens of the game before the position being viewed.
export const shownAt = () => (state.record ?? state.view ?? state.table)?.at ?? 0;

// Returns the cells of the game being viewed.
export const cells = () => (state.record ? state.record.cells : state.game?.cells);

// Returns whether all human players of a `table` message use this browser.
export const allPlayersHere = ({ seats, you }) =>
  seats.every(({ who, seat }) => !["here", "link"].includes(who) || you.seats.includes(seat));

export const isHost = () => state.hello?.you.role === "host";

// Returns the teams as lists of seats, in the order of `p1win`, `p2win`, `p3win`. While partners are hidden, every seat
// is a team.
export function teams() {
  const count = state.game?.seats ?? 2;
  const text = state.table?.teams;
  if (!text) {
    return Array.from({ length: count }, (_, seat) => [seat + 1]);
  }
  return text.split(" ").map((team) => team.split("+").map(Number));
}

export const teamsKnown = () => Boolean(state.table?.teams);

export const teamOf = (seat) => teams().findIndex((team) => team.includes(seat));

// Returns the seat number of a turn: 3 for `p3`, 0 for `chance` and `over`.
export function seatOf(turn) {
  const found = /^p(\d+)$/.exec(turn ?? "");
  return found ? Number(found[1]) : 0;
}

export function remember(key, value) {
  try {
    localStorage.setItem(`speltafel.${key}`, value);
  } catch {
    // The page works without local storage.
  }
}

export function remembered(key) {
  try {
    return localStorage.getItem(`speltafel.${key}`);
  } catch {
    return null;
  }
}
