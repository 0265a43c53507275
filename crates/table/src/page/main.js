// Starts the page: joins the connection, what is known, and the parts that show it. Knows no game.

import { drawActions, setUpActions } from "./actions.js";
import { buildAnalysis, drawAnalysis, follow, forget, isAnalysing, setUpAnalysis } from "./analysis/panel.js";
import { note } from "./announce.js";
import { openNew } from "./dialogs/new.js";
import { notEntered, openPosition } from "./dialogs/position.js";
import { openSeat } from "./dialogs/seat.js";
import { openShare } from "./dialogs/share.js";
import { find, icon, later, make } from "./dom.js";
import { titleOf, words } from "./i18n/index.js";
import { go, setUpJourney, step } from "./journey.js";
import { listen, setUpMessages } from "./messages.js";
import { drawMoves, tokens } from "./moves.js";
import { handIsCovered } from "./play/cover.js";
import { drawCurtain, setUpCurtain } from "./play/curtain.js";
import { Play } from "./play/play.js";
import { drawRecords } from "./records/list.js";
import { closeRecord, toggleRun } from "./records/replay.js";
import { showRules } from "./rules.js";
import { drawClocks, drawSeats } from "./seats.js";
import { setUpSettings } from "./settings.js";
import { connect } from "./socket.js";
import { BoardView } from "./stage/view.js";
import { drawBoard, flip, redraw, setUpStage, showBest, straighten } from "./stage.js";
import { isHost, on, state } from "./state.js";
import { isOpen, select, setUpTabs } from "./tabs.js";
import { endShown } from "./texts.js";

const CLOCK_MS = 200;

const socket = connect(listen, changed);
const send = (message) => socket.send(message);
const play = new Play(send, (view) => go(view.at, view.line, true));
const board = new BoardView(find("board"), play.acts());
play.board = board;

function changed({ online, retry }) {
  state.online = online;
  find("connection").hidden = online;
  document.body.classList.toggle("offline", !online);
  if (!online) {
    forget();
    play.refused();
    const lost = words("offline", Math.max(1, Math.round(retry / 1000)));
    find("connection-text").textContent = lost;
    notEntered(lost);
  }
}

// ---- drawing ----

const moves = later(() => drawMoves(go));

const rest = later(() => {
  drawCurtain();
  drawFrame();
  if (state.table || state.record) {
    drawSeats({ seat: (seat) => openSeat(seat, send), restart: (seat) => send({ do: "restart", seat }), take });
    drawMoves(go);
    drawActions();
    follow();
    drawAnalysis();
  }
});

function drawAll() {
  drawBoard();
  rest();
}

function take(seat) {
  const person = { who: "here", name: words("player", seat), engine: null, skill: null, movetime: null, nodes: null };
  send({ do: "seat", seat, ...person });
}

// What is shown of the page for this one and this game.
function drawFrame() {
  const { record, table, hello } = state;
  const name = record?.game ?? state.game?.game;
  find("game-name").textContent = name ? titleOf(name) : "";
  document.title = name ? `${titleOf(name)} \u00b7 speltafel` : "speltafel";
  document.body.classList.toggle("hands", Boolean(table?.board?.hands?.length) && !record);
  find("banner").hidden = !record;
  if (record) {
    find("banner-text").textContent = `${record.names.join(" \u2013 ")}. ${endShown(record.result, record.reason)}.`;
  }
  find("new-game").hidden = !isHost();
  find("open-share").hidden = !isHost();
  find("tab-records").hidden = hello?.records === false;
  find("token-form").hidden = Boolean(record) || !table?.you.seats.length;
  find("run").hidden = !record;
  find("try").hidden = Boolean(record) || Boolean(state.view?.trying);
}

function records() {
  drawRecords((source, id) => send({ do: "record", source, id }));
}

function opened(name) {
  if (name === "rules") {
    showRules();
  }
  if (name === "records") {
    send({ do: "records" });
    records();
  }
  rest();
}

// Everything in another language.
function spoken() {
  redraw();
  find("moves").dataset.of = "";
  if (isAnalysing()) {
    send({ do: "analyse", stop: true });
  }
  buildAnalysis();
  if (isOpen("rules")) {
    showRules();
  }
  if (isOpen("records")) {
    records();
  }
  drawAll();
}

// ---- keyboard and forms ----

function key(event) {
  const field = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.ctrlKey || event.altKey || event.metaKey || handIsCovered() || document.querySelector("dialog[open]")) {
    return;
  }
  if (event.key === "Escape") {
    if (play.selection.empty && state.view) {
      go(state.table.at, []);
    } else {
      play.back();
    }
    return;
  }
  const acts = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => go(0, []),
    End: () => go(tokens().length, []),
    f: () => find("flip").click(),
    h: () => find("hint").click(),
  };
  if (!field && acts[event.key]) {
    event.preventDefault();
    acts[event.key]();
  }
}

function typed(event) {
  event.preventDefault();
  const input = find("token");
  const right = play.typed(input.value);
  input.setAttribute("aria-invalid", String(!right));
  if (right) {
    input.value = "";
  } else if (input.value.trim()) {
    note(words("token.wrong", input.value.trim()), "error");
  }
}

function listTokens() {
  find("token-list").replaceChildren(
    ...(play.legal ?? []).slice(0, 200).map(({ token }) => make("option", { value: token })),
  );
}

// What was typed, and the moves to choose from, are those of somebody who has left the screen.
function forgetTyped() {
  find("token").value = "";
  find("token").removeAttribute("aria-invalid");
  find("token-list").replaceChildren();
}

const CLICKS = {
  "new-game": () => openNew(send),
  "open-position": () => state.table && openPosition(send),
  "open-share": openShare,
  reconnect: () => socket.retry(),
  "close-record": () => {
    closeRecord();
    straighten();
    drawAll();
  },
  "go-first": () => go(0, []),
  "go-previous": () => step(-1),
  "go-next": () => step(1),
  "go-last": () => go(tokens().length, []),
  "back-to-game": () => go(state.table.at, []),
  run: () => toggleRun(drawAll),
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
setUpJourney({ send, draw: drawAll });
setUpMessages({ play, rest, moves, records });
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
setUpSettings(spoken);
find("slider").addEventListener("input", (event) => go(Number(event.target.value), []));
find("token-form").addEventListener("submit", typed);
find("token").addEventListener("focus", listTokens);
document.addEventListener("keydown", key);
on("covered", forgetTyped);
setInterval(drawClocks, CLOCK_MS);
select("moves");
