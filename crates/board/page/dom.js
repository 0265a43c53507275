// Creates and finds elements. Strings are always inserted as text nodes, never parsed as markup.

const SVG = "http://www.w3.org/2000/svg";

export const find = (id) => document.getElementById(id);

// Creates an HTML element. `what` is the name of the element and its classes, each of which follows a dot. Attributes
// that are `null` or `undefined` and children that are `null`, `undefined` or `false` are skipped. Example:
// `make("button.primary", { id: "x", onclick: f, data: { word: "pass" }, aria: { label: "…" } }, child, "text")`.
export function make(what, attributes = {}, ...children) {
  const [name, ...classes] = what.split(".");
  const made = document.createElement(name);
  if (classes.length) {
    made.className = classes.join(" ");
  }
  if (name === "button" && !attributes.type) {
    made.type = "button";
  }
  for (const [key, value] of Object.entries(attributes)) {
    set(made, key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

function set(made, key, value) {
  if (value === undefined || value === null) {
    return;
  }
  if (key.startsWith("on")) {
    made.addEventListener(key.slice(2), value);
  } else if (key === "data") {
    Object.entries(value).forEach(([word, text]) => (made.dataset[word] = text));
  } else if (key === "aria") {
    Object.entries(value).forEach(([word, text]) => made.setAttribute(`aria-${word}`, text));
  } else if (typeof value === "boolean" || key === "value") {
    made[key] = value;
  } else {
    made.setAttribute(key, value);
  }
}

// Creates an SVG element. `what` is as in `make`. Numbers in attributes are rounded to two decimal places.
export function draw(what, attributes = {}, ...children) {
  const [name, ...classes] = what.split(".");
  const made = document.createElementNS(SVG, name);
  if (classes.length) {
    made.setAttribute("class", classes.join(" "));
  }
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, typeof value === "number" ? round(value) : value);
  }
  made.append(...children.flat().filter(Boolean));
  return made;
}

export const round = (number) => Math.round(number * 100) / 100;
