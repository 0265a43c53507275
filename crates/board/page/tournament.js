// A tournament, from the JSON of `report --json` and the list of its games. The report file and the table draw it. All
// names are inserted as text.

import { bars, lines } from "./charts.js";
import { make } from "./dom.js";
import { listGames } from "./games.js";
import { formatsOf } from "./numbers.js";
import { curves, partners, ratings, rounds, standings, table } from "./standings.js";

const MOST_OPENINGS = 24;
// The smallest residual of a machine that is shown, in standard errors.
const OFF = 3;

// Returns the parts of the page. `source` contains `games` and `summary`, which is `null` if only the games are known;
// in a report also `faults`, the first faults with the ids of their games. `page` contains `language`, `closed`, the
// titles of the parts that are closed at first, and these functions: `translated(text)` for an English text, `title(game)`,
// `reason(word)`, and `outcome` and `open` of `listGames`. `memory` keeps which parts are closed, and the search.
export function drawTournament(source, page, memory) {
  const say = (text, ...values) => page.translated(text).replace(/\{(\d)\}/g, (found, at) => values[at] ?? found);
  const words = { ...page, say, ...formatsOf(page.language, say) };
  memory.closed ??= new Set(page.closed);
  const { summary, games } = source;
  const parts = summary ? partsOf(source, words) : { Standings: [curves(games, words)] };
  const part = ([title, content]) => {
    const ontoggle = ({ target }) => memory.closed[target.open ? "delete" : "add"](title);
    const note = NOTES[title] && make("p.remark", {}, say(NOTES[title]));
    const head = make("summary", {}, make("h2", {}, say(title)));
    const attributes = { data: { part: title }, open: !memory.closed.has(title), ontoggle };
    return make("details.chapter", attributes, head, note, ...content);
  };
  const shown = Object.entries({ ...parts, Games: listGames(games, memory, words) });
  const filled = shown.filter(([, content]) => content.some(Boolean));
  return [...(summary ? verdict(summary, words) : []), ...filled.map(part)];
}

const NOTES = {
  Bracket: "Whoever loses a match is eliminated. In the table, each round that a participant survived counts 1 point.",
  Rounds:
    "A match won or a bye counts 1 point, a tied one half a point. Buchholz breaks ties, then Sonneborn-Berger.",
  Standings: "Only complete blocks count. A block is one opening and deal, played in all seatings.",
  Partners: "The score of each two participants as partners, with the games that they played together.",
  Ratings: "Bradley\u2013Terry ratings with 95 % intervals. Groups that never met cannot be compared.",
  "Openings and seats": "The score of the first seat's side for each opening, and of each side over all openings.",
  Remarks: "What is remarkable, but no fault.",
};

function partsOf({ summary, games, faults = [] }, words) {
  const { say, plain, duration, reason, grouped } = words;
  const { tuning, sprt, kind, length_histogram: lengths, move_time_histogram: times } = summary;
  const chart = (histogram, unit, across) =>
    histogram.counts.length > 0 && bars({ histogram, unit, format: grouped, across });
  const decade = (value) => (Number.isInteger(value) ? duration(10 ** value) : "");
  const counts = { ">games": ({ games }) => grouped(games), ">drawn": ({ draws }) => grouped(draws) };
  const ends = { reason: (end) => reason(end.reason), ...counts };
  const remarks = { "!name": ([name]) => name, remark: ([, text]) => long(text) };
  return {
    "Plan and progress": [plan(summary, words)],
    [kind === "knockout" ? "Bracket" : "Rounds"]: summary.rounds.length ? rounds(summary, words) : [],
    Parameters: tuning ? tuned(tuning, words) : [],
    Standings: tuning ? [] : [standings(summary, words), curves(games, words)],
    Partners: summary.partners ? [partners(summary, words)] : [],
    Ratings: tuning ? [] : [ratings(summary, words)],
    "Sequential test": sprt ? [make("p.remark", {}, testNote(summary, words)), llr(sprt, words)] : [],
    Participants: [participants(summary, words)],
    "Openings and seats": [shares(summary.seats, "By seat", words), shares(summary.openings, "By opening", words)],
    "Length and time": [chart(lengths, say("moves per game"), plain), chart(times, say("time of a move"), decade)],
    "Game endings": [table("Game endings", ends, summary.ends, say)],
    Faults: summary.faults.some(({ counts }) => counts.length) ? faultList(summary, faults, words) : [],
    Remarks: summary.remark_texts.length ? [table("Remarks", remarks, summary.remark_texts, say)] : [],
  };
}

const long = (text) => make("td.long", {}, text);

// Returns the result of the match if there are only two participants, and who won a knockout or Swiss tournament.
function verdict({ tuning, standings: all, pairs, matches, rounds: played, counts, kind, sprt_text: test }, words) {
  const { say, plain, percent, elo, signed } = words;
  const found = [];
  if (!tuning && all.length === 2 && pairs.length === 1) {
    const [{ first, second, wins, draws, losses, score, superiority, game_pair: gamePair }] = pairs;
    const chance = superiority !== null && say("likelihood of superiority {0}", percent(superiority));
    const pair = gamePair !== null && say("game-pair Elo {0}", signed(gamePair));
    const result = say("{0} against {1}: {2} won, {3} drawn, {4} lost", first, second, wins, draws, losses);
    found.push([result, percent(score.value), `Elo ${elo(pairs[0])}`, chance, pair].filter(Boolean).join(", "));
  }
  if (matches.length && !counts.more && played.flat().every(({ finished }) => finished)) {
    const winners = matches.filter(({ place }) => place === 1).map(({ participant }) => participant);
    const first = winners.length > 1 ? "{0} share the first place with {1} points" : "{0} won with {1} points";
    const text = kind === "knockout" ? "{0} won the knockout" : first;
    found.push(say(text, winners.join(", "), plain(matches[0].points)));
  }
  return [...found, test].filter(Boolean).map((line) => make("p.verdict", {}, line));
}

// Returns the plan, its progress and the machines.
function plan({ counts, settings, options, residuals, ...summary }, { say, title, grouped, signed }) {
  const { format, openings } = settings;
  // What is as usual is left out, and what has no meaning for this kind of tournament.
  const { rounds, challengers, third_place, noswap, pairing } = format;
  const is = (kind) => format.kind === kind;
  const shape = {
    ...format,
    rounds: rounds || null,
    challengers: is("gauntlet") ? challengers : null,
    third_place: third_place || null,
    noswap: noswap || null,
    pairing: pairing === "sides" ? null : pairing,
  };
  const count = (text, number) => (number > 0 ? say(text, grouped(number)) : "");
  const size = ({ residual }) => Math.abs(residual);
  const off = residuals.filter((one) => size(one) >= OFF).sort((one, other) => size(other) - size(one));
  const late = summary.sprt?.decision === "undecided" ? "an incomplete block" : "the decision";
  const facts = {
    game: [title(summary.game), ...options.map((option) => option.replace("=", " "))].join(", "),
    format: summary.tuning ? say("tuning") : described(shape),
    games: say(counts.more ? "{0} of {1} so far" : "{0} of {1}", grouped(counts.games), grouped(counts.planned)),
    "complete blocks": grouped(counts.blocks),
    "not counted yet": count("{0} games of incomplete blocks", counts.waiting),
    "not counted": count(`{0} games after ${late}`, counts.later),
    repeats: count("{0} games with the moves of another", counts.repeated),
    "never counted": count("{0} blocks with a game without a result", counts.void),
    "with faults": count("{0} games", counts.faulty),
    limit: summary.limits,
    "clocks scaled to": count("{0} nodes a second", settings.scale_clock ?? 0),
    openings: described(openings),
    adjudication: described(settings.adjudication),
    "stop rule": described(settings.stop),
    seed: String(settings.seed ?? say("secret")),
    "played on": summary.hosts.join(", "),
    "machines off the rest": off.map(({ name, residual }) => `${name} ${signed(residual)}`).join(", "),
    version: summary.versions.join(", "),
    notes: summary.notes.join("; "),
  };
  const fact = ([word, text]) =>
    make(text.length > 30 ? "div.long" : "div", {}, make("dt", {}, say(word)), make("dd", {}, text));
  return make("dl.settings", {}, ...Object.entries(facts).filter(([, text]) => text).map(fact));
}

// Describes a setting as `key value, key value`, its kind first. Values that are not set are left out.
function described(value) {
  if (value === null || typeof value !== "object") {
    return String(value ?? "");
  }
  const { from, kind = from, ...rest } = value;
  const parts = Object.entries(rest).map(([key, one]) => [key.replaceAll("_", " "), described(one)]);
  return [kind, ...parts.filter(([, text]) => text).map((part) => part.join(" "))].filter(Boolean).join(", ");
}

function tuned({ parameters, iterations, left_out: left, finished }, { say, plain }) {
  const numbers = ["value", "spread", "last", "start", "min", "max", "c_end", "r_end"];
  const columns = numbers.map((key) => [`>${key}`, (one) => plain(one[key])]);
  const chart = ({ name, curve, value }) => {
    const [series, marks] = [[{ name, points: curve }], [{ at: value, kind: "good", name: "" }]];
    return lines({ series, marks, unit: say("iterations"), name, length: Math.max(1, iterations), format: plain });
  };
  const none = left > 0 && `; ${say("{0} iterations made no step, because their blocks had a fault", left)}`;
  return [
    make("p.remark", {}, say(TUNING), " ", say("{0} of {1} iterations", finished, iterations), none),
    table("Parameters", { "!parameter": ({ name }) => name, ...Object.fromEntries(columns) }, parameters, say),
    ...parameters.map(chart),
  ];
}

const TUNING =
  "The value is the mean of the values after each iteration of the last quarter, the spread their standard deviation.";

// Describes the test. With two participants, the mean payoff is in the standings.
function testNote({ sprt_text: text, sprt: { payoff }, standings: all }, { say }) {
  const mean = "The mean payoff of the first participant is {0}, par 0.5.";
  const curve = say("The curve is the log-likelihood ratio after each block in the order of the plan.");
  const known = all.length > 2 && payoff !== null && say(mean, payoff.toFixed(3));
  return [`${text}.`, known, curve].filter(Boolean).join(" ");
}

// Draws the log-likelihood ratio after each block, with the two bounds that end the test.
function llr({ curve, lower, upper }, { say, plain, short: across }) {
  const points = [0, ...curve].map((value, at) => [at, value]).filter(([, value]) => value !== null);
  const marks = [{ at: upper, kind: "good", name: "H1" }, { at: lower, kind: "bad", name: "H0" }];
  const [series, length] = [[{ name: "LLR", points }], Math.max(1, curve.length)];
  return lines({ series, marks, unit: say("blocks"), name: "LLR", length, format: plain, across });
}

function participants({ settings, effort }, { say, grouped, one, duration }) {
  const columns = {
    "!name": ([{ participant }]) => participant,
    engine: ([, { engine }]) => engine,
    limit: ([{ limit }]) => limit,
    options: ([{ options }]) => long(described(options)),
    ">moves": ([, { moves }]) => grouped(moves),
    ">time per move": ([, { mean }]) => (mean === null ? "" : duration(mean)),
    ">slowest move": ([, { moves, slowest }]) => (moves ? duration(slowest) : ""),
    ">nodes per move": ([, { nodes }]) => grouped(nodes),
    ">depth": ([, { depth }]) => one(depth),
  };
  return table("Participants", columns, settings.participants.map((own, at) => [own, effort[at]]), say);
}

// Returns a table of scores with bars.
function shares(groups, title, { say, grouped, percent }) {
  const columns = {
    [title]: ({ name }) => long(name),
    ">score": ({ score }) => percent(score),
    " ": ({ score }) => make("meter", { min: 0, max: 1, value: score, "aria-hidden": "true" }),
    ">games": ({ games }) => grouped(games),
  };
  const more = groups.length - MOST_OPENINGS;
  const rows = table(title, columns, groups.slice(0, MOST_OPENINGS), say);
  return make("div", {}, rows, more > 0 && make("p.remark", {}, say("and {0} more", more)));
}

// Returns the number of faults by participant and kind, and the faults that are known with their games.
function faultList({ faults: all }, faults, { say, grouped }) {
  const counts = all.flatMap(({ participant, counts: own }) => own.map(([kind, count]) => [participant, kind, count]));
  const columns = { "!name": ([name]) => name, fault: ([, kind]) => kind, ">times": ([, , count]) => grouped(count) };
  const entry = ([id, { kind, seat, participant, ply, text, dialogue }]) => {
    const who = make("strong", {}, seat ? `p${seat} ${participant}` : participant);
    const link = make("a", { href: `#game=${encodeURIComponent(id)}` }, id);
    const about = [make("span.bad", {}, kind), " ", who, " ", link, say(", after {0} moves: ", ply), text];
    return make("details", {}, make("summary", {}, about), make("pre", {}, dialogue.join("\n")));
  };
  const total = counts.reduce((sum, [, , count]) => sum + count, 0);
  const some = faults.length > 0 && faults.length < total;
  const note = some && make("p.remark", {}, say("The first {0} of {1} are shown.", faults.length, grouped(total)));
  return [table("Faults", columns, counts, say), note, ...faults.map(entry)];
}
