// The language and the theme, which the browser remembers.

import { find, icon } from "./dom.js";
import { LANGUAGES, choose, inUse, translate, words } from "./i18n/index.js";
import { remember, remembered } from "./state.js";

const THEMES = ["auto", "light", "dark"];

// `onLanguage()` is called when the user has chosen another language.
export function setUpSettings(onLanguage) {
  find("language").addEventListener("click", () => {
    choose(after(LANGUAGES, inUse()));
    applyLanguage();
    onLanguage();
  });
  find("theme").addEventListener("click", () => applyTheme(after(THEMES, document.documentElement.dataset.theme)));
  document.documentElement.dataset.theme = THEMES.find((theme) => theme === remembered("theme")) ?? "auto";
  applyLanguage();
}

const after = (list, item) => list[(list.indexOf(item) + 1) % list.length];

function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  remember("theme", theme);
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  find("theme").replaceChildren(icon(dark ? "moon" : "sun"));
  find("theme").title = words("theme.is", words(`theme.${theme}`));
  find("theme").setAttribute("aria-label", find("theme").title);
}

function applyLanguage() {
  translate();
  find("language").textContent = after(LANGUAGES, inUse()).toUpperCase();
  applyTheme(document.documentElement.dataset.theme);
}
