/** The page on phones: nothing scrolls sideways, and fingers move, zoom and tap the picture. */

import assert from "node:assert/strict";
import { PANELS, PHONE, SMALL_PHONE, openPanel, scenes, shown, stale, write } from "./people.js";

const scene = scenes();

const phone = (viewport) => ({ context: { viewport, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } });

/** How far the page scrolls sideways, and what reaches beyond its right edge. */
async function assertNarrow(page, state) {
  const found = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    scrollTo(500, scrollY);
    const moved = scrollX;
    scrollTo(0, scrollY);
    if (scrollWidth <= clientWidth && moved === 0 && clientWidth <= screen.width) return null;
    const beyond = [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > clientWidth + 1);
    return `${scrollWidth} of ${clientWidth} pixels: ${beyond.slice(0, 4).map(({ outerHTML }) => outerHTML.slice(0, 80)).join(" ")}`;
  });
  assert.equal(found, null, state);
}

for (const viewport of [PHONE, SMALL_PHONE]) {
  scene(`nothing scrolls sideways at ${viewport.width}x${viewport.height}`, phone(viewport), async ({ page }) => {
    for (const name of PANELS) {
      await openPanel(page, name);
      await page.waitForTimeout(200);
      await assertNarrow(page, name);
    }
    await openPanel(page, "survey");
    await page.selectOption(".survey-bar select", "100");
    await page.selectOption(".survey-bar label:nth-of-type(2) select", "cellar");
    await page.tap(".survey-bar .primary");
    await page.waitForSelector(".survey-result:not([hidden])", { timeout: 60_000 });
    await assertNarrow(page, "a survey's result");
    const long = "x".repeat(150);
    await page.fill(".find-field", `rooms > 3 && ${long} > 2`);
    await page.waitForSelector(".find-fault:not([hidden])");
    await assertNarrow(page, "a condition that is wrong");
    await page.fill(".find-field", "rooms > 0");
    await page.waitForSelector(".find-picture");
    await page.tap(".find-names summary");
    await assertNarrow(page, "finds, and the names of a condition");
    await openPanel(page, "facts");
    await page.tap(".rooms-again button");
    await page.waitForSelector(".reroll:not([hidden])");
    await page.tap('.reroll button:text-is("Again")');
    await page.waitForFunction(() => document.querySelector(".reroll").textContent.includes("furnished again: 1"));
    await assertNarrow(page, "a room furnished again");
    await page.tap("#overlays summary");
    await assertNarrow(page, "overlays");
    await page.tap("#more summary");
    await assertNarrow(page, "more");
    await page.tap('[data-act="keys"]');
    await page.waitForSelector("#keys[open]");
    await assertNarrow(page, "keys");
    await page.keyboard.press("Escape");
    await write(page, `(name: "${long}", base: "./${long}.ron", ${long}: 2)`);
    await stale(page);
    await page.waitForSelector(".problems-go");
    await assertNarrow(page, "problems with long names");
    await page.locator(".problems-go").first().tap();
    await assertNarrow(page, "a problem in the text");
    await write(page, `(name: "${long.slice(0, 64)}", base: "crypt")`);
    await page.waitForFunction((name) => document.querySelector("#summary").textContent.startsWith(name), long.slice(0, 64));
    for (const name of ["facts", "exports"]) {
      await openPanel(page, name);
      await assertNarrow(page, `${name} of a long name`);
    }
    await page.fill('[name="size"]', "999x999");
    await page.evaluate((words) => { location.hash = `#p=${words}&v=${words}`; }, long);
    await page.waitForSelector(".notice");
    await assertNarrow(page, "notices with long words");
    const { height } = await page.locator('.notice button:text("Close")').first().boundingBox();
    assert.ok(height < 50, `the word of a button stays in one line: ${height}`);
  });
}

/** A finger's events by the protocol of the browser: playwright knows taps only. */
async function fingers(page) {
  const session = await page.context().newCDPSession(page);
  return (type, ...points) => session.send("Input.dispatchTouchEvent", {
    type: `touch${type}`, touchPoints: points.map(([x, y], id) => ({ x, y, id })),
  });
}

/** The camera of the picture. */
const camera = (page) => page.locator("#level").evaluate(({ style }) => {
  const [, x, y, zoom] = /translate\((.+)px, (.+)px\) scale\((.+)\)/.exec(style.transform).map(Number);
  return { x, y, zoom };
});

scene("two fingers enlarge the picture about the point between them, one moves it", phone(PHONE), async ({ page }) => {
  const touch = await fingers(page);
  const box = await page.locator("#picture").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const before = await camera(page);
  const under = ({ x: left, y: top, zoom }) => [(x - box.x - left) / zoom, (y - box.y - top) / zoom];
  await touch("Start", [x - 30, y], [x + 30, y]);
  for (let half = 40; half <= 90; half += 10) await touch("Move", [x - half, y], [x + half, y]);
  await touch("End");
  const zoomed = await camera(page);
  assert.ok(Math.abs(zoomed.zoom / before.zoom - 3) < 0.05, `${zoomed.zoom / before.zoom} times`);
  under(zoomed).forEach((value, axis) => assert.ok(Math.abs(value - under(before)[axis]) < 2, "the middle stays"));
  const { digest } = await shown(page);
  await touch("Start", [x, y]);
  for (let step = 10; step <= 60; step += 10) await touch("Move", [x - step, y - step / 2]);
  await touch("End");
  const moved = await camera(page);
  assert.ok(Math.abs(moved.x - zoomed.x + 60) < 11 && Math.abs(moved.y - zoomed.y + 30) < 8, JSON.stringify([zoomed, moved]));
  assert.equal(moved.zoom, zoomed.zoom);
  assert.equal((await shown(page)).digest, digest);
  assert.equal(await page.locator(".picture-tip").isVisible(), false, "a drag is no tap");
});

scene("a finger that drags the whole level scrolls the page, and a tap describes a prop and shows its text", phone(PHONE), async ({ page }) => {
  const touch = await fingers(page);
  const box = await page.locator("#picture").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await touch("Start", [x, y]);
  for (let step = 20; step <= 160; step += 20) await touch("Move", [x, y - step]);
  await touch("End");
  await page.waitForFunction(() => scrollY > 60);
  // The page goes on for a while after the finger has left it.
  await page.waitForFunction(async () => {
    scrollTo(0, 0);
    await new Promise((done) => { setTimeout(done, 300); });
    return scrollY === 0;
  });
  await page.tap('[aria-label="Larger"]');
  const [frame, scrolled] = [await page.locator("#picture").boundingBox(), await page.evaluate(() => scrollY)];
  const middle = frame.y + frame.height / 2;
  const tip = () => page.locator(".picture-tip").textContent();
  // The row in the middle may be bare: others follow.
  const points = [0, 24, -24, 48, -48].flatMap((down) => Array.from({ length: Math.floor(frame.width / 12) - 1 }, (_, step) => (
    [frame.x + 12 * (step + 1), middle + down])));
  let at;
  for (let before = ""; points.length && !/Tap again/.test(before);) {
    at = points.shift();
    await page.touchscreen.tap(...at);
    // The next point may lie in the same cell.
    await page.waitForFunction((old) => document.querySelector(".picture-tip").textContent !== old, before, { timeout: 500 }).catch(() => {});
    before = await tip();
  }
  assert.match(await tip(), /formation \d+ of the layout|in the vault/);
  assert.equal(await page.evaluate(() => scrollY), scrolled, "the first tap stays at the picture");
  await page.touchscreen.tap(...at);
  await page.waitForSelector(".editor-pointed");
  assert.match((await shown(page)).live, /^[a-z ]+: its formation is shown in the text/);
});

/** What a finger may miss: its beginning, and its height in pixels. */
const smallTargets = (page) => page.locator("button:visible, select:visible, summary:visible, input:not([type=range], [type=checkbox]):visible")
  .evaluateAll((all) => all.map((each) => [each.outerHTML.slice(0, 70), each.getBoundingClientRect().height])
    .filter(([, height]) => height < 39.5));

scene("fingers have targets of 40 pixels", phone(PHONE), async ({ page }) => {
  const small = [];
  for (const name of PANELS) {
    await openPanel(page, name);
    await page.waitForTimeout(100);
    small.push(...await smallTargets(page));
  }
  await openPanel(page, "survey");
  await page.selectOption(".survey-bar select", "100");
  await page.tap(".survey-bar .primary");
  await page.waitForSelector(".survey-result:not([hidden])");
  await page.fill(".find-field", "rooms > 0");
  await page.waitForSelector(".find-pictures > button:visible");
  small.push(...await smallTargets(page));
  await openPanel(page, "facts");
  await page.tap(".rooms-again button");
  await page.waitForSelector(".reroll:not([hidden])");
  small.push(...await smallTargets(page));
  assert.deepEqual(small, []);
});

scene("labels of buttons and menus stand in the middle of their height", phone(PHONE), async ({ page }) => {
  const off = await page.locator("header button:visible, header summary:visible").evaluateAll((all) => all.map((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const [text, box] = [range.getBoundingClientRect(), each.getBoundingClientRect()];
    return [each.textContent, Math.abs((text.top + text.bottom) / 2 - (box.top + box.bottom) / 2)];
  }).filter(([, distance]) => distance > 3));
  assert.deepEqual(off, []);
});
