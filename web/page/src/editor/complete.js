/**
 * Completion: names of fields, words, and names from the text.
 *
 * @module
 */

import { snippet, startCompletion } from "@codemirror/autocomplete";
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import { namesFor, namesIn, noNames } from "./names.js";
import { entries, nameOf, placeAt } from "./path.js";
import { clauseOf, fieldsAt, nodesAt, sortsOf, splitDescription, wordsAt } from "./schema.js";

/** Time for reading the rest of a large text before a completion, in milliseconds. */
const PATIENCE = 100;

/** How a value begins, with the caret between its brackets, by the sort of the value. */
const SKELETONS = {
  struct: "(${})",
  pair: "(${})",
  tuple: "(${})",
  list: "[${}]",
  map: "{${}}",
  text: '"${}"',
  character: "'${}'",
};

/** Inserts a snippet, then opens the completions at the caret. */
function template(text) {
  const put = snippet(text);
  return (view, completion, from, to) => {
    put(view, completion, from, to);
    startCompletion(view);
  };
}

function fieldOption(schema, { name, node, isRequired }, hasColon) {
  const { text, fallback } = splitDescription(node.description);
  const sorts = sortsOf(schema, node);
  const value = sorts.length === 1 ? SKELETONS[sorts[0]] ?? "${}" : "${}";
  return {
    label: name,
    type: "field",
    detail: isRequired ? "must be given" : sorts.join(" or "),
    info: [text, fallback && `Default: ${fallback}`].filter(Boolean).join("\n") || undefined,
    boost: isRequired ? 1 : 0,
    apply: hasColon ? name : template(`${name}: ${value}`),
  };
}

/** The options for names of fields of the struct at a path that are not written yet. */
function fieldOptions(schema, doc, path, { container, token }) {
  const isOther = (entry) => entry.name === "Field" && entry.from !== token?.from;
  const written = new Set(entries(container).filter(isOther).map((entry) => nameOf(doc, entry)));
  return fieldsAt(schema, path)
    .filter(({ name }) => !written.has(name))
    .map((field) => fieldOption(schema, field, token?.name === "FieldName"));
}

/** The description of the field that holds the value at a path. */
function descriptionAt(schema, path) {
  const last = path.findLastIndex((step) => typeof step === "string" && /^[a-z]/.test(step));
  return nodesAt(schema, path.slice(0, last + 1))[0]?.description ?? "";
}

/** The options for words; one that has brackets behind it already gets no others. */
function wordOptions(schema, path, token) {
  const description = descriptionAt(schema, path);
  const hasBrackets = token?.parent.name === "Named";
  return wordsAt(schema, path).map(({ word, hasContent }) => ({
    label: hasContent ? `${word}(…)` : word,
    type: "word",
    info: clauseOf(description, word) || undefined,
    apply: hasContent && !hasBrackets ? template(`${word}(\${})`) : word,
  }));
}

function quoted(name) {
  return `"${name.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n")}"`;
}

function nameOptions(names, sorts) {
  const found = new Set(sorts.flatMap((sort) => [...names[sort]]));
  return [...found].sort().map((name) => ({ label: quoted(name), type: "name" }));
}

/** The brackets that may begin here, where there is no word to offer. */
function skeletonOptions(schema, path) {
  const sorts = new Set(nodesAt(schema, path).flatMap((node) => sortsOf(schema, node)));
  return ["struct", "pair", "list", "map"].filter((sort) => sorts.has(sort)).map((sort) => ({
    label: SKELETONS[sort].replace("${}", "…"),
    type: "brackets",
    detail: sort,
    apply: template(SKELETONS[sort]),
  }));
}

function union(one, other) {
  const both = (sort) => new Set([...one[sort], ...(other[sort] ?? [])]);
  return Object.fromEntries(Object.keys(one).map((sort) => [sort, both(sort)]));
}

/**
 * The completions at a position.
 *
 * @param {object} schema
 * @param {import("@codemirror/state").Text} doc
 * @param {import("@lezer/common").Tree} tree
 * @param {number} position
 * @param {Partial<import("./names.js").Names>} [known] names that the text does not define: those of its base
 * @returns {{from: number, to: number, options: import("@codemirror/autocomplete").Completion[]}} the
 *   options, and the span of the word or text that they replace
 */
export function optionsFor(schema, doc, tree, position, known = noNames()) {
  const place = placeAt(doc, tree, position);
  const { path, part, token, container } = place;
  const span = { from: token?.from ?? position, to: token?.to ?? position };
  const isText = token?.name === "String" || token?.name === "RawString";
  const names = () => union(namesIn(doc, tree, isText ? token : undefined), known);
  if (part === "name") return { ...span, options: fieldOptions(schema, doc, path.slice(0, -1), place) };
  if (part === "key") {
    const keys = nameOptions(names(), namesFor(token ? path.slice(0, -1) : path, true));
    const others = entries(container).filter((entry) => entry.from !== token?.from);
    const written = new Set(others.map((entry) => quoted(nameOf(doc, entry))));
    return { ...span, options: keys.filter(({ label }) => !written.has(label)) };
  }
  const texts = nameOptions(names(), namesFor(path, false));
  if (isText) return { ...span, options: texts };
  if (token && token.name !== "Word" && token.name !== "Boolean") return { ...span, options: [] };
  const fields = part === "entry" ? fieldOptions(schema, doc, path.slice(0, -1), place) : [];
  const values = [...wordOptions(schema, path, token), ...texts];
  const skeletons = values.length === 0 && part === "value" && !token ? skeletonOptions(schema, path) : [];
  return { ...span, options: [...fields, ...values, ...skeletons] };
}

/**
 * A completion source for CodeMirror.
 *
 * @param {object} schema
 * @param {() => Partial<import("./names.js").Names>} known
 * @returns {import("@codemirror/autocomplete").CompletionSource}
 */
export function completionSource(schema, known) {
  return ({ state, pos, explicit }) => {
    const tree = ensureSyntaxTree(state, state.doc.length, PATIENCE) ?? syntaxTree(state);
    if (tree.resolveInner(pos, -1).name.endsWith("Comment")) return null;
    const { options, from, to } = optionsFor(schema, state.doc, tree, pos, known());
    if (options.length === 0 || (from === to && !explicit)) return null;
    return { options, from, to, validFor: /^(?:\w*|"[^"\n]*"?)$/ };
  };
}
