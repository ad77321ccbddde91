import assert from "node:assert/strict";
import { test } from "node:test";
import { shownNumber } from "./numbers.js";

test("numbers halfway between two have the even one, as in the tool", () => {
  const shown = (value, decimals) => shownNumber(value, { decimals });
  assert.deepEqual([22.25, 22.75, 22.5, 23.5, 0.5, 1.5].map((value) => shown(value, 1)), ["22.2", "22.8", "22.5", "23.5", "0.5", "1.5"]);
  assert.deepEqual([0.5, 1.5, 2.5, 3].map((value) => shown(value, 0)), ["0", "2", "2", "3"]);
  assert.deepEqual([0.0625, 0.1875, -0.0625].map((value) => shown(value, 3)), ["0.062", "0.188", "-0.062"]);
});

test("numbers that only look halfway have the nearer one", () => {
  // All of these but 0.7005 are a little less than they are written.
  const shown = (value, decimals) => shownNumber(value, { decimals });
  assert.equal(shown(12.45, 1), "12.4");
  assert.equal(shown(0.35, 1), "0.3");
  assert.equal(shown(0.15, 1), "0.1");
  assert.equal(shown(0.7005, 3), (0.7005).toFixed(3));
  assert.equal(shown(1.005, 2), "1.00");
});
