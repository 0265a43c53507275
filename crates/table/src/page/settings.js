// Language and light, kept for the next time.

import { find, icon } from "./dom.js";
import { LANGUAGES, choose, inUse, translate, words } from "./i18n/index.js";
import { remember, remembered } from "./state.js";

const THEMES = ["auto", "light", "dark"];

// `spoken()` is called after another language was chosen.
export function setUpSettings(spoken) {
  find("language").addEventListener("click", () => {
    choose(after(LANGUAGES, inUse()));
    speak();
    spoken();
  });
  find("theme").addEventListener("click", () => light(after(THEMES, document.documentElement.dataset.theme)));
  document.documentElement.dataset.theme = THEMES.find((theme) => theme === remembered("theme")) ?? "auto";
  speak();
}

const after = (list, item) => list[(list.indexOf(item) + 1) % list.length];

function light(theme) {
  document.documentElement.dataset.theme = theme;
  remember("theme", theme);
  const dark = theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  find("theme").replaceChildren(icon(dark ? "moon" : "sun"));
  find("theme").title = words("theme.is", words(`theme.${theme}`));
  find("theme").setAttribute("aria-label", find("theme").title);
}

function speak() {
  translate();
  find("language").textContent = after(LANGUAGES, inUse()).toUpperCase();
  light(document.documentElement.dataset.theme);
}
