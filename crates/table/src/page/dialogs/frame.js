// The dialog of the page, with a title, content and buttons.

import { announce, note } from "../announce.js";
import { find, icon, make } from "../dom.js";
import { words } from "../i18n/index.js";

// Opens the dialog. `content` is a list of elements, and `buttons` a list of `{ text, primary, act, id }`. A click on a
// button calls `act()`, if there is one, and closes the dialog unless `act()` returns false.
export function openDialog(title, content, buttons) {
  const dialog = find("dialog");
  const close = () => dialog.close();
  const row = make(
    "div.row.end",
    {},
    ...buttons.map(({ text, primary, act, id }) =>
      make(
        `button${primary ? ".primary" : ""}`,
        {
          id,
          type: primary ? "submit" : "button",
          onclick: (event) => {
            event.preventDefault();
            if (act?.() !== false) {
              close();
            }
          },
        },
        text,
      ),
    ),
  );
  const form = make(
    "form",
    { onsubmit: (event) => event.preventDefault() },
    make(
      "header",
      {},
      make("h2", { id: "dialog-title" }, title),
      make("button.plain", { id: "dialog-close", aria: { label: words("close") }, onclick: close }, icon("close")),
    ),
    make("div.dialog-body", {}, ...content),
    row,
  );
  dialog.replaceChildren(form);
  if (!dialog.open) {
    dialog.showModal();
  }
  return dialog;
}

export function field(label, control, hint) {
  return make("label.field", {}, make("span", {}, label), control, hint ? make("small", {}, hint) : null);
}

export function choice(id, options, value) {
  const made = make("select", { id }, ...options.map(([key, text]) => make("option", { value: key }, text)));
  made.value = value ?? options[0]?.[0] ?? "";
  return made;
}

// Returns the numbers of a list and another one, in ascending order.
export const including = (list, number) => [...new Set([...list, number])].sort((one, two) => one - two);

// Returns a read-only field with a button that copies its text.
export function copyField(id, label, text) {
  const button = make(
    "button",
    { data: { copy: id }, onclick: () => copy(text) },
    icon("copy"),
    make("span", {}, words("copy")),
  );
  return make("div.with-button", {}, field(label, make("input", { id, readonly: "readonly", value: text })), button);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // If the page has no access to the clipboard, copy from a selected text area instead.
    const area = make("textarea", { value: text });
    // An element outside an open dialog cannot be selected.
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  announce(words("copied"));
  note(words("copied"));
}
