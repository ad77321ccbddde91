/**
 * The levels of the page are those of the catalogue, which is the seed contract of the repository. 220 of
 * them; with SLOW=1 all that a page makes. Its levels of 400x250 cells are too many cells for a page.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./tool.js";
import { ask, startEngine, trials } from "./trial.js";

const isSlow = Boolean(process.env.SLOW);

/** Of all levels that a page makes, in the fast tier only each tenth. */
const STRIDE = isSlow ? 1 : 10;

const SEEDS = Array.from({ length: 20 }, (_, number) => String(number < 10 ? number : (2n ** 64n - 1n) / BigInt(number - 9)));

const [revision, heading, ...lines] = readFileSync(join(ROOT, "tests/golden/catalogue.txt"), "utf8").trimEnd().split("\n");
const COLUMNS = heading.split(": ")[1].split(",")[0].split(" ");

/** The rules that make a preset of the other style of a built-in one. */
const OTHER_STYLE = {
  corridors: ["with corridors", "rooms: (min: 4), style: Corridors(width: (1, 2), margin: (1, 1))"],
  adjacent: ["wall to wall", "style: Adjacent(door: (1, 2))"],
};

/** The preset of a line, as fields of a request. */
function presetOf(preset, style) {
  const text = readFileSync(join(ROOT, `presets/${preset}.ron`), "utf8");
  if (text.includes("style: Corridors(") === (style === "corridors")) return { preset };
  const [title, rules] = OTHER_STYLE[style];
  return { text: `(name: "${preset} ${title}", base: "${preset}", floorplan: (${rules}))` };
}

const entries = lines.map((line) => {
  const [preset, style, size, ...words] = line.split(" ");
  const wholes = Object.fromEntries(COLUMNS.map((name, at) => [name, words[at]]));
  // Two digits of each digest for each seed.
  const digits = words.slice(COLUMNS.length).map((word) => Object.fromEntries(COLUMNS.map((name, at) => [name, word.slice(2 * at, 2 * at + 2)])));
  return { name: `${preset} ${style} ${size}`, request: { ...presetOf(preset, style), size }, wholes, digits };
});
const isTooLarge = ({ request }) => request.size === "400x250";
const possible = entries.filter((entry) => !isTooLarge(entry));

/** Digests of the level of each seed and of its files, made in the page. */
const digestsOf = (page, request, seeds) => page.evaluate(async ([asked, all]) => {
  const found = [];
  for (const seed of all) {
    const { reply } = await window.ask({ op: "level", ...asked, seed });
    const file = async (format) => window.siphash24((await window.ask({ op: "export", format })).bytes);
    found.push({ level: reply.ok.digest, ron: await file("ron"), json: await file("json") });
  }
  return found;
}, [request, seeds]);

/** The digest over the digests of all seeds, as the page's own code computes it. */
const over = (page, digests) => page.evaluate((texts) => {
  const bytes = new DataView(new ArrayBuffer(8 * texts.length));
  texts.forEach((text, at) => bytes.setBigUint64(8 * at, BigInt(`0x${text}`), true));
  return window.siphash24(new Uint8Array(bytes.buffer));
}, digests);

const trial = trials();

trial(`${isSlow ? "all" : "220"} levels of the catalogue that a page makes, and their files, have its digests`, async ({ open }) => {
  const page = await open();
  await startEngine(page);
  assert.equal(`revision ${(await ask(page, { op: "about" })).ok.revision}`, revision);
  let checked = 0;
  for (const [line, { name, request, wholes, digits }] of possible.entries()) {
    const numbers = SEEDS.map((_, number) => number).filter((number) => (line * SEEDS.length + number) % STRIDE === 0);
    const found = await digestsOf(page, request, numbers.map((number) => SEEDS[number]));
    for (const [at, number] of numbers.entries()) {
      for (const column of ["level", "ron", "json"]) {
        assert.equal(found[at][column].slice(-2), digits[number][column], `${column} of ${name}, seed ${SEEDS[number]}`);
      }
      checked += 1;
    }
    if (numbers.length < SEEDS.length) continue;
    for (const column of ["level", "ron", "json"]) {
      assert.equal(await over(page, found.map((digests) => digests[column])), wholes[column], `${column} of ${name}`);
    }
  }
  assert.equal(checked, isSlow ? 2200 : 220);
});

trial("levels that are too large for a page are refused in words", async ({ open }) => {
  const page = await open();
  await startEngine(page);
  const large = entries.filter(isTooLarge);
  assert.equal(large.length, 22);
  for (const { name, request } of large) {
    const { error } = await ask(page, { op: "level", ...request, seed: "0" });
    assert.match(error?.message ?? "", /^400x250 cells are too many for this page: each side has at most 256/, name);
  }
});
