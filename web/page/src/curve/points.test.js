import assert from "node:assert/strict";
import { test } from "node:test";
import { allowed, moved, read } from "./points.js";

const LIMITS = { most: 1000, valueStep: 0.05 };

/** The points of a text, by a plain search for pairs of numbers. */
function pointsOf(text) {
  return [...text.matchAll(/\(([\d.e-]+)(\D*?, *)([\d.e-]+)\)/g)].map(({ index, 1: progress, 2: between, 3: value }) => {
    const [start, next] = [index + 1, index + 1 + progress.length + between.length];
    return {
      progress: Number(progress), value: Number(value),
      spans: [{ start, end: start + progress.length }, { start: next, end: next + value.length }],
    };
  });
}
const applied = (text, changes) => changes.toReversed().reduce((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), text);

test("the numbers of the engine lose the noise of single precision", () => {
  const [point] = read([{ progress: Math.fround(0.3), value: Math.fround(2.4), spans: null }]);
  assert.deepEqual(point, { progress: 0.3, value: 2.4, spans: null });
});

test("a point stays strictly between its neighbours, within the values of the language", () => {
  const points = pointsOf("(0.0, 0), (0.3, 1.0), (0.5, 0.2)");
  const of = (index, progress, value) => Object.values(allowed(points, index, { progress, value }, LIMITS));
  assert.deepEqual(of(1, 0.7, 2000), [0.49, 1000]);
  assert.deepEqual(of(1, -3, -1), [0.01, 0]);
  assert.deepEqual(of(0, -3, 0.51), [0, 0.5]);
  assert.deepEqual(of(2, 7, 0.04), [1, 0.05]);
  assert.deepEqual(of(1, 0.4321, undefined), [0.43, 1]);
  assert.deepEqual(of(1, undefined, 0.333), [0.3, 0.35]);
  const odd = pointsOf("(0.105, 0), (0.3, 1.0), (0.525, 0.2)");
  assert.deepEqual([0, 1].map((progress) => allowed(odd, 1, { progress }, LIMITS).progress), [0.12, 0.51]);
});

test("a point without room for a step keeps its progress, and a number off the steps moves away from a bound alone", () => {
  const points = pointsOf("(0.301, 1), (0.302, 1), (0.303, 1), (0.5, 1)");
  const of = (index, progress) => allowed(points, index, { progress }, LIMITS).progress;
  assert.deepEqual([of(1, 0), of(1, 1), of(2, 0)], [0.302, 0.302, 0.303]);
  assert.equal(of(2, 0.4), 0.4);
});

test("the last point above 0 stays above it", () => {
  const points = pointsOf("(0.0, 0), (0.3, 1), (0.5, 0)");
  assert.equal(allowed(points, 1, { value: 0 }, LIMITS).value, 0.05);
  assert.equal(allowed(pointsOf("(0.0, 1), (0.3, 1)"), 1, { value: 0 }, LIMITS).value, 0);
});

test("only the two numbers of the point change, and all spans follow", () => {
  const text = 'curve: [(0.0, 0), // a rest: é😀\n  (0.3 /* of it */, 1),(5e-1,0.2), (1.0, 2.0)],';
  const points = pointsOf(text);
  assert.equal(points.length, 4);
  for (let index = 0; index < points.length; index += 1) {
    for (const place of [{ progress: 0.4, value: 12.5 }, { progress: points[index].progress, value: 3 }, { progress: 1, value: points[index].value }]) {
      const { changes, points: next } = moved(text, points, index, place);
      const result = applied(text, changes);
      const numbers = /[\d.]+(?:e-1)?/g;
      assert.equal(result.replace(numbers, "#"), text.replace(numbers, "#"));
      const found = pointsOf(result);
      assert.deepEqual(next, found);
      assert.deepEqual(found.map(({ progress, value }) => [progress, value]),
        points.map((point, other) => Object.values(other === index ? place : { progress: point.progress, value: point.value })));
    }
  }
});

test("a number keeps its point, and a place that is taken changes nothing", () => {
  const text = "(0.5, 1), (1.0, 2.5)";
  const points = pointsOf(text);
  assert.equal(applied(text, moved(text, points, 1, { progress: 1, value: 3 }).changes), "(0.5, 1), (1.0, 3.0)");
  assert.equal(applied(text, moved(text, points, 0, { progress: 0.25, value: 3 }).changes), "(0.25, 3), (1.0, 2.5)");
  assert.deepEqual(moved(text, points, 0, { progress: 0.5, value: 1 }).changes, []);
});
