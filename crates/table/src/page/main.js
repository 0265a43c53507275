// Entry point of the page: connects the socket, the state and the views.

import { drawActions, setUpActions } from "./actions.js";
import { buildAnalysis, drawAnalysis, follow, isAnalysing, resetRequest, setUpAnalysis } from "./analysis/panel.js";
import { STEP_KEYS, press, setUpSteps, stopRun } from "./board/steps.js";
import { openNew } from "./dialogs/new.js";
import { importFailed, openPosition } from "./dialogs/position.js";
import { openSeat } from "./dialogs/seat.js";
import { openShare } from "./dialogs/share.js";
import { find, icon, later, make } from "./dom.js";
import { setUpExchange } from "./fair/exchange.js";
import { drawDeal } from "./fair/line.js";
import { inUse, titleOf, words } from "./i18n/index.js";
import { handleMessage, setUpMessages } from "./messages.js";
import { drawMoves } from "./moves.js";
import { go, setUpNavigation, travel } from "./navigation.js";
import { handIsCovered } from "./play/cover.js";
import { drawCurtain, setUpCurtain } from "./play/curtain.js";
import { Play } from "./play/play.js";
import { hasLibrary, openLibrary, setUpLibrary } from "./records/library.js";
import { drawRecords } from "./records/list.js";
import { showRules } from "./rules.js";
import { drawClocks, drawSeats } from "./seats.js";
import { setUpSettings } from "./settings.js";
import { connect } from "./socket.js";
import { BoardView } from "./stage/view.js";
import { drawBoard, flip, forceRedraw, resetOrientation, setUpStage, showBest } from "./stage.js";
import { isHost, on, shownAt, shownGame, state, tokens } from "./state.js";
import { isOpen, select, setUpTabs } from "./tabs.js";
import { endShown } from "./texts.js";
import { drawSwitches, setUpSignals } from "./turn/signals.js";
import { drawTitle } from "./turn/turn.js";

const CLOCK_MS = 200;
// The time per move when a recorded game runs by itself.
const RUN_MS = 900;

// The request for the recorded or kept game that was last asked for.
let recordAsked = null;

const socket = connect(handleMessage, changed);
const send = (message) => socket.send(message);
const play = new Play(send, (view) => go(view.at, view.line, true));
const board = new BoardView(find("board"), play.acts());
play.board = board;

function changed({ online, retry }) {
  state.online = online;
  find("connection").hidden = online;
  document.body.classList.toggle("offline", !online);
  if (!online) {
    resetRequest();
    play.refused();
    play.refresh();
    const lost = words("offline", Math.max(1, Math.round(retry / 1000)));
    find("connection-text").textContent = lost;
    importFailed(lost);
  }
}

// ---- drawing ----

const drawMoveList = later(drawMoves);

const drawPanels = later(() => {
  drawCurtain();
  drawFrame();
  if (state.table || state.record) {
    drawSeats({ seat: (seat) => openSeat(seat, send), restart, take, back });
    drawMoves();
    drawDeal();
    drawActions();
    follow();
    drawAnalysis();
  }
});

function drawAll() {
  drawBoard();
  drawPanels();
}

const restart = (seat) => send({ do: "restart", seat });

const back = (seat) => send({ do: "standin", seat, on: false });

function take(seat) {
  const person = { who: "here", name: words("player", seat), engine: null, skill: null, movetime: null, nodes: null };
  send({ do: "seat", seat, ...person });
}

// Updates the title, the banner and the controls that depend on the role of this browser and on the game.
function drawFrame() {
  const { record, table, hello } = state;
  const name = shownGame();
  find("game-name").textContent = name ? titleOf(name) : "";
  drawTitle();
  drawSwitches();
  document.body.classList.toggle("hands", table?.board?.hands?.length > 1 && !record);
  find("banner").hidden = !record;
  if (record) {
    find("banner-text").textContent = `${record.names.join(" \u2013 ")}. ${endShown(record.result, record.reason)}.`;
  }
  find("new-game").hidden = !isHost();
  find("open-share").hidden = !isHost();
  find("tab-records").hidden = hello?.records === false && !hasLibrary();
  find("token-form").hidden = Boolean(record) || !table?.you.seats.length;
  find("run").hidden = !record;
  find("try").hidden = Boolean(record) || Boolean(state.view?.trying);
}

function drawRecordList() {
  drawRecords((source, id) => openRecord({ do: "record", source, id }));
}

function openRecord(request) {
  recordAsked = request;
  send(request);
}

function openGames() {
  openLibrary();
  if (state.hello?.records !== false) {
    send({ do: "records" });
  }
  drawRecordList();
}

function opened(name) {
  if (name === "rules") {
    showRules();
  }
  if (name === "records") {
    openGames();
  }
  drawPanels();
}

// Tells the server in which language the page speaks.
const speak = () => send({ do: "language", language: inUse() });

// Redraws everything after a change of language. The live analysis ends, because its controls are rebuilt.
function languageChanged() {
  forceRedraw();
  if (isAnalysing()) {
    send({ do: "analyse", stop: true });
  }
  speak();
  if (state.record) {
    send(recordAsked);
  }
  buildAnalysis();
  if (isOpen("rules")) {
    showRules();
  }
  if (isOpen("records")) {
    openGames();
  }
  drawAll();
}

// ---- keyboard and forms ----

function key(event) {
  if (handIsCovered() || document.querySelector("dialog[open]")) {
    return;
  }
  if (event.key === "Escape") {
    if (play.selection.empty && state.view && !state.record) {
      go(state.table.at, []);
    } else {
      play.back();
    }
    return;
  }
  press(event, { ...STEP_KEYS, f: () => find("flip").click(), h: () => find("hint").click() });
}

function typed(event) {
  event.preventDefault();
  const input = find("token");
  const right = play.typed(input.value);
  input.setAttribute("aria-invalid", String(!right));
  if (right) {
    input.value = "";
  }
}

function listTokens() {
  find("token-list").replaceChildren(
    ...(play.legal ?? []).slice(0, 200).map(({ token }) => make("option", { value: token })),
  );
}

// Clears the typed move and the suggested moves, which belong to the previous player at a shared screen.
function forgetTyped() {
  find("token").value = "";
  find("token").removeAttribute("aria-invalid");
  find("token-list").replaceChildren();
}

const CLICKS = {
  "new-game": () => openNew(send),
  "open-position": () => state.table && openPosition(send),
  "open-share": () => openShare(send),
  reconnect: () => socket.retry(),
  "close-record": () => {
    stopRun();
    state.record = null;
    resetOrientation();
    drawAll();
  },
  "back-to-game": () => go(state.table.at, []),
  try: () => go(state.view?.at ?? state.table.at, state.view?.line ?? [], true),
};

// ---- start ----

for (const element of document.querySelectorAll("[data-icon]")) {
  element.prepend(icon(element.dataset.icon));
}
for (const [id, act] of Object.entries(CLICKS)) {
  find(id).addEventListener("click", act);
}
setUpStage(play, board);
setUpNavigation({ send, draw: drawAll });
setUpSteps({
  at: shownAt,
  count: () => tokens().length,
  delay: () => RUN_MS,
  go: travel,
  ran: (runs) => find("run").replaceChildren(icon(runs ? "pause" : "play")),
});
setUpExchange({ send });
setUpMessages({ play, drawPanels, drawMoveList, drawRecordList, speak });
setUpCurtain(drawAll);
setUpActions({
  send,
  flip: () => {
    flip();
    drawAll();
  },
});
setUpAnalysis({ send, go, arrows: showBest });
setUpTabs(opened);
setUpLibrary({ send, open: (id) => openRecord({ do: "game", id }) });
setUpSettings(languageChanged);
setUpSignals();
find("token-form").addEventListener("submit", typed);
find("token").addEventListener("focus", listTokens);
document.addEventListener("keydown", key);
on("covered", forgetTyped);
setInterval(drawClocks, CLOCK_MS);
select("moves");
