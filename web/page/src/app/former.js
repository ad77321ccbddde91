/**
 * What a link takes the place of: a text that somebody has typed is never lost to a link.
 *
 * @module
 */

import { make, notify } from "./dom.js";

/**
 * Offers the draft of before if a link has brought another text of its preset.
 *
 * @param {ReturnType<typeof import("./state.js").createStore>} store
 * @param {import("./state.js").State} before
 */
export function offerDraft(store, before) {
  const { preset, drafts } = store.now();
  const mine = before.drafts[preset];
  if (mine === undefined || mine === drafts[preset]) return;
  const back = make("button", {
    type: "button", text: "Back to yours", on: () => store.set({ preset, drafts: { ...store.now().drafts, [preset]: mine } }),
  });
  notify(`The link shows another text of ${preset} than yours, which is kept until you close this.`, [back]);
}
