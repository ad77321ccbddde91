/**
 * The controls above the level: preset, seed, size, floor, difficulty, view, overlays.
 *
 * @module
 */

import { byId, make } from "../app/dom.js";
import { commandToCopy } from "../app/oversize.js";
import { fault, isForTool } from "../app/state.js";
import { isCode, randomSeed, seedField } from "./seed.js";

/** What a field shows of a state, and what it says. */
const FIELDS = {
  preset: { shown: (state) => state.preset, said: (text) => text },
  seed: { shown: (state) => state.seed, said: (text) => text.trim() },
  size: { shown: (state) => state.size ?? "", said: (text) => text.trim().toLowerCase().replace("\u00d7", "x") || null },
  floor: { shown: (state) => String(state.floor), said: (text) => (text.trim() ? Number(text) : 0) },
  difficulty: { shown: (state) => String(state.difficulty), said: Number },
  view: { shown: (state) => state.view, said: (text) => text },
};

/** Shows what is wrong until the state changes, with the tool's command for a state that only the tool takes. */
function sayFault(words, state, isOversize = false) {
  const place = byId("field-error");
  place.hidden = !words;
  place.replaceChildren(words ?? "", ...(isOversize ? commandToCopy(state) : []));
}

function overlayBoxes({ about, store, menu }) {
  const fieldset = menu.querySelector("fieldset");
  const boxes = about.overlays.map(({ name, about: words, top_only: isTopOnly }) => {
    const box = make("input", { type: "checkbox", value: name });
    const label = make("label", {}, [box, make("span", { text: name }), make("small", { text: words })]);
    fieldset.append(label);
    return { box, label, isTopOnly };
  });
  fieldset.addEventListener("change", () => {
    store.set({ overlays: boxes.filter(({ box }) => box.checked).map(({ box }) => box.value) });
  });
  return ({ overlays, view }) => {
    for (const { box, label, isTopOnly } of boxes) {
      box.checked = overlays.includes(box.value);
      box.disabled = isTopOnly && view !== "top";
      label.classList.toggle("is-off", box.disabled);
    }
    menu.querySelector("summary").textContent = overlays.length ? `Overlays (${overlays.length})` : "Overlays";
  };
}

/** Menus close by Escape, when a button of theirs is clicked, and when something else is. */
function closeMenus() {
  // Before the button acts: what it opens gives the focus back to the menu, and not to what is hidden by then.
  document.addEventListener("click", ({ target }) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (menu.contains(target) && !target.closest(".menu div button")) continue;
      if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
      menu.open = false;
    }
  }, { capture: true });
  document.addEventListener("keydown", ({ key, target }) => {
    const menu = key === "Escape" && target.closest?.("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}

/**
 * Makes the controls work.
 *
 * @param {object} options
 * @param {object} options.about the engine's answer to `about`
 * @param {ReturnType<typeof import("../app/state.js").createStore>} options.store
 * @param {object} options.allowed what values may be, see `fault`
 * @param {ReturnType<typeof import("../app/levels.js").createLevels>} options.levels
 */
export function createControls({ about, store, allowed, levels }) {
  const form = byId("controls");
  const fields = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, form.elements[name]]));
  const sizes = new Map(about.presets.map(({ name, size }) => [name, size]));
  fields.preset.append(...about.presets.map(({ name, about: words }) => make("option", { value: name, text: name, title: words })));
  const showOverlays = overlayBoxes({ about, store, menu: byId("overlays") });

  function showFields(state) {
    for (const [name, { shown }] of Object.entries(FIELDS)) {
      const text = shown(state);
      if (fields[name].value !== text) fields[name].value = text;
      fields[name].removeAttribute("aria-invalid");
    }
    fields.size.placeholder = sizes.get(state.preset) ?? "";
    form.elements["difficulty-shown"].value = state.difficulty;
    showOverlays(state);
  }
  function show(state) {
    showFields(state);
    sayFault(null);
  }

  form.addEventListener("input", ({ target }) => {
    const field = FIELDS[target.name];
    // A code is whole when it is pasted, or when the field is left.
    if (!field || (target === fields.seed && isCode(target.value))) return;
    const value = field.said(target.value);
    const words = fault(target.name, value, allowed);
    if (words) {
      target.setAttribute("aria-invalid", "true");
      sayFault(`${words}.`, { ...store.now(), [target.name]: value }, isForTool(words));
    } else {
      store.set({ [target.name]: value });
    }
  });
  // A field that is left shows what counts. A command stays, so that one can go to it.
  form.addEventListener("focusout", ({ target }) => {
    if (!target.getAttribute("aria-invalid")) return;
    showFields(store.now());
    if (!byId("field-error").querySelector("code")) sayFault(null);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  const random = () => store.set({ seed: randomSeed() });
  form.querySelector('[data-act="random"]').addEventListener("click", random);
  seedField({
    onCode(fragment) {
      showFields(store.now());
      // The page opens the link as one that is followed.
      location.hash = fragment;
    },
    field: fields.seed, handle: form.querySelector('[data-act="drag"]'), seed: () => store.now().seed,
    onSeed: (seed) => store.set({ seed }),
  });
  closeMenus();
  store.onChange(show);
  show(store.now());
  // A text may have a size of its own.
  levels.onOversize((words) => sayFault(`${words}.`, store.now(), true));
  return { random };
}
