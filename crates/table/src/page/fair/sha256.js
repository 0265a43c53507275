// SHA-256 (FIPS 180-4) and HMAC (RFC 2104). `crypto.subtle` does not exist on a page that plain http has delivered.

const BLOCK = 64;
const PRIMES = firstPrimes(64);
// The first 32 bits of the fractional parts of the cube roots and of the square roots of the first primes.
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count) {
  const primes = [];
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime)) {
      primes.push(number);
    }
  }
  return primes;
}

function fraction(number) {
  return ((number - Math.floor(number)) * 2 ** 32) >>> 0;
}

const rotate = (word, bits) => (word >>> bits) | (word << (32 - bits));

// Returns the digest of a `Uint8Array` as a `Uint8Array`.
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = [...START];
  for (let at = 0; at < padded.length; at += BLOCK) {
    compress(state, view, at);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

// Updates the state with the block at the offset `at`.
function compress(state, view, at) {
  const words = Array.from({ length: 16 }, (_, index) => view.getUint32(at + 4 * index));
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [words[index - 15], words[index - 2]];
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words.push((words[index - 16] + first + words[index - 7] + second) | 0);
  }
  let [a, b, c, d, e, f, g, h] = state;
  words.forEach((word, index) => {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + chosen + ROUNDS[index] + word) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + most;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  });
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] + word) | 0;
  });
}

// Returns HMAC-SHA-256 of a `Uint8Array` as a `Uint8Array`.
export function hmac(key, bytes) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const padded = (mask) => block.map((byte) => byte ^ mask);
  return sha256(join(padded(0x5c), sha256(join(padded(0x36), bytes))));
}

// Returns the concatenation of several `Uint8Array`s.
export function join(...parts) {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
