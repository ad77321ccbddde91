/**
 * Edited texts that were replaced. Each is offered by a notice and stays in a list, so that nothing typed is lost.
 *
 * @module
 */

import { closeNotice, make, notify } from "./dom.js";
import { headOf } from "./heads.js";
import { broughtBack, placeOf } from "./state.js";

/** The label of a text that was put aside: its own name, and where it comes from. */
function labelOf(key, text) {
  const { name } = headOf(text);
  return name && name !== key ? `${name} (${key})` : key;
}

const bringBack = (store, presets, key) => store.set(broughtBack(store.get(), key, presets));

/**
 * Shows a notice for each text that was put aside since `before`.
 *
 * @param {ReturnType<typeof import("./state.js").createStore>} store
 * @param {object} options
 * @param {import("./state.js").State} options.before
 * @param {string[]} options.presets names of built-in presets
 * @param {(name: string) => string} options.words the reason why the text of that preset or base was replaced
 */
export function offerAside(store, { before, presets, words }) {
  const { aside } = store.get();
  for (const [key, text] of Object.entries(aside)) {
    if (before.aside[key] === text) continue;
    const back = make("button", {
      type: "button", text: "Bring it back", on: () => {
        // The list may have restored it already.
        if (store.get().aside[key] === text) bringBack(store, presets, key);
        closeNotice(back.parentElement);
      },
    });
    const { name } = placeOf(store.get(), key, presets);
    notify(`${words(name)} The text that was here before is put aside: ${labelOf(key, text)}.`, [back]);
  }
}

/** The reason when a link has replaced a text. */
export const byLink = (name) => `The link shows its own text of ${name}.`;

/**
 * The list of all texts that were put aside.
 *
 * @param {ReturnType<typeof import("./state.js").createStore>} store
 * @param {string[]} presets names of built-in presets
 * @returns {HTMLElement}
 */
export function asideList(store, presets) {
  const list = make("select", { "aria-label": "Texts put aside" });
  const draw = ({ aside }, before) => {
    if (aside === before?.aside) return;
    const texts = Object.entries(aside);
    list.hidden = texts.length === 0;
    list.replaceChildren(
      make("option", { value: "", text: `Put aside (${texts.length})` }),
      ...texts.map(([key, text]) => make("option", { value: key, text: labelOf(key, text) })),
    );
  };
  list.addEventListener("change", () => bringBack(store, presets, list.value));
  store.subscribe(draw);
  draw(store.get());
  return list;
}
