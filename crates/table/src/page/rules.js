// The rules of the game. The server renders them as HTML; only elements of the types in `KEPT` and links to https
// addresses are inserted.

import { find, make } from "./dom.js";
import { LANGUAGES, inUse, words } from "./i18n/index.js";
import { shownGame } from "./state.js";

const KEPT = new Set(
  "H1 H2 H3 H4 P UL OL LI TABLE THEAD TBODY TR TH TD CODE PRE EM STRONG BLOCKQUOTE HR BR".split(" "),
);
let loaded = null;

export async function showRules() {
  const game = shownGame();
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

// Fetches the rules in a language as HTML. Returns `null` if there are none or the request fails.
async function page(game, language) {
  try {
    const answer = await fetch(`rules/${encodeURIComponent(game)}/${language}`);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

// Returns copies of the child nodes. Elements of the types in `KEPT` lose their attributes, links keep their address,
// other elements are replaced by their contents, and scripts, style sheets and comments are removed.
function kept(parent) {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      return [document.createTextNode(node.data)];
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.tagName === "SCRIPT" || node.tagName === "STYLE") {
      return [];
    }
    const inner = kept(node);
    if (node.tagName === "A" && node.protocol === "https:") {
      return [make("a", { href: node.href, target: "_blank", rel: "noreferrer" }, ...inner)];
    }
    if (!KEPT.has(node.tagName)) {
      return inner;
    }
    // What scrolls sideways if it is too wide can be reached by keyboard.
    const made = make(node.tagName.toLowerCase(), node.tagName === "PRE" ? { tabindex: "0" } : {}, ...inner);
    return [node.tagName === "TABLE" ? make("div.wide", { tabindex: "0" }, made) : made];
  });
}
