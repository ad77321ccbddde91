/**
 * The floors of a run: a row of buttons above the level, with those of branches below the floor of their stair.
 *
 * @module
 */

import "./floors.css";
import { byId, make } from "../app/dom.js";
import { isRun, levelRequest } from "../app/state.js";
import { placed } from "./places.js";

/** How many floors have buttons: a run may have thousands, which the field of the floor shows. */
const MOST = 200;

/** A floor in words, such as "Floor 3: below, flooded". */
const wordsOf = ({ name, act, mood }) => `Floor ${name}: ${[act, mood].filter(Boolean).join(", ")}`;

/**
 * @param {object} options
 * @param {ReturnType<typeof import("../app/state.js").createStore>} options.store
 * @param {ReturnType<typeof import("../app/levels.js").createLevels>} options.levels
 */
export function createFloors({ store, levels }) {
  const nav = byId("floors");
  const field = byId("controls").elements.floor;
  // Only with a run: the field of a number without a list is a plain one to screen readers.
  const list = make("datalist", { id: "floor-list" });
  nav.after(list);
  const buttons = new Map();
  let floors = [];
  let drawn = "";

  function mark() {
    const { floor } = store.get();
    for (const [number, button] of buttons) {
      if (number === floor) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      button.tabIndex = number === floor ? 0 : -1;
    }
    const shown = buttons.get(floor);
    // One of them takes the focus.
    if (!shown && floors.length) buttons.get(floors[0].number).tabIndex = 0;
    shown?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  function show(number) {
    store.set({ floor: number });
    buttons.get(number)?.focus();
  }

  function draw() {
    const hadFocus = nav.contains(document.activeElement);
    const places = placed(floors);
    buttons.clear();
    for (const [at, floor] of floors.entries()) {
      const { number, name, branch } = floor;
      buttons.set(number, make("button", {
        type: "button", text: name, title: wordsOf(floor), "aria-label": wordsOf(floor), class: branch === null ? null : "is-branch",
        style: `grid-area: ${places.floors[at]}`, on: () => show(number),
      }));
    }
    const acts = places.acts.map(({ name, place }) => (
      make("span", { class: "floors-act", "aria-hidden": "true", title: name, text: name, style: `grid-area: ${place}` })));
    nav.replaceChildren(make("div", { class: "floors-grid" }, [...acts, ...buttons.values()]));
    mark();
    if (hadFocus) nav.querySelector('[tabindex="0"]')?.focus();
  }

  /** To the floor before or behind in its way, into a branch, and out of it. */
  nav.addEventListener("keydown", (event) => {
    const at = floors.findIndex(({ number }) => buttons.get(number) === document.activeElement);
    if (at < 0) return;
    const { number, branch, above } = floors[at];
    const way = floors.filter((floor) => floor.branch === branch);
    const place = way.indexOf(floors[at]);
    const into = floors.find((floor) => floor.branch !== branch && floor.above === number);
    const out = branch === null ? null : floors.find((floor) => floor.number === way[0].above);
    const to = {
      ArrowRight: way[place + 1], ArrowLeft: way[place - 1] ?? (above === null ? null : out), ArrowDown: into, ArrowUp: out,
      Home: floors[0], End: way.at(-1),
    };
    if (!(event.key in to)) return;
    event.preventDefault();
    if (to[event.key]) show(to[event.key].number);
  });

  async function update(state) {
    if (!isRun(state)) {
      nav.hidden = true;
      field.removeAttribute("list");
      drawn = "";
      return;
    }
    // A text with problems keeps the floors of the last one.
    const { result } = await levels.floors(levelRequest(state)).catch(() => ({}));
    const now = JSON.stringify(result);
    if (!result || now === drawn || !isRun(store.get())) return;
    drawn = now;
    nav.hidden = false;
    floors = result.floors.slice(0, MOST);
    field.setAttribute("list", list.id);
    list.replaceChildren(...result.floors.map((floor) => make("option", { value: floor.number, label: wordsOf(floor) })));
    draw();
  }
  store.subscribe((now, before) => {
    if (["preset", "drafts", "bases", "seed"].some((part) => now[part] !== before[part])) update(now);
    if (now.floor !== before.floor) mark();
  });
  update(store.get());
}
