// What each message of the server changes. Knows no element but those it calls.

import { buildAnalysis, forget, refused } from "./analysis/panel.js";
import { announce, hush, note } from "./announce.js";
import { entered, notEntered, showExport } from "./dialogs/position.js";
import { known, words } from "./i18n/index.js";
import { want } from "./journey.js";
import { eventText, heard } from "./moves.js";
import { clearTable, cover, deal, mayHear } from "./play/cover.js";
import { noticeText } from "./notices.js";
import { drawCurtain } from "./play/curtain.js";
import { openRecord } from "./records/replay.js";
import { clocksOf, setClocks } from "./seats.js";
import { drawArrows, drawBoard, straighten } from "./stage.js";
import { emit, keyOf, on, seatOf, state } from "./state.js";
import { isOpen, select } from "./tabs.js";
import { resultText, seatName } from "./texts.js";

let page = null;

// `parts`: play; rest(), moves(), records() draw.
export function setUpMessages(parts) {
  page = parts;
  on("covered", forgetHand);
}

export function listen(message) {
  if (mayHear(message)) {
    HANDLERS[message.is]?.(message);
  }
}

const HANDLERS = {
  hello(message) {
    state.hello = message;
    document.body.dataset.role = message.you.role;
    forget();
    buildAnalysis();
    page.rest();
  },
  game(message) {
    const before = state.game;
    cover();
    state.game = message;
    entered();
    if (JSON.stringify(before) !== JSON.stringify(message)) {
      forgetGame();
      straighten();
    }
  },
  table,
  clock: ({ left, running }) => setClocks(left, running),
  hint(message) {
    state.hint = message;
    emit("hint");
    drawArrows();
  },
  look(message) {
    if (message.error) {
      note(`${words("error.look")} ${message.error}`, "error");
      state.view = null;
    } else {
      state.looks.set(keyOf(message.at, message.tries), { ...message, line: message.tries, text: message.line });
    }
    drawBoard();
    page.rest();
  },
  analysis(message) {
    state.analysis = message;
    emit("analysis");
  },
  review(message) {
    state.review = message;
    emit("review");
    page.moves();
  },
  records(message) {
    state.records = message;
    if (isOpen("records")) {
      page.records();
    }
  },
  record(message) {
    openRecord(message);
    straighten();
    select("moves");
    drawBoard();
    page.rest();
  },
  export: showExport,
  notice: ({ code, args }) => note(noticeText(code, args)),
  error({ code, text, about }) {
    if (about === "move") {
      page.play.refused();
    }
    // What is wrong with a text is said by the server alone.
    const own = `error.${about}.${code}`;
    const said = known(own) ? words(own) : known(`error.${code}`) ? words(`error.${code}`, text ?? "") : text || code;
    if (about === "analyse" || about === "review") {
      refused(said, code);
    } else if ((about === "setup" || about === "import") && notEntered(said)) {
      // The dialog says it.
    } else {
      note(said, "error");
    }
  },
};

function table(message) {
  performance.clearMarks("heard");
  performance.mark("heard");
  const before = deal(message);
  forgetPositions(before, message);
  heard(state.table);
  clocksOf(state.table);
  // A move that was played is seen at once by the one who played it.
  if (page.play.pending) {
    state.view = null;
  }
  drawBoard();
  if (performance.getEntriesByName("clicked").length) {
    performance.measure("click to drawn move", "clicked");
    performance.measure("heard to drawn move", "heard");
    performance.clearMarks("clicked");
  }
  drawCurtain();
  tell(before, state.table);
  want();
  page.rest();
}

// Do the tokens of `message` go on where those of `before` ended?
const goesOn = (before, message) =>
  before.at <= message.at && before.tokens.every((token, at) => token === message.tokens[at] || token.includes("?"));

function forgetPositions(before, message) {
  if (!before) {
    return;
  }
  const on = goesOn(before, message);
  if (before.you.viewer !== message.you.viewer || !on) {
    state.looks.clear();
  }
  if (!on) {
    state.shares.clear();
    state.review = null;
    state.view = state.view && state.view.at <= message.at ? state.view : null;
  }
}

// Nothing stays of what somebody saw who has left the screen.
function forgetHand() {
  state.view = null;
  state.looks.clear();
  state.shares.clear();
  state.hint = null;
  state.analysis = null;
  hush();
}

function forgetGame() {
  clearTable();
  state.view = null;
  state.looks.clear();
  state.shares.clear();
  state.review = null;
  state.hint = null;
}

function tell(before, message) {
  for (let at = before ? before.at : message.at; at < message.at; at += 1) {
    const token = message.tokens[at] ?? "";
    const seat = message.movers?.[at] ?? seatOf(before.turn);
    announce(token.startsWith("!") ? eventText(token) : seat ? `${seatName(seat)}: ${token}` : token);
  }
  if (message.over && !before?.over) {
    announce(resultText(message));
  }
  for (const one of before ? (message.notes ?? []) : []) {
    if (one.code === "forced" && one.at >= before.at) {
      announce(words(one.code, seatName(one.seat), message.tokens[one.at] ?? ""));
    }
  }
}
