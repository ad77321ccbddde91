/** What must work in every build: open, edit, error, export, play, offline, keyboard, axe. All other scenes are for the night. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { load } from "./browser.js";
import { another, editorText, openPanel, redrawn, scenes, shown, stale, storing, write } from "./people.js";

const scene = scenes();

const OWN = '(\n    name: "own",\n    base: "crypt",\n    clearance: 1,\n)\n';

scene("open: a link shows its level, its text and its fields", { hash: "#p=garden&s=7&f=2" }, async ({ page }) => {
  const { state, seed, summary } = await shown(page);
  assert.deepEqual([state, seed], ["drawn", "7"]);
  assert.match(summary, /^garden, seed 7/);
  assert.match(await editorText(page), /name: "garden"/);
  const fields = ["preset", "seed", "floor"].map((name) => page.inputValue(`[name="${name}"]`));
  assert.deepEqual(await Promise.all(fields), ["garden", "7", "2"]);
  await page.mouse.click(...await page.locator("#picture").boundingBox().then(({ x, y, width, height }) => [x + width / 2, y + height / 2]));
  await page.waitForSelector(".picture-tip:not([hidden])");
});

scene("edit: a typed text is drawn, stored, and there after a reload", {}, async ({ page }) => {
  const before = await shown(page);
  await write(page, OWN);
  const after = await redrawn(page, before);
  assert.match(after.summary, /^own, seed 42/);
  await storing(page, ({ drafts }) => drafts.crypt === OWN);
  await page.reload();
  await page.waitForSelector("html[data-state=ready]");
  assert.deepEqual([await editorText(page), (await shown(page)).digest], [OWN, after.digest]);
});

scene("error: a mistake has its place and its mending, and the last level stays", {}, async ({ page }) => {
  const { digest } = await shown(page);
  await write(page, OWN.replace("clearance", "clearence"));
  await stale(page);
  await page.locator(".problems-go").first().click();
  assert.equal(await page.locator(".editor-squiggle").first().textContent(), "clearence");
  assert.equal((await shown(page)).digest, digest);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F8");
  await page.click(".editor-mend");
  await page.waitForSelector('#level[data-state="drawn"]');
  assert.equal(await editorText(page), OWN);
});

scene("export: the file has the level that is shown", {}, async ({ page }) => {
  await openPanel(page, "exports");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('[aria-label="Download json"]')]);
  assert.equal(download.suggestedFilename(), "crypt-42.json");
  const level = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.deepEqual([level.seed, level.preset, level.width], ["42", "crypt", 80]);
  assert.match(await page.textContent(".exports-command"), /^roomgen --preset crypt --seed 42 /);
});

scene("play: arrow keys walk, and walls do not", { context: { reducedMotion: "reduce" } }, async ({ page }) => {
  await openPanel(page, "play");
  await page.waitForFunction(() => document.activeElement.matches(".play-canvas[data-cell]"));
  const log = () => page.locator(".play-log li").count();
  const cell = () => page.getAttribute(".play-canvas", "data-cell");
  const places = new Set([await cell()]);
  for (const key of ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"]) {
    const [before, lines] = [await cell(), await log()];
    await page.keyboard.press(key);
    await page.waitForFunction(([old, count]) => document.querySelector(".play-canvas").dataset.cell !== old
      || document.querySelectorAll(".play-log li").length > count, [before, lines]);
    places.add(await cell());
  }
  assert.ok(places.size > 1, "one of four ways is free");
});

scene("offline: a second visit without a net draws and edits", {}, async ({ page, context, address }) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.close();
  await context.setOffline(true);
  const next = await another(context, address);
  const before = await shown(next);
  await write(next, OWN);
  assert.match((await redrawn(next, before)).summary, /^own, seed 42/);
  await openPanel(next, "walkthrough");
});

scene("keyboard: seeds, the text and the picture's cursor need no mouse", {}, async ({ page }) => {
  const before = await shown(page);
  await page.keyboard.press("n");
  assert.equal((await redrawn(page, before)).seed, "43");
  await page.keyboard.press("e");
  assert.ok(await page.evaluate(() => document.activeElement.matches(".cm-content")));
  for (const key of ["Escape", "Tab", "Tab"]) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement.id), "level");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("#live").textContent.length > 0);
  await page.keyboard.press("p");
  await page.waitForSelector('#level[data-seed="42"]');
});

scene("axe: no barrier in the page as it opens", {}, async ({ page }) => {
  await page.evaluate(load("axe-core").source);
  const found = await page.evaluate(() => globalThis.axe.run("html", { resultTypes: ["violations"] })
    .then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].target.join(" ")}`)));
  assert.deepEqual(found, []);
});
