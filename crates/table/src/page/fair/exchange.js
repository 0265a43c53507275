// This browser's part in fair deals and lots: it keeps what the server shows, and answers.

import { handIsCovered } from "../play/cover.js";
import { state } from "../state.js";
import { answering, mustAgree } from "./answers.js";
import { keeping } from "./memory.js";
import { seenText } from "./seen.js";

// What the page remembers of the last deals and lots is kept when the page is loaded again, but no other page gets it. A
// game with an earlier deal can come back on the table.
const keyOf = (kind) => `speltafel.${kind}`;

let send = null;
// The last `table` message of this connection, also while a hand is covered.
let table = null;
// What the page remembers, also without storage.
const kept = {};
// The answers that were sent, as text.
let sent = new Set();

export function setUpExchange(acts) {
  ({ send } = acts);
}

// Forgets what was sent, because the last connection may have lost it, and the table, which may be another game's.
export function forgetSent() {
  sent = new Set();
  table = null;
}

// Takes a `table` message.
export function watchTable(message) {
  table = message;
  answerExchanges();
}

// Returns what the page remembers of the exchange of this kind, `deal` or `lots`, with this id, or `null`.
export const memory = (kind, id) => memories(kind).find((known) => known.id === id) ?? null;

function memories(kind) {
  try {
    kept[kind] ??= JSON.parse(sessionStorage.getItem(keyOf(kind)));
  } catch {
    // The storage is damaged, or the page has none.
  }
  kept[kind] ??= [];
  return kept[kind];
}

function keep(kind, known) {
  kept[kind] = keeping(memories(kind), known);
  try {
    sessionStorage.setItem(keyOf(kind), JSON.stringify(kept[kind]));
  } catch {
    // Without storage, the page remembers until it is loaded again.
  }
}

// Remembers what the server shows first of the last deal and of the last lots, and answers it.
export function answerExchanges() {
  const { deal, evening } = state;
  if (deal?.id && Number.isInteger(deal.from) && !deal.repeated) {
    answerExchange("deal", deal, viewOf());
  }
  if (evening?.lots) {
    answerExchange("lots", evening.lots, null);
  }
}

function answerExchange(kind, exchange, view) {
  const seats = table?.you.seats ?? [];
  const { known, messages } = answering(memories(kind), exchange, seats, view);
  keep(kind, known);
  messages.forEach(answer);
}

// Returns what the page shows of the table, or `null` before it has got it.
function viewOf() {
  if (!table || !state.game) {
    return null;
  }
  const lines = [table.line, ...(table.public ? [table.public.line] : [])];
  return { game: state.game.game, options: table.options, names: table.seats.map(({ name }) => name), lines };
}

function answer(message) {
  const text = JSON.stringify(message);
  if (!sent.has(text)) {
    sent.add(text);
    send(message);
  }
}

// Returns how many exchanges were broken off if the page sends no bits before its player agrees, and otherwise 0.
export function triesToAgree(kind, exchange) {
  const known = exchange?.asks === "bits" ? memory(kind, exchange.id) : null;
  const waits = exchange?.waits?.some((seat) => table?.you.seats.includes(seat));
  return known && waits && mustAgree(known) ? known.tries.length : 0;
}

// The player agrees to another exchange.
export function agree(kind, { id }) {
  const known = memory(kind, id);
  keep(kind, { ...known, agreed: known.tries.length });
  answerExchanges();
}

// Returns the file of what the page has seen of the last deal, or `null`. At a screen that several people share, it has
// the hands only of whoever is alone there.
export function seenOfDeal() {
  const known = state.deal?.id && !state.deal.repeated ? memory("deal", state.deal.id) : null;
  const open = handIsCovered() ? 0 : table?.you.viewer;
  const isOpen = (line) => [0, open].some((seat) => line.startsWith(`position seat ${seat} `));
  const mayShow = (line) => !table?.public || !line.startsWith("position seat ") || isOpen(line);
  return known && seenText(known, mayShow);
}
