// Handlers for messages from the server.

import { buildAnalysis, refused, resetRequest } from "./analysis/panel.js";
import { announce, clearAnnouncements, note } from "./announce.js";
import { stopRun } from "./board/steps.js";
import { importFailed, importSucceeded, showExport } from "./dialogs/position.js";
import { showCode } from "./dialogs/share.js";
import { showCreated, showTables } from "./dialogs/tables.js";
import { readyText } from "./evening/texts.js";
import { capital, known, words } from "./i18n/index.js";
import { answerExchanges, forgetSent, watchTable } from "./fair/exchange.js";
import { requestView } from "./navigation.js";
import { noticeText } from "./notices.js";
import { saveGame, showGames } from "./records/library.js";
import { clearTable, cover, mayHandle, setTable } from "./play/cover.js";
import { drawCurtain } from "./play/curtain.js";
import { setAbsences, setClocks } from "./seats.js";
import { noteStandIns, noteStoodIn } from "./stand_in.js";
import { drawArrows, drawBoard, resetOrientation } from "./stage.js";
import { emit, infoOf, keyOf, on, state } from "./state.js";
import { isOpen, select } from "./tabs.js";
import { resultText, said, saidAtTable, seatName } from "./texts.js";
import { setTurn } from "./turn/turn.js";

let page = null;
// Whether the server has just sent `hello`, at a new connection or before another game.
let connects = false;

// `parts` contains `play` and the functions `drawPanels`, `drawMoveList`, `drawRecordList` and `speak`.
export function setUpMessages(parts) {
  page = parts;
  on("covered", forgetHand);
}

export function handleMessage(message) {
  if (mayHandle(message)) {
    HANDLERS[message.is]?.(message);
  }
}

const HANDLERS = {
  hello(message) {
    state.hello = message;
    connects = true;
    page.speak();
    forgetSent();
    document.body.dataset.role = message.you.role;
    resetRequest();
    buildAnalysis();
    page.drawPanels();
  },
  game(message) {
    const before = state.game;
    cover();
    state.game = message;
    state.deal = null;
    withFaces(message);
    importSucceeded();
    if (JSON.stringify(before) !== JSON.stringify(message)) {
      forgetGame();
      resetOrientation();
    }
    emit("game");
  },
  table,
  deal(message) {
    state.deal = message;
    answerExchanges();
    drawBoard();
    page.drawPanels();
  },
  clock: setClocks,
  evening(message) {
    const before = readyText();
    state.evening = message;
    answerExchanges();
    emit("evening");
    const ready = readyText();
    if (ready && ready !== before) {
      announce(ready);
    }
    page.drawPanels();
  },
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
    page.drawPanels();
  },
  analysis(message) {
    state.analysis = message;
    emit("analysis");
  },
  review(message) {
    state.review = message;
    emit("review");
    page.drawMoveList();
  },
  records(message) {
    state.records = message;
    if (isOpen("records")) {
      page.drawRecordList();
    }
  },
  record(message) {
    stopRun();
    withFaces(message);
    // The same game comes again in another language.
    const again = state.record?.id === message.id;
    state.record = { ...message, at: again ? state.record.at : 0 };
    resetOrientation();
    select("moves");
    drawBoard();
    page.drawPanels();
  },
  why({ token, words: why }) {
    note(said(why) || words("token.wrong", token), "error");
  },
  games: showGames,
  export: (message) => (message.id === null ? showExport(message) : saveGame(message)),
  links(message) {
    state.links = message;
    emit("links");
  },
  code: showCode,
  tables: showTables,
  created: showCreated,
  notice({ code, args }) {
    if (code === "link_ended") {
      // The server answers with a page that says so.
      location.reload();
      return;
    }
    if (code === "table_deleted") {
      location.assign("/");
      return;
    }
    note(noticeText(code, args));
  },
  error({ code, text, about }) {
    if (about === "move") {
      page.play.refused();
    }
    // Another browser of the seat was first, or the exchange has begun again.
    if (about === "commit" || about === "bits") {
      return;
    }
    // Prefer the text for this code and request to that for the code alone.
    const own = `error.${about}.${code}`;
    const sentence = words(known(own) ? own : `error.${code}`, text);
    if (about === "analyse" || about === "review") {
      refused(sentence, code);
    } else if ((about === "setup" || about === "import") && importFailed(sentence)) {
      // The dialog for positions shows the error.
    } else {
      note(sentence, "error");
    }
  },
};

// Adds what is written on the cards to the cells, where the pictures of cards look it up.
function withFaces({ game, cells }) {
  cells.face = infoOf(game)?.face;
}

function table(message) {
  const before = setTable(message);
  // A new connection learns of the deal before it learns which seats it has.
  watchTable(message);
  setTurn(message);
  forgetPositions(before, message);
  setClocks(state.table.clock);
  setAbsences(message.seats);
  // After the player's own move, show the current position.
  if (page.play.pending) {
    state.view = null;
  }
  drawBoard();
  drawCurtain();
  announceChanges(before, state.table);
  noteStandIns(before, state.table);
  if (connects) {
    noteStoodIn(state.table);
  }
  connects = false;
  requestView();
  page.drawPanels();
}

// Returns whether the tokens of `message` begin with those of `before`. A token of `before` with hidden cards (`?`)
// matches any token.
const continues = (before, message) =>
  before.at <= message.at && before.tokens.every((token, at) => token === message.tokens[at] || token.includes("?"));

function forgetPositions(before, message) {
  if (!before) {
    return;
  }
  const on = continues(before, message);
  if (before.you.viewer !== message.you.viewer || before.language !== message.language || !on) {
    state.looks.clear();
  }
  // What an engine said is not shown while nobody may ask it.
  if (!on || !message.you.analysis) {
    state.winChances.clear();
  }
  if (!on) {
    state.review = null;
    state.view = state.view && state.view.at <= message.at ? state.view : null;
  }
}

// Discards what only the previous player at a shared screen was allowed to see.
function forgetHand() {
  state.view = null;
  state.looks.clear();
  state.winChances.clear();
  state.hint = null;
  state.analysis = null;
  clearAnnouncements();
}

function forgetGame() {
  clearTable();
  state.view = null;
  state.looks.clear();
  state.winChances.clear();
  state.review = null;
  state.hint = null;
}

function announceChanges(before, message) {
  for (let at = before ? before.at : message.at; at < message.at; at += 1) {
    const said = saidAtTable(message.facts[at]?.words);
    const seat = message.movers[at];
    announce(seat ? `${seatName(seat)}: ${said}` : capital(said));
  }
  if (message.over && !before?.over) {
    announce(resultText(message));
  }
  for (const { at, seat } of before ? message.notes : []) {
    if (at >= before.at) {
      announce(words("forced", seatName(seat), saidAtTable(message.facts[at]?.words)));
    }
  }
}
