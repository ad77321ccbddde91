/**
 * The points of a curve in the text of a preset: how far they may go, and how the text changes with them.
 *
 * @module
 */

/** The distance that points keep from each other, and the step of a key, in progress. */
export const PROGRESS_STEP = 0.01;

/**
 * @typedef {object} Span
 * @property {number} start in UTF-16 units of the text
 * @property {number} end
 *
 * @typedef {object} Point
 * @property {number} progress 0 to 1
 * @property {number} value 0 or more
 * @property {[Span, Span] | null} spans of both numbers in the text; null if the text has them not
 *
 * @typedef {object} Place
 * @property {number} progress
 * @property {number} value
 */

/** A number without the noise of binary fractions. */
const plain = (number) => Number(number.toFixed(4));

/**
 * The points of the engine's reply. Its numbers have single precision: 0.3 is 0.30000001.
 *
 * @param {Point[]} points
 * @returns {Point[]}
 */
export const read = (points) => points.map((point) => ({ ...point, progress: plain(point.progress), value: plain(point.value) }));

/**
 * The place nearest to the wanted one that a point may take: strictly between its neighbours. A curve that is 0 everywhere
 * is refused, so the last point above 0 stays above it.
 *
 * @param {Point[]} points
 * @param {number} index of the point
 * @param {Partial<Place>} wanted what is left out does not change
 * @param {{most: number, valueStep: number}} limits the largest value, and the step of values
 * @returns {Place}
 */
export function allowed(points, index, wanted, { most, valueStep }) {
  const { progress, value } = points[index];
  const isAlone = points.every((point, other) => other === index || point.value === 0);
  const ends = {
    progress: [index > 0 ? points[index - 1].progress + PROGRESS_STEP : 0, index + 1 < points.length ? points[index + 1].progress - PROGRESS_STEP : 1],
    value: [isAlone ? valueStep : 0, most],
  };
  // A number that is nearer to a bound than a step can only move away from it.
  const within = (part, now, step) => {
    if (wanted[part] === undefined) return now;
    const [first, last] = [Math.ceil(ends[part][0] / step - 1e-9), Math.floor(ends[part][1] / step + 1e-9)];
    const [least, greatest] = [Math.min(first * step, now), Math.max(last * step, now)];
    return plain(Math.min(greatest, Math.max(least, Math.round(wanted[part] / step) * step)));
  };
  return { progress: within("progress", progress, PROGRESS_STEP), value: within("value", value, valueStep) };
}

/** A number in the style of the text that it replaces: with a point if that had one. */
const written = (number, before) => (before.includes(".") && Number.isInteger(number) ? `${number}.0` : String(number));

/**
 * Moves a point: the changes of the text, and the points with their spans in the changed text.
 *
 * @param {string} text in which the spans of the points are
 * @param {Point[]} points all with spans
 * @param {number} index
 * @param {Place} place as `allowed` returns it
 * @returns {{changes: {from: number, to: number, insert: string}[], points: Point[]}} no changes if it is there already
 */
export function moved(text, points, index, place) {
  const point = points[index];
  const changes = ["progress", "value"].flatMap((part, number) => {
    const { start: from, end: to } = point.spans[number];
    return place[part] === point[part] ? [] : [{ from, to, insert: written(place[part], text.slice(from, to)) }];
  });
  const shift = (at) => changes.filter(({ to }) => to <= at).reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), at);
  const spans = (pair) => pair.map(({ start, end }) => ({ start: shift(start), end: shift(end) }));
  return { changes, points: points.map((each) => ({ ...each, ...(each === point ? place : {}), spans: spans(each.spans) })) };
}
