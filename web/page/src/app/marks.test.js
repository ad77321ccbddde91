import assert from "node:assert/strict";
import { test } from "node:test";
import { marks } from "./marks.js";

test("marks are round, within the axis, and few", () => {
  assert.deepEqual(marks(0.9, 10.1), [2, 4, 6, 8, 10]);
  assert.deepEqual(marks(-0.5, 0.5).map((value) => Number(value.toFixed(3))), [-0.4, -0.2, 0, 0.2, 0.4]);
  for (const [least, most] of [[3, 3], [0, 1e9], [12.03, 12.04], [-7, 0.5]]) {
    const found = marks(least, most);
    assert.ok(found.length >= 1 && found.length <= 9, `${least} to ${most}: ${found}`);
  }
});
