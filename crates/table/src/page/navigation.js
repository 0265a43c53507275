// Navigation through the game, a recorded game, or a variation.

import { handIsCovered } from "./play/cover.js";
import { keyOf, state } from "./state.js";

let tools = null;
let looks = 0;

// Sets the functions that navigation calls: `acts` contains `send(message)` and `draw()`.
export function setUpNavigation(acts) {
  tools = acts;
}

// Shows the position after the game's first `at` tokens and the tokens of the variation `line`. If `trying` is true,
// the position belongs to a variation even if `line` is empty: the player's next moves extend the variation and are not
// played in the game. While a recorded game is shown, `line` and `trying` are ignored.
export function go(at, line, trying = false) {
  if (state.record) {
    state.record.at = at;
  } else if (state.table && !handIsCovered()) {
    const here = Math.max(0, Math.min(state.table.at, at));
    state.view = here === state.table.at && !line.length && !trying ? null : { at: here, line, trying };
    requestView();
  }
  tools.draw();
}

// Requests the position being viewed if the page does not have it yet.
export function requestView() {
  const { view, table } = state;
  if (view && !(view.at === table.at && !view.line.length) && !state.looks.has(keyOf(view.at, view.line))) {
    looks += 1;
    tools.send({ do: "look", id: looks, at: view.at, line: view.line });
  }
}

// Steps through the moves; see `setUpSteps`. A single step back from a variation takes its last move back.
export function travel(at, by) {
  const line = (!state.record && state.view?.line) || [];
  if (by === -1 && line.length) {
    go(state.view.at, line.slice(0, -1), true);
  } else {
    go(at, []);
  }
}
