// Charts as SVG. A chart is drawn again when its width changes, so its text is never scaled.

import { draw, make } from "./dom.js";

const BOTTOM = 40;
const RIGHT = 30;
// The lines of a chart differ in colour and dash pattern.
const DASHES = ["", "7 3", "2 3", "8 3 2 3", "12 4", "4 2"];
// The approximate width of a letter.
const LETTER = 7.5;
const MOST_POINTS = 700;

// Returns a chart of this height. `content(width)` returns its parts.
function chart(label, height, content) {
  const root = make("div.chart", { role: "img", aria: { label } });
  let drawn = 0;
  new ResizeObserver(([{ contentRect }]) => {
    const width = Math.round(contentRect.width);
    if (width > 0 && width !== drawn) {
      drawn = width;
      root.replaceChildren(draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height }, ...content(width)));
    }
  }).observe(root);
  root.style.minHeight = `${height}px`;
  return root;
}

const strokes = (number) => ({ stroke: `var(--line${number % 6})`, "stroke-dasharray": DASHES[number % 6] });

const scale = (low, high, from, to) => (value) => from + ((value - low) / (high - low)) * (to - from);

// Returns the round numbers from `low` to `high`, about `count`.
function ticks(low, high, count) {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) * power;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, at) => (first + at) * step);
}

// Returns the lowest and the highest number, with a margin.
function padded(numbers) {
  const known = numbers.filter(Number.isFinite);
  const [low, high] = known.length ? [Math.min(...known), Math.max(...known)] : [0, 1];
  const room = Math.max((high - low) * 0.06, 0.5);
  return [low - room, high + room];
}

const text = (x, y, anchor, words, kind = "") => draw(`text${kind}`, { x, y, "text-anchor": anchor }, words);

// Returns the vertical lines of the grid, with their numbers and the unit below.
function columns(x, [low, high], [top, bottom], [left, right], unit, format) {
  const marks = ticks(low, high, right - left > 500 ? 8 : 4).map((value) => [
    draw("path.grid", { d: `M${x(value)} ${top}V${bottom}` }),
    text(x(value), bottom + 16, "middle", format(value)),
  ]);
  return [...marks.flat(), text((left + right) / 2, bottom + 34, "middle", unit)];
}

// Returns the horizontal lines of the grid, with their numbers at the left.
const rows = (y, [low, high], [left, right], format) =>
  ticks(low, high, 5).flatMap((value) => [
    draw("path.grid", { d: `M${left} ${y(value)}H${right}` }),
    text(left - 6, y(value) + 4, "end", format(value)),
  ]);

// Draws one line for each of `series`, each `{ name, points }` with points `[x, y]`; with a legend if there are several
// lines. `marks` are horizontal lines, `{ at, kind, name }`. `unit` and `name` are the labels of the axes. `bounds` are
// the ends of the vertical axis, if they do not depend on the points.
export function lines({ series, marks = [], unit, name, length, bounds, format, across = format }) {
  const shown = series.map(({ points }) => {
    const step = Math.ceil(points.length / MOST_POINTS);
    return points.filter((_, at) => at % step === 0 || at === points.length - 1);
  });
  const up = bounds ?? padded([...shown.flat().map(([, value]) => value), ...marks.map(({ at }) => at)]);
  const picture = chart(`${name}, ${unit}`, 240, (width) => {
    const [left, right, top, bottom] = [54, width - RIGHT, 22, 240 - BOTTOM];
    const [x, y] = [scale(0, length, left, right), scale(...up, bottom, top)];
    return [
      ...columns(x, [0, length], [top, bottom], [left, right], unit, across),
      ...rows(y, up, [left, right], format),
      text(left, 12, "start", name),
      ...marks.map((mark) => draw(`path.mark.${mark.kind}`, { d: `M${left} ${y(mark.at)}H${right}` })),
      ...marks.map((mark) => text(left + 4, y(mark.at) - 4, "start", mark.name)),
      ...shown.map((points, number) => {
        const d = points.map(([at, value]) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
        return draw("path", { ...strokes(number), d: `M${d}` });
      }),
    ];
  });
  return series.length > 1 ? make("figure", {}, picture, legend(series)) : picture;
}

function legend(series) {
  const entry = ({ name }, number) => {
    const line = draw("path", { ...strokes(number), d: "M0 3H26" });
    return make("li", {}, draw("svg", { viewBox: "0 0 26 6", "aria-hidden": "true" }, line), ` ${name}`);
  };
  return make("ul.legend", {}, ...series.map(entry));
}

// Draws a value with its interval in each row, `{ name, value, low, high }`. If an end is unknown, the line continues
// to the edge of the chart.
export function intervals({ entries, unit, format }) {
  const across = padded([0, ...entries.flatMap(({ value, low, high }) => [value, low, high])]);
  const height = 46 + 30 * entries.length;
  return chart(unit, height, (width) => {
    const most = width > 500 ? 28 : 13;
    const names = entries.map(({ name }) => (name.length > most ? `${name.slice(0, most - 1)}\u2026` : name));
    const left = 20 + LETTER * Math.max(...names.map((name) => name.length));
    const [right, bottom] = [width - RIGHT, height - BOTTOM];
    const x = scale(...across, left, right);
    const row = ({ value, low, high }, number) => {
      const y = 30 * number + 18;
      const [from, to] = [x(low ?? across[0]), x(high ?? across[1])];
      const ends = [low, high].filter(Number.isFinite).map((end) => `M${x(end)} ${y - 5}v10`);
      return [
        text(left - 8, y + 4, "end", names[number], ".name"),
        (Number.isFinite(low) || Number.isFinite(high)) &&
          draw("path", { ...strokes(0), d: `M${from} ${y}H${to}${ends.join("")}` }),
        Number.isFinite(value) && draw("circle", { cx: x(value), cy: y, r: 5 }),
      ];
    };
    return [...columns(x, across, [4, bottom], [left, right], unit, format), ...entries.flatMap(row)];
  });
}

// Draws a histogram `{ from, width, counts }`.
export function bars({ histogram: { from, width: each, counts }, unit, format, across }) {
  const ends = [from, from + each * counts.length];
  const up = [0, Math.max(1, ...counts) * 1.06];
  return chart(unit, 230, (width) => {
    const [left, right, bottom] = [54, width - RIGHT, 230 - BOTTOM];
    const [x, y] = [scale(...ends, left, right), scale(...up, bottom, 8)];
    const gap = x(from + each * 0.04) - left;
    const bar = (count, number) => {
      const at = { x: x(from + each * number) + gap, width: x(from + each) - left - 2 * gap };
      return count > 0 && draw("rect", { ...at, y: y(count), height: bottom - y(count) });
    };
    return [
      ...columns(x, ends, [bottom, bottom], [left, right], unit, across),
      ...rows(y, up, [left, right], (value) => (Number.isInteger(value) ? format(value) : "")),
      ...counts.map(bar),
    ];
  });
}
