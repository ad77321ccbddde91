import assert from "node:assert/strict";
import { test } from "node:test";
import { rangeAt, stepOf, stepped } from "./numbers.js";
import { schema } from "./schema.fixture.js";

const ANY = { least: -Infinity, most: Infinity, isWhole: false };
const CHANCE = { least: 0, most: 1, isWhole: false };
const WHOLE = { least: 1, most: 8, isWhole: true };

test("the step is the last decimal", () => {
  assert.equal(stepOf("0.25", ANY), 0.01);
  assert.equal(stepOf("12", ANY), 1);
  assert.equal(stepOf("1", CHANCE), 0.1);
  assert.equal(stepOf("1.", CHANCE), 0.1);
  for (const text of ["0x10", "1e3", "1_000", "inf", ""]) assert.equal(stepOf(text, ANY), null, text);
});

test("coarser and finer steps", () => {
  assert.equal(stepped("0.25", 1, ANY, { coarse: true }), "0.35");
  assert.equal(stepped("0.25", 1, ANY, { fine: true }), "0.251");
  assert.equal(stepped("3", 1, { ...WHOLE, most: 99 }, { coarse: true }), "13");
  assert.equal(stepped("3", 1, WHOLE, { fine: true }), "4");
});

test("a number keeps its decimals, and gets those of the step", () => {
  assert.equal(stepped("0.90", 2, ANY), "0.92");
  assert.equal(stepped("0.99", 1, ANY), "1.00");
  assert.equal(stepped("1", -1, CHANCE), "0.9");
  assert.equal(stepped("0.1", 2, ANY), "0.3");
  assert.equal(stepped(".5", 1, ANY), "0.6");
});

test("a drag goes on with the step that it began with", () => {
  assert.equal(stepped("0.251", 1, ANY, { like: "0.25" }), "0.261");
  assert.equal(stepped("0.9", -1, CHANCE, { like: "1" }), "0.8");
});

test("bounds stop a number, and do not move one that is beyond them", () => {
  assert.equal(stepped("7", 5, WHOLE), "8");
  assert.equal(stepped("8", 1, WHOLE), "8");
  assert.equal(stepped("12", 1, WHOLE), "12");
  assert.equal(stepped("12", -1, WHOLE), "11");
  assert.equal(stepped("0.05", -10, CHANCE), "0.00");
  assert.equal(stepped("0.1", -1, ANY), "0.0");
  assert.equal(stepped("-0.1", 1, ANY), "0.0");
});

test("bounds by the schema, and by descriptions", () => {
  assert.deepEqual(rangeAt(schema, ["locks", 0, "count"]), { least: 0, most: 6, isWhole: true });
  assert.deepEqual(rangeAt(schema, ["clearance"]), WHOLE);
  assert.deepEqual(rangeAt(schema, ["props", "urn", "footprint", 1]), WHOLE);
  assert.deepEqual(rangeAt(schema, ["props", "urn", "jitter"]), { least: 0, most: 4, isWhole: false });
  const chance = ["layouts", 0, "formations", 0, "chance"];
  assert.deepEqual(rangeAt(schema, chance), CHANCE);
  assert.deepEqual(rangeAt(schema, [...chance, "to", "from"]), CHANCE);
  assert.deepEqual(rangeAt(schema, [...chance, "from"]), CHANCE);
  assert.deepEqual(rangeAt(schema, ["layouts", 0, "formations", 0, "shift", 0]), { ...ANY, isWhole: true });
  assert.deepEqual(rangeAt(schema, ["layouts", 0, "formations", 0, "at", "At", 1]), CHANCE);
  assert.deepEqual(rangeAt(schema, ["layouts", 0, "weight"]), { least: 0, most: Infinity, isWhole: false });
  assert.deepEqual(rangeAt(schema, ["nope", "constructor"]), { least: 0, most: Infinity, isWhole: false });
});
