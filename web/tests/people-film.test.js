/** The making of a level, step by step, and what moves by itself. */

import assert from "node:assert/strict";
import { openPanel, scenes, shown } from "./people.js";

const scene = scenes();
const STILL = { context: { reducedMotion: "reduce" } };

const count = async (page) => Number(/^(\d+) of/.exec(await page.textContent(".film-count"))?.[1] ?? 0);
const frames = async (page) => Number(/of (\d+)$/.exec(await page.textContent(".film-count"))[1]);
const reached = (page, least) => page.waitForFunction((most) => parseInt(document.querySelector(".film-count").textContent, 10) >= most, least, { timeout: 40_000 });
const button = (page, text) => page.locator(`.film-bar button:text-is("${text}")`);
const pixels = (page) => page.locator(".film-canvas").evaluate((canvas) => canvas.toDataURL());

scene("the making plays, pauses, steps and goes to its end, and logs what happened and why", {}, async ({ page }) => {
  await openPanel(page, "film");
  // Behind the frames that show the finished level, as the last ones do.
  await reached(page, 20);
  await button(page, "Pause").click();
  const paused = await count(page);
  const picture = await pixels(page);
  await page.waitForTimeout(700);
  assert.equal(await count(page), paused, "a pause stays");
  const before = await shown(page);
  await page.selectOption('[name="view"]', "iso");
  await page.waitForFunction(() => document.querySelector("#level").width !== 1280);
  assert.deepEqual([await count(page), (await shown(page)).digest], [paused, before.digest], "another view does not begin it again");
  await page.selectOption('[name="view"]', "top");
  await button(page, "One step").click();
  await reached(page, paused + 1);
  await page.waitForTimeout(300);
  assert.equal(await count(page), paused + 1, "one step is one frame");
  assert.ok((await page.textContent(".film-caption")).length > 10);
  await button(page, "To the end").click();
  const all = await frames(page);
  await reached(page, all);
  assert.notEqual(await pixels(page), picture);
  assert.equal(await page.getAttribute(".film-bar progress", "value"), "1");
  const log = await page.locator(".film-log li").allTextContents();
  assert.ok(log.length > 50, `${log.length} lines`);
  assert.ok(log.some((words) => /because|, for|too|refused|not placed|blocks|no room|walkway|clearance|kept/.test(words)), log.slice(-20).join("\n"));
  // The last frame is the level that the page shows.
  const last = await page.locator(".film-canvas").evaluate((canvas) => {
    const level = document.querySelector("#level");
    const [a, b] = [canvas, level].map((each) => {
      const small = Object.assign(document.createElement("canvas"), { width: 80, height: 50 });
      const context = small.getContext("2d", { willReadFrequently: true });
      // Below the level, a frame has a line of words.
      context.drawImage(each, 0, 0, each.width, each.width * 50 / 80, 0, 0, 80, 50);
      return context.getImageData(0, 0, 80, 50).data;
    });
    let difference = 0;
    for (let at = 0; at < a.length; at += 1) difference += Math.abs(a[at] - b[at]);
    return difference / a.length;
  });
  assert.ok(last < 12, `the last frame differs by ${last} of 255`);
  assert.equal((await shown(page)).live, (await page.textContent(".film-caption")).trim());
  await button(page, "From the start").click();
  await page.waitForFunction(() => /^1 of/.test(document.querySelector(".film-count").textContent));
  await button(page, "Play").click();
  await reached(page, 3);
});

scene("the making of one room is of that room", STILL, async ({ page }) => {
  await openPanel(page, "film");
  await reached(page, 1);
  const room = page.locator(".film-bar label:has-text('Room') select");
  // A room of at most twelve columns, far narrower than half of the level.
  const rooms = await page.locator("#panel-facts .rooms li").allTextContents();
  const small = rooms.findIndex((words) => Number(/room of (\d+)x/.exec(words)?.[1] ?? 99) <= 12);
  const chosen = await room.locator(`option[value="${small}"]`).textContent();
  const size = () => page.locator(".film-canvas").evaluate(({ width, height }) => [width, height]);
  const whole = await size();
  await room.selectOption(String(small));
  await page.waitForFunction((old) => document.querySelector(".film-canvas").width < old / 2, whole[0]);
  await reached(page, 1);
  const [width, height] = await size();
  const [, across, down, layout] = new RegExp(`room of (\\d+)x(\\d+) cells, layout ([^,\n]+)`).exec(
    await page.locator("#panel-facts .rooms li").nth(Number(await room.inputValue())).textContent());
  assert.equal(chosen, `${await room.inputValue()}: ${layout}`);
  assert.equal(width > height, Number(across) > Number(down), `${width}x${height} for ${across}x${down} cells`);
  await button(page, "To the end").click();
  await reached(page, await frames(page));
  assert.ok(await page.locator(".film-log li").count() > 3);
});

scene("who wants no motion sees the first frame until a step is asked for, and nothing else moves", STILL, async ({ page }) => {
  await openPanel(page, "film");
  await reached(page, 1);
  await page.waitForTimeout(1500);
  assert.equal(await count(page), 1);
  assert.equal(await button(page, "Play").count(), 1);
  await button(page, "Play").click();
  await reached(page, 3);
  await button(page, "Pause").click();
  for (const name of ["facts", "survey", "play", "exports"]) {
    await openPanel(page, name);
    await page.click("#overlays summary");
    const moving = await page.evaluate(() => ({
      animations: document.getAnimations().filter(({ playState }) => playState === "running").map(({ animationName, transitionProperty }) => animationName ?? transitionProperty),
      transitions: [...document.querySelectorAll("*")].filter((each) => parseFloat(getComputedStyle(each).transitionDuration) > 0).length,
    }));
    assert.deepEqual(moving, { animations: [], transitions: 0 }, name);
    await page.keyboard.press("Escape");
  }
});

scene("in the game the view jumps for who wants no motion, and glides for others", {}, async ({ page }) => {
  const changes = async () => {
    await openPanel(page, "play");
    await page.waitForSelector(".play-canvas[data-cell]");
    await page.waitForTimeout(400);
    const before = await page.getAttribute(".play-canvas", "data-cell");
    await page.evaluate(() => {
      const canvas = document.querySelector(".play-canvas");
      globalThis.pictures = new Set();
      const look = () => {
        globalThis.pictures.add(canvas.toDataURL("image/png").length);
        globalThis.looking = requestAnimationFrame(look);
      };
      look();
    });
    await page.locator(".play-canvas").focus();
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(400);
      if (await page.getAttribute(".play-canvas", "data-cell") !== before) break;
    }
    return page.evaluate(() => {
      cancelAnimationFrame(globalThis.looking);
      return globalThis.pictures.size;
    });
  };
  assert.ok(await changes() > 3, "the step glides");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await page.waitForSelector("html[data-state=ready]");
  assert.ok(await changes() <= 2, "the step jumps");
});
