// What a page remembers of a deal or of lots, and the check when the secret is shown. A server that cheats can change what
// it shows later, so the page compares everything with what it saw before the first event.

import { commitToBits, commitToSecret, eventSeed, lotsOrder } from "./arithmetic.js";

// Returns what to remember after the server has shown a deal or lots. `memory` is what was remembered so far, or `null`. It
// contains what the server showed first: its commitment, the length of the opening, and the commitments of all players.
// `early` is whether the page saw this before the first event; `own` contains the bits of each of its seats, and `given`
// the seats whose bits were sent; `done` is whether the exchange has ended; `before` contains the seats whose bits were
// sent in an exchange that the server did not end but began again, and the number of its players; `lost` contains these
// seats if the server has begun again without one of them, or although no player has left.
export function remembering(memory, { id, commitment, from, shares, asks }) {
  const first = { id, commitment, from, shares: null, early: Boolean(asks), own: {}, given: [], before: begunAgain(memory) };
  const known = memory?.id === id ? memory : first;
  const complete = shares.every((share) => share.commitment);
  const { before } = known;
  const left = before && shares.length < before.players;
  const stay = before?.given.every((seat) => shares.some((share) => share.seat === seat));
  return {
    ...known,
    done: !asks,
    lost: left && stay ? [] : (before?.given ?? []),
    shares: known.shares ?? (complete ? shares.map(({ seat, commitment: own }) => [seat, own]) : null),
  };
}

// Returns what `remembering` calls `before`, if another exchange begins.
function begunAgain(memory) {
  if (!memory || memory.done) {
    return null;
  }
  const { before, given, shares } = memory;
  return given.length ? { given: [...new Set([...(before?.given ?? []), ...given])], players: shares.length } : before;
}

// Returns the seats of `seats` for which this page may send its bits: the server has shown its commitment and those of
// all players, among them the one of this page, and none of them differs from what it showed before.
export function mayGive(memory, deal, seats) {
  if (deal.asks !== "bits" || contradicts(memory, deal)) {
    return [];
  }
  const isOwn = (seat) => {
    const share = deal.shares.find((other) => other.seat === seat);
    return share?.commitment === commitToBits(deal.id, seat, memory.own[seat]);
  };
  return seats.filter((seat) => memory.own[seat] && deal.waits.includes(seat) && isOwn(seat));
}

// Returns what differs from what the server showed before: `commitment`, `opening` or `shares`, or `null`.
function contradicts(memory, { id, commitment, from, shares }) {
  if (memory?.id !== id) {
    return null;
  }
  if (commitment !== memory.commitment) {
    return "commitment";
  }
  if (from !== memory.from) {
    return "opening";
  }
  const now = shares.map(({ seat, commitment: own }) => [seat, own]);
  return memory.shares && JSON.stringify(memory.shares) !== JSON.stringify(now) ? "shares" : null;
}

// Checks a deal whose secret is shown. `memory` is what the page remembers, `seats` is the number of seats, and `events`
// contains the number of tokens before each chance event of the game. Returns `wrong`, a key of what is wrong or `null`;
// `seat`, the seat concerned, if there is one; and `given`, the number of events in the opening, which were not checked.
export function checkDeal(deal, memory, seats, events) {
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
  const wrong = JSON.stringify(drawn) === JSON.stringify(wanted) ? null : "events";
  return { wrong, given: events.length - wanted.length };
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
