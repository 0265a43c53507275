// The texts of the server's notices.

import { words } from "./i18n/index.js";
import { orderText } from "./evening/texts.js";
import { seatName } from "./texts.js";

const SENTENCES = {
  taken_back({ seat, token, agreed }) {
    const names = agreed.map(seatName).join(` ${words("and")} `);
    const what = token === "resign" ? "notice.taken_back.resign" : "notice.taken_back";
    return words(names ? `${what}.agreed` : what, seatName(seat), token, names);
  },
  seat_changed: ({ seat, who }) => words("notice.seat_changed", seat, words(`who.${who}`)),
  lots_drawn: () => orderText() || words("notice.lots_drawn"),
  begun: (how) => words(`notice.begun.${how}`),
};

export const noticeText = (code, args) => SENTENCES[code]?.(args) ?? words(`notice.${code}`, args ?? "");
