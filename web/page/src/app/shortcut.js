/**
 * Keys of shortcuts, on every layout of the keyboard.
 *
 * @module
 */

/**
 * The key of an event: a letter in lower case, or the name of the key. On a layout whose letters or digits are not
 * Latin, the place of the key counts.
 *
 * @param {{key: string, code?: string}} event
 * @returns {string} such as "n", "?" or "ArrowLeft"
 */
export function keyOf({ key, code = "" }) {
  const isForeign = key === "Process" || (/\P{ASCII}/u.test(key) && !/\p{Script=Latin}/u.test(key));
  const [, place] = (isForeign && /^(?:Key|Digit)(.)$/.exec(code)) || [];
  const found = place ?? key;
  return found.length === 1 ? found.toLowerCase() : found;
}
