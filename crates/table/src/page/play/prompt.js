// The prompt under the board: whose turn it is, what to choose next, and buttons for words that have no button on the
// board.

import { find, icon, make } from "../dom.js";
import { COMPASS } from "../board/geometry.js";
import { cardPicture } from "../board/cards.js";
import { agree, triesToAgree } from "../fair/exchange.js";
import { known, words } from "../i18n/index.js";
import { needle } from "../stage/arrows.js";
import { cells, isHost, seatOf, state } from "../state.js";
import { seatName, seatNames } from "../texts.js";
import { showNews } from "./news.js";

// Draws the prompt. `rest` contains the words that have no button on the board. If `blocked` is true, no word can be
// chosen.
export function showPrompt(play, rest, blocked) {
  find("status").textContent = statusText(play, blocked);
  find("status").className = play.position.live && play.legal.length && !blocked ? "yours" : "";
  const tray = find("words");
  const held = tray.contains(document.activeElement) ? document.activeElement.dataset.word : null;
  tray.replaceChildren(...(blocked ? [] : buttons(play, rest)));
  if (held) {
    tray.querySelector(`[data-word="${CSS.escape(held)}"]`)?.focus();
  }
  showNews();
}

function statusText(play, blocked) {
  const { position, selection } = play;
  const { table } = state;
  if (position.record) {
    return "";
  }
  if (position.live && table.over) {
    return "";
  }
  if (position.live && table.paused) {
    return words("paused");
  }
  if (!state.online) {
    return words("status.offline");
  }
  const seat = seatOf(position.turn);
  const name = seat ? seatName(seat) : "";
  if (!play.legal.length || blocked) {
    if (position.turn === "chance") {
      return dealWaits(play) ? exchangeText(state.deal) : words("status.chance");
    }
    if (!seat) {
      return words("status.end");
    }
    return table.seats[seat - 1]?.thinking && position.live
      ? words("status.thinking", name)
      : words("status.waits", name);
  }
  const { cells: open, others, index } = selection.next();
  const task = `task.${position.board.task}`;
  if (play.clickedImmovable()) {
    return known(task) ? words(task) : words("status.vain");
  }
  if (selection.empty) {
    const own = table.you.seats.length > 1 || !position.live;
    const turn = own ? words("status.moves", name) : words("status.yours");
    const start = known(task) ? `${turn} ${words(task)}` : turn;
    const isCard = (item) => play.ownHand().includes(item);
    return others.some(isCard) ? `${start} ${words(cells().tiles ? "status.tile" : "status.card")}` : start;
  }
  if (selection.turnsTile()) {
    return selection.cells().length ? words("status.turn") : words("status.cell");
  }
  if (others.every((word) => COMPASS.includes(word)) && others.length) {
    return open.length ? words("status.way-or-cell") : words("status.way");
  }
  return open.length ? words(index === 1 && play.hands ? "status.piece" : "status.cell") : words("status.word");
}

// Returns a text that says for which players' bits a deal waits. A player who is not connected has never come.
function exchangeText(deal) {
  const { waits } = deal;
  const tries = triesToAgree("deal", deal);
  if (tries) {
    return words("status.agree", tries);
  }
  const absent = waits.filter((seat) => !state.table.seats[seat - 1]?.online);
  return absent.length ? words("status.guests", seatNames(absent)) : words("status.deal", seatNames(waits));
}

// Returns whether the players are exchanging bits before a deal.
const dealWaits = ({ position }) => position.live && Boolean(state.deal?.asks);

function buttons(play, rest) {
  const made = [];
  if (dealWaits(play) && triesToAgree("deal", state.deal)) {
    const onclick = () => agree("deal", state.deal);
    made.push(make("button", { id: "deal-agree", onclick }, words("deal.agree")));
  }
  if (dealWaits(play) && isHost()) {
    const text = words("deal.now", seatNames(state.deal.waits));
    made.push(make("button", { id: "deal-now", onclick: () => play.send({ do: "deal" }) }, text));
  }
  if (rest.length && play.selection.turnsTile()) {
    made.push(...turns(play, rest));
  } else if (rest.length && rest.every((word) => COMPASS.includes(word))) {
    made.push(compass(play, rest));
  } else {
    made.push(...rest.map((word) => wordButton(play, word)));
  }
  if (!play.selection.empty) {
    made.push(
      make(
        "button.quiet",
        { id: "take-back", onclick: () => play.back() },
        icon("close"),
        make("span", {}, words("back")),
      ),
    );
  }
  return made;
}

function wordButton(play, word) {
  const armed = play.armed === word;
  const text = armed ? words("sure", play.label(word)) : play.label(word);
  const hinted = play.hintClicks().includes(word) ? ".hinted" : "";
  return make(`button.word${armed ? ".armed" : ""}${hinted}`, { data: { word }, onclick: () => play.word(word) }, text);
}

// Returns buttons that show the chosen tile in each rotation that fits and, once its cell has been chosen, a button to
// confirm.
function turns(play, rest) {
  const [letter] = play.selection.chosen;
  const laid = play.selection.cells().length > 0;
  const current = rest[play.turn] ?? rest[0];
  const made = rest.map((word) => {
    const label = play.label(word);
    const [move] = play.selection.candidates().filter(({ clicks }) => clicks.includes(word));
    const { roads } = move.steps.find((step) => step.roads);
    const pressed = laid && word === current;
    const button = make("button.turn", {
      data: { word },
      aria: { label, pressed: String(pressed) },
      title: label,
      onclick: () => play.word(word),
    });
    button.append(cardPicture(letter, { ...cells(), tiles: { [letter]: roads } }));
    return button;
  });
  if (laid) {
    made.push(
      make(
        "button.primary",
        { id: "confirm", onclick: () => play.word(current) },
        icon("yes"),
        make("span", {}, words("lay")),
      ),
    );
  }
  return made;
}

function compass(play, rest) {
  const places = ["nw", "n", "ne", "w", "", "e", "sw", "s", "se"];
  const quarter = play.board.shape.quarters * 2;
  return make(
    "div.compass",
    { role: "group", aria: { label: words("status.way") } },
    ...places.map((place) => {
      // The direction of the game that points towards `place` on the screen. The two differ if the board is turned.
      const word = place && COMPASS[(COMPASS.indexOf(place) - quarter + 8) % 8];
      if (!rest.includes(word)) {
        return make("span", {});
      }
      const button = make("button", {
        data: { word },
        aria: { label: play.label(word) },
        title: play.label(word),
        onclick: () => play.word(word),
      });
      button.append(needle(COMPASS.indexOf(place)));
      return button;
    }),
  );
}
