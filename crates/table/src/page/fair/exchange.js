// This browser's part in fair deals and lots: it sends a commitment to random bits for each of its seats, and later the
// bits.

import { state } from "../state.js";
import { commitToBits, randomBits } from "./arithmetic.js";
import { mayGive, remembering } from "./check.js";

// What the page remembers of the last deals and lots is kept when the page is loaded again, but no other page gets it. A
// game with an earlier deal can come back on the table.
const keyOf = (kind) => `speltafel.${kind}`;
const MOST = 20;

let send = null;
// The answers that were sent, as text.
let sent = new Set();

export function setUpExchange(acts) {
  ({ send } = acts);
}

// Forgets what was sent, because the last connection may have lost it.
export function forgetSent() {
  sent = new Set();
}

// Returns what the page remembers of the exchange of this kind, `deal` or `lots`, with this id, or `null`.
export const memory = (kind, id) => memories(kind).find((known) => known.id === id) ?? null;

function memories(kind) {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(kind))) ?? [];
  } catch {
    return [];
  }
}

function keep(kind, known) {
  const others = memories(kind).filter(({ id }) => id !== known.id);
  try {
    sessionStorage.setItem(keyOf(kind), JSON.stringify([...others, known].slice(-MOST)));
  } catch {
    // Without storage, the page knows nothing after the game, and says so.
  }
}

// Remembers what the server shows first of the last deal and of the last lots, and answers it.
export function answerExchanges() {
  const { deal, evening } = state;
  if (deal?.id && !deal.repeated) {
    answerExchange("deal", deal);
  }
  if (evening?.lots) {
    answerExchange("lots", evening.lots);
  }
}

function answerExchange(kind, exchange) {
  const { id, asks, waits } = exchange;
  const known = remembering(memory(kind, id) ?? memories(kind).at(-1) ?? null, exchange);
  const seats = state.table?.you.seats ?? [];
  if (asks === "commit") {
    for (const seat of seats.filter((own) => waits.includes(own))) {
      known.own[seat] ??= randomBits();
      answer({ do: "commit", id, seat, commitment: commitToBits(id, seat, known.own[seat]) });
    }
  }
  const giving = mayGive(known, exchange, seats);
  known.given = [...new Set([...known.given, ...giving])];
  keep(kind, known);
  for (const seat of giving) {
    answer({ do: "bits", id, seat, bits: known.own[seat] });
  }
}

function answer(message) {
  const text = JSON.stringify(message);
  if (!sent.has(text)) {
    sent.add(text);
    send(message);
  }
}
