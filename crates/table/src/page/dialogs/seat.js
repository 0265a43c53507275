// The dialog for the occupant of a seat: a local player, a player with a link, an engine with its strength and time, or
// nobody.

import { make } from "../dom.js";
import { words } from "../i18n/index.js";
import { state } from "../state.js";
import { openArrange } from "./arrange.js";
import { choice, field, including, openDialog } from "./frame.js";

const TIMES = [100, 300, 1000, 3000, 10000, 30000];

// Returns the form fields of a seat as `parts`, and a function `read()` that returns their values in the format that
// the server expects.
export function seatFields(seat, now) {
  const engines = state.hello.engines.map(({ name }) => [name, name]);
  const kinds = ["here", "engine", "link", "open"]
    .filter((kind) => kind !== "engine" || engines.length)
    .map((kind) => [kind, words(`who.${kind}`)]);
  const who = choice(`seat-${seat}-who`, kinds, now.who);
  const name = make("input", {
    id: `seat-${seat}-name`,
    maxlength: "40",
    value: (now.who !== "engine" && now.name) || "",
    placeholder: words("player", seat),
  });
  const engine = choice(`seat-${seat}-engine`, engines, now.engine ?? engines[0]?.[0]);
  const skill = make("input", {
    id: `seat-${seat}-skill`,
    type: "range",
    min: "0",
    max: "20",
    value: String(now.skill ?? 20),
  });
  const skillText = make("output", {}, skill.value);
  skill.addEventListener("input", () => (skillText.textContent = skill.value));
  const time = choice(
    `seat-${seat}-time`,
    including(TIMES, now.movetime ?? 1000).map((ms) => [String(ms), words("seconds", ms / 1000)]),
    String(now.movetime ?? 1000),
  );
  const person = field(words("name"), name);
  const strength = [
    field(words("engine"), engine),
    field(words("skill"), make("span.with-output", {}, skill, skillText)),
    field(words("movetime"), time),
  ];
  const adapt = () => {
    person.hidden = who.value === "engine" || who.value === "open";
    strength.forEach((part) => (part.hidden = who.value !== "engine"));
  };
  who.addEventListener("change", adapt);
  adapt();
  const read = () => ({
    who: who.value,
    name: who.value === "engine" ? engine.value : name.value.trim() || words("player", seat),
    engine: who.value === "engine" ? engine.value : null,
    skill: who.value === "engine" ? Number(skill.value) : null,
    movetime: who.value === "engine" ? Number(time.value) : null,
    nodes: null,
  });
  return { parts: [field(words("who"), who), person, ...strength], read };
}

// Returns the button that lets an engine play for a person, or that ends this.
function standIn({ seat, who, stand_in: on }, send) {
  const text = words(on ? "stand_in.end" : "stand_in.begin");
  const act = () => send({ do: "standin", seat, on: !on });
  return who === "here" || who === "link" ? [{ text, id: "seat-stand-in", act }] : [];
}

export function openSeat(seat, send) {
  const fields = seatFields(seat, state.table.seats[seat - 1]);
  const arrange = () => {
    openArrange(send);
    return false;
  };
  openDialog(
    words("seat.title", seat),
    [make("div.seat-form", {}, ...fields.parts)],
    [
      ...(state.table.seats.length > 1 ? [{ text: words("arrange"), id: "seat-arrange", act: arrange }] : []),
      ...standIn(state.table.seats[seat - 1], send),
      { text: words("cancel") },
      { text: words("ok"), primary: true, id: "seat-save", act: () => send({ do: "seat", seat, ...fields.read() }) },
    ],
  );
}
