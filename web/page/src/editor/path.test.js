import assert from "node:assert/strict";
import { test } from "node:test";
import { Text } from "@codemirror/state";
import { ronLanguage } from "./language.js";
import { placeAt, unquoted } from "./path.js";

/** The place of the `|` in a text. */
function place(marked) {
  const at = marked.indexOf("|");
  const text = marked.replace("|", "");
  return placeAt(Text.of(text.split("\n")), ronLanguage.parser.parse(text), at);
}

/** The steps and the part as one text. */
function where(marked) {
  const { path, part } = place(marked);
  return `${path.join("/")} ${part}`;
}

test("a field's name and its value have the same path", () => {
  assert.equal(where("(layouts: [(name: 1), (wei|ght: 2)])"), "layouts/1/weight name");
  assert.equal(where("(layouts: [(name: 1), (weight: |2)])"), "layouts/1/weight value");
});

test("variants and indices are steps", () => {
  assert.equal(where("(size: Box(3, |4))"), "size/Box/1 value");
  assert.equal(where("(style: Adjacent(door: (1, |2)))"), "style/Adjacent/door/1 value");
  assert.equal(where("(lock: Path((0.3, |0.6)))"), "lock/Path/0/1 value");
  assert.equal(where("(at: Bo|x(3, 4))"), "at value");
  assert.equal(where("Preset(name: |1)"), "name value");
});

test("keys of maps are steps without their quotes", () => {
  assert.equal(where(String.raw`(props: { "a \"b\"": (glyph: |'u') })`), 'props/a "b"/glyph value');
  assert.equal(where('(props: { "u|rn": 1 })'), "props/urn key");
  assert.equal(where('(props: { "urn": 1, | })'), "props key");
});

test("empty places", () => {
  assert.equal(where("(|)"), "0 entry");
  assert.equal(where("(a: 1, |)"), "0 entry");
  assert.equal(where("(a: | )"), "a value");
  assert.equal(where("(a: |, b: 2)"), "a value");
  assert.equal(where("(a: /* c */ |\n)"), "a value");
  assert.equal(where("(a: 1 |)"), "0 entry");
  assert.equal(where("(kinds: [Start, |])"), "kinds/1 value");
  assert.equal(where("(at: Between(Center, |))"), "at/Between/1 entry");
});

test("a word in round brackets may become a field or a value", () => {
  assert.equal(where("(sha|)"), "0 entry");
  assert.equal(where("(a: 1, sha| b: 2)"), "0 entry");
  assert.equal(where("(shape: Sq|)"), "shape value");
});

test("places in texts that are not closed", () => {
  assert.equal(where("(layouts: [(name: 1, for|"), "layouts/0/0 entry");
  assert.equal(where("(layouts: [(shape: |"), "layouts/0/shape value");
  assert.equal(where("(layouts: [(prop: \"u|"), "layouts/0/prop value");
  assert.equal(where("(a: [1, 2]|"), "0 entry");
  assert.equal(where("|"), " value");
});

test("what quotes contain", () => {
  assert.equal(unquoted(String.raw`"\u{1f525}\x41\n\\"`), "\u{1f525}A\n\\");
  assert.equal(unquoted('r#"a"b\\n"#'), 'a"b\\n');
  assert.equal(unquoted('"open'), "open");
  assert.equal(unquoted("'''"), "'");
  assert.equal(unquoted(String.raw`"\u{ffffff}"`), "\ufffd");
});
