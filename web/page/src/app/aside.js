/**
 * Texts that a link has replaced: nothing typed is lost.
 *
 * @module
 */

import { make, notify } from "./dom.js";
import { draft } from "./state.js";

/**
 * Offers the text that was put aside for the preset that is shown, if there is one.
 *
 * @param {ReturnType<typeof import("./state.js").createStore>} store
 */
export function offerAside(store) {
  const { preset, aside } = store.now();
  const text = aside[preset];
  if (text === undefined || text === draft(store.now())) return;
  const back = make("button", {
    type: "button", text: "Bring it back", on: () => {
      const { aside: { [preset]: _, ...others }, drafts } = store.now();
      store.set({ preset, aside: others, drafts: { ...drafts, [preset]: text } });
      back.parentElement.remove();
    },
  });
  notify(`The link shows its own text of ${preset}. The one that was here before is put aside.`, [back]);
}
