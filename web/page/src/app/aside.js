/**
 * Texts that a link has replaced: nothing typed is lost.
 *
 * @module
 */

import { make, notify } from "./dom.js";
import { draft } from "./state.js";

/**
 * Offers the texts that were put aside for the preset that is shown.
 *
 * @param {ReturnType<typeof import("./state.js").createStore>} store
 */
export function offerAside(store) {
  const { preset, aside } = store.now();
  const isOf = (name) => name === preset || (name.startsWith(`${preset} `) && /^ \d+$/.test(name.slice(preset.length)));
  for (const [name, text] of Object.entries(aside)) if (isOf(name) && text !== draft(store.now())) offer(store, preset, name, text);
}

function offer(store, preset, name, text) {
  const back = make("button", {
    type: "button", text: "Bring it back", on: () => {
      const { aside: { [name]: _, ...others }, drafts } = store.now();
      // What it replaces is kept in its place.
      const replaced = drafts[preset] === undefined ? {} : { [name]: drafts[preset] };
      store.set({ preset, aside: { ...others, ...replaced }, drafts: { ...drafts, [preset]: text } });
      back.parentElement.remove();
    },
  });
  notify(`The link shows its own text of ${preset}. The one that was here before is put aside.`, [back]);
}
