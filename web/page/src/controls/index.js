/**
 * The controls above the level: preset or run, seed, size, floor, difficulty, view, overlays.
 *
 * @module
 */

import { byId, make } from "../app/dom.js";
import { commandToCopy } from "../app/oversize.js";
import { fault, fieldOf, isForTool, isRun } from "../app/state.js";
import { isCode, learn, mayBeWord, randomSeed, seedField, written } from "./seed.js";

/** For each field, how a part of the state becomes its text, and back. */
const FIELDS = {
  preset: { format: (state) => state.preset, parse: (text) => text },
  seed: { format: (state) => written(state.seed), parse: (text) => text.trim() },
  size: { format: (state) => state.size ?? "", parse: (text) => text.trim().toLowerCase().replace("\u00d7", "x") || null },
  floor: { format: (state) => String(state.floor), parse: (text) => (text.trim() ? Number(text) : 0) },
  difficulty: { format: (state) => String(state.difficulty), parse: Number },
  view: { format: (state) => state.view, parse: (text) => text },
};

/** Shows an error until the state changes, with the tool's command for a state that only the tool takes. */
function showFieldError(words, state, isOversize = false) {
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

/** Closes menus on Escape, on a click of one of their buttons, and on a click outside. */
function closeMenus() {
  // Before the button acts: a dialog that it opens returns the focus to the menu, not to a button that is hidden by then.
  document.addEventListener("click", ({ target }) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (menu.contains(target) && !target.closest(".menu div button")) continue;
      if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
      menu.open = false;
    }
  }, { capture: true });
  // An open menu lies in the window, also once its title has changed (which bubbles, as no toggle does) and has wrapped.
  const place = () => {
    for (const box of document.querySelectorAll("details.menu[open] > :last-child")) {
      box.style.translate = "";
      const { left, right } = box.getBoundingClientRect();
      box.style.translate = `${Math.max(8 - left, Math.min(0, innerWidth - 8 - right))}px`;
    }
  };
  for (const event of ["toggle", "change", "resize"]) addEventListener(event, place, { capture: event === "toggle" });
  // Wherever the focus is: what is drawn below may have taken it while the menu was open.
  document.addEventListener("keydown", ({ key, defaultPrevented }) => {
    const menu = key === "Escape" && !defaultPrevented && document.querySelector("details.menu[open]");
    if (!menu) return;
    const hadFocus = menu.contains(document.activeElement) || document.activeElement === document.body;
    menu.open = false;
    if (hadFocus) menu.querySelector("summary").focus();
  });
}

/**
 * Binds the controls to the state.
 *
 * @param {object} options
 * @param {object} options.about the engine's answer to `about`
 * @param {ReturnType<typeof import("../app/state.js").createStore>} options.store
 * @param {object} options.allowed allowed values, see `fault`
 * @param {ReturnType<typeof import("../app/levels.js").createLevels>} options.levels
 */
export function createControls({ about, store, allowed, levels }) {
  const form = byId("controls");
  const fields = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, form.elements[name]]));
  const sizes = new Map(about.presets.map(({ name, size }) => [name, size]));
  const choices = (label, texts) => make("optgroup", { label }, texts.map(({ name, about: words }) => (
    make("option", { value: name, text: name, title: words }))));
  fields.preset.append(choices("Presets", about.presets), choices("Runs", about.runs));
  const showOverlays = overlayBoxes({ about, store, menu: byId("overlays") });

  function showFields(state) {
    for (const [name, { format }] of Object.entries(FIELDS)) {
      const text = format(state);
      if (fields[name].value !== text) fields[name].value = text;
      fields[name].removeAttribute("aria-invalid");
    }
    fields.size.placeholder = sizes.get(state.preset) ?? "";
    form.elements["difficulty-shown"].value = state.difficulty;
    fields.size.disabled = fields.difficulty.disabled = isRun(state);
    if (isRun(state)) showFloor(levels.facts());
    showOverlays(state);
  }
  /** The size and the difficulty of a run's floor, which its text says. */
  function showFloor(facts) {
    const { width, height, difficulty, run } = facts ?? {};
    fields.size.value = "";
    fields.size.placeholder = run ? `${width}x${height}` : "";
    fields.difficulty.value = form.elements["difficulty-shown"].value = run ? Number(difficulty.toFixed(2)) : 0;
  }
  levels.onLevel((facts) => isRun(store.get()) && showFloor(facts));
  function show(state) {
    showFields(state);
    showFieldError(null);
  }

  form.addEventListener("input", ({ target }) => {
    const field = FIELDS[target.name];
    // A code is complete when it is pasted, or when the field loses the focus.
    if (!field || (target === fields.seed && isCode(target.value))) return;
    const value = field.parse(target.value);
    if (target === fields.seed && mayBeWord(value)) return void takeWord(value);
    if (target === fields.seed) learn(value, null);
    take(target, value, fault(target.name, value, allowed));
  });
  function take(target, value, words) {
    if (words) {
      target.setAttribute("aria-invalid", "true");
      showFieldError(`${words}.`, { ...store.get(), [target.name]: value }, isForTool(words));
    } else {
      const isBetweenRuns = target === fields.preset && (isRun(store.get()) || fieldOf(value) === "run");
      store.set({ [target.name]: value, ...(isBetweenRuns && { floor: 0 }) });
    }
  }
  /** Has the engine say which seed a word is, unless the field has another by then. */
  async function takeWord(text) {
    const { seed, seed_word: word, message } = await levels.seed(text).catch((error) => error);
    if (fields.seed.value.trim() !== text) return;
    if (seed) learn(seed, word);
    take(fields.seed, seed, seed ? null : message);
  }
  // On blur a field shows the state's value again. A command stays, so that the focus can move to it.
  form.addEventListener("focusout", ({ target }) => {
    if (!target.getAttribute("aria-invalid")) return;
    showFields(store.get());
    if (!byId("field-error").querySelector("code")) showFieldError(null);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  const random = () => store.set({ seed: randomSeed() });
  form.querySelector('[data-act="random"]').addEventListener("click", random);
  seedField({
    onCode(fragment) {
      showFields(store.get());
      // The listener of `hashchange` opens the link.
      location.hash = fragment;
    },
    field: fields.seed, handle: form.querySelector('[data-act="drag"]'), seed: () => store.get().seed,
    onSeed: (seed) => store.set({ seed }),
  });
  closeMenus();
  store.subscribe(show);
  show(store.get());
  // The size may come from the text.
  levels.onOversize((words) => showFieldError(`${words}.`, store.get(), true));
  return { random };
}
