/**
 * Texts as documents: normalized line ends, and the smallest change from one text to another.
 *
 * @module
 */

/**
 * Normalizes a text for the editor: lines end with `\n`, without a byte order mark. So an offset into the text that
 * the engine reads is a position in the document.
 *
 * @param {string} text
 * @returns {string}
 */
export function normalized(text) {
  return text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}

/**
 * The change from a document to a text: from the first differing character to the last.
 *
 * @param {import("@codemirror/state").Text} doc
 * @param {string} text
 * @returns {{from: number, to: number, insert: string} | []} nothing if they do not differ
 */
export function changeTo(doc, text) {
  const [old, next] = [doc.toString(), normalized(text)];
  if (old === next) return [];
  const most = Math.min(old.length, next.length);
  let same = 0;
  while (same < most && old[same] === next[same]) same += 1;
  let end = 0;
  while (end < most - same && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  return { from: same, to: old.length - end, insert: next.slice(same, next.length - end) };
}
