/**
 * Texts that a link has replaced: nothing typed is lost.
 *
 * @module
 */

import { make, notify } from "./dom.js";
import { draft } from "./state.js";

/**
 * Offers the texts that were put aside for the preset that is shown and for its bases.
 *
 * @param {ReturnType<typeof import("./state.js").createStore>} store
 */
export function offerAside(store) {
  const { preset, aside, drafts, bases } = store.now();
  for (const [key, text] of Object.entries(aside)) {
    // Several texts of one name have numbers.
    const name = key === preset || Object.hasOwn(bases, key) ? key : key.replace(/ \d+$/, "");
    if (name === preset && drafts[name] !== text) offer(store, { part: "drafts", name, key, text });
    else if (Object.hasOwn(bases, name) && bases[name] !== text) offer(store, { part: "bases", name, key, text });
  }
}

function offer(store, { part, name, key, text }) {
  const back = make("button", {
    type: "button", text: "Bring it back", on: () => {
      const { preset, aside: { [key]: _, ...others }, [part]: texts } = store.now();
      // The replaced text is put aside in its place.
      const replaced = texts[name] === undefined ? {} : { [key]: texts[name] };
      store.set({ preset: part === "drafts" ? name : preset, aside: { ...others, ...replaced }, [part]: { ...texts, [name]: text } });
      back.parentElement.remove();
    },
  });
  notify(`The link shows its own text of ${name}. The one that was here before is put aside.`, [back]);
}
