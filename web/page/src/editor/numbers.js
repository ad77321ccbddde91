/**
 * Steps of numbers for drags and keys: step sizes, ranges, and formatting.
 *
 * @module
 */

import { nodesAt, optionsAt, splitDescription } from "./schema.js";

const PLAIN = /^[+-]?(?:\d+(?:\.(\d*))?|\.(\d+))$/;
/** The most decimals that a step makes. */
const MOST_DECIMALS = 4;
/** How much coarser and finer the steps with Shift and Alt are. */
const COARSE = 10;
const FINE = 0.1;

/** Words of descriptions that mean a number from 0 to 1. */
const FRACTION = /\bthe (?:chance|(?:least )?fraction|(?:wanted )?progress)\b|\bhow far along the path\b/;
/** Bounds in descriptions: "1 to 8", "8 to 16384 each", "up to 4". */
const ENDS = /(?:^|[,;(] ?)(-?\d+(?:\.\d+)?) to (-?\d+(?:\.\d+)?)(?: each)?(?=$|[.,;:)])/;
const MOST = /[;,] up to (\d+)(?=$|[.,;)])/;
/** Bounds that neither the schema nor a description states, by field or variant. */
const KNOWN = {
  At: [0, 1],
  Path: [0, 1],
  Fit: [0, 2],
  Ratio: [0, 2],
  bends: [0, 1],
  fraction: [0, 1],
  ratio: [0, 1],
  skip: [0, 1],
  wander: [0, 1],
};
/** The only field whose numbers may be negative. */
const SIGNED = "shift";

/**
 * @typedef {object} Range
 * @property {number} least
 * @property {number} most
 * @property {boolean} isWhole whether only whole numbers are allowed
 */

/** The bounds that a description states; null if it states none. */
function boundsInWords(description) {
  const { text } = splitDescription(description);
  const ends = ENDS.exec(text);
  if (ends) return { least: Number(ends[1]), most: Number(ends[2]) };
  const most = MOST.exec(text);
  if (most) return { least: 0, most: Number(most[1]) };
  return FRACTION.test(text) ? { least: 0, most: 1 } : null;
}

/**
 * The range of the number at a path: by the schema's bounds, or by the descriptions of the enclosing fields.
 *
 * @param {object} schema
 * @param {(string | number)[]} path
 * @returns {Range} without bounds if none are known
 */
export function rangeAt(schema, path) {
  const isNumber = (name) => name === "number" || name === "integer";
  const number = optionsAt(schema, path).find(({ type }) => [type].flat().some(isNumber));
  const isWhole = [number?.type].flat().includes("integer");
  let bounds = null;
  for (let length = path.length; length > 0 && !bounds; length -= 1) {
    const step = path[length - 1];
    const [least, most] = (Object.hasOwn(KNOWN, step) && KNOWN[step]) || [];
    const descriptions = nodesAt(schema, path.slice(0, length)).map(({ description }) => description);
    bounds = least === undefined ? descriptions.map(boundsInWords).find(Boolean) : { least, most };
    if (typeof step !== "number" && step !== "from" && step !== "to") break;
  }
  return {
    least: number?.minimum ?? bounds?.least ?? (path.includes(SIGNED) ? -Infinity : 0),
    most: number?.maximum ?? bounds?.most ?? Infinity,
    isWhole,
  };
}

/**
 * The step of a number as it is written.
 *
 * @param {string} text such as `0.25`, whose step is 0.01
 * @param {Range} range
 * @param {{coarse?: boolean, fine?: boolean}} [how]
 * @returns {number | null} null if the number is not written in plain decimals
 */
export function stepOf(text, range, { coarse = false, fine = false } = {}) {
  const plain = PLAIN.exec(text);
  if (!plain) return null;
  const decimals = (plain[1] ?? plain[2] ?? "").length;
  // A fraction written as 0 or 1 moves by tenths.
  const isFraction = !range.isWhole && range.most - range.least <= 2;
  const step = 10 ** -Math.min(decimals || (isFraction ? 1 : 0), MOST_DECIMALS);
  const scaled = step * (coarse ? COARSE : 1) * (fine && (decimals || isFraction) ? FINE : 1);
  return range.isWhole ? Math.max(1, Math.round(scaled)) : Math.max(scaled, 10 ** -MOST_DECIMALS);
}

function decimalsOf(number) {
  return Math.max(0, Math.min(MOST_DECIMALS, Math.ceil(-Math.log10(number) - 1e-9)));
}

/**
 * A number after some steps, formatted as it was written.
 *
 * @param {string} text the number as it is written
 * @param {number} steps how many steps, negative for less
 * @param {Range} range
 * @param {{coarse?: boolean, fine?: boolean, like?: string}} [how] `like` is the number that defines the step:
 *   during a drag, the initial one
 * @returns {string} the same text if the number is at a bound, or is not written in plain decimals
 */
export function stepped(text, steps, range, { like = text, ...how } = {}) {
  const step = stepOf(like, range, how);
  if (step === null) return text;
  const value = Number(text);
  const decimals = Math.max((/\.(\d*)$/.exec(text)?.[1] ?? "").length, range.isWhole ? 0 : decimalsOf(step));
  const wanted = value + Math.trunc(steps) * step;
  // A number out of range is not clamped: it can only move towards the range.
  const least = Math.min(range.least, value);
  const most = Math.max(range.most, value);
  const next = Math.min(most, Math.max(least, wanted));
  return next === value ? text : next.toFixed(decimals).replace(/^-(0(?:\.0*)?)$/, "$1");
}
