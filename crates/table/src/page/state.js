// What the page knows: the last message of each kind, and where in the game one looks. Knows no element and no game.

export const state = {
  // Messages of the server.
  hello: null,
  game: null,
  table: null,
  records: null,
  analysis: null,
  review: null,
  // A recorded game that is looked at instead of the table, with `at`.
  record: null,
  // Where one looks: `null` is the game as it stands; else so many tokens of it, and a line of own tries.
  view: null,
  // Answers to `look`, by `keyOf`.
  looks: new Map(),
  // What an engine thought of positions: share of p1's team in permille, by `keyOf`.
  shares: new Map(),
  // The last hint, with the number of tokens it is for.
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

// The position that is shown: `{ at, line, board, turn, legal, … }`, or `null` while it is not known.
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

// The board of a record after `at` tokens; the first of the boards is the one before the first token.
function recorded(record) {
  const board = record.boards[Math.min(record.at, record.boards.length - 1)];
  return { at: record.at, line: [], board, turn: board?.turn ?? "over", legal: [], live: false, record: true };
}

// The cells of the game that is shown.
export const cells = () => (state.record ? state.record.cells : state.game?.cells);

export const isHost = () => state.hello?.you.role === "host";

// Teams as lists of seats, in the order of `p1win`, `p2win`, `p3win`; seats of their own where partners are hidden.
export function teams() {
  const count = state.game?.seats ?? 2;
  const text = state.table?.teams;
  if (!text || text === "?") {
    return Array.from({ length: count }, (_, seat) => [seat + 1]);
  }
  return text.split(" ").map((team) => team.split("+").map(Number));
}

export const teamsKnown = () => Boolean(state.table?.teams) && state.table.teams !== "?";

export const teamOf = (seat) => teams().findIndex((team) => team.includes(seat));

// The seat of `p3`, 0 for `chance` and `over`.
export function seatOf(turn) {
  const found = /^p(\d+)$/.exec(turn ?? "");
  return found ? Number(found[1]) : 0;
}

export function remember(key, value) {
  try {
    localStorage.setItem(`speltafel.${key}`, value);
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function remembered(key) {
  try {
    return localStorage.getItem(`speltafel.${key}`);
  } catch {
    return null;
  }
}
