// Arrows and rings for best moves and hints, and needles for directions.

import { draw } from "../board/dom.js";

// Draws an arrow along `points`, in drawing units, or a ring around a single point. Rank 0 is the best move and is
// drawn most prominently. The class of the SVG group is `arrow-` followed by `style`.
export function arrow(points, rank, style = "best") {
  const width = [15, 10, 7][Math.min(rank, 2)];
  const group = draw(`g.arrow-${style}`, { opacity: [0.82, 0.6, 0.45][Math.min(rank, 2)] });
  if (points.length === 1) {
    const [[x, y]] = points;
    group.append(draw("circle.arrow-ring", { cx: x, cy: y, r: 44, "stroke-width": width * 0.8 }));
    return group;
  }
  const [[u, v], [x, y]] = points.slice(-2);
  const long = Math.hypot(x - u, y - v) || 1;
  const [dx, dy] = [(x - u) / long, (y - v) / long];
  const head = width * 2.1;
  const neck = [x - dx * head, y - dy * head];
  const line = [...points.slice(0, -1), neck]
    .map((place) => place.map((number) => number.toFixed(1)).join(" "))
    .join("L");
  group.append(draw("path.arrow-line", { d: `M${line}`, "stroke-width": width }));
  const side = [-dy * head * 0.72, dx * head * 0.72];
  const tip = [x + dx * 4, y + dy * 4];
  const corners = [tip, [neck[0] + side[0], neck[1] + side[1]], [neck[0] - side[0], neck[1] - side[1]]];
  group.append(
    draw("polygon.arrow-head", {
      points: corners.map((place) => place.map((number) => number.toFixed(1)).join(",")).join(" "),
    }),
  );
  return group;
}

// Draws the needle of a button for a direction, which is `eighth` eighths of a turn clockwise from the top.
export const needle = (eighth) =>
  draw(
    "svg",
    { viewBox: "-10 -10 20 20", "aria-hidden": "true" },
    draw("path", { d: "M0-7 6 4 0 1-6 4Z", transform: `rotate(${eighth * 45})` }),
  );
