/**
 * The keys of the page, in a dialog.
 *
 * @module
 */

import { byId, make } from "./dom.js";

const KEYS = [
  ["\u2190 \u2191 \u2193 \u2192", "In the picture: the cursor. In the seed: the next seed and back. In the floors of a run: along the way, into a branch and out of it. At a point of a curve: it moves."],
  ["n, p", "The next seed, the previous seed"],
  ["r", "A random seed"],
  ["v", "From above, or isometric"],
  ["a, b, k", "The chosen room: furnished again, the one before, kept. In the picture, a chooses the room of the cursor."],
  ["e", "To the text; Escape, then Tab leaves it"],
  ["F8", "In the text: the next problem. Control full stop mends it."],
  ["Control Space", "In the text: what can stand here"],
  ["Alt F1", "In the text: what the field means"],
  ["Alt \u2191 \u2193", "In the text: the number, up and down"],
  ["?", "These keys"],
];

export function showKeys() {
  const dialog = byId("keys");
  dialog.querySelector("dl").replaceChildren(...KEYS.flatMap(([key, text]) => [make("dt", { text: key }), make("dd", { text })]));
  dialog.showModal();
}
