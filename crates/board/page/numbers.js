// Numbers and estimates as text, in the language of the reader.

const DASH = "\u2013";

// Returns functions that format numbers. `say` returns a text in this language.
export function formatsOf(language, say) {
  const format = (options) => {
    const { format: text } = new Intl.NumberFormat(language, options);
    return (number) => (number === null || number === undefined ? "" : text(number).replace("-", "\u2212"));
  };
  const digits = (least, most = least) => format({ minimumFractionDigits: least, maximumFractionDigits: most });
  const [grouped, plain, one] = [digits(0), digits(0, 2), digits(1)];
  const signed = format({ minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "always" });
  const percent = (share) => (share === null || share === undefined ? "" : `${one(100 * share)} %`);
  const short = format({ notation: "compact", maximumFractionDigits: 2 });

  // Formats milliseconds in a suitable unit.
  function duration(milliseconds) {
    const [number, unit] = milliseconds >= 1000 ? [milliseconds / 1000, "s"] : [milliseconds, "ms"];
    return `${digits(0, number >= 100 ? 0 : number >= 10 ? 1 : 2)(number)} ${unit}`;
  }

  // Formats a value with its interval: `+12.3 ± 4.5`, or with both ends if the value is not in the middle.
  function estimate({ value, low, high }) {
    const [hasLow, hasHigh] = [low, high].map((end) => end !== null);
    const half = (high - low) / 2;
    const bounds =
      hasLow && hasHigh
        ? Math.abs(low + high - 2 * value) > 0.1 * half && say("{0} to {1}", signed(low), signed(high))
        : (hasLow && `> ${signed(low)}`) || (hasHigh && `< ${signed(high)}`);
    if (value === null) {
      return bounds || DASH;
    }
    return signed(value) + (bounds ? ` (${bounds})` : hasLow && hasHigh ? ` \u00b1 ${one(half)}` : "");
  }

  // Formats the Elo difference of a pair. Words replace a bound that does not exclude 0, and say why there is no
  // interval.
  function elo({ elo: known, wins, draws, losses, outcomes }) {
    const isBounded = known.low !== null && known.high !== null;
    const isOpen = known.low === null && known.high === null;
    const isEqual = isOpen && outcomes.counts.reduce((sum, count) => sum + count, 0) > 1;
    if (
      wins + draws + losses === 0 ||
      isBounded ||
      (!isEqual && (known.low > 0 || (known.high !== null && known.high < 0)))
    ) {
      return estimate(known);
    }
    const why = say(isEqual ? "all blocks equal" : "too few games");
    return known.value === null ? why : `${signed(known.value)} (${why})`;
  }

  return { grouped, plain, one, signed, percent, short, duration, estimate, elo };
}

// Returns the results of a pair from the other's point of view.
export const mirrored = (pair) => ({
  ...pair,
  wins: pair.losses,
  losses: pair.wins,
  score: { value: 1 - pair.score.value },
  elo: { value: negative(pair.elo.value), low: negative(pair.elo.high), high: negative(pair.elo.low) },
});

const negative = (number) => (number === null ? null : -number);
