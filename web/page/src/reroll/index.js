/**
 * The chosen room: furnished again, as it was before, or kept. Each furnishing that is shown is in the state, and so in the
 * link and in the tool's command. Below the picture are all re-rolls: those of the level, to be taken back, and the other
 * levels that have some.
 *
 * @module
 */

import "./reroll.css";
import { byId, make, toast } from "../app/dom.js";
import { rerollList, rerolled } from "../app/rerolls.js";
import { FIRST, atLevel, isOtherLevel, levelOf, levelRequest } from "../app/state.js";

/**
 * @param {object} options
 * @param {HTMLElement} options.parent
 * @param {ReturnType<typeof import("../app/state.js").createStore>} options.store
 * @param {{element: HTMLElement}} options.picture gets the focus when the choice ends
 * @param {{nextReroll: (request: object, room: number) => Promise<number | null>}} options.levels
 * @returns {{choose: (room: number | null, options?: {isEntered?: boolean}) => void, again: () => void, back: () => void,
 *   keep: () => void}} without a chosen room, actions do nothing. `isEntered`: the focus moves to the button "Again"
 */
export function createRerolls({ parent, store, picture, levels }) {
  const button = (text, title, on) => make("button", { type: "button", text, title, on });
  const words = make("span", { role: "status" });
  const more = button("Again", "The next furnishing that looks different (A)", again);
  const less = button("Back", "The furnishing before (B)", back);
  const done = button("Keep", "Keep what is shown (K); Escape brings back what was there", keep);
  const bar = make("div", { class: "reroll", role: "group", "aria-label": "Furnishing of the room", hidden: true }, [words, more, less, done]);
  parent.append(bar);

  const all = make("span");
  const takeBack = make("button", { type: "button", text: "Take back", on: () => {
    toast(`Rooms ${rerollList(store.get().rerolls)} have their first furnishing again.`);
    picture.element.focus({ preventScroll: true });
    store.set({ rerolls: FIRST.rerolls });
  } });
  const others = make("select", { "aria-label": "Other levels with rooms furnished again" });
  others.addEventListener("change", () => store.set(atLevel(store.get(), others.value)));
  const line = make("span", { class: "rerolled" }, [all, takeBack, others]);
  byId("summary").after(line);

  function list() {
    const { rerolls, otherRerolls } = store.get();
    all.textContent = rerollList(rerolls) && `Furnished again: ${rerollList(rerolls)}`;
    all.hidden = takeBack.hidden = !all.textContent;
    const levels = Object.entries(otherRerolls);
    others.hidden = !levels.length;
    others.replaceChildren(make("option", { value: "", text: `Furnished again in other levels (${levels.length})` }), ...levels.map(([key, rooms]) => {
      const { preset, seed, size, floor } = levelOf(key);
      const words = [preset, `seed ${seed}`, size, floor && `floor ${floor}`].filter(Boolean).join(", ");
      return make("option", { value: key, text: `${words}: ${rooms}` });
    }));
  }

  let room = null;
  /** The furnishing when the room was chosen, and those that were shown since, until the one before the last. */
  let before = 0;
  let trail = [];
  /** The last press of "Again": each begins where the one before ends. */
  let pressed = Promise.resolve();

  const number = () => store.get().rerolls[room] ?? 0;
  function show() {
    bar.hidden = room === null;
    if (room === null) return;
    const at = number();
    words.textContent = at ? `Room ${room}, furnished again: ${at}` : `Room ${room}`;
    less.setAttribute("aria-disabled", String(at === 0));
  }
  const set = (to) => store.set({ rerolls: rerolled(store.get().rerolls, room, to) });
  function again() {
    const of = room;
    if (of !== null) pressed = pressed.then(() => next(of)).catch((error) => toast(`${error.message}.`));
  }
  async function next(of) {
    const state = store.get();
    const to = await levels.nextReroll(levelRequest(state), of);
    if (of !== room || isOtherLevel(store.get(), state)) return;
    if (to === null) {
      toast(`Room ${of} looks the same by each of its next furnishings.`);
    } else {
      trail.push(number());
      set(to);
    }
  }
  function back() {
    if (room !== null && number() > 0) set(trail.pop() ?? number() - 1);
  }
  function close() {
    if (bar.contains(document.activeElement)) picture.element.focus({ preventScroll: true });
    room = null;
    show();
  }
  function keep() {
    if (room === null) return;
    toast(number() ? `Room ${room} keeps its furnishing ${number()}: it is in the link.` : `Room ${room} keeps its first furnishing.`);
    close();
  }
  bar.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || room === null) return;
    event.preventDefault();
    set(before);
    close();
  });
  store.subscribe((now, then) => {
    if (isOtherLevel(now, then)) close();
    else if (now.rerolls !== then.rerolls) show();
    if (now.rerolls !== then.rerolls || now.otherRerolls !== then.otherRerolls) list();
  });
  list();

  return {
    again,
    back,
    keep,
    choose(chosen, { isEntered = false } = {}) {
      room = chosen ?? null;
      before = room === null ? 0 : number();
      trail = [];
      show();
      if (isEntered && room !== null) more.focus();
    },
  };
}
