// The check of a deal or of lots when the secret is shown. The page compares everything with what it saw before.

import { commitToBits, commitToSecret, eventSeed, lotsOrder } from "./arithmetic.js";
import { contradicts } from "./memory.js";
import { continues, dealt } from "./views.js";

// Checks a deal whose secret is shown. `memory` is what the page remembers, `seats` is the number of seats, `events`
// contains the number of tokens before each chance event of the game, and `tokens` the game. Returns `wrong`, a key of
// what is wrong or `null`; `seat`, the seat concerned, if there is one; and `given`, the number of events in the opening,
// which were not checked. Only the rules say which cards follow from a seed, so that the page does not check this.
export function checkDeal(deal, memory, seats, events, tokens) {
  const found = checkNumbers(deal, memory);
  if (found.wrong) {
    return found;
  }
  const all = bitsOf(deal, seats);
  if (deal.draws.some(({ seed }, index) => seed !== eventSeed(deal.id, deal.secret, all, index))) {
    return { wrong: "seed" };
  }
  const drawn = deal.draws.map(({ at }) => at);
  const wanted = events.filter((at) => at >= deal.from);
  const given = events.length - wanted.length;
  if (JSON.stringify(drawn) !== JSON.stringify(wanted)) {
    return { wrong: "events", given };
  }
  const wasShown = (line) => continues(dealt(line), tokens);
  return { wrong: (memory?.views ?? []).every(wasShown) ? null : "shown", given };
}

// Like `checkDeal`, for lots. `order` contains for each seat the player who gets it. Among the seats `open`, the players
// have chosen.
export function checkLots(lots, memory, order, open) {
  const found = checkNumbers(lots, memory);
  if (found.wrong) {
    return found;
  }
  const wanted = lotsOrder(lots.id, lots.secret, bitsOf(lots, order.length));
  const chosen = (players) => players.filter((_, index) => open.includes(index + 1)).sort();
  const drawn = (players) => [players.filter((_, index) => !open.includes(index + 1)), chosen(players)];
  return { wrong: JSON.stringify(drawn(order)) === JSON.stringify(drawn(wanted)) ? null : "order" };
}

// Checks the secret of the server and the bits of the players.
function checkNumbers(exchange, memory) {
  const changed = contradicts(memory, exchange);
  if (changed) {
    return { wrong: changed };
  }
  const { id, shares } = exchange;
  if (commitToSecret(id, exchange.secret) !== exchange.commitment) {
    return { wrong: "commitment" };
  }
  for (const { seat, commitment, bits } of shares) {
    if (!bits || commitToBits(id, seat, bits) !== commitment) {
      return { wrong: "bits", seat };
    }
    if (memory?.id === id && memory.given.includes(seat) && memory.own[seat] !== bits) {
      return { wrong: "own", seat };
    }
  }
  return { wrong: null };
}

// Returns the bits of each seat, or `undefined` for a seat that has given none.
function bitsOf({ shares }, seats) {
  return Array.from({ length: seats }, (_, index) => shares.find(({ seat }) => seat === index + 1)?.bits);
}
