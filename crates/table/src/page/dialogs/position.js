// The dialog that shows, exports and imports positions and games as text.

import { find, make } from "../dom.js";
import { words } from "../i18n/index.js";
import { isHost, on, portableOf, shown, state } from "../state.js";
import { exportFormats } from "../texts.js";
import { warning } from "./again.js";
import { copyField, openDialog } from "./frame.js";

// The text area that shows the export.
let exportText = null;
// The element that shows an error of the pending import or setup, or `null` if none is pending.
let errorTarget = null;

export function openPosition(send) {
  const { table } = state;
  // A recorded game has no position texts, so the dialog then shows those of the game on the table.
  const position = state.record ? null : shown();
  const line = position?.text ?? table.line;
  const out = make("textarea", {
    id: "export-text",
    rows: "5",
    spellcheck: "false",
    readonly: "readonly",
    hidden: true,
    aria: { label: words("export") },
  });
  exportText = out;
  const exports = exportFormats(state.game.game).map(([format, text]) =>
    make("button", { id: `export-${format}`, onclick: () => send({ do: "export", format }) }, text),
  );
  const content = [
    ...(state.record ? [make("p.soft", { id: "position-of" }, words("position.record"))] : []),
    copyField("fen-text", words("position.text"), position?.fen ?? table.fen),
    copyField("line-text", words("position.line"), line),
    make("h3", {}, words("export")),
    make("div.row", {}, ...exports),
    out,
  ];
  if (isHost()) {
    content.push(...entry(send, portableOf(state.game.game)));
  }
  openDialog(words("position"), content, [{ text: words("close") }]);
}

function entry(send, portable) {
  const text = make("textarea", {
    id: "import-text",
    rows: "5",
    spellcheck: "false",
    placeholder: words("import.hint"),
    aria: { label: words("import"), describedby: "import-error" },
  });
  const errorText = make("p.error-text", { id: "import-error", role: "alert" });
  const act = (message) => () => {
    if (text.value.trim()) {
      errorText.textContent = "";
      if (send(message(text.value.trim())) === false) {
        errorText.textContent = words("offline.send");
      } else {
        errorTarget = errorText;
      }
    }
  };
  const buttons = [
    make("button.primary", { id: "set-up", onclick: act((value) => ({ do: "setup", text: value })) }, words("setup")),
    make(
      "button",
      { id: "import-transcript", onclick: act((value) => ({ do: "import", format: "transcript", text: value })) },
      words("import.transcript"),
    ),
  ];
  if (portable) {
    buttons.push(
      make(
        "button",
        { id: "import-portable", onclick: act((value) => ({ do: "import", format: "portable", text: value })) },
        words("import.portable", portable),
      ),
    );
  }
  const parts = [make("h3", {}, words("import")), warning(), text, errorText, make("div.row", {}, ...buttons)];
  return parts.filter(Boolean);
}

// Closes the dialog if an import is pending. Call this when the server sends a game, because the import has then
// succeeded.
export function importSucceeded() {
  if (errorTarget?.isConnected && document.getElementById("dialog").open) {
    document.getElementById("dialog").close();
  }
  errorTarget = null;
}

// Shows in the dialog why the pending import failed. Returns false if no import is pending or the dialog has been
// closed.
export function importFailed(reason) {
  const isVisible = Boolean(errorTarget?.isConnected && document.getElementById("dialog").open);
  if (isVisible) {
    errorTarget.textContent = reason;
    errorTarget.scrollIntoView({ block: "nearest" });
  }
  errorTarget = null;
  return isVisible;
}

// At a shared screen, close this dialog when the hand is covered, because texts in the dialog may contain the previous
// player's hand.
on("covered", () => {
  const dialog = find("dialog");
  if (dialog.contains(exportText)) {
    dialog.close();
    dialog.replaceChildren();
  }
});

// Shows the exported text and selects it, so that it can be copied.
export function showExport({ text }) {
  if (exportText?.isConnected) {
    exportText.hidden = false;
    exportText.value = text;
    exportText.focus();
    exportText.select();
  }
}
