// Engines that stand in for players who are away.

import { note } from "./announce.js";
import { capital, words } from "./i18n/index.js";
import { lastChoice } from "./play/news.js";
import { saidAtTable, seatName } from "./texts.js";

// Says where an engine has begun or ceased to play for a player.
export function noteStandIns(before, message) {
  for (const { seat, who, stand_in: now } of message.seats) {
    const old = before?.seats[seat - 1];
    if (old && old.who === who && old.stand_in !== now) {
      note(words(now ? "stand_in.begun" : "stand_in.ended", seatName(seat)));
    }
  }
}

// Says what an engine has played for the players of this page since their last own move.
export function noteStoodIn(table) {
  const { you, stood_in: marked, facts } = table;
  const last = lastChoice(table, you.seats);
  const played = marked.filter(({ at, seat }) => at > last && you.seats.includes(seat));
  if (played.length) {
    note(words("stand_in.played", played.map(({ at }) => capital(saidAtTable(facts[at]?.words))).join("; ")));
  }
}
