/** A room is furnished again, as before, or kept: by mouse, by keys, by the list of rooms. It outlives the page, and goes by link. */

import assert from "node:assert/strict";
import { ready } from "./browser.js";
import { another, notices, openPanel, redrawn, scenes, shown } from "./people.js";
import { ask, startEngine } from "./trial.js";

const scene = scenes();

const BAR = ".reroll";
const press = (page, text) => page.click(`${BAR} button:text-is("${text}")`);

/** Presses a button that changes the level. */
async function pressed(page, text) {
  const before = await shown(page);
  await press(page, text);
  return redrawn(page, before);
}

/** Chooses a room by the list of rooms. */
async function choose(page, room) {
  await page.selectOption(".rooms-again select", String(room));
  await page.click(".rooms-again button");
  await page.waitForFunction((words) => document.querySelector(".reroll:not([hidden])")?.textContent.startsWith(words), `Room ${room}`);
}

/** The engine's level with these re-rolls. */
const levelOf = async (page, rerolls = {}) => (await ask(page, { op: "level", preset: "crypt", seed: "42", rerolls })).ok;

scene("Again changes the room alone, Back brings it back, and the link has what is shown", {}, async ({ page }) => {
  const first = await shown(page);
  // A click in the room chooses it.
  await startEngine(page);
  const plain = await levelOf(page);
  const box = await page.locator("#level").boundingBox();
  await page.mouse.move(box.x + (box.width * 58.5) / 80, box.y + (box.height * 31.5) / 50);
  await page.waitForSelector(".picture-tip:not([hidden])");
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForSelector(`${BAR}:not([hidden])`);
  const room = Number(/^Room (\d+)/.exec(await page.textContent(BAR))[1]);
  const again = await pressed(page, "Again");
  const twice = await pressed(page, "Again");
  assert.match(await page.textContent(BAR), new RegExp(`^Room ${room}, furnished again: 2`));
  const made = await levelOf(page, { [room]: 2 });
  assert.equal(made.digest, twice.digest, "the level is that of the engine");
  const others = ({ rooms: all }) => all.filter(({ id }) => id !== room).map(({ words }) => words);
  assert.deepEqual(others(made), others(plain));
  await page.waitForFunction((words) => location.hash.includes(words), `&a=${room}:2`);
  await openPanel(page, "exports");
  await page.waitForFunction((words) => document.querySelector(".exports-command").textContent.includes(words), ` --reroll ${room}:2 `);
  assert.equal((await pressed(page, "Back")).digest, again.digest);
  assert.equal((await pressed(page, "Back")).digest, first.digest, "the first furnishing");
  assert.equal(await page.getAttribute(`${BAR} button:text-is("Back")`, "aria-disabled"), "true");
  await pressed(page, "Again");
  await press(page, "Keep");
  assert.equal(await page.isVisible(BAR), false);
  assert.match((await shown(page)).live, new RegExp(`^Room ${room} keeps its furnishing 1`));
  assert.equal((await shown(page)).digest, again.digest);
  await page.waitForFunction((words) => location.hash.endsWith(words), `&a=${room}`);
  await page.reload();
  await page.waitForFunction((digest) => document.querySelector("#level")?.dataset.digest === digest, again.digest);
  const before = await shown(page);
  await page.fill("#seed", "43");
  await redrawn(page, before);
  await page.waitForFunction((words) => location.hash.includes("s=43") && !location.hash.includes(words), `&a=${room}`);
});

scene("re-rolls stay in the link and come back with their level; those of the level are taken back", {}, async ({ page }) => {
  const first = await shown(page);
  await choose(page, 12);
  const rolled = await pressed(page, "Again");
  await press(page, "Keep");
  await page.keyboard.press("n");
  const next = await redrawn(page, rolled);
  await page.waitForFunction(() => location.hash.endsWith("s=43&k=crypt/42//0/12"));
  const link = await page.evaluate(() => location.href);
  await page.keyboard.press("p");
  assert.equal((await redrawn(page, next)).digest, rolled.digest, "they come back");
  await page.waitForFunction(() => location.hash.endsWith("s=42&a=12"));
  assert.equal(await page.textContent(".rerolled span"), "Furnished again: 12");
  await page.click('.rerolled button:text("Take back")');
  assert.equal((await redrawn(page, rolled)).digest, first.digest);
  await page.waitForFunction(() => !/[ak]=/.test(location.hash));
  assert.equal(await page.isVisible(".rerolled button"), false);
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(link);
  await ready(page);
  await page.selectOption(".rerolled select", { label: "crypt, seed 42: 12" });
  assert.equal((await redrawn(page, next)).digest, rolled.digest, "from the link");
  await page.evaluate(() => { location.hash = "#p=crypt&s=42"; });
  assert.equal((await redrawn(page, rolled)).digest, first.digest, "a link shows its own level");
  await page.selectOption(".rerolled select", { label: "crypt, seed 42: 12" });
  assert.equal((await redrawn(page, first)).digest, rolled.digest, "and takes nothing away");
});

scene("by keys: the cursor's room again, and Escape brings back what was there", {}, async ({ page }) => {
  const first = await shown(page);
  await page.focus("#level");
  // From the middle of the picture into a room.
  for (let step = 0; step < 12; step += 1) await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".picture-tip:not([hidden])");
  await page.keyboard.press("a");
  await page.waitForFunction(() => document.activeElement.textContent === "Again");
  await page.keyboard.press("a");
  const again = await redrawn(page, first);
  await page.keyboard.press("b");
  assert.equal((await redrawn(page, again)).digest, first.digest);
  await page.keyboard.press("Enter");
  await redrawn(page, first);
  await page.keyboard.press("Escape");
  assert.equal((await redrawn(page, again)).digest, first.digest);
  assert.equal(await page.isVisible(BAR), false);
  assert.equal(await page.evaluate(() => document.activeElement.id), "level", "the focus is not lost");
});

scene("the list of rooms chooses a room", {}, async ({ page }) => {
  await choose(page, 3);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Again");
});

scene("re-rolled rooms outlive a reload and a visit without the link; the link shows them to others", {}, async ({ page, context, address }) => {
  await startEngine(page);
  await choose(page, 12);
  await pressed(page, "Again");
  await choose(page, 17);
  for (let number = 1; number <= 3; number += 1) await pressed(page, "Again");
  const { digest } = await shown(page);
  assert.equal(digest, (await levelOf(page, { 12: 1, 17: 3 })).digest, "the level is that of the engine");
  await page.waitForFunction(() => location.hash.endsWith("&a=12,17:3"));
  const link = await page.evaluate(() => location.href);

  await page.reload();
  await ready(page);
  assert.equal((await shown(page)).digest, digest);
  assert.equal(await page.evaluate(() => location.href), link);
  assert.equal(await page.isVisible(BAR), false, "no room is chosen");
  const later = await another(context, address);
  assert.equal((await shown(later)).digest, digest);

  const others = await context.browser().newContext();
  try {
    const there = await another(others, link);
    assert.equal((await shown(there)).digest, digest);
    assert.deepEqual(await notices(there), []);
    await choose(there, 17);
    assert.match(await there.textContent(BAR), /^Room 17, furnished again: 3/);
    await startEngine(there);
    assert.equal((await pressed(there, "Back")).digest, (await levelOf(there, { 12: 1, 17: 2 })).digest);
    assert.deepEqual(there.complaints, []);
  } finally {
    await others.close();
  }
});
