import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST } from "./state.js";
import { together } from "./tabs.js";

const merge = (own, before, kept) => together({ ...FIRST, ...own }, { ...FIRST, ...before }, { ...FIRST, ...kept });

test("of a text that two tabs have changed, or one has taken back, the other's is put aside", () => {
  const before = { drafts: { crypt: "old" } };
  const kept = { drafts: { crypt: "theirs", mine: "new" } };
  const both = merge({ drafts: { crypt: "mine" } }, before, kept);
  assert.deepEqual([both.state.drafts, both.state.aside, both.aside], [{ crypt: "mine", mine: "new" }, { crypt: "theirs" }, {}]);
  const reset = merge({ drafts: {} }, before, kept);
  assert.deepEqual([reset.state.drafts, reset.state.aside], [{ mine: "new" }, { crypt: "theirs" }]);
  assert.deepEqual(merge({ drafts: { crypt: "theirs" } }, before, kept).state.aside, {}, "both are alike");
  assert.deepEqual(merge(before, before, kept).state.drafts, kept.drafts);
  assert.deepEqual(merge({ drafts: { crypt: "mine" } }, before, before).state.aside, {}, "the other tab has changed nothing");
});

test("texts that both tabs put aside under one name are both kept, and a deleted one stays deleted", () => {
  const before = { aside: { crypt: "one", mine: "two" } };
  const kept = { aside: { ...before.aside, "crypt 2": "theirs" } };
  const own = { aside: { mine: "two", "crypt 2": "own" } };
  assert.deepEqual(merge(own, before, kept).state.aside, { mine: "two", "crypt 2": "theirs", crypt: "own" });
  assert.deepEqual(merge({ aside: { crypt: "a" } }, {}, { aside: { crypt: "b" } }).state.aside, { crypt: "b", "crypt 2": "a" });
  assert.deepEqual(merge({}, {}, { aside: { crypt: "b" } }).state.aside, { crypt: "b" });
});

test("re-rolls of the level that the other tab shows are kept", () => {
  const { state } = merge({ seed: "43" }, {}, { rerolls: { 3: 1 } });
  assert.deepEqual([state.rerolls, state.otherRerolls], [{}, { "crypt/42//0": "3" }]);
});
