// The list of a game's moves and the controls that step through them. The page has elements with these ids: `moves`,
// the list; `first`, `previous`, `next`, `last` and `run`, buttons; `slider`; and `count`, for the number of the position.

import { find, make } from "./dom.js";

// Returns words of the engine, in which `{p2}` stands for the player of seat 2, with what `name(seat)` returns there.
export const namePlayers = (words, name) => words.replace(/\{p(\d+)\}/g, (_, seat) => name(Number(seat)));

let acts = null;
// The game whose moves are listed, and those moves.
let listed = { key: null, tokens: [] };
// The timer of a run, in which the page steps by itself; otherwise `null`.
let timer = null;

// The functions of the keys that step.
export const STEP_KEYS = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  Home: () => jump(0),
  End: () => jump(acts.count()),
};

// Connects the controls. `given` contains these functions: `at()` returns the number of moves before the position
// shown, `count()` the number of all moves, and `delay()` the milliseconds per step of a run. `go(at, by)` shows another
// position, where `by` is 1 or -1 for a single step. `ran(runs)` is called when a run begins or ends.
export function setUpSteps(given) {
  acts = given;
  const { ArrowLeft: previous, ArrowRight: next, Home: first, End: last } = STEP_KEYS;
  for (const [id, act] of Object.entries({ first, previous, next, last, run: toggleRun })) {
    find(id).addEventListener("click", act);
  }
  find("slider").addEventListener("input", (event) => jump(Number(event.target.value)));
}

// Shows the position after `at` moves, or the nearest one. A run ends.
export function jump(at, by) {
  stopRun();
  acts.go(Math.max(0, Math.min(acts.count(), at)), by);
}

const step = (by) => jump(acts.at() + by, by);

export function stopRun() {
  clearTimeout(timer);
  timer = null;
  acts.ran(false);
}

export function toggleRun() {
  if (timer !== null) {
    stopRun();
    return;
  }
  if (acts.at() >= acts.count()) {
    acts.go(0);
  }
  acts.ran(true);
  timer = setTimeout(advance, acts.delay());
}

function advance() {
  acts.go(acts.at() + 1);
  if (acts.at() < acts.count()) {
    timer = setTimeout(advance, acts.delay());
  } else {
    stopRun();
  }
}

// Calls the function of the pressed key in `keys`, unless the key is meant for a field or is pressed with a modifier.
export function press(event, keys) {
  const isTyped = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (!isTyped && !event.ctrlKey && !event.altKey && !event.metaKey && keys[event.key]) {
    event.preventDefault();
    keys[event.key]();
  }
}

// Lists the moves `tokens` of the game `key`. If this game is listed already and has only become longer, only its new
// moves are added. `describe(at)` returns `{ kind, title, parts }` for a move: the class, the tooltip and the contents
// of its button. `start` describes the start position in the same way.
export function listMoves(key, tokens, start, describe) {
  const list = find("moves");
  if (key !== listed.key || !listed.tokens.every((token, at) => token === tokens[at])) {
    list.replaceChildren(moveButton(0, start));
    listed.tokens = [];
  }
  for (let at = listed.tokens.length; at < tokens.length; at += 1) {
    list.append(moveButton(at + 1, describe(at)));
  }
  listed = { key, tokens: [...tokens] };
}

function moveButton(at, { kind, title, parts }) {
  return make(`button.move${kind ? `.${kind}` : ""}`, { title, data: { ply: at }, onclick: () => jump(at) }, ...parts);
}

// Marks the move before the position shown, and updates the controls. `returns` is whether a step back is possible even
// from the start position.
export function markMove(returns = false) {
  const [at, count] = [acts.at(), acts.count()];
  find("first").disabled = find("previous").disabled = at === 0 && !returns;
  find("next").disabled = find("last").disabled = at >= count;
  find("slider").max = String(count);
  find("slider").value = String(at);
  find("count").textContent = `${at} / ${count}`;
  const list = find("moves");
  list.querySelector(".current")?.removeAttribute("aria-current");
  list.querySelector(".current")?.classList.remove("current");
  const current = list.children[at];
  current.classList.add("current");
  current.setAttribute("aria-current", "step");
  // Scroll only the list of moves, not the page.
  const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
  if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}
