// Labels of cells and of the pieces on them, for screen readers.

import { shade } from "../board/palette.js";
import { words } from "../i18n/index.js";
import { said } from "../texts.js";

// Updates the labels of the buttons over the cells: the cell's name, mark and piece, and whether it can be clicked.
export function nameCells({ board, buttons, cells, active }) {
  const on = new Map(board.pieces.map((piece) => [piece.at, piece]));
  for (const [name, button] of buttons) {
    const parts = [name];
    const mark = cells.marks?.[name];
    if (mark) {
      parts.push(words(`mark.${mark.kind}`, mark.seat ? said(`{p${mark.seat}}`) : ""));
    }
    parts.push(on.has(name) ? nameOf(on.get(name), cells) : words("cell.empty"));
    if (active.has(name)) {
      parts.push(words("cell.live"));
    }
    const label = parts.join(", ");
    if (button.getAttribute("aria-label") !== label) {
      button.setAttribute("aria-label", label);
    }
  }
}

function nameOf(piece, cells) {
  const colour = piece.seat ? words(`colour.${shade(cells, piece.seat).word}`) : "";
  const kind = words(`kind.${piece.kind}`);
  const way = piece.dir ? words(`dir.${piece.dir}`) : "";
  return [kind, colour, way].filter(Boolean).join(", ");
}
