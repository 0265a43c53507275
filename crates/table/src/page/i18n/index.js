// The texts of the page in the chosen language: its own, and the words of the games, which the engine supplies in the
// answer to `query info`. A key without a text is converted to readable words.

import { infoOf, remember, remembered, shownGame } from "../state.js";
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
// A key such as `reason.time` stands for a word of the game being viewed.
export const words = (key, ...values) => wordsOf(shownGame(), key, ...values);

// Like `words`, for the game of this name.
export function wordsOf(game, key, ...values) {
  const text = gameWord(game, key) ?? DICTIONARIES[language][key] ?? en[key] ?? plain(key);
  return text.replace(/\{(\d)\}/g, (_, number) => values[Number(number)] ?? "");
}

// Like `words`, in the form for this number, which is the first value: the text of `KEY.one` for 1, and otherwise that of
// `KEY`.
export function counted(key, number, ...values) {
  const form = `${key}.${new Intl.PluralRules(language).select(number)}`;
  return words(known(form) ? form : key, whole(number), ...values);
}

// Returns the word of a game, or `undefined` if the game does not have it.
export function gameWord(game, key) {
  const all = infoOf(game)?.words ?? {};
  return all[language]?.[key] ?? all.en?.[key];
}

export const known = (key) => key in en || gameWord(shownGame(), key) !== undefined;

// Begins a text with a capital. The words of games begin with small letters.
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Converts the last part of a key to readable words: `option.DrawPlies` becomes `Draw plies`.
export function plain(key) {
  const spaced = key
    .slice(key.lastIndexOf(".") + 1)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]/g, " ");
  return capital(spaced.toLowerCase());
}

// Returns the name of a game as a title.
export function titleOf(game) {
  const names = infoOf(game)?.name ?? {};
  return capital(names[language] ?? names.en ?? game);
}

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
