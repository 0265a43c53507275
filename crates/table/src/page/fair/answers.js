// What a page answers in an exchange: commitments to random bits, and later the bits.

import { commitToBits, randomBits } from "./arithmetic.js";
import { contradicts, remembering } from "./memory.js";

// The number of exchanges that were broken off before the player is asked. A server that knows the bits of all could begin
// again until it likes the outcome.
const PATIENCE = 2;

// Returns what to remember of an exchange, `known`, and the messages to send. The page plays for `seats`;
// `memories` and `view` are as for `remembering`.
export function answering(memories, exchange, seats, view = null) {
  const known = remembering(memories, exchange, view);
  const { id, asks, waits } = exchange;
  const open = asks === "commit" ? seats.filter((seat) => waits.includes(seat)) : [];
  const own = { ...Object.fromEntries(open.map((seat) => [seat, randomBits()])), ...known.own };
  const giving = mayGive({ ...known, own }, exchange, seats);
  return {
    known: { ...known, own, given: [...new Set([...known.given, ...giving])] },
    messages: [
      ...open.map((seat) => ({ do: "commit", id, seat, commitment: commitToBits(id, seat, own[seat]) })),
      ...giving.map((seat) => ({ do: "bits", id, seat, bits: own[seat] })),
    ],
  };
}

// Returns the seats of `seats` for which this page may send its bits: the server has shown its commitment and those of
// all players, among them the one of this page, and the page has kept them. None of them differs from what the server
// showed before, nobody has come back who had left, and the player need not agree first.
export function mayGive(memory, exchange, seats) {
  const { id, asks, waits, shares, from } = exchange;
  const isKept = memory.shares && (from === undefined || memory.opening);
  const out = memory.again.at(-1)?.left ?? [];
  if (asks !== "bits" || !isKept || contradicts(memory, exchange) || shares.some(({ seat }) => out.includes(seat))) {
    return [];
  }
  const isOwn = (seat) => {
    const share = shares.find((other) => other.seat === seat);
    return share?.commitment === commitToBits(id, seat, memory.own[seat]);
  };
  const own = seats.filter((seat) => memory.own[seat] && waits.includes(seat) && isOwn(seat));
  return mustAgree(memory) ? [] : own;
}

// Returns whether the player must agree before the page sends bits again.
export const mustAgree = ({ tries, agreed }) => tries.length >= PATIENCE && agreed < tries.length;
