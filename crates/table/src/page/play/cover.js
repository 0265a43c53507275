// Covers hands at a screen that several people share. Until the next player is alone at the screen, `state.table`
// contains only what everybody may see, so no part of the page can show a hand.

import { emit, state } from "../state.js";

// Messages that may reveal a hand.
const HAND_MESSAGES = ["hint", "look", "why", "analysis", "review", "export"];
// The seat whose hand is uncovered, because its player is alone at the screen; otherwise `null`.
let uncoveredSeat = null;
// The last `table` message, as received.
let latest = null;
let coveredFor = null;

// Returns whether the hand is covered. A `table` message contains `public` if this browser plays for several seats and
// hands or partners are hidden.
export const handIsCovered = () => Boolean(latest?.public) && uncoveredSeat !== latest.you.viewer;

// Returns whether a message may be handled now.
export const mayHandle = ({ is }) => !handIsCovered() || !HAND_MESSAGES.includes(is);

// Stores a `table` message and returns the previous one. Its `facts`, which contain only what is new, become the list of
// the facts of all tokens.
export function setTable(message) {
  const before = latest;
  message.facts = told(before?.facts, message.facts);
  if (message.public) {
    message.public.facts = told(before?.public?.facts, message.public.facts);
  }
  latest = message;
  if (message.over) {
    uncoveredSeat = null;
  }
  show();
  return before;
}

const told = (before = [], { from, list }) => [...before.slice(0, from), ...list];

// Uncovers the hand. Call this when its player is alone at the screen.
export function uncover() {
  uncoveredSeat = latest.you.viewer;
  show();
}

// Covers the hand. Call this after a new game or a new connection, when anybody may be at the screen.
export function cover() {
  uncoveredSeat = null;
  if (latest) {
    show();
  }
}

// Removes the state of the table. Call this when there is no game.
export function clearTable() {
  latest = null;
  state.table = null;
}

function show() {
  const covered = handIsCovered();
  const { viewer } = latest.you;
  state.table = covered ? { ...latest, ...latest.public, legal: [] } : latest;
  const before = coveredFor;
  coveredFor = covered ? viewer : null;
  if (covered && before !== viewer) {
    emit("covered");
  }
}
