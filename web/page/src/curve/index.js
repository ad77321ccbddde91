/**
 * The panel of the encounters: their curve beside what the level's rooms cost. Points of the text are moved here, by a
 * drag or by arrow keys.
 *
 * @module
 */

import "./curve.css";
import { make, prose } from "../app/dom.js";
import { keyOf } from "../app/shortcut.js";
import { binWords, createChart, sums, valueAxis } from "./chart.js";
import { PROGRESS_STEP, allowed, moved, read } from "./points.js";

/** Pointer movement before a number follows, in CSS pixels: so the other number can stay as it is. */
const THRESHOLD = 3;

/** How many steps a key with Shift makes. */
const COARSE = 10;

/** What keys change, and by how many steps. */
const KEYS = { ArrowLeft: ["progress", -1], ArrowRight: ["progress", 1], ArrowDown: ["value", -1], ArrowUp: ["value", 1] };

/**
 * @param {object} options
 * @param {HTMLElement} options.parent
 * @param {() => object} options.request the current request for a level
 * @param {() => object} options.level the facts of the level that is shown
 * @param {(request: object) => Promise<object | null>} options.curve the curve of a request's preset
 * @param {(listener: (facts: object) => void) => void} options.onLevel calls a listener with each level
 * @param {object} options.documents of `documents/index.js`: the text, and changes of it
 * @param {(text: string) => void} options.toast on the screen and to screen readers
 * @returns {{show: () => Promise<void>, hide: () => void, changed: () => Promise<void>, destroy: () => void}}
 */
export function createCurve({ parent, request, level, curve, onLevel, documents, toast }) {
  const chart = createChart();
  const [planned, spent] = [make("span", { class: "is-planned" }), make("span", { class: "is-spent" })];
  const now = make("span", { class: "curve-now" });
  const note = make("p", { class: "curve-note" });
  const list = make("ul", { class: "hidden" });
  parent.append(
    make("p", { class: "curve-legend" }, [make("span", { class: "is-curve", text: "curve" }), planned, spent, now]), chart.element, note, list,
  );

  /** The curve of the text `of`: the engine's reply, or what moves here have made of it since. */
  let shown = null;
  let of = "";
  let drag = null;
  let isShown = false;
  onLevel(() => isShown && draw());

  /** Why points cannot be moved; null if they can. */
  function fixed() {
    if (shown.points.every(({ spans }) => spans)) return null;
    if (shown.base !== null) return `The curve is that of the base ${shown.base}. Write \`curve\` in \`encounters\` of this text to change it.`;
    return "The text has no curve: all rooms share alike. Write `curve` in `encounters` to change it.";
  }

  function draw() {
    const facts = level();
    if (!shown || !facts) return;
    const bins = sums(facts.rooms);
    const sum = (part) => bins.reduce((all, bin) => all + bin[part], 0);
    planned.textContent = `planned: ${sum("planned")}`;
    spent.textContent = `spent: ${sum("spent")} of ${facts.budgets?.encounters ?? 0}`;
    const why = fixed();
    note.replaceChildren(...prose(why ?? "Drag a point, or move it by arrow keys, with Shift in larger steps: the numbers in the text follow."));
    list.replaceChildren(...bins.filter(({ rooms }) => rooms).map((bin) => make("li", { text: binWords(bin) })));
    // While a point is dragged, the scale stays: the pointer is where the point is.
    const most = drag?.most ?? valueAxis(shown.points).most;
    chart.draw({ points: shown.points, bins, most, limit: shown.most, fixed: why?.replaceAll("`", "") ?? null });
  }

  /** Asks for the curve of the text. One with problems has none: the last curve stays, and does not move. */
  async function update() {
    const text = documents.text();
    const found = await curve(request()).catch(() => null);
    if (!found || drag || text !== documents.text()) return;
    [shown, of] = [{ ...found, points: read(found.points) }, text];
    draw();
  }

  /** Whether the points are those of the text, so that they can be moved. */
  const isCurrent = () => shown && of === documents.text() && fixed() === null;

  function move(step, index, wanted, valueStep) {
    const { changes, points } = moved(of, shown.points, index, allowed(shown.points, index, wanted, { most: shown.most, valueStep }));
    if (changes.length) {
      step.change(changes);
      [shown, of] = [{ ...shown, points }, documents.text()];
    }
    const { progress, value } = points[index];
    now.textContent = `progress ${progress}, value ${value}`;
    draw();
  }

  const late = () => toast("The text has changed since: its curve is here as soon as its level is.");

  function press(event) {
    const index = chart.indexOf(event.target);
    if (index < 0 || event.button !== 0 || drag || fixed() !== null) return;
    if (!isCurrent()) {
      late();
      return;
    }
    const { most, step } = valueAxis(shown.points);
    const { progress, value } = shown.points[index];
    const at = chart.at(event, most);
    drag = {
      index, most, valueStep: step, pointer: event.pointerId, down: event, step: null, isMoved: { progress: false, value: false },
      off: { progress: progress - at.progress, value: value - at.value },
    };
    chart.element.setPointerCapture(event.pointerId);
    chart.element.classList.add("is-dragging");
  }
  function follow(event) {
    if (event.pointerId !== drag?.pointer) return;
    const { down, isMoved, off, index, valueStep } = drag;
    isMoved.progress ||= Math.abs(event.clientX - down.clientX) >= THRESHOLD;
    isMoved.value ||= Math.abs(event.clientY - down.clientY) >= THRESHOLD;
    if (!isMoved.progress && !isMoved.value) return;
    const { progress, value } = chart.at(event, drag.most);
    const wanted = { progress: isMoved.progress ? progress + off.progress : undefined, value: isMoved.value ? value + off.value : undefined };
    drag.step ??= documents.adjust();
    move(drag.step, index, wanted, valueStep);
  }
  /** Ends a drag; `isKept`: whether its changes stay. */
  function release(isKept) {
    if (!drag) return;
    const { step, pointer } = drag;
    drag = null;
    chart.element.classList.remove("is-dragging");
    if (chart.element.hasPointerCapture(pointer)) chart.element.releasePointerCapture(pointer);
    if (isKept) step?.end();
    else step?.cancel();
    now.textContent = "";
    draw();
    update();
  }

  async function key(event) {
    const index = chart.indexOf(event.target);
    if (event.key === "Escape" && drag) {
      event.preventDefault();
      release(false);
      return;
    }
    if (index < 0 || event.altKey || drag) return;
    const command = event.ctrlKey || event.metaKey;
    const letter = command && keyOf(event);
    const undo = letter === "z" && (event.shiftKey ? documents.redo : documents.undo);
    const history = undo || (letter === "y" && documents.redo);
    const [part, steps] = KEYS[event.key] ?? [];
    if (!history && (command || !part)) return;
    event.preventDefault();
    if (history) {
      history();
      await update();
      return;
    }
    if (!isCurrent()) await update();
    if (!isCurrent()) {
      late();
      return;
    }
    const { step: valueStep } = valueAxis(shown.points);
    const by = steps * (event.shiftKey ? COARSE : 1) * (part === "value" ? valueStep : PROGRESS_STEP);
    const step = documents.adjust();
    move(step, index, { [part]: shown.points[index][part] + by }, valueStep);
    step.end();
  }

  const { element } = chart;
  element.addEventListener("pointerdown", press);
  element.addEventListener("pointermove", follow);
  element.addEventListener("pointerup", () => release(true));
  element.addEventListener("pointercancel", () => release(true));
  element.addEventListener("keydown", key);
  element.addEventListener("focusout", () => { if (!drag) now.textContent = ""; });

  return {
    show() {
      isShown = true;
      draw();
      return update();
    },
    hide() {
      isShown = false;
      release(true);
    },
    changed: update,
    destroy: () => parent.replaceChildren(),
  };
}
