/**
 * The panel of a level's measures, notes and rooms, of which one can be chosen to be furnished again; and that of the
 * walkthrough of its mission.
 *
 * @module
 */

import { make } from "../app/dom.js";

/**
 * @param {object} options
 * @param {HTMLElement} options.parent
 * @param {() => object} options.level the facts of the level that is shown
 * @param {() => Promise<[string, string][]>} options.measures names and values
 * @param {(room: number) => void} options.onRoom called with the room that is to be furnished again
 * @returns {{show: () => void, hide: () => void, changed: () => void, destroy: () => void}}
 */
export function createFacts({ parent, level, measures, onRoom }) {
  const chosen = make("select");
  // A button, since a list of choices tells each one that the arrow keys pass.
  const again = make("p", { class: "rooms-again" }, [
    make("label", { class: "field" }, ["Furnish again: room ", chosen]), " ",
    make("button", { type: "button", text: "Choose", on: () => onRoom(Number(chosen.value)) }),
  ]);
  const numbers = make("div");
  const list = make("ol", { class: "rooms", start: "0" });
  async function show() {
    const measured = await measures().catch(() => []);
    const { rooms = [], notes = [] } = level() ?? {};
    const pairs = measured.map(([name, value]) => make("div", {}, [make("dt", { text: name }), make("dd", { text: value })]));
    // A list of as many rooms keeps its choice.
    if (chosen.childElementCount !== rooms.length) {
      chosen.replaceChildren(...rooms.map(({ id }) => make("option", { value: id, text: id })));
    }
    numbers.replaceChildren(
      ...(notes.length ? [make("h2", { text: "Notes" }), make("ul", {}, notes.map((text) => make("li", { text })))] : []),
      make("h2", { text: "Measures" }), make("dl", { class: "facts" }, pairs),
    );
    list.replaceChildren(...rooms.map(({ words }) => make("li", { text: words.replace(/^room \d+: /, "") })));
    // What is there stays in its place: moved, it would lose the focus.
    if (!parent.contains(list)) parent.append(numbers, make("h2", { text: "Rooms" }), again, list);
  }
  return { show, hide: () => {}, changed: show, destroy: () => parent.replaceChildren() };
}

/**
 * @param {object} options
 * @param {HTMLElement} options.parent
 * @param {() => Promise<string[]>} options.lines the shortest solution of the mission
 * @param {() => void} options.onDraw shows the mission in the picture
 * @returns {{show: () => void, hide: () => void, changed: () => void, destroy: () => void}}
 */
export function createWalkthrough({ parent, lines, onDraw }) {
  const list = make("ol", { class: "walk-lines" });
  const total = make("p");
  const draw = make("button", { type: "button", text: "Draw it over the level", on: onDraw });
  parent.append(list, total, draw);
  async function show() {
    const solution = await lines().catch((error) => [error.message]);
    total.textContent = solution.at(-1) ?? "";
    list.replaceChildren(...solution.slice(0, -1).map((text) => make("li", { text })));
  }
  return { show, hide: () => {}, changed: show, destroy: () => parent.replaceChildren() };
}
