/**
 * The card at the pointer or the caret: the problems there, and the schema's description of the field.
 *
 * @module
 */

import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import {
  EditorView, activateHover, closeHoverTooltips, hasHoverTooltips, hoverTooltip,
} from "@codemirror/view";
import { prose } from "../app/dom.js";
import { isTouch } from "./drag.js";
import { rangeAt } from "./numbers.js";
import { placeAt } from "./path.js";
import { goTo, mend, neighbor, problemsAt, severityOf } from "./problems.js";
import { describe } from "./schema.js";

/** Time for reading the rest of a large text, in milliseconds. */
const PATIENCE = 50;
const WORDS = { error: "Error", warning: "Warning", advice: "Advice" };

/** Creates an element with a class and content: strings and nodes. */
function element(tag, className, ...content) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

/** The steps of a path as in `layouts[2].formations[0].name`, the last one emphasized. */
function titleOf(path) {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`));
  const last = steps.pop().replace(/^\./, "");
  const before = steps.join("").replace(/^\./, "");
  return element("div", "editor-card-path", before && `${before}.`, element("strong", "", last));
}

function row(name, ...content) {
  return element("div", "", element("dt", "", name), element("dd", "", ...content));
}

/** The words that the description does not mention. */
function unnamedWords({ text, words }) {
  return words.filter((word) => !text.includes(`\`${word.replace("(…)", "")}`));
}

function listed(words) {
  return words.flatMap((word, index) => [...(index > 0 ? [", "] : []), element("code", "", word)]);
}

/** The type and range of a field: "whole number, 1 to 8". */
function sortsInWords(schema, { path, sorts }) {
  const words = sorts.filter((sort) => sort !== "word").join(" or ");
  const { least, most } = rangeAt(schema, path);
  const hasRange = /number|ramp/.test(words) && Number.isFinite(least) && Number.isFinite(most);
  return hasRange ? `${words}, ${least} to ${most}` : words;
}

function fieldCard(schema, description) {
  const card = element("div", "editor-card-field", titleOf(description.path));
  if (description.text) card.append(element("p", "", ...prose(description.text)));
  const rows = element("dl", "");
  const words = unnamedWords(description);
  const sorts = sortsInWords(schema, description);
  if (words.length > 0) rows.append(row("Values", ...listed(words)));
  else if (sorts) rows.append(row("Takes", sorts));
  if (description.fallback) rows.append(row("Default", ...prose(description.fallback)));
  if (rows.firstChild) card.append(rows);
  return card;
}

/** The name of a key as the platform writes it. */
function shortcut(key) {
  return /Mac|iP/.test(navigator.platform) ? `\u2318${key}` : `Ctrl+${key}`;
}

function mendButton(view, placed) {
  const { suggestion } = placed.problem;
  const text = suggestion ? ["Replace with ", element("code", "", suggestion)] : ["Remove"];
  const button = element("button", "editor-mend", ...text, " ", element("kbd", "", shortcut(".")));
  button.type = "button";
  button.addEventListener("click", () => mend(view, placed));
  return button;
}

function problemCard(view, placed) {
  const { problem } = placed;
  const severity = severityOf(problem);
  const code = element("span", "editor-card-code", problem.finding ?? problem.code ?? "");
  const card = element("div", `editor-card-problem is-${severity}`);
  const sort = element("strong", "", `${WORDS[severity]}: `);
  card.append(element("p", "", sort, ...prose(problem.message), " ", code));
  if (problem.help) card.append(element("p", "editor-card-help", ...prose(problem.help)));
  if (typeof problem.suggestion === "string" && !view.state.readOnly) card.append(mendButton(view, placed));
  return card;
}

/** The schema's description of the field at a position, and the span of the token there. */
function fieldAt(schema, state, position) {
  const tree = ensureSyntaxTree(state, position, PATIENCE) ?? syntaxTree(state);
  if (tree.resolveInner(position, -1).name.endsWith("Comment")) return null;
  const { path, token } = placeAt(state.doc, tree, position);
  const description = describe(schema, path);
  return description && { description, token, from: token?.from ?? position, to: token?.to ?? position };
}

/** Whether completions are open. Their code may not be loaded yet, so this looks in the DOM. */
export const isCompleting = (view) => view.dom.querySelector(".cm-tooltip-autocomplete") !== null;

function cardAt(schema, view, position, isAsked) {
  if (!isAsked && isCompleting(view)) return null;
  const problems = problemsAt(view.state, position, position);
  const field = fieldAt(schema, view.state, position);
  // On touch screens, the handle takes the place below a number.
  const isHandled = isTouch() && field?.token?.name === "Number" && !view.state.readOnly;
  const isField = field && (isAsked || (field.token && !isHandled));
  if (problems.length === 0 && !isField) return null;
  const { from, to } = problems[0] ?? field;
  const create = () => {
    const dom = element("div", "editor-card", ...problems.map((placed) => problemCard(view, placed)));
    if (isField) dom.append(fieldCard(schema, field.description));
    return { dom };
  };
  return { pos: from, end: to, above: true, create };
}

/** Announces a text to screen readers, without backticks. */
function announce(view, text) {
  view.dispatch({ effects: EditorView.announce.of(text.replaceAll("`", "")) });
}

function inWords({ problem }) {
  const fix = problem.suggestion && `${shortcut(".")} replaces it with ${problem.suggestion}`;
  return `${WORDS[severityOf(problem)]}: ${[problem.message, problem.help, fix].filter(Boolean).join(". ")}`;
}

/**
 * Cards at the pointer, and by keys: F8 and Shift-F8 go to problems, Alt-F1 (or Ctrl-K Ctrl-I) describes the field at
 * the caret, Ctrl-. applies the suggestion there, Escape closes the card.
 *
 * @param {object} schema
 * @returns {{extension: import("@codemirror/state").Extension, keys: import("@codemirror/view").KeyBinding[],
 *   show: (view: EditorView, placed: import("./problems.js").Placed) => void}} `show` goes to a problem and
 *   announces it
 */
export function cards(schema) {
  let isAsked = false;
  const source = (view, position) => cardAt(schema, view, position, isAsked);
  const hover = hoverTooltip(source, { hoverTime: 400, hideOnChange: true });

  function ask(view, position) {
    isAsked = true;
    activateHover(view, position, 1, { tooltip: hover, until: () => false });
    isAsked = false;
  }

  function show(view, placed) {
    goTo(view, placed);
    ask(view, placed.from);
    announce(view, inWords(placed));
  }

  function step(isForward) {
    return (view) => {
      const placed = neighbor(view.state, isForward);
      if (placed) show(view, placed);
      else announce(view, "No problems");
      return true;
    };
  }

  function describeHere(view) {
    const { head } = view.state.selection.main;
    ask(view, head);
    const field = fieldAt(schema, view.state, head)?.description;
    const words = problemsAt(view.state, head, head).map(inWords);
    if (field) words.push(`${field.path.at(-1)}: ${field.text}`);
    if (field?.fallback) words.push(`Default: ${field.fallback}`);
    announce(view, words.join(". ") || "Nothing to describe");
    return true;
  }

  function mendHere(view) {
    const { from, to } = view.state.selection.main;
    return problemsAt(view.state, from, to).some((placed) => mend(view, placed));
  }

  function close(view) {
    const isOpen = hasHoverTooltips(view.state);
    if (isOpen) view.dispatch({ effects: closeHoverTooltips });
    return isOpen;
  }

  const keys = [
    { key: "F8", run: step(true), shift: step(false), preventDefault: true },
    { key: "Alt-F1", run: describeHere, preventDefault: true },
    { key: "Mod-k Mod-i", run: describeHere, preventDefault: true },
    { key: "Mod-.", run: mendHere },
    { key: "Escape", run: close },
  ];
  return { extension: hover, keys, show };
}
