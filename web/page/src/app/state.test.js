import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST, broughtBack, checked, command, createStore, isForTool, isRun, learnRuns, levelKey, levelRequest, opened } from "./state.js";

const allowed = { presets: ["crypt", "mine"], overlays: ["path"], side: 256, revision: 7 };

test("each wrong part has a message and its default; the right parts are kept", () => {
  const wrong = [
    42, "crypt", null, true, [], [{ seed: "7" }],
    { drafts: 7 }, { drafts: null }, { drafts: { crypt: 5 } }, { drafts: ["a"] }, { drafts: { "": "a" } }, { bases: "none" }, { aside: [] },
    { preset: "castle" }, { preset: ["crypt"] }, { preset: "__proto__" }, { seed: 42 }, { seed: "-1" }, { seed: "1e3" },
    { size: "1x1" }, { size: "999x999" }, { size: 9 }, { floor: 1e300 }, { floor: -1 }, { floor: "1" }, { difficulty: "NaN" },
    { difficulty: null },
    { rerolls: "3" }, { rerolls: [1] }, { rerolls: { x: 1 } }, { rerolls: { 3: 0 } }, { rerolls: { 3: "1" } }, { rerolls: { "03": 1 } }, { otherRerolls: { x: "1" } }, { otherRerolls: { "castle/1//0": "1" } }, { otherRerolls: { "crypt/1//0": "x" } }, { otherRerolls: { "crypt/1//0": 1 } }, { view: "front" }, { view: {} }, { overlays: {} }, { overlays: ["ghosts"] }, { overlays: [null] },
  ];
  for (const value of wrong) {
    const { state, faults } = checked(value, allowed);
    assert.equal(faults.length, 1, JSON.stringify(value));
    assert.deepEqual(state, FIRST, JSON.stringify(value));
  }
  const { state, faults } = checked({ seed: "x", floor: 2, drafts: { crypt: "()", mine: 7 } }, allowed);
  assert.deepEqual(state, { ...FIRST, floor: 2, drafts: { crypt: "()" } });
  assert.equal(faults.length, 2);
});

test("a link's preset has the link's text or the built-in one; what was typed is put aside, drafts of other presets stay", () => {
  const before = { ...FIRST, drafts: { crypt: "mine", mine: "other" }, bases: { "./a": "b" } };
  const aside = { crypt: "mine" };
  assert.deepEqual(opened({ ...FIRST, seed: "7" }, before), { ...FIRST, seed: "7", aside, drafts: { mine: "other" }, bases: before.bases });
  const link = { ...FIRST, drafts: { crypt: "theirs" }, bases: { "./a": "c" } };
  assert.deepEqual(opened(link, before), { ...link, aside: { ...aside, "./a": "b" }, drafts: { crypt: "theirs", mine: "other" } });
  const same = { ...FIRST, drafts: { crypt: "mine" } };
  assert.deepEqual(opened(same, before).aside, {}, "nothing is replaced");
});

test("links one after the other lose no text", () => {
  let state = { ...FIRST, drafts: { crypt: "mine" }, bases: { "./a": "mine" } };
  for (const text of ["one", "two", "one"]) state = opened({ ...FIRST, drafts: { crypt: text }, bases: { "./a": text } }, state);
  assert.deepEqual(state.aside, { crypt: "mine", "crypt 2": "one", "crypt 3": "two", "./a": "mine", "./a 2": "one", "./a 3": "two" });
  assert.deepEqual([state.drafts, state.bases], [{ crypt: "one" }, { "./a": "one" }]);
});

test("a text that was put aside comes back to its preset or base, and the text there takes its place", () => {
  const presets = ["crypt", "mine"];
  const before = { ...FIRST, preset: "mine", drafts: { crypt: "two" }, bases: { "./a": "b" }, aside: { crypt: "one", "mine 2": "m", "./a": "c", "./z 3": "z" } };
  const back = (key) => broughtBack(before, key, presets);
  assert.deepEqual(back("crypt"), { ...before, preset: "crypt", drafts: { crypt: "one" }, aside: { ...before.aside, crypt: "two" } });
  const { "mine 2": _, ...others } = before.aside;
  assert.deepEqual(back("mine 2"), { ...before, drafts: { crypt: "two", mine: "m" }, aside: others });
  assert.deepEqual(back("./a"), { ...before, bases: { "./a": "c" }, aside: { ...before.aside, "./a": "b" } });
  assert.deepEqual(back("./z 3").bases, { "./a": "b", "./z": "z" });
  assert.equal(back("toString"), before);
  const same = { ...FIRST, drafts: { crypt: "one" }, aside: { crypt: "one" } };
  assert.deepEqual(broughtBack(same, "crypt", presets), { ...same, aside: {} }, "what is there already is not put aside");
});

test("the tool's command names the file of a text by the text's own name", () => {
  assert.equal(command(FIRST), "roomgen --preset crypt --seed 42 --out level.ron");
  const state = { ...FIRST, drafts: { crypt: '(name: "my crypt")' } };
  assert.equal(command(state), "roomgen --preset ./my-crypt.ron --seed 42 --out level.ron");
});

test("re-rolled rooms are those of one level: in its request and its command, and come back with it", () => {
  const rerolls = { 3: 1, 12: 4 };
  const store = createStore(FIRST);
  store.set({ rerolls });
  assert.deepEqual(levelRequest(store.get()).rerolls, rerolls);
  assert.equal(command(store.get()), "roomgen --preset crypt --seed 42 --reroll 3,12:4 --out level.ron");
  store.set({ view: "iso", difficulty: 0.5, drafts: { crypt: "()" } });
  assert.deepEqual(store.get().rerolls, rerolls, "the rooms are the same");
  for (const other of [{ seed: "43" }, { preset: "mine" }, { size: "96x64" }, { floor: 1 }]) {
    const store = createStore({ ...FIRST, rerolls });
    store.set(other);
    assert.equal("rerolls" in levelRequest(store.get()), false, JSON.stringify(other));
    assert.deepEqual(store.get().otherRerolls, { "crypt/42//0": "3,12:4" });
    store.set({ preset: "crypt", seed: "42", size: null, floor: 0 });
    assert.deepEqual([store.get().rerolls, store.get().otherRerolls], [rerolls, {}], "they come back");
    store.set({ ...FIRST, rerolls: { 5: 1 } });
    assert.deepEqual(store.get().rerolls, { 5: 1 }, "a link has its own");
  }
});

test("a run has the size and the difficulty of its text, in its request, its command and its key", () => {
  learnRuns(["descent"]);
  const run = { ...FIRST, preset: "descent", floor: 3, size: "96x64", difficulty: 0.5, rerolls: { 12: 1, 7: 2 } };
  assert.deepEqual(levelRequest(run), { run: "descent", seed: "42", floor: 3, rerolls: { 12: 1, 7: 2 } });
  assert.equal(command(run), "roomgen run descent --seed 42 --floor 3 --reroll 3/7:2,3/12 --out level.ron");
  assert.equal(levelKey(run), "descent/42//3");
  const text = '(name: "my trip", acts: [(preset: "crypt")])';
  const own = { ...FIRST, drafts: { crypt: text }, bases: { "./a.ron": "()" } };
  assert.deepEqual(levelRequest(own), { run: "crypt", seed: "42", floor: 0, text, bases: own.bases });
  assert.equal(command(own), "roomgen run ./my-trip.run.ron --seed 42 --floor 0 --out level.ron");
  // A preset in the place of a run is a preset.
  assert.equal(isRun({ ...run, drafts: { descent: '(base: "crypt", name: "acts")' } }), false);
});

test("only a size can be for the tool, whatever else claims it", () => {
  const words = "The tool makes them";
  for (const value of [{ preset: words }, { seed: words }, { size: words }, { view: words }, { overlays: [words] }, { size: "4x4" }]) {
    const { faults, oversize } = checked(value, allowed);
    assert.deepEqual([oversize, faults.map(isForTool)], [null, [false]], JSON.stringify(value));
  }
  const { faults, oversize } = checked({ size: "300x40" }, allowed);
  assert.deepEqual([oversize, faults.map(isForTool)], ["300x40", [true]]);
});
