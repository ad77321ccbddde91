/** The package in Chromium, bundled: the bytes of the tool, and the example on a canvas. `test.sh` makes the bundles. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { launch, openPage } from "../../tests/browser.js";
import { serve } from "../../tests/server.js";

const { PROJECT } = process.env;
let browser;
let server;

before(async () => {
  browser = await launch();
  server = await serve(`${PROJECT}/dist`);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function open(path) {
  const page = await openPage(browser, { viewport: { width: 1280, height: 800 } });
  await page.goto(server.address + path);
  await page.waitForSelector("html[data-state=ready]", { timeout: 60_000 });
  return page;
}

test("Chromium makes the bytes of the tool, for 20 seeds of each preset", async () => {
  const page = await open("browser.html");
  const presets = readdirSync(`${PROJECT}/levels`);
  assert.ok(presets.length > 10);
  for (const preset of presets) {
    const files = readdirSync(`${PROJECT}/levels/${preset}`, { recursive: true }).filter((name) => name.endsWith(".json"));
    assert.equal(files.length, 20);
    const expected = files.map((name) => createHash("sha256").update(readFileSync(`${PROJECT}/levels/${preset}/${name}`)).digest("hex"));
    const seeds = files.map((name) => /(\d+)\.json$/.exec(name)[1]);
    for (const entry of ["roomgen", "roomgen/full"]) {
      assert.deepEqual(await page.evaluate((given) => globalThis.sums(...given), [entry, preset, seeds]), expected, `${entry}: ${preset}`);
    }
  }
  assert.equal(await page.evaluate(() => globalThis.drawn()), 320);
  assert.ok(await page.evaluate(() => globalThis.lightest()) > 100);
  assert.deepEqual(page.complaints, []);
});

test("the level on a canvas is drawn, and one walks in it", async () => {
  const page = await open("canvas.html?preset=temple&seed=7");
  const pixels = () => page.evaluate(() => {
    const canvas = document.querySelector("canvas");
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    return { colors: new Set(new Uint32Array(data.buffer)).size, sum: data.reduce((sum, byte) => sum + byte, 0) };
  });
  const first = await pixels();
  assert.ok(first.colors > 1000, `${first.colors} colours`);
  for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]) await page.keyboard.press(key);
  await page.waitForSelector("html:not([data-steps='0'])");
  if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT });
  await page.keyboard.press("ArrowUp");
  assert.notEqual((await pixels()).sum, first.sum);
  await page.keyboard.press("n");
  await page.waitForFunction(() => document.querySelector("p").textContent.startsWith("temple, seed 8:"));
  assert.deepEqual(page.complaints, []);
});
