// The colours of the seats. The answer to `query cells` gives the name of each seat's colour.

// For each name: the base colour, the highlight, the shade, and the colour of text on the base.
const SHADES = {
  white: ["#f3e9d6", "#fffcf5", "#c3b08e", "#4a3b28"],
  light: ["#f0e0c0", "#fff8e8", "#bfa277", "#4a3b28"],
  black: ["#37322f", "#6d655f", "#14110f", "#f0e3cc"],
  dark: ["#3d2a20", "#77563f", "#170e09", "#f2dfc0"],
  red: ["#bb3023", "#ec7763", "#74160d", "#ffffff"],
  yellow: ["#f4c531", "#fff0a3", "#b9850c", "#3b2a00"],
  blue: ["#2466ad", "#6cacec", "#103a6d", "#ffffff"],
  green: ["#3fae7c", "#94e4bd", "#17694a", "#08261a"],
  purple: ["#7a4fa3", "#b794d8", "#4a2a6b", "#ffffff"],
  orange: ["#dd7a1f", "#ffb673", "#96490a", "#2c1500"],
  brown: ["#7b5233", "#b78a66", "#452a15", "#ffffff"],
  grey: ["#8f8a82", "#c7c3bc", "#5b5751", "#16130f"],
  pink: ["#d9769f", "#f7b3cf", "#99406a", "#2d0717"],
};

const USUAL = ["yellow", "blue", "red", "green", "purple", "orange", "brown", "grey"];

// Returns a seat's colours as `{ word, base, high, low, ink }`, where `word` is the name of the colour. Seats are
// counted from 1; 0 means no seat.
export function shade(cells, seat) {
  const word = seat === 0 ? "grey" : (cells?.colours?.[seat - 1] ?? USUAL[(seat - 1) % USUAL.length]);
  const [base, high, low, ink] = SHADES[word] ?? SHADES[USUAL[(seat - 1) % USUAL.length]];
  return { word, base, high, low, ink };
}

// Sets the colours of all seats as CSS variables on an element: --seat1, --low1, --ink1 and so on. --seat0 is the
// colour for no seat.
export function publish(element, cells, seats) {
  for (let seat = 0; seat <= seats; seat += 1) {
    const { base, low, ink } = shade(cells, seat);
    element.style.setProperty(`--seat${seat}`, base);
    element.style.setProperty(`--low${seat}`, low);
    element.style.setProperty(`--ink${seat}`, ink);
  }
}
