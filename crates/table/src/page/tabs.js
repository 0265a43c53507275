// The tabs of the side panel.

import { find } from "./dom.js";

const TABS = ["moves", "analysis", "rules", "records"];
let opened = () => {};

// `act(name)` is called when the tab `name` is opened.
export function setUpTabs(act) {
  opened = act;
  for (const name of TABS) {
    find(`tab-${name}`).addEventListener("click", () => select(name));
    find(`tab-${name}`).addEventListener("keydown", (event) => arrowed(event, name));
  }
}

export function select(name) {
  for (const tab of TABS) {
    const chosen = tab === name;
    find(`tab-${tab}`).setAttribute("aria-selected", String(chosen));
    find(`tab-${tab}`).tabIndex = chosen ? 0 : -1;
    find(`panel-${tab}`).hidden = !chosen;
  }
  find("travel").hidden = name === "rules" || name === "records";
  opened(name);
}

export const isOpen = (name) => !find(`panel-${name}`).hidden;

function arrowed(event, name) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by) {
    const open = TABS.filter((tab) => !find(`tab-${tab}`).hidden);
    const next = open[(open.indexOf(name) + by + open.length) % open.length];
    select(next);
    find(`tab-${next}`).focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
