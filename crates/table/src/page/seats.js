// The panel of each seat: name, clock, counts, another player's hand, and engine failures with their remedies.

import { find, icon, make } from "./dom.js";
import { words } from "./i18n/index.js";
import { smallHand } from "./play/hand.js";
import { cells, isHost, seatOf, shown, state, teams, teamsKnown } from "./state.js";
import { clockText, isPlain, nameOn, seatName } from "./texts.js";

let clocks = { left: [], running: null, since: 0 };

// Sets the clocks to the times that the server has reported, or to nothing in a game without clocks: `left` contains the
// milliseconds of each seat, and `running` is the seat whose clock runs. Until the next report, the page itself counts
// down.
export function setClocks(clock) {
  clocks = { left: [], running: null, ...clock, since: performance.now() };
  drawClocks();
}

// How long each absent player has been away, in ms, when the page was told so.
let absences = { away: [], since: 0 };

export function setAbsences(seats) {
  absences = { away: seats.map(({ away }) => away), since: performance.now() };
}

function awayText(seat) {
  const minutes = Math.floor((absences.away[seat - 1] + performance.now() - absences.since) / 60000);
  return minutes ? words("is.away.min", minutes) : words("is.away");
}

export function drawClocks() {
  for (const element of document.querySelectorAll("[data-away]")) {
    element.textContent = awayText(Number(element.dataset.away));
  }
  for (const element of document.querySelectorAll("[data-clock]")) {
    const seat = Number(element.dataset.clock);
    const running = clocks.running === seat && !state.table?.paused && !state.table?.over;
    const left = (clocks.left[seat - 1] ?? 0) - (running ? performance.now() - clocks.since : 0);
    element.textContent = clockText(left);
    element.classList.toggle("running", running);
    element.classList.toggle("short", left < 20000);
  }
}

// `acts` contains the functions `seat(seat)`, which opens the dialog for a seat, `restart(seat)`, which restarts its
// engine, `take(seat)`, which gives the seat to a local player, and `back(seat)`, which ends that an engine plays for the
// seat's player.
export function drawSeats(acts) {
  const position = shown();
  const names = state.record ? state.record.names : null;
  const count = names?.length ?? state.table?.seats.length ?? 0;
  const plates = Array.from({ length: count }, (_, index) => plate(index + 1, position, names?.[index], acts));
  find("plates").classList.toggle("many", count > 2);
  find("plates").classList.toggle("one", count === 1);
  find("plates").replaceChildren(...plates);
  drawClocks();
}

function plate(seat, position, recorded, acts) {
  const info = recorded === undefined ? state.table.seats[seat - 1] : { name: recorded, who: "engine", online: true };
  const mover = seatOf(position?.turn) === seat;
  const made = make(`article.plate${mover ? ".mover" : ""}`, {
    data: { seat },
    aria: { label: words("plate", seat, recorded ?? seatName(seat)) },
  });
  made.append(make("span.dot", { aria: { hidden: "true" } }, String(seat)));
  made.style.setProperty("--seat", `var(--seat${seat})`);
  made.style.setProperty("--ink", `var(--ink${seat})`);
  made.style.setProperty("--low", `var(--low${seat})`);
  made.append(
    make(
      "div.plate-text",
      {},
      make("strong.name", {}, recorded ?? nameOn(seat)),
      make("span.detail", {}, detail(seat, info, recorded)),
    ),
  );
  if (info.thinking && !info.fault) {
    made.append(
      make("span.thinking", { role: "img", aria: { label: words("thinking") } }, make("i"), make("i"), make("i")),
    );
  }
  if (recorded === undefined && state.table.clock) {
    made.append(make("span.clock", { data: { clock: seat }, role: "timer" }));
  }
  if (recorded === undefined && isHost()) {
    const label = words("seat.change", seatName(seat));
    made.append(
      make(
        "button.plain",
        { data: { change: seat }, aria: { label }, title: label, onclick: () => acts.seat(seat) },
        icon("gear"),
      ),
    );
  }
  made.append(facts(seat, position));
  if (recorded === undefined) {
    made.append(...takeBack(seat, info, acts));
  }
  const { you } = state.hello;
  if (recorded === undefined && you.seat === seat && info.who !== "link") {
    made.append(make("p.soft", { role: "status", data: { link: info.who } }, words(`seat.link.${info.who}`)));
  }
  if (info.fault) {
    made.append(fault(seat, info.fault, acts));
  }
  return made;
}

// Returns the button of a player for whom an engine plays.
function takeBack(seat, info, acts) {
  const own = info.stand_in && state.table.you.seats.includes(seat);
  return own ? [make("button", { data: { act: "back" }, onclick: () => acts.back(seat) }, words("stand_in.back"))] : [];
}

function detail(seat, info, recorded) {
  if (recorded !== undefined) {
    return words("seat", seat);
  }
  const parts = [];
  if (info.who === "engine") {
    parts.push(
      info.skill !== null && info.skill !== undefined && info.skill < 20
        ? words("skill.is", info.skill)
        : words("who.engine"),
    );
  } else if (info.who === "open") {
    parts.push(words("who.open"));
  } else if (isElsewhere(info)) {
    parts.push(info.online ? words("is.online") : "", ...troubles(info));
  } else if (info.who === "here") {
    parts.push(words("who.here"));
  }
  // The seat's number is already in its dot.
  return parts.filter(Boolean).join(" \u00b7 ") || words("seat", seat);
}

// Returns whether a seat is played by a person at another browser, who is not away.
const isElsewhere = ({ who, away }) => away === null && (who === "link" || (who === "here" && !isHost()));

// Returns what is wrong with a player's connection.
const troubles = (info) =>
  isElsewhere(info)
    ? [info.online ? "" : words("is.offline"), info.pages > 1 ? words("is.twice", info.pages) : ""].filter(Boolean)
    : [];

// Returns a text that says who the seat's partners are, or an empty text if it plays alone.
function partnerText(seat) {
  if (state.table.seats.length > 2 && state.game?.hidden && !teamsKnown()) {
    return words("with.hidden");
  }
  const partners = (teams().find((team) => team.includes(seat)) ?? []).filter((other) => other !== seat);
  return partners.length ? words("with", partners.join(", ")) : "";
}

// Returns elements that say that an engine plays for a player, or that the player is away. Where there is no room for the
// line under the name, they also say what is wrong with the connection.
function presence(seat, info) {
  if (info.stand_in) {
    return [make("span.fact.away", {}, words("stand_in"))];
  }
  const brief = troubles(info).map((text) => make("span.fact.brief", {}, text));
  return info.away === null ? brief : [make("span.fact.away", { data: { away: seat } }, awayText(seat))];
}

// Returns an element with the seat's points and counts, and its hand if that is another player's.
function facts(seat, position) {
  const made = make("div.facts", {}, ...(state.record ? [] : presence(seat, state.table.seats[seat - 1])));
  const partner = state.record ? "" : partnerText(seat);
  if (partner) {
    made.append(make("span.fact.partner", {}, partner));
  }
  if (!position?.board) {
    return made;
  }
  const scores = position.scores ?? [];
  if (scores.some((score) => score !== 0) && !isPlain()) {
    made.append(make("span.fact.score", {}, words("score", scores[seat - 1] ?? 0)));
  }
  for (const [word, list] of Object.entries(position.board.counts ?? {})) {
    if (list.length >= seat) {
      made.append(
        make(
          `span.fact${word in (cells().yards ?? {}) ? ".drawn" : ""}`,
          { data: { count: word } },
          `${list[seat - 1]} ${words(`count.${word}`)}`,
        ),
      );
    }
  }
  const hand = position.board.hands?.[seat - 1];
  const own = (state.table?.you.viewer === seat || state.game?.seats === 1) && !position.record;
  if (hand && !own) {
    made.append(smallHand(hand, cells()));
  }
  return made;
}

function fault(seat, { what, text }, acts) {
  const box = make(
    "div.fault",
    { role: "alert", data: { fault: what } },
    make("p", {}, icon("warn"), make("strong", {}, words(`fault.${what}`))),
  );
  if (text) {
    box.append(make("p.fault-text", {}, text));
  }
  if (isHost()) {
    box.append(
      make("p", {}, words("fault.do")),
      make(
        "div.row",
        {},
        make("button.primary", { data: { act: "restart" }, onclick: () => acts.restart(seat) }, words("fault.restart")),
        make("button", { data: { act: "take" }, onclick: () => acts.take(seat) }, words("fault.take")),
        make("button", { data: { act: "other" }, onclick: () => acts.seat(seat) }, words("fault.other")),
      ),
    );
  } else {
    box.append(make("p", {}, words("fault.wait")));
  }
  return box;
}
