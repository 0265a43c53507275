// The file of what a page has seen of a deal, which `speltafel-table verify --seen` compares with the exported game.

const NOT_KNOWN = "-";

// Returns the text of the file, or `null` if the page has not seen what was fixed before the deal. `shows` returns whether
// a position line may be shown to whoever is at the screen; without it, all may be.
export function seenText(memory, shows) {
  const { id, commitment, from, shares, own, given, again, opening, views, table, early } = memory;
  if (!early || !shares || !opening) {
    return null;
  }
  const lines = [
    `game ${table.game}`,
    ...Object.entries(table.options).map(([name, value]) => `option ${name} ${value}`),
    ...table.names.map((name, index) => `seat ${index + 1} ${name ?? ""}`),
    `deal ${id} ${NOT_KNOWN} ${commitment} ${from}`,
    ...again.map((broken) => ["again", broken.id, ...broken.left].join(" ")),
    ...shares.map(([seat, fixed]) => `bits ${seat} ${given.includes(seat) ? own[seat] : NOT_KNOWN} ${fixed}`),
    ...new Set([...opening, ...views].filter(shows ?? (() => true))),
  ];
  // A name cannot begin a new line.
  return `${lines.map((line) => line.replace(/[\p{Cc}\u2028\u2029]/gu, " ").trimEnd()).join("\n")}\n`;
}
