// The rule page of the game beside the board. The server makes HTML of it; only elements on a list come into the page.

import { find, make } from "./dom.js";
import { LANGUAGES, inUse, words } from "./i18n/index.js";
import { state } from "./state.js";

const KEPT = new Set(
  "H1 H2 H3 H4 P UL OL LI TABLE THEAD TBODY TR TH TD CODE PRE EM STRONG BLOCKQUOTE HR BR".split(" "),
);
let loaded = null;

export async function showRules() {
  const game = state.record?.game ?? state.game?.game;
  const wanted = `${game}/${inUse()}`;
  const box = find("rules");
  if (!game || loaded === wanted) {
    return;
  }
  loaded = wanted;
  const text = (await page(game, inUse())) ?? (await page(game, LANGUAGES[0]));
  if (text === null) {
    loaded = null;
    box.replaceChildren(make("p", {}, words("rules.none")));
    return;
  }
  box.replaceChildren(...kept(new DOMParser().parseFromString(text, "text/html").body));
  box.parentElement.scrollTop = 0;
}

// The page in a language, `null` where there is none.
async function page(game, language) {
  try {
    const answer = await fetch(`rules/${encodeURIComponent(game)}/${language}`);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

// Copies of the children: elements on the list without their attributes, the text of all others.
function kept(parent) {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      return [document.createTextNode(node.data)];
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.tagName === "SCRIPT" || node.tagName === "STYLE") {
      return [];
    }
    const inner = kept(node);
    return KEPT.has(node.tagName) ? [make(node.tagName.toLowerCase(), {}, ...inner)] : inner;
  });
}
