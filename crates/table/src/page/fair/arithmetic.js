// The digests and seeds of a fair deal. Ids, secrets, bits and commitments are hexadecimal text, as in the messages.

import { hmac, join, sha256 } from "./sha256.js";

const BITS = 16;

const text = (word) => new TextEncoder().encode(word);
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hex = (array) => Array.from(array, (byte) => byte.toString(16).padStart(2, "0")).join("");

// Returns the server's commitment to its secret.
export const commitToSecret = (id, secret) => hex(sha256(join(text("speltafel-deal-1"), bytes(id), bytes(secret))));

// Returns a player's commitment to bits. Seats are counted from 1.
export const commitToBits = (id, seat, bits) =>
  hex(sha256(join(text("speltafel-bits-1"), bytes(id), Uint8Array.of(seat), bytes(bits))));

// Returns the seed of the event with the zero-based index `event`, in decimal. `bits` contains the bits of each seat, or
// nothing for a seat that has given none.
export function eventSeed(id, secret, bits, event) {
  const number = new DataView(new ArrayBuffer(8));
  number.setBigUint64(0, BigInt(event));
  const all = bits.map((own) => (own ? bytes(own) : new Uint8Array(BITS)));
  const digest = hmac(bytes(secret), join(bytes(id), ...all, new Uint8Array(number.buffer)));
  return String(new DataView(digest.buffer).getBigUint64(0));
}

// Returns the lots for the seats: for each seat, the player who gets it, a player being called after the own seat. `bits`
// is as in `eventSeed`.
export function lotsOrder(id, secret, bits) {
  const order = bits.map((_, index) => index + 1);
  for (let last = bits.length - 1; last > 0; last -= 1) {
    const seed = BigInt(eventSeed(id, secret, bits, bits.length - 1 - last));
    const other = Number(seed % BigInt(last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

// Returns new random bits.
export const randomBits = () => hex(crypto.getRandomValues(new Uint8Array(BITS)));
