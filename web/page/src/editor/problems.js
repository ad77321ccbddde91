/**
 * Problems in the editor: squiggles, gutter marks, and navigation.
 *
 * @module
 */

import { EditorSelection, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, WidgetType, gutter } from "@codemirror/view";

/**
 * @typedef {object} Problem see `web/README.md`
 * @property {string} message
 * @property {string} code such as `unknown-name`
 * @property {string} [finding] the code of a finding of lint
 * @property {string | null} [help]
 * @property {string | null} [suggestion] what to write in place of the span
 * @property {string | null} [base] the name of the base that has the problem
 * @property {"error" | "warning" | "advice"} [severity] by default, findings of lint are warnings, and
 *   others are errors
 * @property {{start: number, end: number}} utf16
 */

/** @typedef {{from: number, to: number, problem: Problem}} Placed a problem and its current span, which follows edits */

/** From the least to the most severe. */
const SEVERITIES = ["advice", "warning", "error"];
const SIGNS = { advice: "\u25c6", warning: "\u25b2", error: "\u25cf" };

/**
 * The severity of a problem.
 *
 * @param {Problem} problem
 * @returns {"error" | "warning" | "advice"}
 */
export function severityOf(problem) {
  if (SEVERITIES.includes(problem.severity)) return problem.severity;
  return problem.code === "finding" ? "warning" : "error";
}

/** The mark of a problem with an empty span at the end of a line. It takes no space. */
class EndMark extends WidgetType {
  constructor(severity) {
    super();
    this.severity = severity;
  }

  eq(other) {
    return other.severity === this.severity;
  }

  toDOM() {
    const mark = document.createElement("span");
    mark.className = `editor-end-mark is-${this.severity}`;
    return mark;
  }
}

/**
 * The characters to underline: for an empty span the next one, if the line has one.
 *
 * @param {import("@codemirror/state").Text} doc
 * @param {{start: number, end: number}} span in units of UTF-16
 * @returns {{from: number, to: number}} empty if only the end of a line is there
 */
export function shownSpan(doc, { start, end }) {
  const from = Math.max(0, Math.min(start, doc.length));
  const to = Math.max(from, Math.min(end, doc.length));
  // A span of line ends is shown at its start.
  if (to > from) return /[^\n]/.test(doc.sliceString(from, to)) ? { from, to } : { from, to: from };
  const line = doc.lineAt(from);
  const letter = line.text.codePointAt(from - line.from);
  return { from, to: from + (letter === undefined ? 0 : String.fromCodePoint(letter).length) };
}

function decoration(doc, problem) {
  const { from, to } = shownSpan(doc, problem.utf16);
  const severity = severityOf(problem);
  if (from === to) return Decoration.widget({ widget: new EndMark(severity), side: 1, problem }).range(from);
  return Decoration.mark({ class: `editor-squiggle is-${severity}`, problem }).range(from, to);
}

const setProblems = StateEffect.define();
/** Removes a problem whose suggestion was applied; the engine's next reply confirms it. */
const dropProblem = StateEffect.define();

const field = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    let shown = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setProblems)) {
        shown = Decoration.set(effect.value.map((problem) => decoration(transaction.newDoc, problem)), true);
      }
      if (effect.is(dropProblem)) {
        shown = shown.update({ filter: (from, to, { spec }) => spec.problem !== effect.value });
      }
    }
    return shown;
  },
  provide: (marks) => EditorView.decorations.from(marks),
});

/**
 * A transaction that replaces the problems of a document.
 *
 * @param {Problem[]} problems
 * @returns {import("@codemirror/state").TransactionSpec}
 */
export function withProblems(problems) {
  return { effects: setProblems.of(problems) };
}

/**
 * The problems that touch a range, in text order.
 *
 * @param {import("@codemirror/state").EditorState} state
 * @param {number} [from]
 * @param {number} [to]
 * @returns {Placed[]}
 */
export function problemsAt(state, from = 0, to = state.doc.length) {
  const found = [];
  state.field(field).between(from, to, (start, end, { spec }) => {
    found.push({ from: start, to: end, problem: spec.problem });
  });
  return found.sort((a, b) => a.from - b.from || a.to - b.to);
}

class LineMark extends GutterMarker {
  constructor(severity, title) {
    super();
    Object.assign(this, { severity, title });
  }

  eq(other) {
    return other.severity === this.severity && other.title === this.title;
  }

  toDOM() {
    const mark = document.createElement("div");
    mark.className = `editor-line-mark is-${this.severity}`;
    mark.textContent = SIGNS[this.severity];
    mark.title = this.title;
    return mark;
  }
}

function lineMark(view, line) {
  const placed = problemsAt(view.state, line.from, line.to).filter(({ from }) => from >= line.from);
  if (placed.length === 0) return null;
  const severities = placed.map(({ problem }) => severityOf(problem));
  const worst = SEVERITIES.findLast((severity) => severities.includes(severity));
  return new LineMark(worst, placed.map(({ problem }) => problem.message).join("\n"));
}

/**
 * Selects the span of a problem.
 *
 * @param {EditorView} view
 * @param {Placed} placed
 */
export function goTo(view, { from, to }) {
  const selection = EditorSelection.range(from, to);
  view.dispatch({ selection, scrollIntoView: true, userEvent: "select.problem" });
  view.focus();
}

/**
 * The next or the previous problem from the selection; wraps around.
 *
 * @param {import("@codemirror/state").EditorState} state
 * @param {boolean} isForward
 * @returns {Placed | undefined} undefined if there is none
 */
export function neighbor(state, isForward) {
  const all = problemsAt(state);
  const { from, to } = state.selection.main;
  const isSelected = (placed) => placed.from === from && placed.to === to;
  if (isForward) {
    const last = all.findLastIndex(isSelected);
    return (last >= 0 ? all[last + 1] : all.find((placed) => placed.from >= from)) ?? all[0];
  }
  const first = all.findIndex(isSelected);
  return (first >= 0 ? all[first - 1] : all.findLast((placed) => placed.from < from)) ?? all.at(-1);
}

/**
 * Applies the suggestion of a problem.
 *
 * @param {EditorView} view
 * @param {Placed} placed
 * @returns {boolean} false if there is no suggestion, or the text is read-only
 */
export function mend(view, { from, to, problem }) {
  if (typeof problem.suggestion !== "string" || view.state.readOnly) return false;
  view.dispatch({
    changes: { from, to, insert: problem.suggestion },
    selection: { anchor: from + problem.suggestion.length },
    effects: dropProblem.of(problem),
    userEvent: "input.mend",
  });
  view.focus();
  return true;
}

/**
 * The editor extension for squiggles and gutter marks.
 *
 * @param {(view: EditorView, placed: Placed) => void} onMark called on a click on a gutter mark
 * @returns {import("@codemirror/state").Extension}
 */
export function problemMarks(onMark) {
  return [
    field,
    gutter({
      class: "editor-line-marks",
      lineMarker: lineMark,
      lineMarkerChange: (update) => update.startState.field(field) !== update.state.field(field),
      initialSpacer: () => new LineMark("error", ""),
      domEventHandlers: {
        mousedown(view, line) {
          const [first] = problemsAt(view.state, line.from, line.to).filter(({ from }) => from >= line.from);
          if (first) onMark(view, first);
          return Boolean(first);
        },
      },
    }),
  ];
}
