// A chart of the score of each participant, up to eight, after each game of a tournament. Each of six line styles has
// its own colour and dash pattern.

import { draw, make } from "../dom.js";
import { decimal, words } from "../i18n/index.js";

const WIDTH = 360;
const HEIGHT = 120;
const DASHES = ["", "7 3", "2 3", "8 3 2 3", "12 4", "4 2"];

// Returns the points of each participant's line, by name. A point is `[games, share]`: a number of games of the
// tournament, and the participant's mean score in these games, from 0 to 1.
function lines({ curve }) {
  const made = new Map();
  for (const { games, shares } of curve) {
    for (const [name, share] of Object.entries(shares)) {
      made.set(name, [...(made.get(name) ?? []), [games, share]]);
    }
  }
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
