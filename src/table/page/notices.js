// The sentences of the notices that the server sends.

import { words } from "./i18n/index.js";
import { seatName } from "./texts.js";

const SENTENCES = {
  taken_back({ seat, token, agreed }) {
    const names = agreed.map(seatName).join(` ${words("and")} `);
    return words(names ? "notice.taken_back.agreed" : "notice.taken_back", seatName(seat), token, names);
  },
  seat_changed: ({ seat, who }) => words("notice.seat_changed", seat, words(`who.${who}`)),
  begun: ({ how }) => words(`notice.begun.${how}`),
};

export const noticeText = (code, args) => SENTENCES[code]?.(args) ?? words(`notice.${code}`, args?.seat ?? "");
