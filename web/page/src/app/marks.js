/**
 * The ticks of the axes of plots.
 *
 * @module
 */

/** The approximate number of ticks of an axis. Steps are 1, 2 or 5 times a power of ten. */
const MARKS = 7;

/**
 * The ticks of an axis.
 *
 * @param {number} least
 * @param {number} most at least `least`
 * @returns {number[]}
 */
export function marks(least, most) {
  const rough = (most - least) / MARKS || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((part) => part * power).find((size) => size >= rough * 0.999);
  const first = Math.ceil(least / step - 1e-9);
  const last = Math.floor(most / step + 1e-9);
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, number) => (first + number) * step);
}
