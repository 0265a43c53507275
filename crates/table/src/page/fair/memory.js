// What a page remembers of a deal or of lots. A server that cheats can change later what it shows, so the page keeps what
// it saw first, and compares.

import { commitToSecret } from "./arithmetic.js";
import { cut, eventsAfter, tokensOf, watching, withoutTakenBack } from "./views.js";

// Returns what to remember after the server has shown an exchange. `memories` contains what was remembered of this and
// other exchanges, the last one at the end. `view` contains what the page shows of the table, or `null` for lots.
//
// `shares` are the first complete list of seats and commitments; `early` is whether the page saw the exchange before it
// ended; `own` contains the bits of each own seat, and `given` the seats whose bits were sent; `tries` are the exchanges
// before for which bits were sent and of which the page saw no outcome; `again` are the exchanges that were broken off;
// `agreed` is the number of tries to which the player has agreed; `lost` contains the seats without which the server began
// again, although it knew their bits, or all of them if no player has left; `used` is whether the outcome was seen
// (an event of a deal, the secret of lots), and `shown` whether the secret was; `opening` are the position lines before
// the deal, and `views` the last ones.
export function remembering(memories, exchange, view = null) {
  const { id, commitment, from, shares, asks, secret } = exchange;
  const first = { id, commitment, from, shares: null, early: Boolean(asks), own: {}, given: [], agreed: 0 };
  const fresh = () => ({ ...first, tries: triesBefore(memories), used: false, shown: false, views: [] });
  const known = memories.find((other) => other.id === id) ?? fresh();
  const began = Boolean(asks) && isComplete(shares);
  const drawn = Boolean(view) && !asks && eventsAfter(view.lines, from);
  const opening = known.opening ?? (began && view ? openingOf(view, from) : null);
  const isShown = known.shown || (Boolean(secret) && commitToSecret(id, secret) === known.commitment);
  const watched = view && opening ? view.lines : [];
  return {
    ...known,
    shares: known.shares ?? (isComplete(shares) ? listOf(shares) : null),
    again: known.again ?? exchangesBefore(known, exchange),
    lost: lostBy(memories.filter((other) => known.tries.includes(other.id)), shares),
    used: known.used || drawn || (!view && isShown),
    shown: isShown,
    opening,
    table: known.table ?? (opening && { game: view.game, options: view.options, names: view.names }),
    views: watched.reduce(isShown ? withoutTakenBack : watching, known.views),
  };
}

// The number of exchanges that a page remembers beside those that count as tries.
const MOST = 20;

// Returns what to remember together with `known`. A server cannot make the page forget the exchanges that count as
// tries by beginning many others.
export function keeping(memories, known) {
  const isNew = memories.every(({ id }) => id !== known.id);
  // They stay in the order in which they were seen first, whatever the server shows again.
  const all = isNew ? [...memories, known] : memories.map((other) => (other.id === known.id ? known : other));
  const tries = triesBefore(all);
  const spare = all.filter(({ id }) => id !== known.id && !tries.includes(id)).slice(0, -MOST);
  return all.filter((other) => !spare.includes(other));
}

// Returns whether all players have committed.
const isComplete = (shares) => shares.every((share) => share.commitment);

const listOf = (shares) => shares.map(({ seat, commitment }) => [seat, commitment]);

// Returns the ids of the last exchanges for which the page has sent bits, and of which it has seen no outcome.
function triesBefore(memories) {
  const played = memories.filter(({ given }) => given.length);
  return played.slice(played.findLastIndex(({ used }) => used) + 1).map(({ id }) => id);
}

// Returns the exchanges that were broken off before this one, also those that the server does not name.
function exchangesBefore({ tries }, { again = [] }) {
  const hidden = tries.filter((id) => !again.some((broken) => broken.id === id));
  return [...hidden.map((id) => ({ id, left: [] })), ...again];
}

// Returns the seats that were left out, or whose bits were for nothing although nobody has left. `before` contains the
// exchanges for which the page has sent bits.
function lostBy(before, shares) {
  const seats = shares.map(({ seat }) => seat);
  const given = [...new Set(before.flatMap((other) => other.given))];
  const left = (before.at(-1)?.shares ?? []).some(([seat]) => !seats.includes(seat));
  return left && given.every((seat) => seats.includes(seat)) ? [] : given;
}

// Returns the position lines before the deal, or `null` while the page shows another game or an event.
function openingOf({ lines }, from) {
  const ready = lines.length && lines.every((line) => tokensOf(line).length >= from) && !eventsAfter(lines, from);
  return ready ? lines.map((line) => cut(line, from)) : null;
}

// Returns what differs from what the server showed before: `commitment`, `opening`, `shares` or `again`, or `null`.
export function contradicts(memory, exchange) {
  if (memory?.id !== exchange.id) {
    return null;
  }
  const differs = (one, other) => JSON.stringify(one) !== JSON.stringify(other);
  if (exchange.commitment !== memory.commitment) {
    return "commitment";
  }
  // Lots have no opening.
  if ((exchange.from ?? null) !== (memory.from ?? null)) {
    return "opening";
  }
  if (memory.shares && differs(memory.shares, listOf(exchange.shares))) {
    return "shares";
  }
  return differs(memory.again, exchangesBefore(memory, exchange)) ? "again" : null;
}
