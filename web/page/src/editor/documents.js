/**
 * Texts as documents: one sort of line ends, and the least change from one to another.
 *
 * @module
 */

/**
 * A text as the editor holds it: lines end with `\n`, and no byte order mark begins it. So an offset into
 * what the engine reads is a position in the document.
 *
 * @param {string} text
 * @returns {string}
 */
export function normalized(text) {
  return text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}

/**
 * What changes a document into a text, from the first character that differs to the last.
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
