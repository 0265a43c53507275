// The evaluation graph of the game, from the review and from live analysis.

import { draw, make } from "../dom.js";
import { words } from "../i18n/index.js";
import { gradeOf } from "../moves.js";
import { state, teams } from "../state.js";

const WIDTH = 360;
const HEIGHT = 110;

// Returns the points of the graph, sorted by token count: `[token count, win probability of p1's team in permille]`.
function values() {
  const known = new Map();
  for (const [key, share] of state.winChances) {
    if (!key.includes(" ")) {
      known.set(Number(key), share);
    }
  }
  for (const ply of state.review?.plies ?? []) {
    known.set(ply.at + 1, state.review.unit === "share" ? ply.value : 1000 / (1 + 10 ** (-ply.value / 400)));
  }
  return [...known].sort(([one], [two]) => one - two);
}

export function drawGraph(box, go) {
  const points = values();
  if (points.length < 2 || state.record || teams().length < 2) {
    box.replaceChildren();
    return;
  }
  const count = Math.max(1, state.table.at);
  const x = (at) => (at / count) * WIDTH;
  const y = (share) => HEIGHT - (share / 1000) * HEIGHT;
  const line = points.map(([at, share]) => `${x(at).toFixed(1)} ${y(share).toFixed(1)}`).join("L");
  const [first, last] = [points[0][0], points.at(-1)[0]];
  const [[one], other] = teams();
  const image = draw("svg.graph", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": words("graph"),
  });
  // Positions before the first and after the last evaluated one stay uncoloured.
  const upper = draw("rect", { x: x(first), width: x(last) - x(first), height: HEIGHT });
  const lower = draw("path", { d: `M${x(first)} ${HEIGHT}L${line}L${x(last)} ${HEIGHT}Z` });
  upper.style.fill = `var(--seat${other?.[0] ?? one})`;
  lower.style.fill = `var(--seat${one})`;
  image.append(
    upper,
    lower,
    draw("path.half", { d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    draw("path.curve", { d: `M${line}` }),
  );
  for (const ply of state.review?.plies ?? []) {
    const grade = gradeOf(ply.loss, state.review.unit);
    if (grade > 1) {
      const share = points.find(([at]) => at === ply.at + 1)?.[1] ?? 500;
      image.append(draw(`ellipse.fault${grade}`, { cx: x(ply.at + 1), cy: y(share), rx: 3, ry: 3.4 }));
    }
  }
  for (const event of state.review?.events ?? []) {
    image.append(draw("path.deal", { d: `M${x(event.at + 1)} 0V${HEIGHT}` }));
  }
  const at = state.view?.at ?? state.table.at;
  image.append(draw("path.cursor", { d: `M${x(at)} 0V${HEIGHT}` }));
  image.addEventListener("click", (event) => {
    const frame = image.getBoundingClientRect();
    go(Math.round(((event.clientX - frame.left) / frame.width) * count));
  });
  box.replaceChildren(make("h3", {}, words("graph")), image);
}
