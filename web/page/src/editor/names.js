/**
 * The names that a preset defines, and where it refers to them.
 *
 * @module
 */

import { nameOf, textOf, unquoted } from "./path.js";

/**
 * @typedef {object} Names
 * @property {Set<string>} kinds of props, keys among them
 * @property {Set<string>} tags
 * @property {Set<string>} layouts
 * @property {Set<string>} vaults
 * @property {Set<string>} formations
 * @property {Set<string>} terrain kinds of terrain
 * @property {Set<string>} partings
 * @property {Set<string>} bases names of presets; a text defines none
 */

/**
 * No names.
 *
 * @returns {Names}
 */
export function noNames() {
  const sorts = ["kinds", "tags", "layouts", "vaults", "formations", "terrain", "partings", "bases"];
  return Object.fromEntries(sorts.map((sort) => [sort, new Set()]));
}

/** What the field `name` of an entry defines, by the field that holds the list. */
const NAMED = {
  layouts: ["layouts"],
  vaults: ["vaults"],
  sizes: ["tags"],
  locks: ["tags", "kinds"],
  partings: ["tags", "partings"],
  formations: ["formations"],
  one_of: ["formations"],
  all_of: ["formations"],
};

/** What the keys of a map define, by the field that holds it. */
const KEYED = { props: ["kinds"], terrain: ["terrain"] };

/** What the text of a variant names. */
const VARIANTS = { Tag: ["tags"], Crossing: ["partings"] };

/** The name of the field or entry around a node, past brackets. */
function fieldAround(doc, node) {
  let at = node;
  while (at && at.name !== "Field" && at.name !== "Entry") at = at.parent;
  return at && { node: at, name: nameOf(doc, at) };
}

/** The sorts of names that a string defines or uses, by its context. */
function sortsOfText(doc, node) {
  const { parent } = node;
  if (parent.name === "Entry") {
    const isKey = parent.firstChild.from === node.from;
    const map = isKey ? fieldAround(doc, parent.parent)?.name ?? "" : "";
    return Object.hasOwn(KEYED, map) ? KEYED[map] : [];
  }
  const field = fieldAround(doc, parent);
  if (parent.name === "Parens" && parent.parent.name === "Named") {
    const variant = textOf(doc, parent.parent.firstChild);
    return Object.hasOwn(VARIANTS, variant) ? VARIANTS[variant] : [];
  }
  const struct = field?.node.parent;
  // Tags of a kind of props are words for the game.
  if (field?.name === "tags" && parent.name === "List" && struct.parent?.name !== "Entry") return ["tags"];
  if (parent.name !== "Field") return [];
  if (field.name === "tag") return ["tags"];
  const list = field.name === "name" ? fieldAround(doc, struct)?.name ?? "" : "";
  return Object.hasOwn(NAMED, list) ? NAMED[list] : [];
}

/**
 * The names that a text defines.
 *
 * @param {import("@codemirror/state").Text} doc
 * @param {import("@lezer/common").Tree} tree
 * @param {import("@lezer/common").SyntaxNode} [except] a string to leave out
 * @returns {Names}
 */
export function namesIn(doc, tree, except) {
  const names = noNames();
  tree.iterate({
    enter({ name, from, node }) {
      if ((name !== "String" && name !== "RawString") || from === except?.from) return;
      const sorts = sortsOfText(doc, node);
      const given = sorts.length > 0 ? unquoted(textOf(doc, node)) : "";
      if (given) sorts.forEach((sort) => names[sort].add(given));
    },
  });
  return names;
}

/** The sorts of names that a string refers to, by its field or variant. */
const REFERRED = {
  Crossing: ["partings"],
  Of: ["formations"],
  Tag: ["tags"],
  base: ["bases"],
  bridge: ["terrain"],
  prop: ["kinds"],
  remove: ["layouts", "vaults"],
  tag: ["tags"],
  terrain: ["terrain"],
  fringe: ["terrain"],
};

/**
 * The sorts of names that fit at a path.
 *
 * @param {(string | number)[]} path
 * @param {boolean} isKey whether the position is a key of the map at the path
 * @returns {(keyof Names)[]}
 */
export function namesFor(path, isKey) {
  const steps = path.filter((step) => typeof step === "string");
  const last = steps.at(-1);
  if (isKey) return last === "variants" ? ["kinds"] : [];
  if (steps.at(-2) === "legend" || (last === "Prop" && path.at(-1) === 0)) return ["kinds"];
  // Tags of a kind of props or terrain are words for the game.
  if (last === "tags") return ["props", "terrain"].includes(path[0]) ? [] : ["tags"];
  return Object.hasOwn(REFERRED, last ?? "") ? REFERRED[last] : [];
}
