// The line that says how the deals of a game were decided and, after the game, whether they are right.

import { find } from "../dom.js";
import { words } from "../i18n/index.js";
import { state } from "../state.js";
import { seatName, seatNames } from "../texts.js";
import { checkDeal } from "./check.js";
import { memory } from "./exchange.js";

// The deal that was checked last, the number of tokens, and the result.
let checked = null;

export function drawDeal() {
  const { deal, table, record } = state;
  const box = find("deal");
  box.hidden = !deal || !table || Boolean(record);
  if (box.hidden) {
    return;
  }
  const wrong = deal.secret ? check(deal, table).wrong : null;
  box.classList.toggle("wrong", Boolean(wrong));
  find("deal-line").textContent = lines(deal, table).join(" ");
  find("deal-code").textContent = deal.commitment ? words("deal.code", deal.commitment, deal.id) : "";
}

// Returns the sentences of the line.
function lines(deal, table) {
  if (deal.chosen) {
    return [words("deal.chosen"), ...(deal.repeated ? [words("deal.repeated")] : [])];
  }
  const known = memory();
  const lost = known?.id === deal.id ? known.lost : [];
  const givers = deal.shares.map(({ seat }) => seat);
  const people = table.seats.filter(({ who }) => who === "here" || who === "link").map(({ seat }) => seat);
  const others = people.filter((seat) => !givers.includes(seat));
  return [
    deal.secret ? result(deal, table) : null,
    deal.repeated ? words("deal.repeated") : null,
    lost.length ? words("deal.lost", seatNames(lost)) : null,
    givers.length ? words("deal.bits", seatNames(givers)) : null,
    others.length ? words("deal.without", seatNames(others)) : null,
  ].filter(Boolean);
}

// Returns the sentence about a deal whose secret is shown.
function result(deal, table) {
  const { wrong, seat } = check(deal, table);
  if (wrong) {
    return words(`deal.wrong.${wrong}`, seat ? seatName(seat) : "");
  }
  const taken = deal.draws.filter(({ at }) => at === null).length;
  const known = memory();
  const seen = known?.id === deal.id && known.early;
  return [
    words(seen ? "deal.checked" : "deal.checked.late", deal.draws.length),
    taken ? words("deal.taken", taken) : null,
  ]
    .filter(Boolean)
    .join(" ");
}

function check(deal, table) {
  if (checked?.deal !== deal || checked.at !== table.at) {
    const events = table.facts.flatMap(({ event }, at) => (event ? [at] : []));
    checked = { deal, at: table.at, ...checkDeal(deal, memory(), table.seats.length, events) };
  }
  return checked;
}
