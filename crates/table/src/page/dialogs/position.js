// Positions, transcripts and portable notation as text, in and out.

import { announce, note } from "../announce.js";
import { find, icon, make } from "../dom.js";
import { words } from "../i18n/index.js";
import { isHost, on, shown, state } from "../state.js";
import { warning } from "./again.js";
import { copy, field, openDialog } from "./frame.js";

let waiting = null;
// What was asked for and has not been answered yet: its place for words of trouble.
let asked = null;

export function openPosition(send) {
  const { table } = state;
  // The texts are those of the table: of a record that is looked at, the page knows boards only.
  const position = state.record ? null : shown();
  const portable = state.hello.games.find(({ name }) => name === state.game?.game)?.portable;
  const line = position?.text ?? table.line;
  const out = make("textarea", {
    id: "export-text",
    rows: "5",
    spellcheck: "false",
    readonly: "readonly",
    hidden: true,
    aria: { label: words("export") },
  });
  waiting = out;
  const exports = ["transcript", ...(portable ? ["portable"] : [])].map((format) =>
    make(
      "button",
      { id: `export-${format}`, onclick: () => send({ do: "export", format }) },
      format === "portable" ? portable : words("transcript"),
    ),
  );
  const content = [
    ...(state.record ? [make("p.soft", { id: "position-of" }, words("position.record"))] : []),
    copied("fen-text", words("position.text"), position?.fen ?? table.fen),
    copied("line-text", words("position.line"), line),
    make("h3", {}, words("export")),
    make("div.row", {}, ...exports),
    out,
  ];
  if (isHost()) {
    content.push(...entry(send, portable));
  }
  openDialog(words("position"), content, [{ text: words("close") }]);
}

function copied(id, label, text) {
  const shownText = make("input", { id, readonly: "readonly", value: text ?? "" });
  const button = make(
    "button",
    { data: { copy: id }, onclick: () => copy(text, () => announceCopy()) },
    icon("copy"),
    make("span", {}, words("copy")),
  );
  return make("div.with-button", {}, field(label, shownText), button);
}

function announceCopy() {
  announce(words("copied"));
  note(words("copied"));
}

function entry(send, portable) {
  const text = make("textarea", {
    id: "import-text",
    rows: "5",
    spellcheck: "false",
    placeholder: words("import.hint"),
    aria: { label: words("import"), describedby: "import-trouble" },
  });
  const trouble = make("p.trouble", { id: "import-trouble", role: "alert" });
  const act = (message) => () => {
    if (text.value.trim()) {
      trouble.textContent = "";
      if (send(message(text.value.trim())) === false) {
        trouble.textContent = words("offline.send");
      } else {
        asked = trouble;
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
  const parts = [make("h3", {}, words("import")), warning(), text, trouble, make("div.row", {}, ...buttons)];
  return parts.filter(Boolean);
}

// Another game is on the table: the one that was asked for.
export function entered() {
  if (asked?.isConnected && document.getElementById("dialog").open) {
    document.getElementById("dialog").close();
  }
  asked = null;
}

// The server did not take it: the text stays, with what is wrong. Tells whether somebody reads it.
export function notEntered(said) {
  const seen = Boolean(asked?.isConnected && document.getElementById("dialog").open);
  if (seen) {
    asked.textContent = said;
    asked.scrollIntoView({ block: "nearest" });
  }
  asked = null;
  return seen;
}

// The texts hold the hand of somebody who has left the screen.
on("covered", () => {
  const dialog = find("dialog");
  if (dialog.contains(waiting)) {
    dialog.close();
    dialog.replaceChildren();
  }
});

// The text that was asked for.
export function showExport({ text }) {
  if (waiting?.isConnected) {
    waiting.hidden = false;
    waiting.value = text;
    waiting.focus();
    waiting.select();
  }
}
