import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readLink, writeLink } from "./link.js";
import { pack } from "./packed.js";
import { FIRST, learnRuns } from "./state.js";

const textOf = async (name) => readFileSync(new URL(`../../../../presets/${name}.ron`, import.meta.url), "utf8");
const allowed = { presets: ["crypt", "mine"], overlays: ["path", "rooms"], side: 256, revision: 7 };
const options = { allowed, textOf, revision: 7 };

test("a link gives the state that it was made of", async () => {
  const text = (await textOf("mine")).replace("mine", "m\u{1f480}ne");
  const states = [
    FIRST,
    { ...FIRST, preset: "mine", seed: "18446744073709551615", size: "96x64", floor: 3, difficulty: 0.35, rerolls: { 3: 1, 12: 4294967295 },
      otherRerolls: { "crypt/43//0": "12,17:3", "mine/7/96x64/2": "5" },
      view: "iso", overlays: ["path", "rooms"] },
    { ...FIRST, preset: "mine", drafts: { mine: text } },
    { ...FIRST, drafts: { crypt: "(base: \"./a.ron\", name: \"b\")" }, bases: { "./a.ron": "(base: \"crypt\")" } },
  ];
  for (const state of states) {
    const link = await writeLink(state, options);
    assert.deepEqual(await readLink(link, options), { state, faults: [], left: null, oversize: null });
  }
  assert.ok((await writeLink(states[2], options)).length < 250);
});

test("the link of a run has its floor, and no size or difficulty", async () => {
  learnRuns(["descent"]);
  const link = await writeLink({ ...FIRST, preset: "descent", floor: 4, size: "96x64", difficulty: 0.5 }, options);
  assert.equal(link, "#r=7&p=descent&s=42&f=4");
});

test("every part may be left out", async () => {
  assert.equal(await readLink("", options), null);
  assert.equal(await readLink("#stage", options), null, "the target of the link that skips to the level");
  assert.deepEqual((await readLink("#s=7", options)).state, { ...FIRST, seed: "7" });
});

test("a wrong part is refused with a message, and the rest is used", async () => {
  const bomb = await pack("x".repeat(2 * 1024 * 1024));
  const bad = [
    ["r=6", /made with revision 6 .* has revision 7/], ["r=x", /not a revision/], ["p=castle", /no built-in preset or run: crypt, mine/],
    ["s=-1", /not a seed/], ["s=18446744073709551616", /not a seed/], ["s=1e3", /not a seed/], ["z=9", /not a size/],
    ["z=300x20", /at most 256/], ["z=4x20", /too small/], ["f=-1", /not a floor/], ["f=", /not a floor/],
    ["f=1.5", /not a floor/], ["d=2", /not a difficulty/], ["d=NaN", /not a difficulty/], ["a=x", /not a list of rooms/],
    ["a=3,3:2", /twice/], ["a=4294967296", /not a room/], ["a=1:0", /not a furnishing/], ["k=x", /not a seed|is not what|no built-in/], ["k=castle/1//0/3", /no built-in/], ["k=crypt/1//0/x", /not a list of rooms/], ["v=front", /no view/],
    ["o=path,ghosts", /no overlay/], ["q=1", /part "q"/], ["t=!!", /characters/], ["t=AAAA", /damaged/], ["x=A", /damaged|cut off/],
    [`x=${bomb}`, /more than 1048576 bytes/], [`b=${await pack("[1]")}`, /not a list/], ["b=zz", /damaged|cut off/],
    [`t=${await pack("00000000\n=0,1\n+mine")}`, /another text/], [`t=${await pack("nothing")}`, /checksum/],
  ];
  for (const [part, words] of bad) {
    const { state, faults } = await readLink(`#${part}&${part.startsWith("s=") ? "p=mine" : "s=9"}`, options);
    assert.equal(faults.length, 1, part);
    assert.match(faults[0], words);
    if (part.startsWith("s=")) assert.equal(state.preset, "mine");
    else assert.equal(state.seed, "9", part);
  }
  assert.equal((await readLink("#z=300x20", options)).oversize, "300x20");
  assert.equal((await readLink("#z=4x20", options)).oversize, null, "the tool does not take it either");
  const { left } = await readLink(`#t=${await pack("00000000\n=0,1\n+mine")}`, options);
  assert.equal(left, "mine");
  const long = await readLink(`#x=${"A".repeat(300_000)}`, options);
  assert.match(long.faults[0], /longer than/);
});

test("texts of a link have the line ends of the editor", async () => {
  const text = "(\r\n    name: \"own\",\r)\n";
  const { state } = await readLink(`#x=${await pack(text)}&b=${await pack(JSON.stringify({ "./a.ron": text }))}`, options);
  assert.deepEqual([state.drafts.crypt, state.bases["./a.ron"]], Array(2).fill("(\n    name: \"own\",\n)\n"));
});
