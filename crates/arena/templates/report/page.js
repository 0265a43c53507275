// What the scripts of the page share. All texts are put into the page as text, never as HTML.
"use strict";

const find = (id) => document.getElementById(id);

function make(name, className, ...children) {
  const made = document.createElement(name);
  if (className) {
    made.className = className;
  }
  made.append(...children);
  return made;
}

// With commas between thousands.
const grouped = (number) => number.toLocaleString("en");
