/**
 * Persists the state in the browser's storage, so that nothing typed is lost.
 *
 * @module
 */

import { checked } from "./state.js";
import { together } from "./tabs.js";

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

/**
 * Stores the state after changes, and when the page is left. A change overtakes the address.
 *
 * @param {ReturnType<typeof import("./state.js").createStore>} store
 * @param {import("./state.js").State} before the stored state when the page was loaded
 * @param {object} handlers
 * @param {(message: string) => void} handlers.onFail called once if nothing can be stored, and again after it could
 * @param {(aside: Record<string, string>) => void} handlers.onAside called if texts of another tab were put aside, with
 *   the texts that were aside before
 */
export function keepStored(store, before, { onFail, onAside }) {
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
      const { state, aside } = together(now, last, kept);
      localStorage.setItem(KEY, JSON.stringify(state));
      hasFailed = false;
      last = { ...now, aside: state.aside };
      if (JSON.stringify(state.aside) !== JSON.stringify(now.aside)) store.set({ aside: state.aside });
      if (Object.keys(state.aside).length > Object.keys(aside).length) onAside(aside);
    } catch (error) {
      const more = Object.keys(store.get().aside).length ? "delete texts that are put aside, or " : "";
      if (!hasFailed) onFail(`This browser keeps nothing (${error.name}): ${more}save your text as a file.`);
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
