// The controls under the board: action buttons, pending offers, and after the end the result and the buttons for
// another game.

import { hasBoard } from "./board/geometry.js";
import { find, icon, make } from "./dom.js";
import { endsGame, isDealt, mayDealTheSame, openAgain } from "./dialogs/again.js";
import { words } from "./i18n/index.js";
import { handIsCovered } from "./play/cover.js";
import { eveningButtons, eveningLines, nextGame } from "./evening/over.js";
import { allPlayersHere, cells, isHost, seatOf, shown, state } from "./state.js";
import { resultText, seatName } from "./texts.js";

// A button that ends the game must be clicked twice within this time.
const CONFIRM_MS = 4000;
let tools = null;
// The button that waits for its second click, and the timer that ends the wait.
let armed = null;
let disarmTimer = null;

// `acts` contains the functions `send(message)` and `flip()`.
export function setUpActions(acts) {
  tools = acts;
  find("hint").addEventListener("click", () => tools.send({ do: "hint" }));
  find("undo").addEventListener("click", () => tools.send({ do: "undo" }));
  find("draw").addEventListener("click", () => {
    if (!drawNeedsNoAnswer() || confirmed("draw")) {
      tools.send({ do: "offer", what: "draw" });
    }
  });
  find("resign").addEventListener("click", () => confirmed("resign") && tools.send({ do: "resign" }));
  find("pause").addEventListener("click", () => tools.send({ do: state.table?.paused ? "go" : "pause" }));
  find("again").addEventListener("click", () => openAgain(tools.send));
  find("flip").addEventListener("click", () => tools.flip());
}

// Returns whether a draw offer can end the game immediately, in which case it needs confirmation: this browser plays
// for several seats, and no person plays in another browser.
const drawNeedsNoAnswer = () => state.table?.you.seats.length > 1 && allPlayersHere(state.table);

function confirmed(id) {
  if (armed === id) {
    disarm();
    return true;
  }
  disarm();
  armed = id;
  disarmTimer = setTimeout(disarm, CONFIRM_MS);
  find(id).classList.add("armed");
  find(id).lastElementChild.textContent = words("resign.sure");
  return false;
}

function disarm() {
  clearTimeout(disarmTimer);
  if (armed) {
    find(armed).classList.remove("armed");
    find(armed).lastElementChild.textContent = words(armed);
  }
  armed = null;
}

export function drawActions() {
  const { table, record } = state;
  const away = Boolean(record) || !table;
  const seated = !away && table.you.seats.length > 0;
  const live = Boolean(shown()?.live);
  const mine = seated && table.you.seats.includes(seatOf(table.turn));
  const running = seated && !table.over;
  const show = (id, visible, enabled) => {
    find(id).hidden = !visible;
    find(id).disabled = !enabled;
  };
  show("hint", running, mine && live && !handIsCovered());
  const takesBack = Boolean(!away && table.you.undo);
  const offers = table?.offers ?? [];
  show("undo", running || takesBack, takesBack);
  show("draw", running && state.game?.seats > 1, !offers.some(({ seat }) => table.you.seats.includes(seat)));
  show("resign", running, true);
  show("pause", !away && isHost() && !table.over, true);
  show("again", !away && isHost() && !table.over, endsGame());
  show("flip", hasBoard(cells()), true);
  find("prompt").hidden = away || (table.over && live);
  const paused = Boolean(table?.paused);
  find("pause").replaceChildren(icon(paused ? "play" : "pause"), make("span", {}, words(paused ? "go" : "pause")));
  drawOffers(away ? [] : offers);
  drawOver(away ? null : table);
  const next = away || table.over ? [] : nextGame(tools.send);
  find("next-box").hidden = !next.length;
  find("next-box").replaceChildren(...next);
}

function drawOffers(offers) {
  find("offer").hidden = !offers.length;
  find("offer").replaceChildren(...offers.flatMap(offerParts));
}

function offerParts({ what, seat, waits }) {
  const { seats } = state.table.you;
  const own = seats.includes(seat);
  const answer = (accept) => () => tools.send({ do: "answer", accept, seat, what });
  const text = make("p", {}, own ? words(`offered.${what}`) : words(`offer.${what}`, seatName(seat)));
  if (own) {
    return [text, make("button", { data: { withdraw: seat }, onclick: answer(false) }, words("withdraw"))];
  }
  if (!waits.some((other) => seats.includes(other))) {
    return [text];
  }
  return [
    text,
    make("button.primary", { data: { accept: seat }, onclick: answer(true) }, words("accept")),
    make("button", { data: { decline: seat }, onclick: answer(false) }, words("decline")),
  ];
}

function drawOver(table) {
  const box = find("over");
  box.hidden = !table?.over;
  if (box.hidden) {
    box.replaceChildren();
    return;
  }
  const buttons = [
    make("button", { id: "to-review", onclick: review }, icon("chart"), make("span", {}, words("over.review"))),
  ];
  buttons.unshift(...eveningButtons(table, tools.send));
  if (isHost()) {
    buttons.unshift(...againButtons(table.seats.length === 2));
  }
  const ranks = table.ranks ?? [];
  const list =
    table.seats.length < 3
      ? null
      : make(
          "ol.ranks",
          {},
          ...table.seats
            .map((_, index) => [ranks[index] ?? 0, index + 1])
            .sort(([one], [two]) => one - two)
            .map(([rank, seat]) => rankOf(rank, seat, table)),
        );
  box.replaceChildren(
    make("h2", { id: "result" }, resultText(table, !list)),
    ...(list ? [list] : []),
    ...eveningLines(tools.send),
    make("div.row", {}, ...buttons),
  );
}

// Returns the buttons for another game: one with a new deal, and one with the same deal if that is allowed.
function againButtons(two) {
  const button = (what, id, same, text) =>
    make(what, { id, onclick: () => tools.send({ do: "again", same }) }, icon("again"), make("span", {}, words(text)));
  const made = [button("button.primary", "over-again", false, "over.again")];
  if (isDealt()) {
    made[0].title = words("tip.over");
  }
  if (mayDealTheSame()) {
    made.push(button("button", "over-same", true, "again.same"));
  }
  if (two) {
    made[0].title = words("tip.over.two");
  }
  return made;
}

function rankOf(rank, seat, table) {
  const made = make(
    "li",
    {},
    make("b", {}, `${rank}`),
    make("span", {}, seatName(seat)),
    make("span.soft", {}, table.scores?.length ? String(table.scores[seat - 1]) : ""),
  );
  made.style.setProperty("--seat", `var(--seat${seat})`);
  return made;
}

function review() {
  find("tab-analysis").click();
  find("review")?.click();
}
