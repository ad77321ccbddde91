/**
 * Two tabs share the storage: merges what one tab has with what the other has stored.
 *
 * @module
 */

import { changed, levelOf, levelKey, placeOf, withText } from "./state.js";

/** Merges texts by name: this tab's where it changed them since `before`, else those that are stored. */
function merged(own, before, kept) {
  const names = [...new Set([...Object.keys(own), ...Object.keys(kept)])];
  const texts = names.map((name) => [name, own[name] === before[name] ? kept[name] : own[name]]);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
}

/**
 * The state to store. No text is lost: what both tabs changed is this tab's, and the other's text is put aside.
 *
 * @param {import("./state.js").State} own
 * @param {import("./state.js").State} before that of this tab when it last read or wrote the storage
 * @param {import("./state.js").State} kept what is stored now
 * @returns {{state: import("./state.js").State, aside: Record<string, string>}} `aside`: the texts put aside by both tabs,
 *   without those that this merge has put there
 */
export function together(own, before, kept) {
  const isDeleted = (key) => before.aside[key] === kept.aside[key] && own.aside[key] !== kept.aside[key];
  let aside = Object.fromEntries(Object.entries(kept.aside).filter(([key]) => !isDeleted(key)));
  for (const [key, text] of Object.entries(own.aside)) {
    if (text !== before.aside[key]) aside = withText(aside, Object.hasOwn(aside, key) ? placeOf(own, key, []).name : key, text);
  }
  const state = { ...own, aside };
  // The re-rolls that the other tab shows are kept with its level.
  const there = changed(kept, levelOf(levelKey(own)));
  state.otherRerolls = merged(own.otherRerolls, before.otherRerolls, there.otherRerolls);
  for (const part of ["drafts", "bases"]) {
    state[part] = merged(own[part], before[part], kept[part]);
    for (const [name, text] of Object.entries(kept[part])) {
      if (text !== before[part][name] && text !== state[part][name]) state.aside = withText(state.aside, name, text);
    }
  }
  return { state, aside };
}
