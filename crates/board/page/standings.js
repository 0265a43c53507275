// The standings of a tournament: rounds, results, ratings, and the scores of all participants against each other.

import { intervals, lines } from "./charts.js";
import { make } from "./dom.js";
import { mirrored } from "./numbers.js";

const MOST_CURVES = 8;
const MOST_POINTS = 200;

// Returns a table that scrolls by itself. `columns` contains a function for each heading that returns the cell of a row:
// a text or a finished `td`. A heading that begins with `>` is that of numbers, one with `!` that of the names of rows.
export function table(label, columns, rows, say) {
  const tag = (head) => ({ ">": "td.number", "!": "th" })[head[0]] ?? "td";
  const title = (head) => make(tag(head).replace("td", "th"), { scope: "col" }, say(head.replace(/^[>!]/, "")));
  const cell = (content, head) => (content?.tagName === "TD" ? content : make(tag(head), {}, content));
  const row = (one) => make("tr", {}, ...Object.entries(columns).map(([head, content]) => cell(content(one), head)));
  const head = make("thead", {}, make("tr", {}, ...Object.keys(columns).map(title)));
  return scrolling(say(label), make("table", {}, head, make("tbody", {}, ...rows.map(row))));
}

export const scrolling = (label, content) =>
  make("div.scroll", { tabindex: 0, role: "region", aria: { label } }, content);

// Returns columns with the cells that each participant has against each other one.
const against = (all, cell) => all.map((other) => [`${other.place} ${other.participant}`, (one) => cell(one, other)]);

const EMPTY = "\u00b7";

// Returns the standings, with the scores against the others.
export function standings({ standings: all, pairs, settings }, { say, grouped, percent, elo, estimate }) {
  const pair = (one, other) => {
    const is = ({ first, second }) => first === one.participant && second === other.participant;
    const back = pairs.find(({ first, second }) => is({ first: second, second: first }));
    return pairs.find(is) ?? (back && mirrored(back));
  };
  const cell = (one, other) => {
    const found = pair(one, other);
    if (!found) {
      return make("td.cross", {}, EMPTY);
    }
    const { wins, draws, losses, score } = found;
    const title = say("{0} games, Elo {1}", grouped(wins + draws + losses), elo(found));
    return tinted(score.value ?? 0.5, percent, `${wins} / ${draws} / ${losses}`, title);
  };
  const columns = {
    ">#": ({ place }) => String(place),
    "!name": ({ participant }) => participant,
    ">Elo": (one) => make("td.number", {}, estimate(range(one)), make("small", {}, remark(one))),
    ">games": ({ games }) => grouped(games),
    ">wins\u2013draws\u2013losses": ({ wins, draws, losses }) => `${wins}\u2013${draws}\u2013${losses}`,
    ">score": ({ score }) => percent(score),
    ...Object.fromEntries(all.length > 1 ? against(all, cell) : []),
  };
  const isGrouped = all.some(({ group }) => group > 0);
  const most = settings.format.teams ? "too few games, or won or lost nearly everything" : "won or lost everything";
  function remark({ group, anchored, bounded, games, error }) {
    const open = games > 0 && error === null && "no interval: too few games, or all blocks equal";
    const why = (anchored && "given") || (bounded && most) || open;
    return [isGrouped && say("group {0}", group + 1), why && say(why)].filter(Boolean).join(", ");
  }
  return table("Standings", columns, all, say);
}

// Returns the rating of a participant with its interval.
function range({ rating, error }) {
  const [low, high] = error === null ? [null, null] : [rating - error, rating + error];
  return { value: rating, low, high };
}

// Returns a cell whose colour says how good its score is.
function tinted(score, percent, text, title) {
  const cell = make("td.cross", { title }, percent(score), make("small", {}, text));
  const colour = score >= 0.5 ? "var(--good)" : "var(--bad)";
  cell.style.background = `color-mix(in srgb, ${colour} ${Math.round(70 * Math.abs(score - 0.5))}%, transparent)`;
  return cell;
}

// Returns the scores of partners at mixed tables.
export function partners({ standings: all, partners: cells }, { say, grouped, percent }) {
  const cell = (one, other) => {
    const known = cells[all.indexOf(one)][all.indexOf(other)];
    return known ? tinted(known.points / known.games, percent, grouped(known.games)) : make("td.cross", {}, EMPTY);
  };
  const columns = { "!name": ({ participant }) => participant, ...Object.fromEntries(against(all, cell)) };
  return table("Partners", columns, all, say);
}

// Returns the ratings with their intervals as a chart, or `null` if nobody has one.
export function ratings({ standings: all }, { plain }) {
  const entries = all.filter(({ rating }) => rating !== null).map((one) => ({ name: one.participant, ...range(one) }));
  return entries.length ? intervals({ entries, unit: "Elo", format: plain }) : null;
}

// Returns the mean score of each participant after each game as a chart, or `null` if there are too few games.
export function curves(games, { say, grouped, percent }) {
  const step = Math.max(1, Math.ceil(games.length / MOST_POINTS));
  const sums = new Map();
  games.forEach((game, number) => {
    for (const [name, payoff] of payoffs(game)) {
      const own = sums.get(name) ?? { points: 0, games: 0, curve: [] };
      sums.set(name, { ...own, points: own.points + payoff, games: own.games + 1 });
    }
    if (number % step === 0 || number + 1 === games.length) {
      sums.forEach((own) => own.curve.push([number + 1, own.points / own.games]));
    }
  });
  const shown = [...sums].filter(([, { curve }]) => curve.length > 1).slice(0, MOST_CURVES);
  const series = shown.map(([name, { curve }]) => ({ name: `${name} ${percent(curve.at(-1)[1])}`, points: curve }));
  const [name, unit, format] = [say("Score after each game"), say("games"), (share) => `${grouped(100 * share)} %`];
  return series.length && lines({ series, unit, name, bounds: [0, 1], length: games.length, format, across: grouped });
}

// Returns each participant of a game with the share of the other sides that its side beat. A tie counts half.
function payoffs({ names, teams, ranks, result }) {
  const ranked = teams.map((team) => ranks[team[0] - 1]);
  const beaten = (own) => ranked.reduce((sum, other) => sum + (own < other ? 1 : own === other ? 0.5 : 0), -0.5);
  const payoff = (side) => beaten(ranked[side]) / Math.max(1, teams.length - 1);
  const members = (team) => [...new Set(team.map((seat) => names[seat - 1]))];
  return result === "none" ? [] : teams.flatMap((team, side) => members(team).map((name) => [name, payoff(side)]));
}

const DECISIONS = { bye: "bye", games: "games", seed: "higher seed" };

// Returns the matches of all rounds of a knockout or Swiss tournament, and its result.
export function rounds({ kind, rounds: all, matches }, { say, plain }) {
  const isKnockout = kind === "knockout";
  const row = (one) => (name, at) => {
    const cells = [make("td", { title: name }, name), make("td.number", {}, plain(one.points[at]))];
    return make(name === one.winner ? "tr.won" : "tr", {}, ...cells);
  };
  const match = (one) => {
    const decision = say(DECISIONS[one.decided_by] ?? (one.finished ? "tied" : "not finished"));
    const rows = make("tbody", {}, ...one.participants.map(row(one)));
    return make("li", {}, make("table.match", {}, rows), make("small", {}, decision));
  };
  const list = (name, one) =>
    one.length > 0 && make("div.round", {}, make("h3", {}, name), make("ul", {}, ...one.map(match)));
  const parts = all.flatMap((round, number) => {
    const others = round.filter((one) => !one.third_place);
    const last = isKnockout && { 1: "final", 2: "semifinals" }[others.length];
    const third = round.filter((one) => one.third_place);
    return [list(last ? say(last) : say("round {0}", number + 1), others), list(say("third place"), third)];
  });
  const columns = {
    ">#": ({ place }) => String(place),
    "!name": ({ participant }) => participant,
    ">points": ({ points }) => plain(points),
    ...(!isKnockout && {
      ">Buchholz": ({ buchholz }) => plain(buchholz),
      ">Sonneborn-Berger": (one) => plain(one.sonneborn_berger),
    }),
  };
  const shown = make(isKnockout ? "div.rounds.bracket" : "div.rounds", {}, ...parts);
  return [scrolling(say(isKnockout ? "Bracket" : "Rounds"), shown), table("Result", columns, matches, say)];
}
