/**
 * The seed field: typed, stepped by keys, scrubbed by dragging, or random.
 *
 * @module
 */

import { seedAfter } from "../app/state.js";

/** Pixels of dragging per seed. */
const STRIDE = 6;

const STEPS = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** The words that have stood for seeds on this page, by seed. */
const wordOf = new Map();

/** @param {string} seed @returns {string} the word that stood for it, or the seed */
export const written = (seed) => wordOf.get(seed) ?? seed;

/** @param {string} seed @param {string | null} word that stood for it; null if a number did */
export const learn = (seed, word) => (word === null ? wordOf.delete(seed) : wordOf.set(seed, word));

/** @param {string} text @returns {boolean} whether it may be a word or a spelling of a number, which the engine knows */
export const mayBeWord = (text) => /\p{L}|_|^\d{4}-/u.test(text) && !isCode(text);

/** @param {string} text @returns {boolean} whether it is a link or a fragment, and no seed */
export const isCode = (text) => /[#=]/.test(text);

/**
 * @param {object} options
 * @param {HTMLInputElement} options.field
 * @param {HTMLElement} options.handle the element to drag
 * @param {() => string} options.seed returns the current seed
 * @param {(seed: string) => void} options.onSeed
 * @param {(fragment: string) => void} options.onCode called with the fragment of a pasted link
 */
export function seedField({ field, handle, seed, onSeed, onCode }) {
  const take = () => isCode(field.value) && onCode(field.value.replace(/^[^#]*#|\s/g, ""));
  field.addEventListener("change", take);
  field.addEventListener("input", ({ inputType = "" }) => /Paste|Drop/.test(inputType) && take());
  field.addEventListener("keydown", (event) => {
    const steps = STEPS[event.key];
    if (!steps) return;
    event.preventDefault();
    onSeed(seedAfter(seed(), steps));
  });

  handle.addEventListener("pointerdown", (event) => {
    const [from, origin] = [seed(), event.clientX];
    let shown = 0;
    const move = ({ clientX }) => {
      const steps = Math.trunc((clientX - origin) / STRIDE);
      if (steps === shown) return;
      shown = steps;
      onSeed(seedAfter(from, steps));
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), { once: true });
  });
}

/** @returns {string} any seed below 2^32, which is easy to read out and to type */
export function randomSeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}
