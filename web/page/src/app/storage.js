/**
 * Persists the state in the browser's storage, so that nothing typed is lost.
 *
 * @module
 */

import { checked } from "./state.js";

const KEY = "roomgen-playground";

/** Time after a change until the state is stored, in milliseconds: the most that a crash can lose. */
const REST = 300;

/**
 * Reads the storage.
 *
 * @returns {{value: any, text: string | null, fault: string | null}} `fault`: a message if it cannot be read
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
 * Keeps a copy of an invalid stored text: the next change overwrites the original.
 *
 * @param {string} text
 */
export function putAside(text) {
  try {
    localStorage.setItem(`${KEY}-broken`, text);
  } catch {
    // The storage is full or forbidden: the original stays until the next change.
  }
}

/** In this tab: the address that the state has overtaken. */
const OVERTAKEN = `${KEY}-overtaken`;

/**
 * Marks an address whose state is no longer the page's: a reload reads the storage instead.
 *
 * @param {string} address empty if the address has followed
 */
export function overtake(address) {
  try {
    sessionStorage.setItem(OVERTAKEN, address);
  } catch {
    // Forbidden: a reload reads the address.
  }
}

/** Whether a change of the state has overtaken the address. */
export function isOvertaken(address) {
  try {
    return address !== "" && sessionStorage.getItem(OVERTAKEN) === address;
  } catch {
    return false;
  }
}

/** Merges texts by name with those that another tab has stored: this tab's where it changed them since `before`. */
function merged(own, before, kept) {
  const names = [...new Set([...Object.keys(own), ...Object.keys(kept)])];
  const texts = names.map((name) => [name, own[name] === before[name] ? kept[name] : own[name]]);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
}

/**
 * Stores the state after changes, and when the page is left. A change overtakes the address.
 *
 * @param {ReturnType<typeof import("./state.js").createStore>} store
 * @param {import("./state.js").State} before the stored state when the page was loaded
 * @param {(message: string) => void} onFail called once if nothing can be stored
 */
export function keepStored(store, before, onFail) {
  let timer = 0;
  let hasFailed = false;
  let last = before;
  function write() {
    clearTimeout(timer);
    timer = 0;
    try {
      const now = store.get();
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
  store.subscribe(() => {
    overtake(location.hash);
    timer ||= setTimeout(write, REST);
  });
  addEventListener("pagehide", () => timer && write());
  document.addEventListener("visibilitychange", () => document.hidden && timer && write());
}
