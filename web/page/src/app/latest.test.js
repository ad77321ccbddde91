import assert from "node:assert/strict";
import { test } from "node:test";
import { latest } from "./latest.js";

test("one at a time, and only the newest of those that wait", async () => {
  const begun = [];
  const ends = [];
  const ask = latest((value) => {
    begun.push(value);
    return new Promise((resolve) => ends.push(() => resolve(value * 10)));
  });
  const answers = [ask(1), ask(2), ask(3)];
  assert.deepEqual(begun, [1]);
  ends[0]();
  assert.deepEqual(await answers[0], { result: 10, isSkipped: false });
  assert.deepEqual(await answers[1], { isSkipped: true });
  await Promise.resolve();
  assert.deepEqual(begun, [1, 3]);
  ends[1]();
  assert.deepEqual(await answers[2], { result: 30, isSkipped: false });
});

test("a failure rejects its own promise, and the next request runs", async () => {
  const ask = latest(async (value) => {
    if (value === 1) throw new Error("no");
    return value;
  });
  await assert.rejects(ask(1), /no/);
  assert.deepEqual(await ask(2), { result: 2, isSkipped: false });
});
