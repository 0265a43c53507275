// Replays a recorded game on the board. The game on the table is not affected.

import { find, icon } from "../dom.js";
import { state } from "../state.js";

const STEP_MS = 900;
let timer = null;

export function openRecord(record) {
  stopRun();
  state.record = { ...record, at: 0 };
}

export function closeRecord() {
  stopRun();
  state.record = null;
}

export function stopRun() {
  clearInterval(timer);
  timer = null;
  find("run").replaceChildren(icon("play"));
}

export function toggleRun(draw) {
  if (timer !== null) {
    stopRun();
    return;
  }
  const { record } = state;
  if (record.at >= record.tokens.length) {
    record.at = 0;
  }
  find("run").replaceChildren(icon("pause"));
  timer = setInterval(() => {
    record.at += 1;
    draw();
    if (record.at >= record.tokens.length) {
      stopRun();
    }
  }, STEP_MS);
}
