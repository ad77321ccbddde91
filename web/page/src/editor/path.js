/**
 * Paths of positions in a preset: the steps that lead to a value, from the syntax tree.
 *
 * A step is the name of a field, the key in a map, the name of a variant, or an index from 0. So the
 * 4 of `size: Box(3, 4)` in the first layout's first formation is at
 * `["layouts", 0, "formations", 0, "size", "Box", 1]`.
 *
 * @module
 */

/** Nodes with brackets around other nodes. */
const CONTAINERS = new Set(["Parens", "List", "Map"]);
/** Nodes that are values. */
const VALUES = new Set([
  "String", "RawString", "Char", "Number", "Boolean", "Word", "Unknown", "Named", "Parens", "List", "Map",
]);
const ESCAPES = { n: "\n", r: "\r", t: "\t", 0: "\0" };

/** @typedef {import("@lezer/common").SyntaxNode} SyntaxNode */

/**
 * The text of a node of a document.
 *
 * @param {import("@codemirror/state").Text} doc
 * @param {SyntaxNode} node
 * @returns {string}
 */
export function textOf(doc, node) {
  return doc.sliceString(node.from, node.to);
}

/**
 * The value of a string, a character or a name.
 *
 * @param {string} source such as `"an \"urn\""`, `'u'`, `r#"urn"#` or `urn`
 * @returns {string} such as `an "urn"`
 */
export function unquoted(source) {
  const raw = /^r(#*)"([^]*?)(?:"\1)?$/.exec(source);
  if (raw) return raw[2];
  const quote = source[0];
  if (quote !== '"' && quote !== "'") return source;
  const isClosed = source.length > 1 && source.endsWith(quote);
  return source.slice(1, isClosed ? -1 : undefined).replace(
    /\\(?:x([\da-f]{2})|u\{([\da-f]{1,6})\}|(.))/gi,
    (_, short, long, letter) => {
      const point = parseInt(short ?? long, 16);
      if (letter !== undefined) return ESCAPES[letter] ?? letter;
      return point <= 0x10ffff ? String.fromCodePoint(point) : "\ufffd";
    },
  );
}

/**
 * The entries of a container, or the value of a field, without brackets and commas.
 *
 * @param {SyntaxNode} node
 * @returns {SyntaxNode[]}
 */
export function entries(node) {
  const found = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (VALUES.has(child.name) || child.name === "Field" || child.name === "Entry") found.push(child);
  }
  return found;
}

/**
 * The name of a field of a struct, or the key of an entry of a map.
 *
 * @param {import("@codemirror/state").Text} doc
 * @param {SyntaxNode} node a `Field` or an `Entry`; a literal is its own name
 * @returns {string}
 */
export function nameOf(doc, node) {
  return unquoted(textOf(doc, node.name === "Field" || node.name === "Entry" ? node.firstChild : node));
}

/**
 * The value of a field or of an entry of a map.
 *
 * @param {SyntaxNode} node a `Field` or an `Entry`
 * @returns {SyntaxNode | null} null if none is written yet
 */
export function valueOf(node) {
  return node.lastChild !== node.firstChild && VALUES.has(node.lastChild?.name) ? node.lastChild : null;
}

/** The number of unnamed values of a container that begin before a position. */
function indexAt(container, position) {
  let index = 0;
  for (const entry of entries(container)) {
    if (entry.from >= position) break;
    if (VALUES.has(entry.name)) index += 1;
  }
  return index;
}

/** The step from a node's parent to it; undefined if there is none. */
function stepTo(doc, node) {
  const { parent } = node;
  if (node.name === "Field" || node.name === "Entry") return nameOf(doc, node);
  if (node.name === "Parens" && parent?.name === "Named") {
    // The name of the outermost struct is no step.
    return parent.parent?.name === "Preset" ? undefined : textOf(doc, parent.firstChild);
  }
  return VALUES.has(node.name) && CONTAINERS.has(parent?.name) ? indexAt(parent, node.from) : undefined;
}

/**
 * The steps that lead to a node.
 *
 * @param {import("@codemirror/state").Text} doc
 * @param {SyntaxNode} node
 * @returns {(string | number)[]}
 */
export function pathTo(doc, node) {
  const path = [];
  for (let at = node; at?.parent; at = at.parent) {
    const step = stepTo(doc, at);
    if (step !== undefined) path.unshift(step);
  }
  return path;
}

/** The last node of a container that begins before a position: a comma, a bracket, or an entry. */
function before(container, position) {
  let last = container.firstChild;
  for (let child = last; child && child.from < position; child = child.nextSibling) {
    if (!child.name.endsWith("Comment")) last = child;
  }
  return last;
}

/** Whether a field or an entry waits for its value. */
function awaitsValue(node) {
  return (node?.name === "Field" || node?.name === "Entry") && node.lastChild.name === ":";
}

/**
 * @typedef {object} Place
 * @property {(string | number)[]} path the steps to the value that stands, or would stand, here
 * @property {"name" | "key" | "value" | "entry"} part what stands here: a field's name; a key of a map;
 *   a value after a colon or in a list; or in round brackets, an entry whose sort is still open
 * @property {SyntaxNode | null} token the word, literal or name that the position touches
 * @property {SyntaxNode | null} container the brackets around it
 */

/** The node of a word, literal or name that ends or lies at a position. */
function tokenAt(tree, position) {
  for (const side of [-1, 1]) {
    let node = tree.resolveInner(position, side);
    if (node.name === "Escape") node = node.parent;
    const isLiteral = VALUES.has(node.name) && !CONTAINERS.has(node.name) && node.name !== "Named";
    if (isLiteral || node.name === "FieldName") return node;
  }
  return null;
}

/** The innermost brackets around a position, from a node there on. */
function enclosing(node, position) {
  const isAround = (at) => at.from < position && (position < at.to || !isClosed(at));
  let at = node;
  while (at && !(CONTAINERS.has(at.name) && isAround(at))) at = at.parent;
  return at;
}

/** Whether a container has its closing bracket. */
function isClosed(container) {
  return [")", "]", "}"].includes(container.lastChild?.name);
}

function partOf(token, container) {
  const { parent } = token;
  const isFirst = parent.firstChild.from === token.from;
  if (token.name === "FieldName") return parent.name === "Entry" ? "key" : "name";
  if (parent.name === "Entry") return isFirst ? "key" : "value";
  return token.name === "Word" && parent === container && container.name === "Parens" ? "entry" : "value";
}

/**
 * Describes a position: what stands there, or could be written there.
 *
 * @param {import("@codemirror/state").Text} doc
 * @param {import("@lezer/common").Tree} tree
 * @param {number} position an offset in units of UTF-16
 * @returns {Place}
 */
export function placeAt(doc, tree, position) {
  const token = tokenAt(tree, position);
  const container = enclosing(token?.parent ?? tree.resolveInner(position, -1), position);
  if (token) return { path: pathTo(doc, token), part: partOf(token, container), token, container };
  if (!container) return { path: [], part: "value", token, container };
  const last = before(container, position);
  if (awaitsValue(last)) return { path: pathTo(doc, last), part: "value", token, container };
  const path = pathTo(doc, container);
  if (container.name === "Map") return { path, part: "key", token, container };
  const part = container.name === "List" ? "value" : "entry";
  return { path: [...path, indexAt(container, position)], part, token, container };
}
