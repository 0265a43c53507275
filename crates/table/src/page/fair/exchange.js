// This browser's part in fair deals: it sends a commitment to random bits for each of its seats, and later the bits.

import { state } from "../state.js";
import { commitToBits, randomBits } from "./arithmetic.js";
import { mayGive, remembering } from "./check.js";

// What the page remembers of the last deal is kept when the page is loaded again, but no other page gets it.
const KEY = "speltafel.deal";

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

// Returns what the page remembers of the last deal in which it took part or that it has seen, or `null`.
export function memory() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

function keep(known) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // Without storage, the page knows nothing after the game, and says so.
  }
}

// Remembers what a message `deal` shows first, and answers it.
export function answerDeal() {
  const { deal, table } = state;
  if (!deal?.id || deal.repeated) {
    return;
  }
  const known = remembering(memory(), deal);
  const seats = table?.you.seats ?? [];
  if (deal.asks === "commit") {
    for (const seat of seats.filter((own) => deal.waits.includes(own))) {
      known.own[seat] ??= randomBits();
      answer({ do: "commit", id: deal.id, seat, commitment: commitToBits(deal.id, seat, known.own[seat]) });
    }
  }
  const giving = mayGive(known, deal, seats);
  known.given = [...new Set([...known.given, ...giving])];
  keep(known);
  for (const seat of giving) {
    answer({ do: "bits", id: deal.id, seat, bits: known.own[seat] });
  }
}

function answer(message) {
  const text = JSON.stringify(message);
  if (!sent.has(text)) {
    sent.add(text);
    send(message);
  }
}
