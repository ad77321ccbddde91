import assert from "node:assert/strict";
import { test } from "node:test";
import { fileName, headOf, presetArgument } from "./heads.js";

test("the name and the base are those of the preset, not of what is in it", () => {
  for (const [text, name, base] of [
    ['(name: "mine", base: "crypt")', "mine", "crypt"],
    ['(\n  layouts: [(name: "hall")],\n  props: { "name": (glyph: \'"\'), "base": (glyph: \'(\'), "b": (glyph: \'\\\\\') },\n  base : /* of */ "./a.ron", // name: "no"\n  name: "late")', "late", "./a.ron"],
    ['(layouts: [(name: "hall")])', null, null],
    ['// name: "no"\n(/* base: "no" */ about: "name: \\"no\\"", name: "a \\"b\\" \\u{1F480}",', 'a "b" \u{1F480}', null],
    ['(about: r#"(((name: "no"#, base: "crypt", name: "\\u{FFFFFFFF}"', "\\u{FFFFFFFF}", "crypt"],
    ['(constructor: "a", __proto__: "b", name: ""', null, null],
    ["", null, null],
    ["\u0000\u0000(((", null, null],
  ]) {
    const head = headOf(text);
    assert.deepEqual([head.name, head.base, head.isRun], [name, base, false], text);
    assert.equal(Object.getPrototypeOf({}).b, undefined);
  }
});

test("a text with acts of its own is a run, and has the names of its files", () => {
  const run = '(name: "trip", moods: {"wet": (text: "moods/wet.ron")}, acts: [(preset: ["crypt", "./mine.ron"])], // "no.ron"\n)';
  assert.equal(headOf(run).isRun, true);
  assert.deepEqual([...headOf(run).strings], ["trip", "wet", "moods/wet.ron", "crypt", "./mine.ron"]);
  assert.equal(fileName("crypt", run), "trip.run.ron");
  for (const text of ['(name: "acts", props: { "acts": (acts: 3) })', "// acts: []\n()", '("acts": 3)', "(acts)"]) assert.equal(headOf(text).isRun, false, text);
});

test("a file has the text's own name, in letters that every system allows, or that of its preset", () => {
  assert.deepEqual(
    ['(name: "my crypt")', '(name: "../<b>\u{1F480} gr\u00fcn")', '(name: "///")', "("].map((text) => fileName("crypt", text)),
    ["my-crypt.ron", "b-gr\u00fcn.ron", "crypt.ron", "crypt.ron"],
  );
  assert.equal(presetArgument("crypt", '(name: "$(rm ~) `x`")'), "./rm-x.ron");
  assert.deepEqual([presetArgument("crypt", null), presetArgument("crypt")], ["crypt", "crypt"]);
});
