/**
 * The editor of presets.
 *
 * @module
 */

import { isolateHistory, redo, undo } from "@codemirror/commands";
import { foldedRanges, unfoldEffect } from "@codemirror/language";
import { Annotation, EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import "./editor.css";
import { changeTo, normalized } from "./documents.js";
import { withProblems } from "./problems.js";
import { parts, setPointed, typingPlace } from "./setup.js";
import { UndoStep } from "./undo.js";

const readOnly = [EditorState.readOnly.of(true), EditorView.editorAttributes.of({ class: "is-read-only" })];

/** Marks changes by the page itself, for which `onChange` is not called. */
const byPage = Annotation.define();

const KEYS = "Tab indents; Escape, then Tab leaves the editor. Control Space completes. "
  + "F8 goes to the next problem, Shift F8 to the previous one, Control full stop mends it. "
  + "Alt F1, or Control K Control I, describes the field at the caret. "
  + "Alt Up and Alt Down change the number at the caret, with Shift ten times as fast.";

let count = 0;

/** A hidden description of the editor's keys, for screen readers. */
function keysText(parent) {
  const text = document.createElement("p");
  count += 1;
  text.id = `editor-keys-${count}`;
  text.className = "editor-keys";
  text.textContent = KEYS;
  parent.append(text);
  return text;
}

/**
 * @typedef {object} Editor
 * @property {() => string} text the text that is shown; lines end with `\n`
 * @property {(text: string) => void} setText replaces it, undoably. It does not call `onChange`.
 * @property {() => Adjustment} adjust begins a step of undo in the document that is shown
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {(name: string, text?: string, options?: {readOnly?: boolean}) => void} open shows another
 *   document, and keeps history, caret and folds of the previous one. Without `text`, a document that was open before
 *   is as it was left.
 * @property {(list: import("./problems.js").Problem[]) => void} problems replaces all problems. One with
 *   a `base` is shown in the document of that name, others in the last document opened for editing.
 * @property {(known: Partial<Record<keyof import("./names.js").Names, Iterable<string>>>) => void} know
 *   names to complete besides those of the text: those of its bases, and of presets
 * @property {(start: number, end: number) => void} reveal highlights a range of the text, in UTF-16 units
 * @property {() => void} focus
 * @property {() => void} destroy
 */

/**
 * Changes that are one step of undo, as of a drag. They call `onChange`.
 *
 * @typedef {object} Adjustment
 * @property {(changes: {from: number, to: number, insert: string}[]) => void} change replaces parts of the text, given in
 *   order
 * @property {() => void} end
 * @property {() => void} cancel takes the changes back
 */

/**
 * Creates an editor.
 *
 * @param {object} options
 * @param {HTMLElement} options.parent
 * @param {object} options.schema the JSON Schema of presets
 * @param {string} [options.text]
 * @param {string} [options.name] the name of the document
 * @param {(text: string) => void} [options.onChange] called with the text after each change by the user
 * @param {string} [options.label] the accessible name
 * @returns {Editor}
 */
export function createEditor({
  parent, schema, text = "", name = "", onChange = () => {}, label = "Preset",
}) {
  const states = new Map();
  const scrolls = new Map();
  const keys = keysText(parent);
  let known = {};
  let shown = name;
  let edited = name;
  let problems = [];
  let typing = [];

  const common = parts({
    schema,
    attributes: { "aria-label": label, "aria-describedby": keys.id, tabindex: "0" },
    onUpdate(update) {
      const isByUser = update.transactions.some((change) => change.docChanged && !change.annotation(byPage));
      if (isByUser) onChange(view.state.doc.toString());
    },
  });

  function newState(content, isReadOnly) {
    const extensions = [typingPlace.of(typing), common, isReadOnly ? readOnly : []];
    return EditorState.create({ doc: normalized(content), extensions });
  }

  const problemsOf = (document) => problems.filter(({ base }) => (base ?? edited) === document);
  // An undo step of its own, however soon it follows typing.
  const annotations = [byPage.of(true), isolateHistory.of("full")];
  const replaced = ({ doc }, content) => ({ changes: changeTo(doc, content), annotations });

  const view = new EditorView({ parent, state: newState(text, false) });

  /** Changes all documents: the one that is shown, and the others. */
  function inAll(change) {
    for (const [document, state] of states) states.set(document, state.update(change(document)).state);
    view.dispatch(change(shown));
  }

  import("./typing.js").then((module) => {
    typing = module.typing(schema, () => known);
    inAll(() => ({ effects: typingPlace.reconfigure(typing) }));
  }, () => { /* Typing works without it. */ });

  function open(document, content, { readOnly: isReadOnly = false } = {}) {
    states.set(shown, view.state);
    scrolls.set(shown, view.scrollSnapshot());
    let state = states.get(document);
    if (!state || state.readOnly !== isReadOnly) {
      state = newState(content ?? state?.doc.toString() ?? "", isReadOnly);
    } else if (content !== undefined) {
      state = state.update(replaced(state, content)).state;
    }
    if (!isReadOnly && document !== edited) {
      edited = document;
      problems = [];
    }
    shown = document;
    view.setState(state.update(withProblems(problemsOf(document))).state);
    // A new document is shown from its beginning.
    view.dispatch({ effects: scrolls.get(document) ?? EditorView.scrollIntoView(0) });
  }

  function adjust() {
    const step = new UndoStep(view);
    return {
      change(list) {
        const changes = view.state.changes(list);
        // The caret stands behind the last number, as after a drag in the text.
        step.change({ changes, selection: { anchor: changes.mapPos(list.at(-1).to, 1) } });
      },
      end: () => step.end(),
      cancel: () => step.undo(),
    };
  }

  function setProblems(list) {
    problems = list;
    inAll((document) => withProblems(problemsOf(document)));
  }

  function reveal(start, end) {
    const from = Math.max(0, Math.min(start, view.state.doc.length));
    const to = Math.max(from, Math.min(end, view.state.doc.length));
    const effects = [setPointed.of({ from, to }), EditorView.scrollIntoView(from, { y: "center" })];
    foldedRanges(view.state).between(from, to, (start, end) => {
      effects.push(unfoldEffect.of({ from: start, to: end }));
    });
    view.dispatch({ selection: { anchor: from }, effects });
  }

  return {
    text: () => view.state.doc.toString(),
    setText: (content) => view.dispatch(replaced(view.state, content)),
    adjust,
    undo: () => undo(view),
    redo: () => redo(view),
    open,
    problems: setProblems,
    know(names) {
      known = Object.fromEntries(Object.entries(names).map(([sort, list]) => [sort, new Set(list)]));
    },
    reveal,
    focus: () => view.focus(),
    destroy() {
      view.destroy();
      keys.remove();
    },
  };
}
