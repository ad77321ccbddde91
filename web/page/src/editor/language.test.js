import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { ronLanguage } from "./language.js";

const PRESETS = new URL("../../../../presets/", import.meta.url);

/** The tree of a text as one line. */
const read = (text) => ronLanguage.parser.parse(text).toString();
const hasError = (text) => read(text).includes("⚠");

test("all presets parse without an error", () => {
  const files = readdirSync(PRESETS).filter((name) => name.endsWith(".ron"));
  assert.equal(files.length, 11);
  for (const file of files) assert.ok(!hasError(readFileSync(new URL(file, PRESETS), "utf8")), file);
});

test("words are what follows them makes of them", () => {
  assert.equal(read("(at: At(0.5), fill: true, a : b)"), "Preset(Parens(\"(\","
    + "Field(FieldName,\":\",Named(Word,Parens(\"(\",Number,\")\"))),\",\","
    + "Field(FieldName,\":\",Boolean),\",\",Field(FieldName,\":\",Word),\")\"))");
});

test("numbers of all forms", () => {
  const plain = ["1", "-1", "+1.5", "1.", ".5", "1_000"];
  for (const number of [...plain, "1e3", "1.5e-3", "0xFf", "0b1_0", "inf", "NaN"]) {
    assert.equal(read(number), "Preset(Number)", number);
  }
  assert.equal(read("1x"), "Preset(Unknown)");
});

test("texts, raw texts, escapes and characters", () => {
  assert.equal(read(String.raw`"a\"b\u{1f525}\x41"`), "Preset(String(Escape,Escape,Escape))");
  assert.equal(read('r##"a"# "b"## 1'), "Preset(RawString,Number)");
  assert.equal(read(String.raw`'a' ''' '\'' '\u{e9}' '"'`), "Preset(Char,Char,Char,Char,Char)");
  assert.equal(read("{ ''': 1 }"), "Preset(Map(\"{\",Entry(Char,\":\",Number),\"}\"))");
});

test("a text ends with its line, a raw text does not", () => {
  assert.equal(read('"open\n1'), "Preset(String,Number)");
  assert.equal(read('r"open\n1"'), "Preset(RawString)");
});

test("block comments nest, and line comments end", () => {
  assert.equal(read("/* a /* b */ c */ 1 // 2\n3"), "Preset(BlockComment,Number,LineComment,Number)");
  assert.equal(read("/* a /* b */ 1"), "Preset(BlockComment)");
});

test("what is not finished keeps the fields beside it", () => {
  const tree = read('(name: "x" size: , at: Cells(, layouts: [(shape: ]');
  assert.equal(tree.match(/Field\(/g).length, 5);
});
