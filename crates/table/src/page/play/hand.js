// The player's own hand as a row of buttons that can be clicked or dragged, and small pictures of other hands.

import { drag, make } from "../dom.js";
import { capital, words } from "../i18n/index.js";
import { cardPicture, smallPicture } from "../board/cards.js";

const LARGE = 10;
// The distance in pixels after which a pointer movement drags a card.
const DRAG = 9;

// Draws a hand. `hand` contains one letter per card, `live` the letters that may be clicked; `chosen` is the chosen
// letter and `hinted` the letter of the hint. `acts` contains the functions `card(letter)`, called for a click, and
// `lift(letter)`, `over(letter, event)` and `drop(letter, event)`, called for a drag.
export function showHand(tray, { hand, cells, live, chosen, hinted, acts }) {
  const key = `${hand} ${Object.keys(cells.tiles ?? {}).length}`;
  if (tray.dataset.hand !== key) {
    tray.dataset.hand = key;
    tray.classList.toggle("tiles", Boolean(cells.tiles));
    // In a large hand, equal cards are stacked.
    const large = hand.length > LARGE;
    const letters = large ? [...new Set(hand)] : [...hand];
    tray.classList.toggle("large", large);
    tray.replaceChildren(
      ...letters.map((letter) =>
        card(letter, cells, acts, large ? [...hand].filter((other) => other === letter).length : 1),
      ),
    );
  }
  let marked = false;
  for (const button of tray.children) {
    const letter = button.dataset.card;
    const may = live.includes(letter);
    // Of several equal cards, show only one as chosen.
    const now = letter === chosen && !marked;
    marked ||= now;
    button.classList.toggle("live", may);
    button.classList.toggle("hinted", letter === hinted);
    button.setAttribute("aria-pressed", String(now));
    button.setAttribute("aria-disabled", String(!may && !now));
  }
}

const nameOf = (letter) => (letter === "?" ? words("hidden.card") : capital(words(`card.${letter}`)));

function card(letter, cells, acts, count) {
  const label = count > 1 ? `${nameOf(letter)}, ${count}\u00d7` : nameOf(letter);
  const button = make(
    "button.card",
    { data: { card: letter }, aria: { label }, title: label },
    cardPicture(letter, cells),
  );
  if (cells.tiles || count > 1) {
    button.append(
      make("span.card-letter", { aria: { hidden: "true" } }, count > 1 ? `${letter} \u00d7${count}` : letter),
    );
  }
  button.addEventListener("click", () => {
    if (button.dataset.dragged) {
      delete button.dataset.dragged;
      return;
    }
    acts.card(letter);
  });
  button.addEventListener("pointerdown", (event) => carry(button, letter, event, acts));
  return button;
}

// Lets the pointer drag a copy of the card's picture until the pointer is released.
function carry(button, letter, event, acts) {
  if (event.button !== 0 || !button.classList.contains("live")) {
    return;
  }
  const carried = make("div.carried", {}, button.firstElementChild.cloneNode(true));
  drag(event, DRAG, {
    begin() {
      carried.style.width = `${button.offsetWidth}px`;
      document.body.append(carried);
      button.dataset.dragged = "yes";
      acts.lift(letter);
    },
    move(next) {
      carried.style.transform = `translate(${next.clientX}px, ${next.clientY}px) translate(-50%, -50%)`;
      acts.over(letter, next);
    },
    end(next) {
      carried.remove();
      if (next.type === "pointerup") {
        acts.drop(letter, next);
      }
      // Remove this mark only after the click event that follows the drag, because that click must be ignored.
      setTimeout(() => delete button.dataset.dragged);
    },
  });
}

// Returns another player's hand as small pictures of at most 13 cards. Unknown cards are face down.
export function smallHand(hand, cells) {
  const shown = [...hand]
    .slice(0, 13)
    .map((letter) => make(`span.small-card${letter === "?" ? "" : ".open"}`, {}, smallPicture(letter, cells)));
  const label = hand.includes("?")
    ? words("hand.count", hand.length)
    : [...hand].map((letter) => nameOf(letter)).join(", ");
  return make("span.small-hand", { role: "img", aria: { label } }, ...shown);
}
