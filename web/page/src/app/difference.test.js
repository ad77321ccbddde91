import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { apply, checksum, difference, newLines } from "./difference.js";

const crypt = readFileSync(new URL("../../../../presets/crypt.ron", import.meta.url), "utf8");

/** Numbers that look random and are the same in each run. */
function* numbers(seed) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state >>> 8;
  }
}

test("a script makes the new text of the old one, whatever was changed", () => {
  const random = numbers(7);
  const draw = (most) => random.next().value % most;
  for (let round = 0; round < 200; round += 1) {
    const lines = crypt.split("\n");
    for (let edits = draw(5); edits >= 0; edits -= 1) {
      const at = draw(lines.length);
      [() => lines.splice(at, draw(30)), () => lines.splice(at, 0, "+ =1,2", "\u{1f480}"),
        () => lines.splice(at, 1, "// other"), () => lines.push(...lines.slice(at, at + 9)), () => lines.reverse(),
      ][draw(5)]();
    }
    const after = lines.join("\n");
    assert.equal(apply(crypt, difference(crypt, after)), after);
  }
  for (const [before, after] of [["", ""], ["", "a"], ["a\nb", ""], ["a", "a\n"], ["x\ny\nz", "z\ny\nx"]]) {
    assert.equal(apply(before, difference(before, after)), after);
  }
});

test("a small change has a short script", () => {
  const script = difference(crypt, crypt.replace(/^\($/m, "(\n    clearance: 2,"));
  assert.ok(script.length < 100, script);
  assert.equal(newLines(script).trim(), "clearance: 2,");
});

test("scripts for other texts, and broken ones, are refused in words", () => {
  assert.throws(() => apply("a\nc", difference("a\nb", "b")), (error) => error.isOther);
  const sum = checksum("a\nb");
  assert.throws(() => apply("a\nb", "zz"), /checksum/);
  assert.throws(() => apply("a\nb", `${sum}\n=1,2`), /lines that are not there/);
  assert.throws(() => apply("a\nb", `${sum}\nwhat`), /a step that is none/);
  assert.throws(() => apply("a\nb", `${sum}\n=0,2\n=0,2\n=0,2`, 8), /longer than 8/);
});
