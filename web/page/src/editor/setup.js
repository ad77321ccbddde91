/**
 * The extensions of the editor: CodeMirror's and its own.
 *
 * @module
 */

import { history, historyKeymap, indentWithTab, standardKeymap, toggleComment } from "@codemirror/commands";
import {
  bracketMatching, foldCode, foldEffect, foldGutter, foldInside, foldKeymap, indentOnInput, syntaxHighlighting,
  syntaxTree,
} from "@codemirror/language";
import { Compartment, EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, EditorView, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter,
  highlightSpecialChars, keymap, lineNumbers,
} from "@codemirror/view";
import { numberSteps } from "./drag.js";
import { cards, isCompleting } from "./hover.js";
import { highlighter, ron } from "./language.js";
import { problemMarks } from "./problems.js";

/** The slot for the extensions of `typing.js`, which is loaded after the text is shown. */
export const typingPlace = new Compartment();

/** After Escape, Tab leaves the editor for this time, in milliseconds. */
const TIME_TO_LEAVE = 2000;

/** Highlights a range until the caret moves or the text changes. */
export const setPointed = StateEffect.define();

const pointedMark = Decoration.mark({ class: "editor-pointed" });

const pointed = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    const part = change.effects.find((effect) => effect.is(setPointed))?.value;
    if (part && part.from < part.to) return Decoration.set(pointedMark.range(part.from, part.to));
    return change.docChanged || change.selection ? Decoration.none : marks;
  },
  provide: (marks) => EditorView.decorations.from(marks),
});

/** Folds what begins on the caret's line, or else the innermost brackets around it that have several lines. */
function fold(view) {
  if (foldCode(view)) return true;
  const { state } = view;
  for (let node = syntaxTree(state).resolveInner(state.selection.main.head, -1); node; node = node.parent) {
    const isOneLine = state.doc.lineAt(node.from).to >= node.to;
    if (!["Parens", "List", "Map"].includes(node.name) || isOneLine) continue;
    const inside = foldInside(node);
    view.dispatch({ effects: foldEffect.of(inside), selection: { anchor: inside.from } });
    return true;
  }
  return false;
}

/** Opens the search panel, whose code is loaded on first use. */
function find(view) {
  import("@codemirror/search").then(({ openSearchPanel }) => openSearchPanel(view));
  return true;
}

function foldMarker(isOpen) {
  const marker = document.createElement("span");
  marker.className = "editor-fold";
  marker.textContent = isOpen ? "\u25be" : "\u25b8";
  marker.title = isOpen ? "Fold" : "Unfold";
  return marker;
}

/**
 * The extensions that all documents of an editor share.
 *
 * @param {object} options
 * @param {object} options.schema the JSON Schema of presets
 * @param {Record<string, string>} options.attributes of the element that holds the text
 * @param {(update: import("@codemirror/view").ViewUpdate) => void} options.onUpdate
 * @returns {import("@codemirror/state").Extension}
 */
export function parts({ schema, attributes, onUpdate }) {
  const card = cards(schema);
  const numbers = numberSteps(schema);
  return [
    problemMarks(card.show),
    lineNumbers(),
    foldGutter({ markerDOM: foldMarker }),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    ron(),
    syntaxHighlighting(highlighter),
    indentOnInput(),
    bracketMatching(),
    pointed,
    card.extension,
    numbers.extension,
    Prec.high(keymap.of([
      ...numbers.keys, ...card.keys,
      { key: "Ctrl-Shift-[", mac: "Cmd-Alt-[", run: fold },
    ])),
    keymap.of([
      ...historyKeymap, ...foldKeymap,
      { key: "Mod-/", run: toggleComment }, { key: "Mod-f", run: find }, ...standardKeymap, indentWithTab,
    ]),
    // Escape, then Tab leaves the editor, also where Escape does something else besides.
    EditorView.domEventObservers({
      keydown(event, view) {
        if (event.key === "Escape" && !isCompleting(view)) view.setTabFocusMode(TIME_TO_LEAVE);
      },
    }),
    EditorView.editorAttributes.of({ class: "editor" }),
    EditorView.contentAttributes.of(attributes),
    EditorView.updateListener.of(onUpdate),
  ];
}
