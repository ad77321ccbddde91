import assert from "node:assert/strict";
import { test } from "node:test";
import { BARS, judged } from "./sizes.mjs";

test("a page that is larger than a bar is a warning in a plain build, and fails where bars are asked for", () => {
  assert.deepEqual(Object.keys(judged(BARS, { isBarred: true })), ["lines", "warning", "exitCode"]);
  for (const isBarred of [false, true]) {
    const { warning, exitCode } = judged(BARS, { isBarred });
    assert.deepEqual([warning, exitCode], [null, 0], "as large as its bars");
    for (const [name, bar] of Object.entries(BARS)) {
      const { lines, ...large } = judged({ ...BARS, [name]: bar + 1 }, { isBarred });
      assert.equal(lines.filter((line) => line.startsWith(name) && line.endsWith("TOO LARGE")).length, 1);
      const word = isBarred ? "error" : "warning";
      assert.deepEqual(large, { warning: `${word}: larger than the bars in web/page/sizes.mjs: ${name}`, exitCode: Number(isBarred) });
    }
    assert.equal(judged({}, { isBarred }).exitCode, Number(isBarred), "a size that is not known");
  }
});
