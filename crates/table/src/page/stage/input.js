// Pointer and keyboard input on the board: clicks with a tolerance, dragged pieces, and arrow keys between cells.

import { UNIT, neighbour } from "../board/geometry.js";
import { place } from "../board/picture.js";
import { drag } from "../dom.js";

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// If cells are at most this wide, in pixels, a click near a selectable cell counts as a click on that cell.
const FINGER = 36;
// The distance in pixels after which a pointer movement drags a piece.
const DRAG = 7;

// Handles input on the board `view`: clicks, drags and hovering call `view.acts`, and arrow keys move the focus.
export function setUpInput(view) {
  const { root, acts } = view;
  // Whether a dragged piece was just dropped on the cell from which it came. The click event that follows is then
  // ignored.
  let dropped = false;
  root.addEventListener("click", (event) => {
    if (!dropped) {
      clicked(view, event);
    }
    dropped = false;
  });
  root.addEventListener("keydown", (event) => key(view, event));
  root.addEventListener("focusin", (event) => view.focus(event.target));
  root.addEventListener("focusout", () => view.focus(null));
  root.addEventListener("pointerover", (event) => acts.hover(event.target.dataset?.cell ?? null));
  root.addEventListener("pointerdown", (event) => {
    dropped = false;
    pressed(view, event, () => (dropped = true));
  });
}

function clicked(view, event) {
  const name = event.target.dataset?.cell;
  const meant = event.detail > 0 && !event.target.dataset?.word && !view.active.has(name) ? nearest(view, event) : null;
  if (meant ?? name) {
    view.acts.click(meant ?? name);
  }
}

// If cells are small, returns the selectable cell nearest to a click. Returns `null` if cells are large or no
// selectable cell is near.
function nearest(view, event) {
  const frame = view.image.getBoundingClientRect();
  if ((frame.width / view.shape.width) * UNIT > FINGER) {
    return null;
  }
  const [x, y] = inside(view, event);
  let best = null;
  let least = 1.15 * UNIT;
  for (const cell of view.active) {
    const [u, v] = view.shape.at.get(cell);
    const far = Math.hypot(x - u, y - v);
    if (far < least) {
      [best, least] = [cell, far];
    }
  }
  return best;
}

// Returns the position of the pointer in drawing units.
function inside({ image, shape }, event) {
  const frame = image.getBoundingClientRect();
  const { box, width, height } = shape;
  const [across, down] = [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height];
  return [box.left + across * width, box.top + down * height];
}

// Returns the name of the cell under the pointer, or `null`.
export function cellAt(view, event) {
  const found = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.dataset?.cell);
  return found && view.root.contains(found) ? found.dataset.cell : null;
}

function pressed(view, event, stayed) {
  const name = event.target.dataset?.cell;
  const item = view.placed.find((piece) => piece.look.at === name);
  if (!item || event.button !== 0 || !view.active.has(name)) {
    return;
  }
  drag(event, DRAG, {
    begin() {
      view.acts.lift(name);
      item.element.parentNode?.append(item.element);
      item.element.classList.add("held");
    },
    move: (next) => item.element.setAttribute("transform", place(inside(view, next))),
    end(next) {
      item.element.classList.remove("held");
      item.element.setAttribute("transform", place(view.shape.at.get(name)));
      const to = next.type === "pointerup" ? cellAt(view, next) : null;
      if (to === name) {
        stayed();
      } else if (to) {
        view.acts.drop(name, to);
      }
    },
  });
}

function key(view, event) {
  const name = event.target.dataset?.cell;
  const way = KEYS[event.key];
  if (!name || !way || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  const next = neighbour(view.shape, name, way);
  if (next) {
    view.buttons.get(name).tabIndex = -1;
    view.buttons.get(next).tabIndex = 0;
    view.buttons.get(next).focus();
  }
}
