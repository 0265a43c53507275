// Starts the page: joins the connection, what is known, and the parts that show it. Knows no game.

import { build as buildAnalysis, drawAnalysis, follow, forget, isAnalysing, refused, setUpAnalysis } from "./analysis/panel.js";
import { announce, note } from "./announce.js";
import { homeward, windowOf } from "./board/geometry.js";
import { publish } from "./board/palette.js";
import { BoardView } from "./board/view.js";
import { drawActions, setUpActions } from "./actions.js";
import { openNew } from "./dialogs/new.js";
import { openPosition, showExport } from "./dialogs/position.js";
import { openSeat } from "./dialogs/seat.js";
import { openShare } from "./dialogs/share.js";
import { find, icon, later } from "./dom.js";
import { LANGUAGES, choose, inUse, known, titleOf, translate, words } from "./i18n/index.js";
import { drawMoves, heard, tokens } from "./moves.js";
import { drawCurtain, setUpCurtain } from "./play/curtain.js";
import { Play } from "./play/play.js";
import { drawRecords } from "./records/list.js";
import { closeRecord, openRecord, stopRun, toggleRun } from "./records/replay.js";
import { showRules } from "./rules.js";
import { clocksOf, drawClocks, drawSeats, setClocks } from "./seats.js";
import { cells, emit, isHost, keyOf, remember, remembered, seatOf, shown, state } from "./state.js";
import { connect } from "./socket.js";
import { resultText, seatName } from "./texts.js";

let looks = 0;
let drawnAt = -1;
let drawnOf = null;
let quarters = 0;
// Was the board turned by hand? Then it stays so for the game.
let turned = false;
let turnedFor = null;
let best = [];
const socket = connect(listen, changed);
const send = (message) => socket.send(message);
const play = new Play(send, (view) => go(view.at, view.line, true));
const board = new BoardView(find("board"), play.acts());
play.board = board;

// ---- messages ----

const handlers = {
  hello(message) {
    state.hello = message;
    document.body.dataset.role = message.you.role;
    forget();
    buildAnalysis();
    rest();
  },
  game(message) {
    const before = state.game;
    state.game = message;
    if (JSON.stringify(before) !== JSON.stringify(message)) {
      forgetGame();
      turned = false;
      turnedFor = null;
    }
  },
  table(message) {
    performance.clearMarks("heard");
    performance.mark("heard");
    const before = state.table;
    state.table = message;
    if (before && (before.you.viewer !== message.you.viewer || !goesOn(before, message))) {
      state.looks.clear();
    }
    if (before && !goesOn(before, message)) {
      state.shares.clear();
      state.review = null;
      state.view = state.view && state.view.at <= message.at ? state.view : null;
    }
    heard(message);
    clocksOf(message);
    // A move that was played is seen at once by the one who played it.
    if (play.pending) {
      state.view = null;
    }
    drawBoard();
    if (performance.getEntriesByName("clicked").length) {
      performance.measure("click to drawn move", "clicked");
      performance.measure("heard to drawn move", "heard");
      performance.clearMarks("clicked");
    }
    drawCurtain();
    tell(before, message);
    want();
    rest();
  },
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
    rest();
  },
  analysis(message) {
    state.analysis = message;
    emit("analysis");
  },
  review(message) {
    state.review = message;
    emit("review");
    moves();
  },
  records(message) {
    state.records = message;
    if (find("tab-records").getAttribute("aria-selected") === "true") {
      records();
    }
  },
  record(message) {
    openRecord(message);
    turned = false;
    select("moves");
    drawAll();
  },
  export: showExport,
  notice: ({ code, args }) => note(words(`notice.${code}`, ...[args ?? []].flat())),
  error({ code, text, about }) {
    if (about === "move") {
      play.refused();
    }
    // What is wrong with a text is said by the server alone.
    const said = known(`error.${code}`) ? words(`error.${code}`, text ?? "") : text || code;
    if (about === "analyse" || about === "review") {
      refused(said);
    } else {
      note(said, "error");
    }
  },
};

function listen(message) {
  handlers[message.is]?.(message);
}

function changed({ online, retry }) {
  state.online = online;
  find("connection").hidden = online;
  document.body.classList.toggle("offline", !online);
  if (!online) {
    forget();
    find("connection-text").textContent = words("offline", Math.max(1, Math.round(retry / 1000)));
  }
}

// Do the tokens of `message` go on where those of `before` ended?
const goesOn = (before, message) => before.at <= message.at && before.tokens.every((token, at) => token === message.tokens[at] || token.includes("?"));

function forgetGame() {
  state.table = null;
  state.view = null;
  state.looks.clear();
  state.shares.clear();
  state.review = null;
  state.hint = null;
}

function tell(before, message) {
  if (before && message.at > before.at && message.tokens.length) {
    const token = message.tokens.at(-1);
    const seat = seatOf(before.turn);
    announce(seat ? `${seatName(seat)}: ${token}` : token);
  }
  if (message.over && !before?.over) {
    announce(resultText(message));
  }
  for (const one of before ? message.notes ?? [] : []) {
    if (one.code === "forced" && one.at >= before.at) {
      announce(words(one.code, seatName(one.seat), message.tokens[one.at] ?? ""));
    }
  }
}

// ---- where one looks ----

function go(at, line, trying = false) {
  if (state.record) {
    stopRun();
    state.record.at = Math.max(0, Math.min(tokens().length, at));
  } else if (state.table) {
    const here = Math.max(0, Math.min(state.table.at, at));
    state.view = here === state.table.at && !line.length && !trying ? null : { at: here, line, trying };
    want();
  }
  drawAll();
}

// Asks for the position that is to be shown, when it is not known yet.
function want() {
  const { view, table } = state;
  if (view && !(view.at === table.at && !view.line.length) && !state.looks.has(keyOf(view.at, view.line))) {
    looks += 1;
    send({ do: "look", id: looks, at: view.at, line: view.line });
  }
}

function step(by) {
  if (state.record) {
    go(state.record.at + by, []);
    return;
  }
  const line = state.view?.line ?? [];
  if (by === -1 && line.length) {
    go(state.view.at, line.slice(0, -1), true);
  } else {
    go((state.view?.at ?? state.table?.at ?? 0) + by, []);
  }
}

// ---- drawing ----

function drawBoard() {
  const position = shown();
  if (!position?.board || !cells()) {
    return;
  }
  const table = windowOf(cells(), position.board);
  const seats = state.record ? state.record.names.length : state.game.seats;
  orient(table, position);
  if (drawnOf !== table || board.shape.quarters !== quarters) {
    publish(document.documentElement, table, Math.max(4, seats));
    board.setup(table, seats, quarters);
    drawnOf = table;
    drawnAt = -1;
  }
  const place = position.at + position.line.length;
  board.show(position.board, place, drawnAt >= 0 && Math.abs(place - drawnAt) <= 2);
  board.pile(played(position));
  drawnAt = place;
  play.refresh();
}

// The letters of the cards that were played: tokens of games with hands begin with them.
function played(position) {
  const all = [...tokens().slice(0, position.at), ...position.line];
  return position.board.hands?.length ? all.flatMap((token) => token.match(/^[^!]:/)?.[0][0] ?? []) : [];
}

function orient(table, position) {
  const seat = state.record ? 0 : (state.table?.you.seats[0] ?? 0);
  const key = `${seat} ${state.record?.id ?? ""} ${table.grid} ${Object.keys(cells().cells).length}`;
  if (!turned && turnedFor !== key) {
    turnedFor = key;
    quarters = seat ? homeward(table, position.board, seat) : 0;
  }
}

const moves = later(() => drawMoves(go));

const rest = later(() => {
  drawCurtain();
  const name = state.record?.game ?? state.game?.game;
  find("game-name").textContent = name ? titleOf(name) : "";
  document.title = name ? `${titleOf(name)} \u00b7 speltafel` : "speltafel";
  document.body.classList.toggle("hands", Boolean(state.table?.board?.hands?.length) && !state.record);
  find("banner").hidden = !state.record;
  if (state.record) {
    find("banner-text").textContent = `${state.record.names.join(" \u2013 ")}: ${words(`outcome.${state.record.result}`)} \u00b7 ${words(`reason.${state.record.reason}`)}`;
  }
  find("new-game").hidden = !isHost();
  find("open-share").hidden = !isHost();
  find("tab-records").hidden = state.hello?.records === false;
  find("token-form").hidden = Boolean(state.record) || !state.table?.you.seats.length;
  find("run").hidden = !state.record;
  find("try").hidden = Boolean(state.record) || Boolean(state.view?.trying);
  if (state.table || state.record) {
    drawSeats({ seat: (seat) => openSeat(seat, send), restart: (seat) => send({ do: "restart", seat }), take: (seat) => send({ do: "seat", seat, who: "here", name: words("player", seat), engine: null, skill: null, movetime: null, nodes: null }) });
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

function drawArrows() {
  const position = shown();
  const hint = state.hint && position?.live && state.hint.at === position.at ? [{ cells: state.hint.clicks, rank: 0, style: "hint" }] : [];
  if (board.layers) {
    board.arrows([...best, ...hint]);
  }
}

function records() {
  drawRecords((source, id) => send({ do: "record", source, id }));
}

// ---- tabs ----

const TABS = ["moves", "analysis", "rules", "records"];

function select(name) {
  for (const tab of TABS) {
    const chosen = tab === name;
    find(`tab-${tab}`).setAttribute("aria-selected", String(chosen));
    find(`tab-${tab}`).tabIndex = chosen ? 0 : -1;
    find(`panel-${tab}`).hidden = !chosen;
  }
  find("travel").hidden = name === "rules" || name === "records";
  if (name === "rules") {
    showRules();
  }
  if (name === "records") {
    send({ do: "records" });
    records();
  }
  rest();
}

// ---- texts and light ----

const THEMES = ["auto", "light", "dark"];

function light(theme) {
  document.documentElement.dataset.theme = theme;
  remember("theme", theme);
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  find("theme").replaceChildren(icon(dark ? "moon" : "sun"));
  find("theme").title = words("theme.is", words(`theme.${theme}`));
  find("theme").setAttribute("aria-label", find("theme").title);
}

function speak() {
  translate();
  find("language").textContent = LANGUAGES[(LANGUAGES.indexOf(inUse()) + 1) % LANGUAGES.length].toUpperCase();
  light(document.documentElement.dataset.theme ?? "auto");
  drawnOf = null;
  find("moves").dataset.of = "";
  if (state.hello) {
    const held = isAnalysing();
    buildAnalysis();
    if (held) {
      send({ do: "analyse", stop: true });
    }
  }
  if (!find("panel-rules").hidden) {
    showRules();
  }
  if (!find("panel-records").hidden) {
    records();
  }
  drawAll();
}

// ---- keyboard ----

function key(event) {
  const field = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) {
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
  const tab = event.target.getAttribute?.("role") === "tab";
  if (tab && /^Arrow(Left|Right)$/.test(event.key)) {
    const open = TABS.filter((name) => !find(`tab-${name}`).hidden);
    const next = open[(open.indexOf(event.target.id.slice(4)) + (event.key === "ArrowRight" ? 1 : open.length - 1)) % open.length];
    select(next);
    find(`tab-${next}`).focus();
    event.preventDefault();
    return;
  }
  const count = tokens().length;
  const acts = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0, []), End: () => go(count, []), f: () => find("flip").click(), h: () => find("hint").click() };
  if (!field && acts[event.key]) {
    event.preventDefault();
    acts[event.key]();
  }
}

// ---- start ----

for (const element of document.querySelectorAll("[data-icon]")) {
  element.prepend(icon(element.dataset.icon));
}
for (const name of TABS) {
  find(`tab-${name}`).addEventListener("click", () => select(name));
}
setUpCurtain(drawAll);
setUpActions({ send, again: () => send({ do: "again" }), flip });
setUpAnalysis({
  send,
  go,
  arrows(list) {
    best = list;
    drawArrows();
  },
});

function flip() {
  turned = true;
  quarters = (quarters + (cells()?.grid === "ring" ? 1 : 2)) % 4;
  drawAll();
}

find("new-game").addEventListener("click", () => openNew(send));
find("open-position").addEventListener("click", () => state.table && openPosition(send));
find("open-share").addEventListener("click", openShare);
find("reconnect").addEventListener("click", () => socket.retry());
find("close-record").addEventListener("click", () => {
  closeRecord();
  turnedFor = null;
  drawAll();
});
find("language").addEventListener("click", () => {
  choose(LANGUAGES[(LANGUAGES.indexOf(inUse()) + 1) % LANGUAGES.length]);
  speak();
});
find("theme").addEventListener("click", () => light(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]));
find("go-first").addEventListener("click", () => go(0, []));
find("go-previous").addEventListener("click", () => step(-1));
find("go-next").addEventListener("click", () => step(1));
find("go-last").addEventListener("click", () => go(tokens().length, []));
find("back-to-game").addEventListener("click", () => go(state.table.at, []));
find("run").addEventListener("click", () => toggleRun(drawAll));
find("try").addEventListener("click", () => go(state.view?.at ?? state.table.at, state.view?.line ?? [], true));
find("slider").addEventListener("input", (event) => go(Number(event.target.value), []));
find("token-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = find("token");
  const right = play.typed(input.value);
  input.setAttribute("aria-invalid", String(!right));
  if (right) {
    input.value = "";
  } else if (input.value.trim()) {
    note(words("token.wrong", input.value.trim()), "error");
  }
});
find("token").addEventListener("focus", () => {
  find("token-list").replaceChildren(...(play.legal ?? []).slice(0, 200).map(({ token }) => Object.assign(document.createElement("option"), { value: token })));
});
document.addEventListener("keydown", key);
setInterval(drawClocks, 200);
document.documentElement.dataset.theme = THEMES.find((theme) => theme === remembered("theme")) ?? "auto";
select("moves");
speak();
