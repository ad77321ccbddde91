/** A hand at the page: it moves while it clicks, its layout is not Latin, and its menus are wide enough to read. */

import assert from "node:assert/strict";
import { redrawn, scenes, shown } from "./people.js";

const scene = scenes();

/** A place of the picture, by its cell. */
async function placeOf(page, x, y) {
  const box = await page.locator("#level").boundingBox();
  return [box.x + (box.width * (x + 0.5)) / 80, box.y + (box.height * (y + 0.5)) / 50];
}

/** The middle of a room's first cells, which lie in it whatever shape it has. */
const ROOM = [58, 31];

/** Presses a key as a keyboard of another layout does. */
async function pressAs(page, key, code) {
  const session = await page.context().newCDPSession(page);
  const event = { key, code, windowsVirtualKeyCode: code.charCodeAt(3) };
  await session.send("Input.dispatchKeyEvent", { type: "keyDown", text: key, ...event });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
}

const BAR = ".reroll:not([hidden])";

scene("each of sixteen clicks counts while the hand moves", {}, async ({ page }) => {
  const [x, y] = await placeOf(page, ...ROOM);
  const keep = () => page.click('.reroll button:text-is("Keep")');
  for (let at = 0; at < 16; at += 1) {
    const slip = at % 4;
    await page.mouse.move(x - 20, y - 9, { steps: 3 });
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= 4; step += 1) await page.mouse.move(x + slip * step, y);
    await page.mouse.up();
    for (let step = 1; step <= 4; step += 1) await page.mouse.move(x + slip * (4 + step), y);
    await page.waitForSelector(BAR, { timeout: 5000 }).catch(() => assert.fail(`click ${at}, ${slip} pixels a step`));
    await keep();
  }
});

scene("a drag that moves the picture is no click", {}, async ({ page }) => {
  for (let time = 0; time < 4; time += 1) await page.click('[aria-label="Larger"]');
  const [x, y] = [1100, 250];
  const transform = () => page.locator("#level").evaluate(({ style }) => style.transform);
  const before = await transform();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 40, y - 20, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await transform(), before);
  await page.keyboard.press("n");
  assert.equal(await page.locator(BAR).count(), 0);
});

scene("keys work after a click into the picture: seeds, view, text, and the chosen room", {}, async ({ page }) => {
  let before = await shown(page);
  await page.mouse.click(...await placeOf(page, ...ROOM));
  await page.waitForSelector(BAR);
  assert.equal(await page.evaluate(() => document.activeElement.id), "level");
  const room = Number(/^Room (\d+)/.exec(await page.textContent(BAR))[1]);
  for (const [key, words] of [["a", `Room ${room}, furnished again: 1`], ["b", `Room ${room}`]]) {
    await page.keyboard.press(key);
    before = await redrawn(page, before);
    assert.match(await page.textContent(BAR), new RegExp(`^${words}(Again|$)`));
  }
  await page.keyboard.press("n");
  assert.equal((before = await redrawn(page, before)).seed, "43");
  await page.keyboard.press("p");
  assert.equal((before = await redrawn(page, before)).seed, "42");
  await page.keyboard.press("v");
  await page.waitForFunction(() => document.querySelector('[name="view"]').value === "iso");
  await page.keyboard.press("?");
  await page.waitForSelector("#keys[open]");
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await page.waitForFunction(() => document.activeElement.matches(".cm-content"));
});

scene("keys work after the difficulty is dragged, and letters in fields stay there", {}, async ({ page }) => {
  const before = await shown(page);
  await page.locator('[name="difficulty"]').click();
  const dragged = await redrawn(page, before);
  await page.keyboard.press("n");
  await redrawn(page, dragged);
  assert.equal((await shown(page)).seed, "43");
  await page.locator('[name="size"]').focus();
  await page.keyboard.press("n");
  assert.equal(await page.inputValue('[name="size"]'), "n");
  assert.equal((await shown(page)).seed, "43");
});

scene("keys of a Cyrillic layout count by their places, in the page, the picture and the game", {
  context: { reducedMotion: "reduce" },
}, async ({ page }) => {
  let before = await shown(page);
  await pressAs(page, "т", "KeyN");
  assert.equal((before = await redrawn(page, before)).seed, "43");
  await page.mouse.click(...await placeOf(page, ...ROOM));
  await pressAs(page, "з", "KeyP");
  assert.equal((before = await redrawn(page, before)).seed, "42");
  await page.click("#tab-play");
  await page.waitForFunction(() => document.activeElement.matches(".play-canvas[data-cell]"));
  const cell = () => page.getAttribute(".play-canvas", "data-cell");
  const first = await cell();
  for (const [key, code] of [["ц", "KeyW"], ["ф", "KeyA"], ["ы", "KeyS"], ["в", "KeyD"]]) {
    await pressAs(page, key, code);
    if (await page.waitForFunction((old) => document.querySelector(".play-canvas").dataset.cell !== old, first, { timeout: 1000 }).catch(() => null)) break;
  }
  assert.notEqual(await cell(), first, "one of four ways is free");
  await pressAs(page, "т", "KeyN");
  assert.equal((await shown(page)).seed, "42", "letters in the game are the game's");
});

for (const [width, height] of [[1440, 900], [1280, 720], [1280, 620], [1000, 700], [820, 1180], [390, 844]]) {
  scene(`the menu of overlays has a line for each, and lies in a window of ${width}x${height}`, { context: { viewport: { width, height } } }, async ({ page }) => {
    await page.click("#overlays summary");
    const box = page.locator("#overlays > fieldset");
    await page.waitForFunction(() => document.querySelector("#overlays > fieldset").style.translate !== "");
    const { x, y, width: across, height: down } = await box.boundingBox();
    assert.ok(x >= 0 && x + across <= width && y + down <= height, JSON.stringify({ x, y, across, down }));
    assert.ok(across >= 330, `${across} pixels wide`);
    const lines = await box.locator("label").evaluateAll((all) => all.map(({ offsetHeight }) => offsetHeight));
    assert.ok(Math.max(...lines) < (width < 500 ? 66 : 48), lines.join());
    // The title is longer now, and may wrap.
    await box.locator("input").first().check();
    await box.locator("input").nth(1).check();
    const checked = await box.boundingBox();
    assert.ok(checked.x >= 0 && checked.x + checked.width <= width, JSON.stringify(checked));
  });
}
