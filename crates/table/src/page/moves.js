// The list of moves and the variation being tried.

import { listMoves, markMove } from "./board/steps.js";
import { find, icon, make } from "./dom.js";
import { capital, inUse, words } from "./i18n/index.js";
import { go } from "./navigation.js";
import { facts, seatOf, shown, shownAt, state, tokens } from "./state.js";
import { said } from "./texts.js";

// Returns the seat that chose a move, or nothing.
const moverOf = (at) => (state.record ? seatOf(state.record.boards[at]?.turn) : state.table.movers[at]);

export function drawMoves() {
  const all = tokens();
  const start = { kind: "start", parts: [make("span", {}, words("start"))] };
  const told = facts();
  const language = (state.record ?? state.table).language;
  listMoves(`${inUse()} ${language} ${state.record?.id ?? ""}`, all, start, (at) => {
    const fact = told[at];
    const seat = fact?.event ? 0 : moverOf(at);
    return {
      kind: isMove(fact) ? "" : "event",
      title: capital(said(fact?.words)),
      parts: [seat > 0 && dot(seat), make("span", {}, textOf(all[at], fact)), stoodIn(at)],
    };
  });
  const view = state.record ? null : state.view;
  drawLosses(find("moves"));
  drawLine(view);
  markMove(Boolean(view?.line.length));
  drawPlace();
}

// Returns a mark for a move that an engine played for somebody who was away.
function stoodIn(at) {
  const marked = !state.record && state.table.stood_in.some((move) => move.at === at);
  return marked && make("small.soft", { title: words("stand_in") }, words("stand_in.mark"));
}

export function dot(seat) {
  const made = make("i.small-dot", { title: words("seat", seat) }, String(seat));
  made.style.setProperty("--seat", `var(--seat${seat})`);
  made.style.setProperty("--ink", `var(--ink${seat})`);
  return made;
}

// Returns the text for a token: a move as it is written down, and an event or the end of the game in words. `fact` says
// what the token did.
const textOf = (token, fact) => (isMove(fact) ? token : capital(said(fact?.words ?? token)));

// Returns whether a token is a move. Events and the end of a game cannot be clicked.
export const isMove = (fact) => Boolean(fact?.clicks?.length);

// Marks moves with `?!`, `?` or `??` according to their losses in the review.
function drawLosses(list) {
  const review = state.record ? null : state.review;
  for (const made of list.querySelectorAll(".loss")) {
    made.remove();
  }
  for (const ply of review?.plies ?? []) {
    const grade = gradeOf(ply.loss, review.unit);
    if (grade) {
      list
        .querySelector(`[data-ply="${ply.at + 1}"]`)
        ?.append(make(`span.loss.grade${grade}`, { title: words(`grade.${grade}`) }, ["", "?!", "?", "??"][grade]));
    }
  }
}

// Returns the grade of a loss, 0 (no mistake) to 3 (blunder). The unit `share` is permille of win probability; the unit
// `points` is hundredths of a point.
export function gradeOf(loss, unit) {
  const steps = unit === "share" ? [30, 80, 160] : [40, 100, 250];
  return steps.filter((step) => loss >= step).length;
}

function drawLine(view) {
  const { at, line = [], trying } = view ?? {};
  const box = find("line");
  box.hidden = !trying && !line.length;
  if (box.hidden) {
    return;
  }
  const told = shown()?.facts ?? [];
  const chips = line.map((token, index) =>
    make(
      `button.move${index === line.length - 1 ? ".current" : ""}`,
      { title: capital(said(told[index]?.words ?? token)), onclick: () => go(at, line.slice(0, index + 1), true) },
      make("span", {}, textOf(token, told[index])),
    ),
  );
  box.replaceChildren(
    make("strong", {}, words("line", at)),
    ...chips,
    make("button.quiet", { id: "end-line", onclick: () => go(at, []) }, icon("close"), words("line.end")),
  );
}

// Says which position is shown, unless it is the current one.
function drawPlace() {
  const position = shown();
  const isPast = Boolean(position && !position.live && !position.record);
  find("back-to-game").hidden = !isPast;
  find("looking").textContent = isPast
    ? words(state.view?.line.length ? "looking.line" : "looking", shownAt(), tokens().length)
    : "";
}
