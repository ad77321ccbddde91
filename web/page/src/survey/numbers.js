/**
 * Formats numbers of a survey as the tool does.
 *
 * @module
 */

/**
 * Rounds half to even, to a fixed number of decimals.
 *
 * @param {number} value
 * @param {{decimals: number}} metric
 * @returns {string}
 */
export function shownNumber(value, { decimals }) {
  // A binary fraction is halfway only if it is an odd multiple of this power of two.
  const halves = value * 2 ** (decimals + 1);
  if (!Number.isInteger(halves) || halves % 2 === 0) return value.toFixed(decimals);
  const power = 10 ** decimals;
  const below = Math.floor(value * power);
  return ((below % 2 === 0 ? below : below + 1) / power).toFixed(decimals);
}
