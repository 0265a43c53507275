// The texts of the page in the chosen language. A key without a text, for example one that contains an unknown protocol
// word, is converted to readable words.

import { remember, remembered } from "../state.js";
import en from "./en.js";
import nl from "./nl.js";

const DICTIONARIES = { en, nl };

export const LANGUAGES = Object.keys(DICTIONARIES);

let language =
  LANGUAGES.find((code) => code === remembered("language")) ??
  ((navigator.language ?? "").startsWith("nl") ? "nl" : "en");

export const inUse = () => language;

export function choose(code) {
  language = code;
  remember("language", code);
}

// Returns the text of a key, in which `{0}`, `{1}` and so on are replaced by `values`.
export function words(key, ...values) {
  const text = DICTIONARIES[language][key] ?? en[key] ?? plain(key);
  return text.replace(/\{(\d)\}/g, (_, number) => values[Number(number)] ?? "");
}

export const known = (key) => key in en;

// Converts the last part of a key to readable words: `option.DrawPlies` becomes `Draw plies`.
export function plain(key) {
  const spaced = key
    .slice(key.lastIndexOf(".") + 1)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]/g, " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}

// Returns the name of a game as a title: `querbeet-figure` becomes `Querbeet Figure`.
export const titleOf = (game) =>
  game
    .split(/[-_]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(" ");

// Translates the elements in `root`. The attribute `data-text` contains the key of an element's text, and `data-tip`
// that of its tooltip. `data-label` contains the key of its accessible label, which is also its tooltip.
export function translate(root = document) {
  document.documentElement.lang = language;
  for (const element of root.querySelectorAll("[data-text]")) {
    element.textContent = words(element.dataset.text);
  }
  for (const element of root.querySelectorAll("[data-tip]")) {
    element.title = words(element.dataset.tip);
  }
  for (const element of root.querySelectorAll("[data-label]")) {
    const text = words(element.dataset.label);
    element.setAttribute("aria-label", text);
    element.title = text;
  }
}

export function decimal(number, digits) {
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    number,
  );
}

export const whole = (number) => new Intl.NumberFormat(language).format(Math.round(number));
