/**
 * Scrubs numbers: by a horizontal drag, by Alt-Up and Alt-Down, and on touch screens by a handle below the number,
 * so that a finger on the text still scrolls.
 *
 * @module
 */

import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import { StateField } from "@codemirror/state";
import { EditorView, showTooltip } from "@codemirror/view";
import { rangeAt, stepOf, stepped } from "./numbers.js";
import { pathTo, textOf } from "./path.js";
import { UndoStep } from "./undo.js";

/** Pointer movement per step, and before a press becomes a drag, in CSS pixels. */
const PIXELS_PER_STEP = 5;
const THRESHOLD = 3;
/** Time for reading the rest of a large text, in milliseconds. */
const PATIENCE = 50;

/** @typedef {{from: number, to: number, text: string, range: import("./numbers.js").Range}} NumberAt */

/**
 * Whether the primary pointer is a finger.
 *
 * @returns {boolean}
 */
export function isTouch() {
  return globalThis.matchMedia?.("(pointer: coarse)").matches ?? false;
}

/** The number at a position; null if there is none, or it has no step. */
function numberAt(schema, state, position) {
  if (state.readOnly) return null;
  const tree = ensureSyntaxTree(state, position, PATIENCE) ?? syntaxTree(state);
  const sides = [tree.resolveInner(position, 1), tree.resolveInner(position, -1)];
  const node = sides.find(({ name }) => name === "Number");
  const text = node ? textOf(state.doc, node) : "";
  const range = node && rangeAt(schema, pathTo(state.doc, node));
  return node && stepOf(text, range) !== null ? { from: node.from, to: node.to, text, range } : null;
}

function replacement({ from, to }, text) {
  return { changes: { from, to, insert: text }, selection: { anchor: from + text.length } };
}

/** A drag of a number: one undo step, however many changes it makes. */
class Drag {
  constructor(view, number) {
    Object.assign(this, { view, number, text: number.text, rest: 0, step: new UndoStep(view) });
  }

  get span() {
    return { from: this.number.from, to: this.number.from + this.text.length };
  }

  /** Whether the number is still where it was: the text may have changed since. */
  get isThere() {
    const { from, to } = this.span;
    return this.view.state.sliceDoc(from, to) === this.text;
  }

  /** @param {number} pixels to the right @param {{shiftKey: boolean, altKey: boolean}} keys */
  move(pixels, { shiftKey, altKey }) {
    const steps = (this.rest + pixels) / PIXELS_PER_STEP;
    this.rest = (steps - Math.trunc(steps)) * PIXELS_PER_STEP;
    const how = { coarse: shiftKey, fine: altKey, like: this.number.text };
    const next = stepped(this.text, steps, this.number.range, how);
    if (next === this.text || !this.isThere) return;
    this.step.change(replacement(this.span, next));
    this.text = next;
  }

  end() {
    this.step.end();
  }

  cancel() {
    if (this.isThere) this.step.undo();
    else this.end();
  }
}

/**
 * Tracks the pointer until it is released.
 *
 * @param {EditorView} view
 * @param {NumberAt} number
 * @param {MouseEvent} down
 * @param {() => void} onClick called if the pointer is released without a drag
 */
function follow(view, number, down, onClick) {
  const { ownerDocument: page } = view.dom;
  const drag = new Drag(view, number);
  const watch = new AbortController();
  let last = null;
  const stop = () => {
    watch.abort();
    view.scrollDOM.classList.remove("is-dragging-number");
  };
  const options = { signal: watch.signal, capture: true };
  const on = (type, listener) => page.addEventListener(type, listener, options);
  on("pointermove", (event) => {
    if (last === null && Math.abs(event.clientX - down.clientX) < THRESHOLD) return;
    view.scrollDOM.classList.add("is-dragging-number");
    drag.move(event.clientX - (last ?? down.clientX), event);
    last = event.clientX;
  });
  on("pointerup", () => {
    stop();
    if (last === null) onClick();
    else drag.end();
  });
  on("pointercancel", () => {
    stop();
    drag.end();
  });
  on("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    stop();
    drag.cancel();
  });
}

function press(schema) {
  return (event, view) => {
    const hasModifier = event.shiftKey || event.altKey || event.metaKey || event.ctrlKey;
    const isNumber = event.target instanceof Element && event.target.closest(".ron-number");
    if (event.button !== 0 || event.detail !== 1 || hasModifier || !isNumber || isTouch()) return false;
    const position = view.posAtDOM(event.target);
    const number = numberAt(schema, view.state, position);
    if (!number) return false;
    event.preventDefault();
    view.focus();
    follow(view, number, event, () => {
      const caret = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
      view.dispatch({ selection: { anchor: caret }, userEvent: "select.pointer" });
    });
    return true;
  };
}

/** A command that steps the number at the caret; where there is none, the key falls through. */
function step(schema, steps, how) {
  return (view) => {
    const { head } = view.state.selection.main;
    const number = numberAt(schema, view.state, head);
    if (!number) return false;
    const next = stepped(number.text, steps, number.range, how);
    const spec = { userEvent: "input.number", scrollIntoView: true, effects: EditorView.announce.of(next) };
    if (next !== number.text) view.dispatch({ ...replacement(number, next), ...spec });
    return true;
  };
}

function handlePart(tag, className, text, label) {
  const part = document.createElement(tag);
  part.className = className;
  part.textContent = text;
  part.setAttribute("aria-label", label);
  return part;
}

/** The handle below a number: less, a grip to drag, more. */
function handle(schema) {
  const command = (steps) => step(schema, steps, {});
  return (view) => {
    const dom = document.createElement("div");
    dom.className = "editor-number-handle";
    const button = (text, label, steps) => {
      const made = handlePart("button", "", text, label);
      made.type = "button";
      made.addEventListener("click", () => command(steps)(view));
      return made;
    };
    const grip = handlePart("span", "editor-number-grip", "\u2194", "Drag sideways to change the number");
    grip.setAttribute("role", "img");
    // The editor keeps the focus, so the on-screen keyboard stays open.
    dom.addEventListener("pointerdown", (event) => event.preventDefault());
    dom.addEventListener("mousedown", (event) => event.preventDefault());
    grip.addEventListener("pointerdown", (event) => {
      const number = numberAt(schema, view.state, view.state.selection.main.head);
      if (number) follow(view, number, event, () => {});
    });
    dom.append(button("\u2212", "Less", -1), grip, button("+", "More", 1));
    return { dom };
  };
}

/** The handle, on touch screens while the caret is in a number. */
function touchHandle(schema) {
  const create = handle(schema);
  const tooltip = (state) => {
    const { empty, head } = state.selection.main;
    const number = empty && isTouch() ? numberAt(schema, state, head) : null;
    return number && { pos: number.from, above: false, create };
  };
  return StateField.define({
    // Initially the user has not placed the caret.
    create: () => null,
    update: (shown, change) => (change.docChanged || change.selection ? tooltip(change.state) : shown),
    provide: (field) => showTooltip.from(field),
  });
}

/**
 * The editor extension that scrubs numbers.
 *
 * @param {object} schema
 * @returns {{extension: import("@codemirror/state").Extension,
 *   keys: import("@codemirror/view").KeyBinding[]}}
 */
export function numberSteps(schema) {
  const coarse = { coarse: true };
  return {
    extension: [EditorView.domEventHandlers({ mousedown: press(schema) }), touchHandle(schema)],
    keys: [
      { key: "Alt-ArrowUp", run: step(schema, 1), shift: step(schema, 1, coarse) },
      { key: "Alt-ArrowDown", run: step(schema, -1), shift: step(schema, -1, coarse) },
    ],
  };
}
