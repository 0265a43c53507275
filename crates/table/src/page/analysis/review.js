// The review of a finished game: the loss of each move, the luck of each deal, and totals per seat.

import { icon, make } from "../dom.js";
import { decimal, words } from "../i18n/index.js";
import { dot, gradeOf } from "../moves.js";
import { state, teams } from "../state.js";
import { seatName, signed } from "../texts.js";

const EFFORTS = [2000, 20000, 100000];
let effort = 20000;
let onlyFaults = true;

export const reviewOf = (at) => state.review?.plies?.find((ply) => ply.at === at);

// Formats a loss or an amount of luck, which is in the unit of the review. If `sign` is true, a positive number gets a
// plus sign.
export function amount(number, sign = false) {
  const share = state.review.unit === "share";
  const [size, digits] = share ? [number / 10, 1] : [number / 100, 2];
  return (sign ? signed(size, digits) : decimal(size, digits)) + (share ? " %" : "");
}

const within = (error) => (error ? ` \u00b1 ${amount(error)}` : "");

export function drawReview(box, tools) {
  const { table, review } = state;
  box.hidden = !table?.over || Boolean(state.record) || !table.at;
  if (box.hidden || (box.contains(document.activeElement) && document.activeElement.tagName === "SELECT")) {
    return;
  }
  const busy = review && review.done < review.of;
  const kept = box.querySelector(".scroll")?.scrollTop ?? 0;
  const aside = [...box.querySelectorAll(".wide")].map((wide) => wide.scrollLeft);
  const focused = document.activeElement?.id;
  const parts = [make("h3", {}, words("review"))];
  parts.push(controls(tools, busy));
  if (review) {
    parts.push(
      make("progress", {
        id: "review-progress",
        max: String(review.of),
        value: review.done,
        aria: { label: words("review") },
      }),
    );
    parts.push(totals(review));
    if (review.events?.length) {
      parts.push(luck(review, tools));
    }
    parts.push(plies(review, tools));
  }
  box.replaceChildren(...parts);
  if (review && !busy) {
    box.querySelector("#review-progress").hidden = true;
  }
  if (kept && box.querySelector(".scroll")) {
    box.querySelector(".scroll").scrollTop = kept;
  }
  box.querySelectorAll(".wide").forEach((wide, index) => (wide.scrollLeft = aside[index] ?? 0));
  if (focused && box.querySelector(`#${CSS.escape(focused)}`)) {
    box.querySelector(`#${CSS.escape(focused)}`).focus();
  }
}

function controls(tools, busy) {
  const choice = make(
    "select",
    { id: "review-nodes", aria: { label: words("review.effort") } },
    ...EFFORTS.map((nodes, index) => make("option", { value: String(nodes) }, words(`effort.${index}`))),
  );
  choice.value = String(effort);
  choice.addEventListener("change", () => (effort = Number(choice.value)));
  const start = () =>
    tools.send(
      busy
        ? { do: "review", stop: true }
        : { do: "review", nodes: effort, engine: document.getElementById("analysis-engine").value },
    );
  return make(
    "div.row.tools",
    {},
    make(
      "button",
      { id: "review", onclick: start },
      icon(busy ? "close" : "list"),
      make("span", {}, words(busy ? "review.stop" : "review.start")),
    ),
    choice,
  );
}

function table(id, heads, rows, caption) {
  return make(
    "table",
    { id },
    make("caption", {}, caption),
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...rows),
  );
}

const row = (...parts) => make("tr", {}, ...parts.map((part) => make("td", {}, part)));

function totals(review) {
  const rows = (review.totals ?? []).map(({ seat, moves, loss, error, mistakes }) =>
    row(
      [dot(seat), ` ${seatName(seat)}`],
      String(moves),
      amount(moves ? loss / moves : 0),
      `${amount(loss)}${within(error)}`,
      String(mistakes),
    ),
  );
  const heads = ["", words("review.moves"), words("review.mean"), words("review.loss"), words("review.mistakes")];
  return rows.length ? make("div.wide", {}, table("review-totals", heads, rows, words("review.totals"))) : "";
}

function luck(review, tools) {
  const sides = teams();
  const rows = review.events.map((event) =>
    row(
      make("button.step", { onclick: () => tools.go(event.at + 1, []) }, `${event.at + 1}`),
      ...sides.map((_, team) => `${amount(event.luck[team] ?? 0, true)}${within(event.error)}`),
    ),
  );
  const sums = sides.map((_, team) => review.events.reduce((sum, event) => sum + (event.luck[team] ?? 0), 0));
  const error = Math.sqrt(review.events.reduce((sum, event) => sum + (event.error ?? 0) ** 2, 0));
  rows.push(
    make(
      "tr.sum",
      {},
      make("th", { scope: "row" }, words("sum")),
      ...sums.map((sum) => make("td", {}, `${amount(sum, true)}${within(error)}`)),
    ),
  );
  const heads = [words("review.deal"), ...sides.map((team) => team.map(seatName).join(" + "))];
  return make("div.wide", {}, table("review-luck", heads, rows, words("review.luck")));
}

function plies(review, tools) {
  const shownOnly = review.plies.filter((ply) => !onlyFaults || ply.loss > 0);
  const rows = shownOnly.map((ply) => {
    const grade = gradeOf(ply.loss, review.unit);
    const made = row(
      make("button.step", { data: { reviewed: ply.at }, onclick: () => tools.go(ply.at, []) }, String(ply.at + 1)),
      [dot(ply.seat), ` ${ply.played}`],
      ply.best === ply.played ? "=" : ply.best,
      `${amount(ply.loss)}${within(ply.error)}`,
    );
    made.className = `grade${grade}`;
    return made;
  });
  const box = make("input", { type: "checkbox", id: "only-faults" });
  box.checked = onlyFaults;
  box.addEventListener("change", () => {
    onlyFaults = box.checked;
    drawReview(document.getElementById("review-box"), tools);
  });
  const heads = ["#", words("review.played"), words("review.best"), words("review.lost")];
  return make(
    "div",
    {},
    make("label.check", {}, box, make("span", {}, words("review.only"))),
    rows.length
      ? make("div.scroll", {}, table("review-plies", heads, rows, words("review.table")))
      : make("p.soft", { id: "review-nothing" }, words(review.plies.length ? "review.faultless" : "review.waits")),
  );
}
