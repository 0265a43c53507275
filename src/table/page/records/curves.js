// The share of the points of each entrant, game by game, as lines. Colours and dashes both differ.

import { draw, make } from "../dom.js";
import { decimal, words } from "../i18n/index.js";

const WIDTH = 360;
const HEIGHT = 120;
const DASHES = ["", "7 3", "2 3", "8 3 2 3", "12 4", "4 2"];

// A line a name: points of `[game, share]`.
function lines(source) {
  if (Array.isArray(source.curve) && source.curve.length) {
    return read(source.curve);
  }
  const sums = new Map();
  const made = new Map();
  source.games.forEach((game) => {
    const winner = /^p(\d)win$/.exec(game.result);
    if (game.names.length > 3 || (!winner && game.result !== "draw")) {
      return;
    }
    game.names.forEach((name, index) => {
      const got = winner ? Number(Number(winner[1]) === index + 1) : 1 / game.names.length;
      const [points, count] = sums.get(name) ?? [0, 0];
      sums.set(name, [points + got, count + 1]);
      made.set(name, [...(made.get(name) ?? []), [count + 1, (points + got) / (count + 1)]]);
    });
  });
  return made;
}

// A curve of the server: entries with `games` and a share for each name.
function read(curve) {
  const made = new Map();
  curve.forEach((entry, index) => {
    const at = entry.games ?? entry.blocks ?? index + 1;
    const shares = entry.scores ?? entry.shares ?? entry.values ?? {};
    for (const [name, share] of Object.entries(shares)) {
      if (typeof share === "number") {
        made.set(name, [...(made.get(name) ?? []), [at, share]]);
      }
    }
  });
  return made;
}

export function drawCurves(source) {
  const all = [...lines(source)].filter(([, points]) => points.length > 1).slice(0, 8);
  if (!all.length) {
    return null;
  }
  const most = Math.max(...all.map(([, points]) => points.at(-1)[0]));
  const image = draw("svg.curves", {
    viewBox: `0 -4 ${WIDTH} ${HEIGHT + 8}`,
    role: "img",
    "aria-label": words("records.curves"),
  });
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    image.append(draw("path.scale", { d: `M0 ${HEIGHT * (1 - share)}H${WIDTH}` }));
    if (share % 0.5 === 0) {
      image.append(draw("text", { x: 2, y: HEIGHT * (1 - share) + (share ? 9 : -3) }, `${100 * share} %`));
    }
  }
  const legend = make("ul.legend");
  all.forEach(([name, points], index) => {
    const step = Math.max(1, Math.floor(points.length / 300));
    const kept = points.filter((_, at) => at % step === 0 || at === points.length - 1);
    const line = kept
      .map(([at, share]) => `${((at / most) * WIDTH).toFixed(1)} ${(HEIGHT * (1 - share)).toFixed(1)}`)
      .join("L");
    image.append(draw(`path.line${index % 6}`, { d: `M${line}`, "stroke-dasharray": DASHES[index % 6] }));
    const sample = draw(
      "svg.sample",
      { viewBox: "0 0 26 6", "aria-hidden": "true" },
      draw(`path.line${index % 6}`, { d: "M0 3H26", "stroke-dasharray": DASHES[index % 6] }),
    );
    legend.append(make("li", {}, sample, ` ${name} ${decimal(100 * points.at(-1)[1], 1)} %`));
  });
  return make("figure", {}, make("figcaption", {}, words("records.curves")), image, legend);
}
