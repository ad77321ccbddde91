/**
 * Looks up the JSON Schema of presets by path: fields, words, descriptions, bounds.
 *
 * The schema describes RON as JSON: a variant with a content, `Cells(4)`, is `{"Cells": 4}`. Paths are
 * those of `path.js`.
 *
 * @module
 */

/** @typedef {object} Schema a node of a JSON Schema */

/** The node that a reference names. */
function target(root, reference) {
  return reference.slice(2).split("/").reduce((node, key) => node?.[key], root);
}

/** A node's alternatives without references; null is none, since RON leaves a field out instead. */
function alternatives(root, node) {
  if (node.$ref) return alternatives(root, target(root, node.$ref) ?? {});
  const choices = node.anyOf ?? node.oneOf;
  if (choices) return choices.flatMap((choice) => alternatives(root, choice));
  return node.type === "null" ? [] : [node];
}

/** The nodes one step down from an alternative. */
function children(node, step) {
  const own = (holder) => (holder && Object.hasOwn(holder, step) ? holder[step] : undefined);
  const more = typeof node.additionalProperties === "object" ? node.additionalProperties : undefined;
  const isIndex = typeof step === "number";
  const child = isIndex ? node.prefixItems?.[step] ?? node.items : own(node.properties) ?? more;
  return child ? [child] : [];
}

function walk(root, nodes, [step, ...rest], isContent) {
  if (step === undefined) return nodes;
  const next = nodes.flatMap((node) => alternatives(root, node)).flatMap((node) => children(node, step));
  const found = next.length > 0 ? walk(root, next, rest, typeof step === "string") : [];
  // What a variant contains may be a single value, which is no array in JSON.
  return found.length === 0 && isContent && step === 0 ? walk(root, nodes, rest, false) : found;
}

/**
 * The nodes of a schema that describe the value at a path, as the fields that hold it write them: with
 * their descriptions, and with references.
 *
 * @param {Schema} root
 * @param {(string | number)[]} path
 * @returns {Schema[]} empty if the schema knows no such place
 */
export function nodesAt(root, path) {
  return walk(root, [root], path, false);
}

/**
 * The alternatives for the value at a path, without references.
 *
 * @param {Schema} root
 * @param {(string | number)[]} path
 * @returns {Schema[]}
 */
export function optionsAt(root, path) {
  return nodesAt(root, path).flatMap((node) => alternatives(root, node));
}

/** Whether an alternative is a variant with a content; fields of structs begin with a small letter. */
function isVariant(node) {
  const names = Object.keys(node.properties ?? {});
  return names.length === 1 && /^[A-Z]/.test(names[0]);
}

/**
 * The words that may stand at a path.
 *
 * @param {Schema} root
 * @param {(string | number)[]} path
 * @returns {{word: string, hasContent: boolean}[]} such as `Square`, and `Cells`, which contains a number
 */
export function wordsAt(root, path) {
  return optionsAt(root, path).flatMap((node) => {
    if (isVariant(node)) return [{ word: Object.keys(node.properties)[0], hasContent: true }];
    if (node.type === "boolean") return ["true", "false"].map((word) => ({ word, hasContent: false }));
    return (node.enum ?? (node.const === undefined ? [] : [node.const]))
      .filter((word) => typeof word === "string")
      .map((word) => ({ word, hasContent: false }));
  });
}

/**
 * The fields of the struct at a path.
 *
 * @param {Schema} root
 * @param {(string | number)[]} path
 * @returns {{name: string, node: Schema, isRequired: boolean}[]} empty if no struct may stand there
 */
export function fieldsAt(root, path) {
  return optionsAt(root, path).filter((node) => node.properties && !isVariant(node)).flatMap((struct) =>
    Object.entries(struct.properties).map(([name, node]) => ({
      name, node, isRequired: struct.required?.includes(name) ?? false,
    })));
}

/** What sort of value an alternative is, in RON's words. */
function sortOf(node) {
  if (isVariant(node) || node.enum || node.const !== undefined) return "word";
  if (node.prefixItems) return node.prefixItems.length === 2 ? "pair" : "tuple";
  const type = Array.isArray(node.type) ? node.type.find((name) => name !== "null") : node.type;
  const sorts = { array: "list", integer: "whole number", boolean: "true or false", string: "text" };
  if (type === "string" && node.maxLength === 1) return "character";
  if (type === "object") return node.properties ? "struct" : "map";
  return sorts[type] ?? type ?? "";
}

/**
 * The sorts of values that may stand where a node of the schema is.
 *
 * @param {Schema} root
 * @param {Schema} node
 * @returns {string[]} such as `["number", "ramp"]`
 */
export function sortsOf(root, node) {
  const isSlope = (option) => option === root.$defs?.Slope;
  return [...new Set(alternatives(root, node).map((option) => (isSlope(option) ? "ramp" : sortOf(option))))];
}

/** What precedes the default in a description. */
const DEFAULT = "default: ";

/**
 * Splits the description of a field into its text and its default.
 *
 * @param {string} [description]
 * @returns {{text: string, fallback: string}} both empty if not known
 */
export function splitDescription(description = "") {
  const at = description.lastIndexOf(DEFAULT);
  if (at < 0) return { text: description, fallback: "" };
  const text = description.slice(0, at).replace(/; $/, "");
  return { text, fallback: description.slice(at + DEFAULT.length) };
}

/**
 * @typedef {object} Description
 * @property {(string | number)[]} path the steps to the field that is described
 * @property {string} text
 * @property {string} fallback its default; empty if there is none
 * @property {string[]} sorts
 * @property {string[]} words the words that may be its value, `Cells(…)` for one with a content
 */

/**
 * Describes the field at a path, or the nearest around it that has a description.
 *
 * @param {Schema} root
 * @param {(string | number)[]} path
 * @returns {Description | null}
 */
export function describe(root, path) {
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length);
    const [node] = nodesAt(root, part);
    if (!node || typeof part.at(-1) === "number") continue;
    const words = wordsAt(root, part).map(({ word, hasContent }) => (hasContent ? `${word}(…)` : word));
    if (node.description || length === path.length) {
      return { path: part, ...splitDescription(node.description), sorts: sortsOf(root, node), words };
    }
  }
  return null;
}

/**
 * The clause of a description about one of its words: the first that names it.
 *
 * @param {string} description
 * @param {string} word
 * @returns {string} empty if there is none
 */
export function clauseOf(description, word) {
  return splitDescription(description).text.split(/; |: /)
    .find((clause) => clause.includes(`\`${word}\``) || clause.includes(`\`${word}(`)) ?? "";
}
