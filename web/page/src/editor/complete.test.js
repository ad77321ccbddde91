import assert from "node:assert/strict";
import { test } from "node:test";
import { Text } from "@codemirror/state";
import { optionsFor } from "./complete.js";
import { ronLanguage } from "./language.js";
import { namesFor, namesIn } from "./names.js";
import { schema } from "./schema.fixture.js";

/** The options at the `|` of a text, and the text that they replace. */
function complete(marked, known) {
  const at = marked.indexOf("|");
  const text = marked.replace("|", "");
  const doc = Text.of(text.split("\n"));
  const { from, to, options } = optionsFor(schema, doc, ronLanguage.parser.parse(text), at, known);
  return { replaced: text.slice(from, to), options, labels: options.map(({ label }) => label) };
}

const labels = (marked, known) => complete(marked, known).labels;

test("names of fields that are not written yet", () => {
  assert.deepEqual(labels("(style: 1, tags: [], props: {}, |)"), ["base", "clearance", "layouts", "locks"]);
  assert.deepEqual(labels('(layouts: [(name: "a", |)])'), ["formations", "weight"]);
  assert.deepEqual(labels("(style: Adjacent(|))"), ["corner", "door"]);
  assert.deepEqual(labels("(props: { 'u': (glyph: 'u', |) })"), ["footprint", "jitter", "tags", "variants"]);
});

test("a field that is being written counts as not written", () => {
  const { replaced, labels: found, options } = complete("(layouts: [(na|me: 1)])");
  assert.equal(replaced, "name");
  assert.ok(found.includes("name"));
  assert.equal(options.find(({ label }) => label === "name").apply, "name");
  assert.ok(complete("(layouts: [(na|)])").labels.includes("name"));
});

test("fields that must be given come first", () => {
  const { options } = complete("(layouts: [(|)])");
  const first = options.filter(({ boost }) => boost > 0);
  assert.deepEqual(first.map(({ label }) => label), ["formations", "name"]);
});

test("words, as a value and in lists and variants", () => {
  assert.deepEqual(labels("(layouts: [(formations: [(shape: |)])])"),
    ["Square", "X", "Bitmap(…)", "Scatter(…)"]);
  assert.deepEqual(labels("(layouts: [(formations: [(fill: t|)])])"), ["true", "false"]);
  assert.deepEqual(labels("(layouts: [(formations: [(at: Between(Center, D|))])])"),
    ["Center", "Doors", "DoorAxis", "At(…)", "Of(…)", "Between(…)"]);
});

test("a variant that has its brackets gets no others", () => {
  const { options } = complete("(layouts: [(formations: [(size: Ce|(4))])])");
  assert.equal(options.find(({ label }) => label === "Cells(…)").apply, "Cells");
});

const NAMES = `(
  props: { "urn": (glyph: 'u', tags: ["for the game"]), "lamp": (glyph: 'l') },
  locks: [(name: "bone key", lock: Tag("vault"))],
  tags: [(tag: "lair")],
  layouts: [
    (name: "hall", formations: [(name: "altar", prop: "x")]),
    (name: "end", formations: [(HERE)]),
  ],
)`;
const names = (here, known) => labels(NAMES.replace("HERE", here), known);

test("kinds of props, from the text and from its bases", () => {
  assert.deepEqual(names("prop: |"), ['"bone key"', '"lamp"', '"urn"']);
  assert.deepEqual(names('prop: "l|"'), ['"bone key"', '"lamp"', '"urn"']);
  assert.deepEqual(names("prop: |", { kinds: new Set(["chest", "urn"]) }),
    ['"bone key"', '"chest"', '"lamp"', '"urn"']);
});

test("a text is replaced with its quotes", () => {
  assert.equal(complete(NAMES.replace("HERE", 'prop: "la|m"')).replaced, '"lam"');
});

test("names of formations and tags, without those for the game", () => {
  assert.deepEqual(names("at: Of(|)"), ['"altar"']);
  assert.deepEqual(labels(NAMES.replace('"vault"', "|")), ['"bone key"', '"lair"']);
});

test("names of terrain and of partings", () => {
  const text = `(
    terrain: { "water": (glyph: '~', tags: ["wet"]), "planks": (glyph: '=') },
    floorplan: (partings: [(name: "river", terrain: "water")]),
    layouts: [(name: "a", formations: [(terrain: "mud", prop: "urn")])],
    mission: (locks: [(name: "bar", lock: Crossing("river"))]),
  )`;
  const found = namesIn(Text.of(text.split("\n")), ronLanguage.parser.parse(text));
  assert.deepEqual([...found.terrain].sort(), ["planks", "water"]);
  assert.deepEqual([...found.partings], ["river"]);
  assert.deepEqual([...found.tags].sort(), ["bar", "river"]);
  assert.deepEqual(namesFor(["terrain", "water", "bridge"], false), ["terrain"]);
  assert.deepEqual(namesFor(["terrain", "water", "fringe", 1], false), ["terrain"]);
  assert.deepEqual(namesFor(["terrain", "water", "tags", 0], false), []);
  assert.deepEqual(namesFor(["floorplan", "partings", 0, "terrain"], false), ["terrain"]);
  assert.deepEqual(namesFor(["mission", "locks", 0, "lock", "Crossing", 0], false), ["partings"]);
});

test("keys of variants are kinds that are not keys yet", () => {
  const marked = '(props: { "a": (variants: { "b": 1, | }), "b": (), "c": () })';
  assert.deepEqual(labels(marked), ['"a"', '"c"']);
});

test("where there is no word, what the value begins with", () => {
  assert.deepEqual(labels("(props: |)"), ["{…}"]);
  assert.deepEqual(labels("(clearance: |)"), []);
  assert.deepEqual(labels("(clearance: 1|)"), []);
});
