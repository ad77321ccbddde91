/**
 * Edited texts that were replaced. Each is offered by a notice and stays in a menu until it is brought back or deleted, so
 * that nothing typed is lost.
 *
 * @module
 */

import { byId, closeNotice, make, notify } from "./dom.js";
import { headOf } from "./heads.js";
import { broughtBack, placeOf, withText } from "./state.js";

/** The label of a text that was put aside: its own name, and where it comes from. */
function labelOf(key, text) {
  const { name } = headOf(text);
  return name && name !== key ? `${name} (${key})` : key;
}

const bringBack = (store, presets, key) => store.set(broughtBack(store.get(), key, presets));

/** Shows a notice with a button that acts once. */
function offer(words, text, act) {
  const button = make("button", { type: "button", text, on: () => {
    act();
    closeNotice(button.parentElement);
  } });
  notify(words, [button]);
  return button;
}

/**
 * Shows a notice for each text that was put aside since `before`.
 *
 * @param {ReturnType<typeof import("./state.js").createStore>} store
 * @param {object} options
 * @param {{aside: Record<string, string>}} options.before
 * @param {string[]} options.presets names of built-in presets
 * @param {(name: string) => string} options.words the reason why the text of that preset or base was replaced
 */
export function offerAside(store, { before, presets, words }) {
  for (const [key, text] of Object.entries(store.get().aside)) {
    if (before.aside[key] === text) continue;
    const { name } = placeOf(store.get(), key, presets);
    offer(`${words(name)} The text that was here before is put aside: ${labelOf(key, text)}.`, "Bring it back", () => {
      // The menu may have restored it already.
      if (store.get().aside[key] === text) bringBack(store, presets, key);
    });
  }
}

/** The reasons when a link, or another tab, has replaced a text. */
export const byLink = (name) => `The link shows its own text of ${name}.`;
export const byTab = (name) => `Another tab has changed the text of ${name}, too.`;

/**
 * The menu of all texts that were put aside.
 *
 * @param {ReturnType<typeof import("./state.js").createStore>} store
 * @param {string[]} presets names of built-in presets
 * @returns {HTMLElement}
 */
export function asideMenu(store, presets) {
  const title = make("summary");
  const list = make("ul", { class: "aside-list", "aria-label": "Texts put aside" });
  const menu = make("details", { class: "menu" }, [title, list]);
  let undo = null;

  /** Deletes texts, which a notice gives back. */
  function drop(keys, words) {
    const { aside } = store.get();
    const at = [...list.querySelectorAll(".aside-delete")].indexOf(document.activeElement);
    store.set({ aside: Object.fromEntries(Object.entries(aside).filter(([key]) => !keys.includes(key))) });
    const left = list.querySelectorAll(".aside-delete");
    (left[Math.min(Math.max(at, 0), left.length - 1)] ?? byId("level")).focus({ preventScroll: true });
    undo?.parentElement?.remove();
    undo = offer(words, "Undo", () => {
      store.set({ aside: keys.reduce((texts, key) => withText(texts, key, aside[key]), store.get().aside) });
    });
  }
  function row([key, text]) {
    const label = labelOf(key, text);
    const button = (words, on, attributes) => make("button", { type: "button", text: words, "aria-label": `${words} ${label}`, on, ...attributes });
    return make("li", {}, [
      make("span", { text: label }),
      button("Bring back", () => {
        menu.open = false;
        title.focus();
        bringBack(store, presets, key);
      }),
      button("Delete", () => drop([key], `The text ${label} is deleted.`), { class: "aside-delete" }),
    ]);
  }
  const draw = ({ aside }, before) => {
    if (aside === before?.aside) return;
    const texts = Object.entries(aside);
    menu.hidden = texts.length === 0;
    menu.open &&= !menu.hidden;
    title.textContent = `Put aside (${texts.length})`;
    list.replaceChildren(...texts.map(row));
    if (texts.length < 2) return;
    const all = () => drop(Object.keys(store.get().aside), `${texts.length} texts are deleted.`);
    list.append(make("li", {}, [make("button", { type: "button", text: "Delete all", on: all })]));
  };
  store.subscribe(draw);
  draw(store.get());
  return menu;
}
