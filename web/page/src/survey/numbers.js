/**
 * Numbers of a survey as the tool writes them.
 *
 * @module
 */

/**
 * A number with a fixed count of decimals: of two that are as near, that with the even last digit.
 *
 * @param {number} value
 * @param {{decimals: number}} metric
 * @returns {string}
 */
export function shownNumber(value, { decimals }) {
  // Halfway are only odd multiples of this power of two: other decimals are no numbers of the machine.
  const halves = value * 2 ** (decimals + 1);
  if (!Number.isInteger(halves) || halves % 2 === 0) return value.toFixed(decimals);
  const power = 10 ** decimals;
  const below = Math.floor(value * power);
  return ((below % 2 === 0 ? below : below + 1) / power).toFixed(decimals);
}
