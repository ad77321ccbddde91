/**
 * A line diff of two texts: how a link stores an edited preset.
 *
 * A script is a text. Its first line is the checksum of the text that it changes. After it, `=FIRST,COUNT`
 * copies lines of that text, counted from 0, and `+LINE` is a new line.
 *
 * @module
 */

/** Shorter runs of equal lines are cheaper to write out than to copy. */
const LEAST_RUN = 2;

/**
 * A checksum of 32 bits, FNV-1a over UTF-16 units. It detects accidental differences.
 *
 * @param {string} text
 * @returns {string} eight hexadecimal digits
 */
export function checksum(text) {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  }
  return (sum >>> 0).toString(16).padStart(8, "0");
}

/** The positions of each distinct line. */
function places(lines) {
  const places = new Map();
  lines.forEach((line, at) => {
    if (places.has(line)) places.get(line).push(at);
    else places.set(line, [at]);
  });
  return places;
}

/** The longest run of `before` that continues at `at` in `after`; of equal ones, that which follows `hint`. */
function longestRun(before, after, at, candidates, hint) {
  let best = { first: 0, count: 0 };
  for (const first of [hint, ...candidates]) {
    let count = 0;
    while (first + count < before.length && at + count < after.length
      && before[first + count] === after[at + count]) count += 1;
    if (count > best.count) best = { first, count };
  }
  return best;
}

/** How many candidates of a line are tried: a preset has hundreds of lines that are a single bracket. */
const MOST_CANDIDATES = 40;

/**
 * The script that turns `before` into `after`. Cost: linear in the lines, times the candidates.
 *
 * @param {string} before
 * @param {string} after
 * @returns {string}
 */
export function difference(before, after) {
  const [old, lines] = [before.split("\n"), after.split("\n")];
  const known = places(old);
  const script = [checksum(before)];
  let at = 0;
  let hint = 0;
  while (at < lines.length) {
    const candidates = (known.get(lines[at]) ?? []).slice(0, MOST_CANDIDATES);
    const { first, count } = longestRun(old, lines, at, candidates, hint);
    if (count >= LEAST_RUN) {
      script.push(`=${first},${count}`);
      at += count;
      hint = first + count;
    } else {
      script.push(`+${lines[at]}`);
      at += 1;
      // An edited line most often replaces one old line.
      hint += 1;
    }
  }
  return script.join("\n");
}

/**
 * The new lines of a script: all that can be saved if the original text has changed since.
 *
 * @param {string} script
 * @returns {string}
 */
export function newLines(script) {
  return script.split("\n").filter((line) => line.startsWith("+")).map((line) => line.slice(1)).join("\n");
}

/**
 * Applies a script.
 *
 * @param {string} before
 * @param {string} script
 * @param {number} [most] the most units of UTF-16 of the result
 * @returns {string}
 * @throws {Error} if the script was made for another text (`isOther`), is malformed, or the result is too long
 */
export function apply(before, script, most = Infinity) {
  const [sum, ...steps] = script.split("\n");
  if (!/^[0-9a-f]{8}$/.test(sum)) throw new Error("it does not begin with a checksum");
  if (sum !== checksum(before)) {
    throw Object.assign(new Error("it was made for another text of that preset"), { isOther: true });
  }
  const old = before.split("\n");
  const lines = [];
  let length = 0;
  const add = (line) => {
    length += line.length + 1;
    if (length > most) throw new Error(`its text is longer than ${most} characters`);
    lines.push(line);
  };
  for (const step of steps) {
    const copy = /^=(\d{1,7}),(\d{1,7})$/.exec(step);
    if (copy) {
      const [first, count] = [Number(copy[1]), Number(copy[2])];
      if (first + count > old.length) throw new Error(`it copies lines that are not there: ${step}`);
      for (let at = first; at < first + count; at += 1) add(old[at]);
    } else if (step.startsWith("+")) {
      add(step.slice(1));
    } else {
      throw new Error(`it has a step that is none: ${JSON.stringify(step.slice(0, 40))}`);
    }
  }
  return lines.join("\n");
}
