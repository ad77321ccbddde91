/**
 * The state in the browser's storage: nothing typed is lost.
 *
 * @module
 */

import { checked } from "./state.js";

const KEY = "roomgen-playground";

/** Time after a change in which the state is stored, in milliseconds: a crash loses no more. */
const REST = 300;

/**
 * What was stored.
 *
 * @returns {{value: any, text: string | null, fault: string | null}} `fault` in words if it cannot be read
 */
export function stored() {
  let text = null;
  try {
    text = localStorage.getItem(KEY);
    return { value: JSON.parse(text ?? "{}"), text, fault: null };
  } catch (error) {
    return { value: {}, text, fault: text === null ? null : `it cannot be read (${error.message})` };
  }
}

/**
 * Keeps what was stored and is wrong in some part: the next change overwrites it.
 *
 * @param {string} text
 */
export function putAside(text) {
  try {
    localStorage.setItem(`${KEY}-broken`, text);
  } catch {
    // The storage is full or forbidden; what is broken stays where it is until the next change.
  }
}

/** Texts by name when another page has stored its own: those that this one has changed since `before`, and the others. */
function merged(own, before, kept) {
  const names = [...new Set([...Object.keys(own), ...Object.keys(kept)])];
  const texts = names.map((name) => [name, own[name] === before[name] ? kept[name] : own[name]]);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
}

/**
 * Stores the state when it has changed, and when the page is left.
 *
 * @param {ReturnType<typeof import("./state.js").createStore>} store
 * @param {import("./state.js").State} before what was stored when the page began
 * @param {(message: string) => void} onFail hears once that nothing can be stored
 */
export function keepStored(store, before, onFail) {
  let timer = 0;
  let hasFailed = false;
  let last = before;
  function write() {
    clearTimeout(timer);
    timer = 0;
    try {
      const now = store.now();
      const { value, text } = stored();
      const kept = text === null ? now : checked(value).state;
      const texts = ["drafts", "aside", "bases"].map((part) => [part, merged(now[part], last[part], kept[part])]);
      localStorage.setItem(KEY, JSON.stringify({ ...now, ...Object.fromEntries(texts) }));
      last = now;
    } catch (error) {
      if (!hasFailed) onFail(`This browser keeps nothing (${error.name}): save your text as a file.`);
      hasFailed = true;
    }
  }
  store.onChange(() => {
    timer ||= setTimeout(write, REST);
  });
  addEventListener("pagehide", () => timer && write());
  document.addEventListener("visibilitychange", () => document.hidden && timer && write());
}
