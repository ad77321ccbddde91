/** Links: one made here shows the same level there; a bad one is refused in words, and the page draws. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { ready } from "./browser.js";
import { checksum } from "../page/src/app/difference.js";
import { ROOT } from "./tool.js";
import { ask, listedProblems, paste, savedText, shown, showsDigest, startEngine, takeNotices, trials } from "./trial.js";

const CRYPT = readFileSync(join(ROOT, "presets/crypt.ron"), "utf8");
const LINES = CRYPT.split("\n").length;
const REVISION = Number(/\d+/.exec(readFileSync(join(ROOT, "tests/golden/catalogue.txt"), "utf8"))[0]);
const BASE = '(\n    // \u{1F480} gr\u00fcn\n    name: "shared",\n    base: "crypt",\n    floorplan: (path: (rooms: (5, 7))),\n)\n';
const SHORT = '(name: "my crypt", base: "crypt", size: (48, 40))\n';

const pack = (content) => deflateRawSync(content, { level: 9 }).toString("base64url");
const script = (...steps) => pack([checksum(CRYPT), ...steps].join("\n"));

/** What the page shows of a state. */
const fieldsOf = (page) => page.evaluate(() => {
  const { elements } = document.getElementById("controls");
  const names = ["preset", "seed", "size", "floor", "difficulty", "view"];
  return {
    ...Object.fromEntries(names.map((name) => [name, elements[name].value])),
    overlays: [...document.querySelectorAll("#overlays input:checked")].map(({ value }) => value),
  };
});

const editedText = (page) => page.$$eval(".cm-line", (lines) => lines.map(({ textContent }) => textContent).join("\n"));

async function copiedLink(page) {
  await page.click("[data-act=share]");
  await page.waitForFunction(() => document.querySelector("[data-act=share]").textContent === "Copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());
  return new URL(link).hash;
}

const digestOf = async (page, request) => (await ask(page, { op: "level", ...request })).ok.digest;

/** Opens a link as if nothing had been here before. */
async function reopen(page, hash) {
  const address = page.url().replace(/#.*/, "");
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(address + hash);
  await ready(page);
  assert.equal(await page.evaluate(() => localStorage.length), 0);
}

const trial = trials();
const permissions = ["clipboard-read", "clipboard-write"];

trial("a link opens to the same level elsewhere, with its text, its base and all that is chosen", async ({ open }) => {
  const here = await open("#p=temple", { permissions });
  const text = '(\n    // \u{1F56F} of two\n    name: "my temple",\n    base: "lib/shared.ron",\n    layouts: [(name: "bare", formations: [])],\n)\n';
  await paste(here, text);
  await here.click("#documents >> text=+ lib/shared.ron");
  await here.waitForFunction(() => document.querySelector(".cm-content").textContent.includes('base: "crypt"'));
  await paste(here, BASE);
  for (const [name, value] of Object.entries({ seed: "18446744073709551615", size: "64x48", floor: "3" })) await here.fill(`[name=${name}]`, value);
  await here.fill("[name=difficulty]", "0.35");
  await here.selectOption("[name=view]", "iso");
  await here.click("#overlays summary");
  await here.check("#overlays input[value=rooms]");
  await here.check("#overlays input[value=path]");
  await startEngine(here);
  const request = { preset: "temple", text, bases: { "lib/shared.ron": BASE }, seed: "18446744073709551615", size: "64x48", floor: 3, difficulty: 0.35 };
  const digest = await digestOf(here, request);
  assert.notEqual(digest, await digestOf(here, { ...request, bases: { "lib/shared.ron": BASE.replace("5, 7", "8, 9") } }));
  await showsDigest(here, digest);

  const hash = await copiedLink(here);
  const there = await open(hash);
  await showsDigest(there, digest);
  assert.deepEqual(await takeNotices(there), []);
  assert.equal(await savedText(there), text);
  assert.deepEqual(await fieldsOf(there), {
    preset: "temple", seed: "18446744073709551615", size: "64x48", floor: "3", difficulty: "0.35", view: "iso", overlays: ["path", "rooms"],
  });
  await there.click("#documents >> text=lib/shared.ron");
  await there.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("shared"));
  assert.equal(await editedText(there), BASE);
  const pixels = (page) => page.$eval("#level", (canvas) => canvas.toDataURL());
  assert.equal(await pixels(there), await pixels(here));
});

trial("each part of a link may be left out", async ({ open }) => {
  const engine = await open();
  await startEngine(engine);
  const page = await open();
  const text = CRYPT.replace(/wander: [\d.]+/, "wander: 0.2");
  const line = CRYPT.split("\n").findIndex((words) => words.includes("wander: "));
  const difference = script(`=0,${line}`, `+${text.split("\n")[line]}`, `=${line + 1},${LINES - line - 1}`);
  const parts = { r: REVISION, p: "crypt", s: "9", z: "50x40", f: "2", d: "0.5", a: "3:2", v: "iso", o: "rooms", t: difference, b: pack("{}") };
  const request = { preset: "crypt", text, seed: "9", size: "50x40", floor: 2, difficulty: 0.5, rerolls: { 3: 2 } };
  const without = {
    r: [{}], p: [{}], s: [{ seed: "42" }], z: [{ size: undefined }], f: [{ floor: 0 }], d: [{ difficulty: 0 }], a: [{ rerolls: undefined }],
    v: [{}, { view: "top" }], o: [{}, { overlays: [] }], t: [{ text: undefined }], b: [{}],
  };
  const digests = new Set();
  for (const [letter, [change, fields = {}]] of Object.entries(without)) {
    const left = Object.entries(parts).filter(([other]) => other !== letter).map(([other, value]) => `${other}=${value}`);
    await reopen(page, `#${left.join("&")}`);
    const digest = await digestOf(engine, { ...request, ...change });
    digests.add(digest);
    await showsDigest(page, digest);
    assert.deepEqual(await takeNotices(page), [], `without ${letter}`);
    const { view, overlays } = { view: "iso", overlays: ["rooms"], ...fields };
    const found = await fieldsOf(page);
    assert.deepEqual([found.view, found.overlays], [view, overlays], `without ${letter}`);
  }
  assert.equal(digests.size, 7, "leaving a part out that counts gives another level");
});

/** Acts on a page that shows its first level, before it loads the rest. */
const whileLoading = (act) => ({
  prepare: (page) => page.route(/\/workshop-/, async (route) => {
    await page.waitForSelector("#level[data-state=drawn][data-seed=\"3\"]");
    await act(page);
    await route.continue();
  }, { times: 1 }),
});

trial("a seed or a link that comes before the page is loaded is not lost", async ({ open }) => {
  const typed = await open("#s=3", whileLoading((page) => page.fill("[name=seed]", "4")));
  await typed.waitForFunction(() => location.hash.includes("s=4"));
  const linked = await open("#s=3", whileLoading((page) => page.evaluate(() => { location.hash = "#s=5"; })));
  await linked.waitForSelector("#level[data-state=drawn][data-seed=\"5\"]");
});

trial("a seed that is typed before the page is loaded outlives a reload", async ({ open }) => {
  const page = await open("#s=3", {
    prepare: (each) => each.route(/\/workshop-/, async () => {
      await each.waitForSelector("#level[data-state=drawn][data-seed=\"3\"]");
      await each.fill("[name=seed]", "4");
      await each.waitForSelector("#level[data-state=drawn][data-seed=\"4\"]");
      await each.reload();
    }, { times: 1 }),
  });
  assert.equal((await shown(page)).seed, "4");
});

trial("a short preset as a link opens as it is", async ({ open }) => {
  const page = await open(`#x=${pack(SHORT)}&s=5`);
  await startEngine(page);
  await showsDigest(page, await digestOf(page, { preset: "crypt", text: SHORT, seed: "5" }));
  assert.equal(await savedText(page), SHORT);
  assert.deepEqual(await takeNotices(page), []);
});

trial("a link of another revision shows a notice", async ({ open }) => {
  const page = await open("#r=6&s=8");
  const [notice, ...others] = await takeNotices(page);
  assert.equal(notice, `This link was made with revision 6 of the generator; this page has revision ${REVISION}: the same seed may give another level.`);
  assert.deepEqual(others, []);
  assert.equal((await shown(page)).seed, "8");
});

trial("a link shows its own text, not what was typed here before; that can be brought back", async ({ open }) => {
  const page = await open("#p=crypt&s=3");
  await startEngine(page);
  await paste(page, SHORT);
  const [mine, theirs] = await Promise.all([{ text: SHORT }, {}].map((text) => digestOf(page, { preset: "crypt", seed: "3", ...text })));
  await showsDigest(page, mine);
  await page.evaluate(() => { location.hash = "#p=crypt&s=3&f=0"; });
  await showsDigest(page, theirs);
  await page.click("#notices >> text=Bring it back");
  await showsDigest(page, mine);
  assert.equal(await savedText(page), SHORT);
  // The same when a page begins with the link, once the text is stored.
  await page.waitForFunction((text) => localStorage.getItem("roomgen-playground").includes(JSON.stringify(text)), SHORT);
  const again = await open("#p=crypt&s=3", { beside: page });
  await showsDigest(again, theirs);
  await again.click("#notices >> text=Bring it back");
  await showsDigest(again, mine);
});

/** Invalid parts of links, and their messages. */
const BAD = [
  ["garbage", [/a part "garbage" that is not known/]],
  ["%%%&=&&", [/a part "%%%" that is not known/, /a part "" that is not known/]],
  ["__proto__=1&constructor=2&toString", [/a part "__proto__"/, /a part "constructor"/, /a part "toString"/]],
  ["r=x", [/"x" is not a revision/]],
  ["r=-7", [/"-7" is not a revision/]],
  ["p=nowhere", [/"nowhere" is no built-in preset or run: arena, /]],
  ["p=__proto__", [/"__proto__" is no built-in preset/]],
  ["p=", [/"" is no built-in preset/]],
  ["p=%3Cimg%20src=x%20onerror=alert(1)%3E", [/"<img src=x onerror=alert\(1\)>" is no built-in preset/]],
  ["z=9x", [/"9x" is not a size/]],
  ["z=7x50", [/7x50 is too small: each side has at least 8 cells/]],
  ["z=400x250", [/400x250 cells are too many for this page/]],
  ["z=1e2x50", [/"1e2x50" is not a size/]],
  ["f=-1", [/"-1" is not a floor/]],
  ["f=1.5", [/"1.5" is not a floor/]],
  ["f=", [/"NaN" is not a floor/]],
  ["f=4294967296", [/"4294967296" is not a floor/]],
  ["d=1.01", [/"1.01" is not a difficulty/]],
  ["d=NaN", [/"NaN" is not a difficulty/]],
  ["d=-Infinity", [/"-Infinity" is not a difficulty/]],
  ["a=", [/"" is not a list of rooms, such as 12,17:3/]],
  ["a=3,3:2", [/room 3 is given twice/]],
  ["a=3:0", [/"0" is not a furnishing of room 3/]],
  [`a=${"9".repeat(200_000)}`, [/"9{60}" is not a room/]],
  ["v=3d", [/"3d" is no view: top, iso/]],
  ["o=rooms,nothing", [/"nothing" is no overlay/]],
  ["x=", [/text cannot be read: it is damaged or cut off/]],
  ["x=A", [/text cannot be read: it is cut off/]],
  ["x=AAAA", [/text cannot be read: it is damaged or cut off/]],
  [`x=${pack(CRYPT).slice(0, 999)}`, [/text cannot be read: it is (damaged or )?cut off/]],
  [`x=${pack(CRYPT).slice(0, 1000)}`, [/text cannot be read: it is (damaged or )?cut off/]],
  [`x=${pack(CRYPT)}AAAA`, [/text cannot be read: it is damaged or cut off/]],
  ["x=a+b/c", [/text cannot be read: it has characters that do not belong there/]],
  ["x=%F0%9F%92%80", [/text cannot be read: it has characters that do not belong there/]],
  [`x=${pack(Uint8Array.of(0x28, 0xff, 0xfe, 0x29))}`, [/text cannot be read: it is not UTF-8/]],
  [`x=${pack(Uint8Array.of(0xed, 0xa0, 0x80))}`, [/text cannot be read: it is not UTF-8/]],
  [`x=${pack(Buffer.alloc(100 * 1024 * 1024))}`, [/text cannot be read: it unpacks to more than 1048576 bytes/]],
  [`t=${pack(Buffer.alloc(100 * 1024 * 1024))}`, [/text cannot be read: it unpacks to more than 1048576 bytes/]],
  [`b=${pack(Buffer.alloc(100 * 1024 * 1024))}`, [/bases cannot be read: it unpacks to more than 1048576 bytes/]],
  [`t=${script(...Array(40_000).fill(`=0,${LINES}`))}`, [/text cannot be read: its text is longer than 1048576 characters/]],
  [`t=${script(`=${LINES},1`)}`, [/text cannot be read: it copies lines that are not there: =\d+,1/]],
  [`t=${script("=0,99999999")}`, [/text cannot be read: it has a step that is none/]],
  [`t=${script("-1")}`, [/text cannot be read: it has a step that is none: "-1"/]],
  [`t=${pack("hello")}`, [/text cannot be read: it does not begin with a checksum/]],
  [`b=${pack("hello")}`, [/bases cannot be read: .*JSON/]],
  [`b=${pack("[1]")}`, [/bases cannot be read: it is not a list of texts by name/]],
  [`b=${pack('{"a": 1}')}`, [/bases cannot be read: it is not a list of texts by name/]],
  [`b=${pack("null")}`, [/bases cannot be read: it is not a list of texts by name/]],
  [`b=${pack('{"__proto__": "(", "constructor": "("}')}`, []],
];

trial("links that are wrong in a part are refused in words, and the level of the rest is drawn", async ({ open }) => {
  const page = await open("#s=1");
  await startEngine(page);
  for (const [number, [part, expected]] of BAD.entries()) {
    const seed = String(100 + number);
    const name = part.slice(0, 60);
    const hash = `#s=${seed}&${part}`;
    assert.ok(hash.length < 256 * 1024, name);
    await page.evaluate((fragment) => { location.hash = fragment; }, hash);
    await page.waitForSelector(`#level[data-state=drawn][data-seed="${seed}"]`);
    assert.equal((await shown(page)).digest, await digestOf(page, { preset: "crypt", seed }), name);
    const notices = await takeNotices(page);
    assert.equal(notices.length, expected.length, `${name}: ${notices.join(" ")}`);
    expected.forEach((words, at) => assert.match(notices[at], words, name));
    for (const words of notices) assert.match(words, /^The link('s \w+ cannot be read: | is wrong in one part: | has a part ).*\.$/, name);
  }
  assert.equal(await page.evaluate(() => ({}).polluted), undefined);
});

trial("a link that is huge, or wrong in its seed, shows the first level", async ({ open }) => {
  const page = await open("#s=1");
  for (const [hash, words] of [
    [`#s=2&x=${"A".repeat(300_000)}`, /^The link is longer than 262144 characters\.$/],
    ["#s=-1", /"-1" is not a seed: a whole number from 0 to 18446744073709551615/],
    ["#s=1e3", /"1e3" is not a seed/],
    ["#s=18446744073709551616", /"18446744073709551616" is not a seed/],
    ["#s=%F0%9F%92%80", /is not a seed/],
  ]) {
    await page.evaluate(() => { location.hash = "#s=1"; });
    await page.waitForSelector("#level[data-state=drawn][data-seed=\"1\"]");
    await page.evaluate((address) => { location.hash = address; }, hash);
    await page.waitForSelector("#level[data-state=drawn][data-seed=\"42\"]");
    const notices = await takeNotices(page);
    assert.equal(notices.length, 1);
    assert.match(notices[0], words);
  }
});

trial("a page that begins with a bad link shows a notice and draws", async ({ open }) => {
  for (const [hash, words] of [
    [`#s=7&x=${pack(Buffer.alloc(100 * 1024 * 1024))}`, /unpacks to more than/],
    ["#s=7&garbage", /not known/],
    [`#s=7&t=${pack("00000000\n+lost words")}`, /it was made for another text of that preset/],
  ]) {
    const page = await open(hash);
    await page.waitForSelector("#level[data-state=drawn][data-seed=\"7\"]");
    const notices = await takeNotices(page);
    assert.equal(notices.length, 1);
    assert.match(notices[0], words);
    if (!hash.includes("t=")) continue;
    assert.equal(await savedText(page), `// These lines of the link were made for another text of this preset:\n// lost words\n${CRYPT}`);
  }
});

trial("a link whose text is no preset shows its problem, and that there is no level", async ({ open }) => {
  const page = await open(`#s=7&x=${pack("hello")}`);
  assert.deepEqual((await shown(page)).state, "stale");
  assert.equal(await page.textContent(".picture-words"), "The text has problems: there is no level yet");
  const [{ place, message }] = await listedProblems(page);
  assert.deepEqual([place, message], ["1:1", "the name `hello` is not allowed here"]);
  await page.evaluate(() => document.querySelector("[data-act=reset]").click());
  await page.waitForSelector("#level[data-state=drawn][data-seed=\"7\"]");
  assert.equal(await page.textContent(".picture-words"), "");
});
