// The dialog for a new game: the game, its options, the players and the clock.

import { make } from "../dom.js";
import { capital, decimal, gameWord, titleOf, words, wordsOf } from "../i18n/index.js";
import { remember, remembered, state } from "../state.js";
import { warning } from "./again.js";
import { absenceFields } from "./absence.js";
import { choice, field, including, openDialog } from "./frame.js";
import { seatFields } from "./seat.js";

const MINUTES = [1, 3, 5, 10, 15, 30, 60];
const INCREMENTS = [0, 1, 2, 3, 5, 10, 30];
// The times for which a move can be shown before the next one is made, in milliseconds.
const PACES = [0, 500, 1000, 2000, 4000];

export function openNew(send) {
  const { games } = state.hello;
  const now = state.game?.game ?? games[0].name;
  const cards = make("div.game-choice", { role: "radiogroup", aria: { label: words("game") } });
  const options = make("div.options");
  const seats = make("div.seats-form");
  const seed = make("input", { id: "seed", inputmode: "numeric", pattern: "[0-9]*", placeholder: words("seed.any") });
  const deal = field(words("seed"), seed, words("seed.why"));
  let readOptions = () => ({});
  let fields = [];
  const chosen = () => cards.querySelector("input:checked").value;
  const refill = () => {
    const game = games.find(({ name }) => name === chosen());
    readOptions = fillOptions(options, game, () => (fields = fillSeats(seats, countOf(game, readOptions()))));
    fields = fillSeats(seats, countOf(game, readOptions()));
    deal.hidden = !game.info.chance;
  };
  for (const { name } of games) {
    const radio = make("input", { type: "radio", name: "game", value: name, id: `game-${name}` });
    radio.checked = name === now;
    radio.addEventListener("change", refill);
    cards.append(make("label.game-card", { data: { game: name } }, radio, make("span", {}, titleOf(name))));
  }
  const base = choice(
    "clock-base",
    [["", words("clock.none")], ...MINUTES.map((minutes) => [String(minutes * 60000), words("minutes", minutes)])],
    "",
  );
  const increment = choice(
    "clock-inc",
    INCREMENTS.map((seconds) => [String(seconds * 1000), words("seconds", seconds)]),
    "0",
  );
  const kept = state.table?.pace ?? 0;
  const pace = choice(
    "pace",
    including(PACES, kept).map((time) => [String(time), paceText(time)]),
    String(kept),
  );
  const absence = absenceFields();
  const start = make("input", { id: "start-text", spellcheck: "false", placeholder: words("start.usual") });
  refill();
  const begin = () => {
    const readings = fields.map(({ read }) => read());
    readings.forEach((seat, index) => remember(`seat${index + 1}`, JSON.stringify(seat)));
    const clock = base.value ? { base: Number(base.value), inc: Number(increment.value) } : null;
    send({ do: "absence", ...absence.read() });
    const text = start.value.trim().replace(/^position\s+/, "");
    send({
      do: "new",
      game: chosen(),
      options: readOptions(),
      ...(text ? { start: text.startsWith("fen ") || text.startsWith("startpos") ? text : `fen ${text}` } : {}),
      ...(seed.value && !deal.hidden ? { seed: Number(seed.value) } : {}),
      clock,
      pace: Number(pace.value),
      seats: readings,
    });
  };
  const more = make(
    "details",
    {},
    make("summary", {}, words("more")),
    options,
    make("div.pair", {}, field(words("clock"), base), field(words("increment"), increment)),
    field(words("pace"), pace),
    ...absence.parts,
    deal,
    field(words("start.text"), start),
  );
  openDialog(words("new"), [warning(), cards, seats, more].filter(Boolean), [
    { text: words("cancel") },
    { text: words("start.game"), primary: true, id: "new-start", act: begin },
  ]);
}

const paceText = (time) => (time ? words("seconds", decimal(time / 1000, time % 1000 ? 1 : 0)) : words("pace.none"));

// Returns the number of seats with these options. An option whose name ends in `.Players` sets the number.
function countOf(game, options) {
  const found = Object.entries(options).find(([name]) => name.endsWith(".Players"));
  return found ? Number(found[1]) : game.seats;
}

// Fills `box` with controls for the options, which call `changed` after a change. Returns a function that reads the
// options: those that differ from their defaults, and in any case the number of players.
function fillOptions(box, game, changed) {
  const readers = [];
  box.replaceChildren();
  for (const option of game.options ?? []) {
    const short = option.name.slice(option.name.indexOf(".") + 1);
    const control = controlOf(game.name, option);
    control.addEventListener("change", changed);
    box.append(field(capital(wordsOf(game.name, `option.${short}`)), control));
    const value = () => (option.type === "check" ? String(control.checked) : control.value);
    readers.push(() => (value() !== String(option.default) || short === "Players" ? [[option.name, value()]] : []));
  }
  return () => Object.fromEntries(readers.flatMap((read) => read()));
}

function controlOf(game, option) {
  const value = state.table?.options?.[option.name] ?? option.default;
  if (option.type === "combo") {
    return choice(
      `option-${option.name}`,
      option.vars.map((word) => [word, gameWord(game, `value.${word}`) ?? word]),
      String(value),
    );
  }
  if (option.type === "check") {
    const box = make("input", { type: "checkbox", id: `option-${option.name}` });
    box.checked = String(value) === "true";
    return box;
  }
  const limits =
    option.type === "spin"
      ? { type: "number", min: String(option.min ?? 0), max: String(option.max ?? 2147483647) }
      : { spellcheck: "false" };
  return make("input", { id: `option-${option.name}`, ...limits, value: String(value ?? "") });
}

function fillSeats(box, count) {
  const fields = Array.from({ length: count }, (_, index) => seatFields(index + 1, usual(index + 1)));
  box.replaceChildren(
    ...fields.map(({ parts }, index) => {
      const made = make(
        "fieldset.seat-form",
        { data: { formSeat: index + 1 } },
        make("legend", {}, words("seat", index + 1)),
        ...parts,
      );
      return made;
    }),
  );
  return fields;
}

// Returns the settings last used for a seat. The default is a local player for seat 1 and an engine for the other
// seats.
function usual(seat) {
  try {
    const kept = JSON.parse(remembered(`seat${seat}`));
    if (kept && typeof kept.who === "string") {
      return kept;
    }
  } catch {
    // Use the default if the stored value is invalid.
  }
  return seat === 1
    ? { who: "here" }
    : { who: "engine", engine: state.hello.engines[0]?.name, skill: 20, movetime: 1000 };
}
