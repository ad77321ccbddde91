import assert from "node:assert/strict";
import { test } from "node:test";
import { placed } from "./places.js";

test("acts lie above their floors, branches below the floor of their stair, and none on another", () => {
  const main = ["a", "a", "b", "c"].map((act, number) => ({ number, act, branch: null, above: number ? number - 1 : null }));
  const branch = (name, first, above, count) => Array.from({ length: count }, (_, at) => (
    { number: first + at, act: name, branch: name, above: at ? first + at - 1 : above }));
  const { floors, acts } = placed([...main, ...branch("well", 4, 1, 2), ...branch("hole", 8, 2, 1), ...branch("pit", 9, 0, 1)]);
  assert.deepEqual(acts, [{ name: "a", place: "1 / 1 / auto / span 2" }, { name: "b", place: "1 / 3 / auto / span 1" }, { name: "c", place: "1 / 4 / auto / span 1" }]);
  assert.deepEqual(floors, [
    "2 / 1", "2 / 2", "2 / 3", "2 / 4", "3 / 2 / auto / span 2", "3 / 4 / auto / span 2", "4 / 3 / auto / span 2", "5 / 1 / auto / span 2",
  ]);
});
