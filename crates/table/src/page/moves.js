// The list of moves, the variation being tried, and the navigation controls.

import { find, icon, make } from "./dom.js";
import { words } from "./i18n/index.js";
import { seatOf, shown, state } from "./state.js";
import { endShown } from "./texts.js";

// The seats that chose the tokens, by the number of tokens before each.
const movers = new Map();
let listed = [];

export function recordMovers(table) {
  if (table.at === 0) {
    movers.clear();
  }
  (table.movers ?? []).forEach((seat, at) => movers.set(at, seat));
  movers.set(table.at, seatOf(table.turn));
}

function moverOf(at, tokens) {
  const known =
    (state.record ? null : state.table?.movers?.[at]) ??
    state.review?.plies?.find((ply) => ply.at === at)?.seat ??
    (state.record ? seatOf(state.record.boards[at]?.turn) : movers.get(at));
  if (known !== undefined) {
    return known;
  }
  // In a two-seat game from the start position without chance events, the seats are assumed to alternate, seat 1 first.
  return state.game?.seats === 2 &&
    !tokens.some((token) => token.startsWith("!")) &&
    !state.table?.line?.includes(" fen ")
    ? (at % 2) + 1
    : 0;
}

export const tokens = () => (state.record ? state.record.tokens : (state.table?.tokens ?? []));

// `go(at, line, trying)` shows another position.
export function drawMoves(go) {
  const list = find("moves");
  const all = tokens();
  const key = state.record ? state.record.id : "table";
  const same = list.dataset.of === key && listed.length <= all.length && listed.every((token, at) => token === all[at]);
  if (!same) {
    list.replaceChildren(chip(0, words("start"), "start", go));
    listed = [];
    list.dataset.of = key;
  }
  for (let at = listed.length; at < all.length; at += 1) {
    list.append(moveChip(at, all, go));
  }
  listed = [...all];
  drawLosses(list);
  drawLine(go);
  markCurrent(list);
}

function moveChip(at, all, go) {
  const token = all[at];
  const event = token.startsWith("!");
  const seat = event ? 0 : moverOf(at, all);
  const made = chip(at + 1, event ? eventText(token) : token, event ? "event" : "", go);
  if (seat) {
    made.prepend(dot(seat));
  }
  return made;
}

export function dot(seat) {
  const made = make("i.small-dot", { title: words("seat", seat) }, String(seat));
  made.style.setProperty("--seat", `var(--seat${seat})`);
  made.style.setProperty("--ink", `var(--ink${seat})`);
  return made;
}

// Returns whether a list of tokens contains a chance event.
export const hasEvents = (list) => list.some((token) => token.startsWith("!") && !token.startsWith("!end/"));

// Returns the text for an event token, such as `!deal/...`, or a verdict, such as `!end/draw/agreed`.
export function eventText(token) {
  const [word, ...rest] = token.slice(1).split("/");
  if (word === "end") {
    return endShown(rest[0], rest[1]);
  }
  return words(`event.${word}`);
}

function chip(at, text, kind, go) {
  return make(
    `button.move${kind ? `.${kind}` : ""}`,
    { data: { ply: at }, onclick: () => go(at, []) },
    make("span", {}, text),
  );
}

// Marks moves with `?!`, `?` or `??` according to their losses in the review.
function drawLosses(list) {
  const { review } = state;
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

function drawLine(go) {
  const line = state.view?.line ?? [];
  const box = find("line");
  box.hidden = !state.view?.trying && !line.length;
  if (box.hidden) {
    return;
  }
  const { at } = state.view;
  const chips = line.map((token, index) =>
    make(
      `button.move${index === line.length - 1 ? ".current" : ""}`,
      { onclick: () => go(at, line.slice(0, index + 1), true) },
      make("span", {}, token.startsWith("!") ? eventText(token) : token),
    ),
  );
  box.replaceChildren(
    make("strong", {}, words("line", at)),
    ...chips,
    make("button.quiet", { id: "end-line", onclick: () => go(at, []) }, icon("close"), words("line.end")),
  );
}

function markCurrent(list) {
  const position = shown();
  const at = state.record ? state.record.at : (state.view?.at ?? state.table?.at ?? 0);
  list.querySelector(".current")?.classList.remove("current");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = list.querySelector(`[data-ply="${at}"]`);
  if (current) {
    current.classList.add("current");
    current.setAttribute("aria-current", "step");
    const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
    if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }
  const count = tokens().length;
  find("go-first").disabled = find("go-previous").disabled = at === 0 && !state.view?.line.length;
  find("go-next").disabled = find("go-last").disabled = at >= count;
  find("ply").textContent = `${at} / ${count}`;
  find("slider").max = String(count);
  find("slider").value = String(at);
  find("back-to-game").hidden = !position || position.live || position.record || !state.table;
  find("looking").textContent =
    position && !position.live && !position.record
      ? words(state.view?.line.length ? "looking.line" : "looking", at, count)
      : "";
}
