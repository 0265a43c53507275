// The board renderer's DOM helpers, icons, and functions for buttons, drawing and dragging.

import { draw } from "./board/dom.js";

export * from "./board/dom.js";

// Returns a line icon of 24 by 24 units.
export function icon(name) {
  const path = ICONS[name] ?? "";
  return draw("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: path }));
}

const ICONS = {
  add: "M12 5v14M5 12h14",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 1 3.6 10.8c-.7.6-.6 1.4-.6 2.2H9c0-.8 0-1.6-.7-2.2A6 6 0 0 1 12 3z",
  undo: "M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12h-2",
  draw: "M4 9h16M4 15h16",
  flag: "M6 21V4M6 4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  again: "M20 12a8 8 0 1 1-2.5-5.8M20 3v4.5h-4.5",
  flip: "M7 4v15M4 7l3-3 3 3M17 20V5M14 17l3 3 3-3",
  pause: "M8 5v14M16 5v14",
  play: "M8 5l11 7-11 7z",
  first: "M18 6l-7 6 7 6M7 6v12",
  previous: "M15 6l-7 6 7 6",
  next: "M9 6l7 6-7 6",
  last: "M6 6l7 6-7 6M17 6v12",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1.200 1.200M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1.200-1.200",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.100 2.100M16.300 16.300l2.100 2.100M5.600 18.400l2.100-2.100M16.300 7.700l2.100-2.100",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.500M12 19.500V22M2 12h2.500M19.500 12H22M5 5l1.700 1.700M17.300 17.300 19 19M5 19l1.700-1.700M17.300 6.700 19 5",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z",
  close: "M6 6l12 12M18 6 6 18",
  position: "M4 4h7v7H4zM13 13h7v7h-7zM13 4h7v7h-7zM4 13h7v7H4z",
  chart: "M4 19h16M6 16l4-6 4 3 5-8",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  try: "M6 4v8a4 4 0 0 0 4 4h8M14 12l4 4-4 4",
  warn: "M12 4 2.500 20h19zM12 10v5M12 17.500v.01",
  sound: "M4 9.500v5h3.500l5 4v-13l-5 4zM16 9a4.500 4.500 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
  mute: "M4 9.500v5h3.500l5 4v-13l-5 4zM16 9.500l5 5M21 9.500l-5 5",
  bell: "M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15zM10 20.500a2.200 2.200 0 0 0 4 0",
  yes: "M5 13l4.500 4.500L19 7",
};

// Returns a function that schedules `work` for the next frame. Several calls within a frame run it once.
export function later(work) {
  let due = false;
  return () => {
    if (!due) {
      due = true;
      requestAnimationFrame(() => {
        due = false;
        work();
      });
    }
  };
}

// Returns whether a button was clicked for the second time. The first click shows `question` on the button instead.
export function isSure(button, question) {
  if (button.classList.contains("armed")) {
    return true;
  }
  button.classList.add("armed");
  button.textContent = question;
  return false;
}

// Follows the pointer from `event`, in which it was pressed. Once it has moved by more than `distance` pixels, calls
// `begin()`, then `move(event)` for each movement, and `end(event)` when the pointer is released or lost.
export function drag(event, distance, { begin, move, end }) {
  let dragged = false;
  const moved = (next) => {
    if (!dragged && Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) > distance) {
      dragged = true;
      begin();
    }
    if (dragged) {
      move(next);
    }
  };
  const ended = (next) => {
    removeEventListener("pointermove", moved);
    removeEventListener("pointerup", ended);
    removeEventListener("pointercancel", ended);
    if (dragged) {
      end(next);
    }
  };
  addEventListener("pointermove", moved);
  addEventListener("pointerup", ended);
  addEventListener("pointercancel", ended);
}
