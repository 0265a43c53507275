// Whose hand may be seen at a screen that several people share. Until the next of them is alone at it, `state.table` holds
// what everybody may see, so that no part of the page can show a hand.

import { emit, state } from "../state.js";

// Messages that may show a hand.
const OF_A_HAND = ["hint", "look", "analysis", "review", "export"];
// The seat whose player is alone at the screen.
let seen = null;
// The last message `table` as it came.
let dealt = null;
let coveredFor = null;

// `public` comes where several people share this browser and something is hidden.
export const handIsCovered = () => Boolean(dealt?.public) && seen !== dealt.you.viewer;

// May this message be handled now?
export const mayHear = ({ is }) => !handIsCovered() || !OF_A_HAND.includes(is);

// Takes a message `table` and returns the one before it.
export function deal(message) {
  const before = dealt;
  dealt = message;
  if (message.over) {
    seen = null;
  }
  show();
  return before;
}

// Its player is alone at the screen.
export function uncover() {
  seen = dealt.you.viewer;
  show();
}

// Another game, or another connection: nobody knows who is at the screen.
export function cover() {
  seen = null;
  if (dealt) {
    show();
  }
}

// There is no game.
export function clearTable() {
  dealt = null;
  state.table = null;
}

function show() {
  const covered = handIsCovered();
  const { viewer } = dealt.you;
  state.table = covered ? { ...dealt, ...dealt.public, legal: [] } : dealt;
  const before = coveredFor;
  coveredFor = covered ? viewer : null;
  if (covered && before !== viewer) {
    emit("covered");
  }
}
