/**
 * Mistakes that people make in a preset, each by a rule that suits every text, at a place that a seed chooses.
 *
 * @module
 */

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The text without its comments, at the same offsets. */
const bare = (text) => text.replace(/"(?:[^"\\]|\\.)*"|\/\/.*/g, (part) => (part.startsWith("/") ? " ".repeat(part.length) : part));

const last = (word) => word.slice(0, -1);
const doubled = (word) => word + word.at(-1);

/**
 * What a mistake is about, as an expression with one group, and what is written instead of the group.
 * `twice`: a name that another one of the same sort has already.
 */
const RULES = {
  "a misspelled field": [/(?:^|[(,{\s])([a-z]{3,}):/g, doubled],
  "a misspelled word": [/(?:shape|at|kind|pick|lock|along|rotate): ([A-Z]\w{2,})/g, last],
  "a wrong type": [/(?:weight|chance|inset|tall|skip|spacing|jitter): (\d[\d.]*)/g, () => '"many"'],
  "a number out of range": [/(?:weight|chance|tall|wander|jitter): (\d[\d.]*)/g, () => "-7"],
  "an unknown prop": [/prop: "([^"]+)"/g, doubled],
  "a missing bracket": [/([)\]}])/g, () => ""],
  "a name given twice": [/\(name: "([^"]+)", (?:weight|rooms|formations)/g, (name, others) => others.find((other) => other !== name)],
  "a bad colour": [/color: "#([0-9a-f]{6})"/g, (digits) => `${digits.slice(0, 5)}g`],
  "an unknown base": [/^\(\n(    )name: /gm, () => '    base: "crypd",\n    '],
  "a text that is broken off": [/([(,])/g, null],
};

/** The names of all rules. */
export const SORTS = Object.keys(RULES);

/**
 * A text with a mistake.
 *
 * @param {string} text
 * @param {string} sort one of `SORTS`
 * @param {number} seed of the place; with odd ones, signs of two units of UTF-16 begin its line
 * @returns {string}
 */
export function broken(text, sort, seed) {
  const [expression, instead] = RULES[sort];
  const found = [...bare(text).matchAll(expression)];
  if (!found.length) throw new Error(`this text has no place for ${sort}`);
  const chosen = found[Math.floor(random(seed)() * found.length)];
  const [whole, word] = chosen;
  const at = chosen.index + whole.lastIndexOf(word);
  if (!instead) return text.slice(0, at + 1);
  const line = text.lastIndexOf("\n", at) + 1;
  const start = Math.min(at, line + text.slice(line).search(/\S/));
  const signs = seed % 2 ? "/* \u{1F480}\u00e9\u{1F56F} */ " : "";
  const written = instead(word, found.map(([, other]) => other));
  return `${text.slice(0, start)}${signs}${text.slice(start, at)}${written}${text.slice(at + word.length)}`;
}
