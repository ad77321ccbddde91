/** What is too large for the page is refused, with the tool's command; what is near its limits is drawn in time. */

import assert from "node:assert/strict";
import { editorText, notices, redrawn, scenes, shown, write } from "./people.js";

const scene = scenes();

const summary = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#summary").textContent), pattern.source);

/** The time that the engine may take for an answer, in milliseconds. */
const DEADLINE = 20_000;

scene("a size above the limit is refused with the tool's command, which can be copied", {
  context: { permissions: ["clipboard-read", "clipboard-write"] },
}, async ({ page }) => {
  const before = await shown(page);
  await page.fill('[name="floor"]', "3");
  await redrawn(page, before);
  const { digest } = await shown(page);
  await page.fill('[name="size"]', "300x40");
  const error = page.locator("#field-error");
  assert.match(await error.textContent(), /^300x40 cells are too many for this page: each side has at most 256\. The tool makes them\./);
  const command = "roomgen --preset crypt --seed 42 --size 300x40 --floor 3 --out level.ron";
  assert.equal(await error.locator("code").textContent(), command);
  await error.locator("button").click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), command);
  assert.equal(await page.inputValue('[name="size"]'), "", "a field that is left shows what counts");
  assert.equal((await shown(page)).digest, digest);
  await page.fill("#seed", "5");
  assert.equal(await error.isVisible(), false, "the next change takes the refusal away");
});

scene("a size above the limit in a text or in a link is refused with the command as well", {
  context: { permissions: ["clipboard-read", "clipboard-write"] },
}, async ({ page }) => {
  await write(page, '(name: "own", base: "crypt", size: (300, 40))');
  const error = page.locator("#field-error");
  await error.waitFor();
  assert.match(await error.textContent(), /^300x40 cells are too many for this page: each side has at most 256\. The tool makes them\. /);
  assert.equal(await error.locator("code").textContent(), "roomgen --preset ./own.ron --seed 42 --out level.ron");
  await write(page, '(name: "own", base: "crypt", size: (64, 48))');
  await summary(page, /^own, seed 42, 64x48/);
  assert.equal(await error.isVisible(), false);
  await page.evaluate(() => { location.hash = "#p=mine&s=5&z=300x40&d=0.5"; });
  const notice = page.locator(".notice");
  await notice.waitFor();
  assert.match(await notice.textContent(), /^The link is wrong in one part: 300x40 cells are too many for this page/);
  const command = "roomgen --preset mine --seed 5 --size 300x40 --difficulty 0.5 --out level.ron";
  assert.equal(await notice.locator("code").textContent(), command);
  await notice.getByText("Copy").click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), command);
  await summary(page, /^mine, seed 5/);
});

scene("the command of an edited text names its file", {}, async ({ page }) => {
  await write(page, '(name: "own", base: "crypt")');
  await summary(page, /^own/);
  await page.fill('[name="size"]', "257x257");
  assert.equal(await page.textContent("#field-error code"), "roomgen --preset ./own.ron --seed 42 --size 257x257 --out level.ron");
  await page.fill('[name="size"]', "64x48");
  await summary(page, /64x48/);
  await page.selectOption('[name="view"]', "iso");
  await page.click("#tab-exports");
  await page.waitForFunction(() => document.querySelector(".exports-command")?.textContent.includes("--view iso"));
  assert.equal(await page.textContent(".exports-command"),
    "roomgen --preset ./own.ron --seed 42 --size 64x48 --view iso --out level.ron --png level.png");
  await page.click("#more summary");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('[data-act="save"]')]);
  assert.equal(download.suggestedFilename(), "own.ron", "the file that the command names");
});

scene("each wrong value of a control is refused in words and changes nothing", {}, async ({ page }) => {
  const { digest } = await shown(page);
  const wrong = [
    ["#seed", "-1", /not a seed.*0 to 18446744073709551615/], ["#seed", "18446744073709551616", /not a seed/], ["#seed", "1.5", /not a seed/],
    ["#seed", "", /not a seed/], ['[name="size"]', "12", /not a size.*such as 96x64/], ['[name="size"]', "4x400", /too small/],
    ['[name="size"]', "4x40", /too small.*at least 8/], ['[name="floor"]', "-1", /not a floor.*0 to 4294967295/],
    ['[name="floor"]', "1.5", /not a floor/], ['[name="floor"]', "4294967296", /not a floor/],
  ];
  for (const [selector, value, words] of wrong) {
    await page.fill(selector, value);
    assert.match(await page.textContent("#field-error"), words, `${selector} ${value}`);
    assert.equal(await page.getAttribute(selector, "aria-invalid"), "true");
    await page.locator('[name="view"]').focus();
    assert.equal(await page.locator("#field-error").isVisible(), false);
    assert.equal(await page.getAttribute(selector, "aria-invalid"), null);
  }
  assert.equal((await shown(page)).digest, digest);
  await page.fill("#seed", "18446744073709551615");
  await summary(page, /seed 18446744073709551615/);
  await page.locator("#seed").press("ArrowUp");
  await summary(page, /seed 0,/);
  await page.fill("#seed", "forty");
  await summary(page, /seed 5950702364743127204,/);
  assert.equal(await page.inputValue("#seed"), "forty");
});

scene("a size below the least of a preset is refused by the engine in words", {}, async ({ page }) => {
  await page.selectOption('[name="preset"]', "arena");
  await page.fill('[name="size"]', "9x9");
  await page.waitForSelector('#level[data-state="stale"]');
  assert.match(await page.textContent(".picture-words"), /cannot make a level of 9x9: .* at least 11 cells/);
  await page.fill('[name="size"]', "");
  await summary(page, /^arena, seed 42, 100x64/);
});

/** Texts and sizes at the edge of what may be asked for: pattern of the summary, or of the words that refuse it. */
const dense = (formations) => `(
    name: "dense", size: (256, 256),
    floorplan: (rooms: (max: 256)),
    props: { "urn": (glyph: 'u', color: "#c28a2e"), "rug": (glyph: 'r', color: "#704030", blocks: false) },
    layouts: [(name: "full", formations: [${formations}])],
)`;
const EDGES = {
  "the largest size of a built-in preset": { size: "256x256", preset: "grove" },
  "props in every cell of the largest level": { text: dense('(shape: Fill, prop: "rug"), (shape: Fill, prop: "urn", checker: true)') },
  "hundreds of formations": { text: dense(Array(250).fill('(shape: Circle, prop: "urn", chance: 0.5)').join(", ")) },
  "a thousand layouts": {
    text: `(name: "many", base: "crypt", layouts: [${Array.from({ length: 1000 }, (_, at) => `(name: "l${at}", formations: [(shape: Circle, prop: "bones")])`).join(", ")}])`,
  },
  "brackets without end": { text: "(".repeat(50_000) },
  "a mistake on each of ten thousand lines": { text: `(${"\n  nmae: 1,".repeat(10_000)}\n)` },
};

scene("presets near all limits are drawn or refused within the deadline", {}, async ({ page }) => {
  const slow = [];
  for (const [name, { text, size = "", preset = "crypt" }] of Object.entries(EDGES)) {
    await page.selectOption('[name="preset"]', preset);
    const begun = Date.now();
    if (text) await write(page, text);
    await page.fill('[name="size"]', size);
    await page.waitForFunction((wanted) => {
      const { state } = document.querySelector("#level").dataset;
      const isRefused = document.querySelectorAll(".problems-go").length > 0 && state === "stale";
      return isRefused || (state === "drawn" && document.querySelector("#summary").textContent.includes(wanted));
    }, text ? /name: "([^"]+)"/.exec(text)?.[1] ?? "refused" : `${preset}, seed 42, ${size}`, { timeout: DEADLINE + 5000 });
    slow.push(...(Date.now() - begun > DEADLINE ? [name] : []));
    assert.deepEqual(await notices(page), [], `${name} loses no engine`);
    await page.waitForTimeout(100);
  }
  assert.deepEqual(slow, []);
  const before = await shown(page);
  await page.fill('[name="size"]', "");
  await write(page, '(name: "own", base: "crypt")');
  assert.match((await redrawn(page, before)).summary, /^own, seed 42, 80x50/, "the page goes on");
});

scene("a text above the limit is refused in words and stays in the editor", {}, async ({ page }) => {
  const text = `(name: "own", base: "crypt")\n// ${"x".repeat(1024 * 1024)}\n`;
  await write(page, text);
  await page.waitForSelector('#level[data-state="stale"]', { timeout: DEADLINE });
  const words = `${await page.textContent(".picture-words")} ${await page.textContent("#problems")}`;
  assert.match(words, /1048576|at most|too (long|large|big)/);
  assert.equal((await editorText(page)).length, text.length);
});
