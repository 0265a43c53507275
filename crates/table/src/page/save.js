// Saves a text as a file.

import { make } from "./dom.js";

export function saveFile(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address));
}
