// The lines that say how the deals of a game and the lots for the seats were decided and, when the secret is shown,
// whether they are right.

import { find } from "../dom.js";
import { choiceSeats } from "../evening/lots.js";
import { words } from "../i18n/index.js";
import { saveFile } from "../save.js";
import { state } from "../state.js";
import { seatName, seatNames } from "../texts.js";
import { checkDeal, checkLots } from "./check.js";
import { memory, seenOfDeal } from "./exchange.js";

// What was checked last of each kind, and the results.
const checked = { deal: null, lots: null };

export function drawDeal() {
  const { deal, table, record, evening } = state;
  const shows = Boolean(table) && !record;
  const lots = evening?.lots;
  draw("deal", shows && deal, () => dealLines(deal, table));
  drawSave(shows ? seenOfDeal() : null);
  draw("lots", shows && lots?.secret && lots, () => lotsLines(lots, table));
}

// Draws the button that saves what the page has seen of the deal.
function drawSave(text) {
  const button = find("deal-save");
  button.hidden = !text;
  button.onclick = () => saveFile(`seen-${state.deal.id.slice(0, 8)}.txt`, text);
}

// Draws the line about an exchange. `lines` returns its sentences.
function draw(kind, exchange, lines) {
  const box = find(kind);
  box.hidden = !exchange;
  if (exchange) {
    box.classList.toggle("wrong", Boolean(exchange.secret && check(kind, exchange).wrong));
    find(`${kind}-line`).textContent = lines().filter(Boolean).join(" ");
    find(`${kind}-code`).textContent = exchange.commitment ? words(`${kind}.code`, exchange.commitment, exchange.id) : "";
  }
}

function dealLines(deal, table) {
  const repeated = deal.repeated ? words("deal.repeated") : null;
  if (deal.chosen) {
    return [words("deal.chosen"), repeated];
  }
  const given = givenEvents(deal, table);
  return [
    deal.secret ? result("deal", deal, deal.draws.length) : null,
    given ? words("deal.given", given) : null,
    repeated,
    ...players("deal", deal, table),
  ];
}

// Returns the number of events that were there before the deal, which nobody can check.
const givenEvents = ({ from }, { facts }) => facts.slice(0, from).filter(({ event }) => event).length;

function lotsLines(lots, table) {
  return lots.shares.length ? [result("lots", lots), ...players("lots", lots, table)] : [words("lots.alone")];
}

// Returns the sentences that say who has given random numbers.
function players(kind, { id, shares, asks }, table) {
  const { lost = [], again = [] } = memory(kind, id) ?? {};
  const left = again.at(-1)?.left ?? [];
  const givers = shares.map(({ seat }) => seat);
  const people = table.seats.filter(({ who }) => who === "here" || who === "link").map(({ seat }) => seat);
  const others = people.filter((seat) => !givers.includes(seat));
  return [
    lost.length ? words("deal.lost", seatNames(lost)) : null,
    again.length ? words("deal.again", again.length) : null,
    left.length ? words("deal.left", seatNames(left)) : null,
    givers.length ? words(asks ? "deal.awaits" : "deal.bits", seatNames(givers)) : null,
    others.length ? words("deal.without", seatNames(others)) : null,
  ];
}

// Returns the sentence about an exchange whose secret is shown. `count` is the number of events.
function result(kind, exchange, count) {
  const { wrong, seat } = check(kind, exchange);
  if (wrong) {
    return words(`${kind}.wrong`, words(`wrong.${wrong}`, seat ? seatName(seat) : ""));
  }
  return words(memory(kind, exchange.id)?.early ? `${kind}.checked` : `${kind}.checked.late`, count);
}

function check(kind, exchange) {
  const { table, evening } = state;
  const last = checked[kind];
  const at = `${table.at} ${evening?.order}`;
  if (last?.exchange !== exchange || last.at !== at) {
    checked[kind] = { exchange, at, ...CHECKS[kind](exchange, table, evening) };
  }
  return checked[kind];
}

const CHECKS = {
  deal(deal, { facts, seats, tokens }) {
    const events = facts.flatMap(({ event }, at) => (event ? [at] : []));
    return checkDeal(deal, memory("deal", deal.id), seats.length, events, tokens);
  },
  lots: (lots, _, { order, chosen }) => checkLots(lots, memory("lots", lots.id), order, chosen ? choiceSeats() : []),
};
