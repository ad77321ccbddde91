import assert from "node:assert/strict";
import { test } from "node:test";
import { binWords, sums, valueAxis } from "./chart.js";

test("each room counts once, in its tenth of the progress, at its ends too", () => {
  const rooms = [0, 0.05, 0.1, 0.3, 0.7, 0.95, 1].map((progress, room) => ({
    progress: Math.fround(progress), spent: { encounters: room }, ...(room ? { allowance: { encounters: 10 * room } } : {}),
  }));
  const bins = sums(rooms);
  assert.deepEqual(bins.map((bin) => bin.rooms), [2, 1, 0, 1, 0, 0, 0, 1, 0, 2]);
  assert.deepEqual(bins.map(({ planned, spent }) => planned - 10 * spent), Array(10).fill(0));
  assert.deepEqual(bins.map(({ spent }) => spent), [1, 2, 0, 3, 0, 0, 0, 4, 0, 11]);
  assert.equal(binWords(bins[3]), "Progress 0.3 to 0.4: 1 room, 30 planned, 3 spent");
});

test("the axis holds all values with air above, and its steps are round", () => {
  for (const [values, step] of [[[0, 0.2], 0.02], [[0, 1], 0.02], [[2.4, 1], 0.05], [[1000], 20]]) {
    const axis = valueAxis(values.map((value) => ({ value })));
    assert.ok(axis.most > Math.max(1, ...values) && axis.most < 1.2 * Math.max(1, ...values), `${values}: ${axis.most}`);
    assert.equal(Number(axis.step.toFixed(6)), step);
  }
});
