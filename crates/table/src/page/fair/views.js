// The position lines that a page has shown: the views of its seats, or the whole game if nothing is hidden.

const MOVES = " moves ";

// Returns a line without its tokens. Lines with the same beginning are the same view.
const headOf = (line) => line.split(MOVES)[0];

export const tokensOf = (line) => line.split(MOVES)[1]?.split(" ") ?? [];

// Returns a line with its first `count` tokens only.
export function cut(line, count) {
  const tokens = tokensOf(line).slice(0, count);
  return tokens.length ? `${headOf(line)}${MOVES}${tokens.join(" ")}` : headOf(line);
}

// Returns whether a token is a chance event.
const isEvent = (token) => token.startsWith("!") && !token.startsWith("!end/");

// Returns whether any of these lines has a chance event after its first `from` tokens.
export const eventsAfter = (lines, from) => lines.some((line) => tokensOf(line).slice(from).some(isEvent));

// Returns a line up to its last chance event. What follows can be taken back.
export const dealt = (line) => cut(line, tokensOf(line).findLastIndex(isEvent) + 1);

// Returns whether a token can be what was shown as `seen`, in which `?` stands for a hidden card.
const fits = (seen, token = "") =>
  seen === token ||
  (isEvent(seen)
    ? seen.length === token.length && [...seen].every((letter, at) => letter === "?" || letter === token[at])
    : seen.includes("?") && token !== "");

// Returns whether the game with these tokens can be the one of a line that was shown before.
export const continues = (line, tokens) => tokensOf(line).every((token, at) => fits(token, tokens[at]));

// Returns these lines without the moves that were taken back before `line` was shown.
export function withoutTakenBack(lines, line) {
  const isWhole = !line.startsWith("position seat ");
  const compares = (known) => isWhole || headOf(known) === headOf(line);
  return lines.map((known) => (compares(known) && !continues(known, tokensOf(line)) ? dealt(known) : known));
}

// Returns the lines to keep after another one was shown: the last one of each view and, if a later one does not continue
// it, what was shown of the deals before.
export function watching(lines, line) {
  const tokens = tokensOf(line);
  const kept = withoutTakenBack(lines, line);
  const at = kept.findLastIndex((known) => headOf(known) === headOf(line));
  const replaces = at >= 0 && continues(kept[at], tokens);
  return replaces ? kept.map((known, index) => (index === at ? line : known)) : [...kept, line];
}
