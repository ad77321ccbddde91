/**
 * The state in the browser's storage: nothing typed is lost.
 *
 * @module
 */

const KEY = "roomgen-playground";

/** Time without a change after which the state is stored, in milliseconds. */
const REST = 300;

/**
 * What was stored.
 *
 * @returns {{value: any, fault: string | null}} `fault` in words if it cannot be read; it is put aside then
 */
export function stored() {
  let text = null;
  try {
    text = localStorage.getItem(KEY);
    return { value: text === null ? null : JSON.parse(text), fault: null };
  } catch (error) {
    if (text === null) return { value: null, fault: null };
    putAside(text);
    return { value: null, fault: `What this browser kept of your last visit cannot be read (${error.message}). It is put aside.` };
  }
}

function putAside(text) {
  try {
    localStorage.setItem(`${KEY}-broken`, text);
  } catch {
    // The storage is full or forbidden; what is broken stays where it is until the next change.
  }
}

/**
 * Stores the state when it has changed, and when the page is left.
 *
 * @param {ReturnType<typeof import("./state.js").createStore>} store
 * @param {(message: string) => void} onFail hears once that nothing can be stored
 */
export function keepStored(store, onFail) {
  let timer = 0;
  let hasFailed = false;
  function write() {
    clearTimeout(timer);
    timer = 0;
    try {
      localStorage.setItem(KEY, JSON.stringify(store.now()));
    } catch (error) {
      if (!hasFailed) onFail(`This browser keeps nothing (${error.name}): save your text as a file.`);
      hasFailed = true;
    }
  }
  store.onChange(() => {
    clearTimeout(timer);
    timer = setTimeout(write, REST);
  });
  addEventListener("pagehide", () => timer && write());
  document.addEventListener("visibilitychange", () => document.hidden && timer && write());
}
