import assert from "node:assert/strict";
import { test } from "node:test";
import { fitted, kept, zoomed } from "./camera.js";

const frame = { width: 800, height: 600 };
const picture = { width: 1280, height: 800 };

test("a fitted picture is whole and in the middle", () => {
  assert.deepEqual(fitted(frame, picture), { x: 0, y: 50, zoom: 0.625 });
  assert.deepEqual(fitted(frame, { width: 10, height: 10 }), { x: 385, y: 285, zoom: 3 });
});

test("the point under the pointer keeps its place", () => {
  const before = kept({ x: -300, y: -120, zoom: 1 }, frame, picture);
  const point = { x: 410, y: 222 };
  const after = zoomed(before, 1.5, point, frame, picture);
  const under = (camera) => [(point.x - camera.x) / camera.zoom, (point.y - camera.y) / camera.zoom];
  under(before).forEach((value, axis) => assert.ok(Math.abs(value - under(after)[axis]) < 1e-9));
  assert.equal(after.zoom, 1.5);
});

test("no camera leaves the picture", () => {
  assert.deepEqual(kept({ x: 90, y: -9999, zoom: 1 }, frame, picture), { x: 0, y: -200, zoom: 1 });
  assert.equal(kept({ x: 0, y: 0, zoom: 99 }, frame, picture).zoom, 12);
  assert.equal(zoomed(fitted(frame, picture), 0.001, { x: 0, y: 0 }, frame, picture).zoom, 0.3125);
});
