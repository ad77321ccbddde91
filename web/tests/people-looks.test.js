/** The page in light, dark and forced colours, and at a zoom of 200 %. */

import assert from "node:assert/strict";
import { PANELS, openPanel, scenes, shown, stale, write } from "./people.js";

const scene = scenes();

/** The mean lightness, 0 to 255, of the page's ground and of its texts. */
const lightness = (page, selector, property) => page.locator(selector).first().evaluate((element, name) => {
  const [r, g, b] = /rgba?\((\d+), (\d+), (\d+)/.exec(getComputedStyle(element)[name]).slice(1).map(Number);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}, property);

scene("light and dark follow the system, at once and in each part", {}, async ({ page }) => {
  const parts = ["body", ".bar", ".cm-editor", "#panel-tabs button", ".documents"];
  await page.emulateMedia({ colorScheme: "light" });
  for (const part of parts) assert.ok(await lightness(page, part, "color") < 130, `${part} in light`);
  assert.ok(await lightness(page, "body", "backgroundColor") > 200);
  await page.emulateMedia({ colorScheme: "dark" });
  for (const part of parts) assert.ok(await lightness(page, part, "color") > 130, `${part} in dark`);
  for (const part of ["body", ".bar", ".editor-place"]) assert.ok(await lightness(page, part, "backgroundColor") < 60, `${part} in dark`);
});

scene("a plot has the colours of the scheme that is chosen", {}, async ({ page }) => {
  await openPanel(page, "survey");
  await page.selectOption(".survey-bar select", "100");
  await page.click(".survey-bar .primary");
  await page.waitForSelector(".survey-result:not([hidden])", { timeout: 60_000 });
  const ink = () => page.locator(".plot").evaluate((canvas) => {
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, canvas.height - 30, canvas.width, 30);
    let [sum, count] = [0, 0];
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] > 200) [sum, count] = [sum + data[at + 1], count + 1];
    return sum / count;
  });
  const light = await ink();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForTimeout(400);
  const dark = await ink();
  assert.ok(light < 130 && dark > 130, `${light} in light, ${dark} in dark`);
});

scene("in forced colours tabs, buttons, problems and the cursor keep their borders and marks", {
  context: { forcedColors: "active" },
}, async ({ page }) => {
  const line = (selector) => page.locator(selector).evaluate((element) => getComputedStyle(element).borderBottomColor);
  const canvas = await page.evaluate(() => {
    document.body.style.borderTopColor = "Canvas";
    return getComputedStyle(document.body).borderTopColor;
  });
  assert.notEqual(await line("#tab-facts"), canvas, "the open tab has a line below");
  assert.equal(await line("#tab-play"), canvas, "the others have none");
  assert.ok(await page.locator("#separator").evaluate((element) => parseFloat(getComputedStyle(element).borderLeftWidth) > 0), "the separator is seen");
  const hasBorder = (selector) => page.locator(selector).first().evaluate((element) => {
    const { borderTopWidth, borderTopStyle } = getComputedStyle(element);
    return parseFloat(borderTopWidth) > 0 && borderTopStyle !== "none";
  });
  for (const selector of ["button.primary", "select", "input#seed", "#overlays summary", ".picture-tools button"]) assert.ok(await hasBorder(selector), selector);
  await write(page, '(name: "own", base: "crypt", clearence: 1)');
  await stale(page);
  const squiggle = await page.locator(".editor-squiggle").evaluate((element) => {
    const { textDecorationLine, backgroundImage, borderBottomStyle } = getComputedStyle(element);
    return `${textDecorationLine} ${backgroundImage} ${borderBottomStyle}`;
  });
  assert.match(squiggle, /underline|url|gradient|solid|dotted|dashed/);
  await page.locator("#level").focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector(".picture-tip:not([hidden])");
  assert.ok(await hasBorder(".picture-tip"));
});

scene("at a zoom of 200 % everything can be reached, and nothing lies over anything else", {
  context: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
}, async ({ page }) => {
  for (const name of PANELS) {
    await openPanel(page, name);
    await page.waitForTimeout(300);
    const faults = await page.evaluate(() => {
      const found = [];
      if (document.documentElement.scrollWidth > innerWidth) found.push(`${document.documentElement.scrollWidth} wide`);
      for (const each of document.querySelectorAll("button, select, input, summary, [role=tab], [role=application]")) {
        if (!each.checkVisibility() || each.closest(".cm-editor, [aria-hidden]")) continue;
        each.scrollIntoView({ block: "center" });
        const { left, top, width, height } = each.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        if (!hit || (!each.contains(hit) && !hit.contains(each) && !hit.closest("label")?.contains(each))) found.push(`${each.outerHTML.slice(0, 60)} is below ${hit?.outerHTML.slice(0, 60)}`);
      }
      return found;
    });
    assert.deepEqual(faults, [], name);
  }
  const before = await shown(page);
  await page.fill("#seed", "9");
  await page.waitForFunction((digest) => document.querySelector("#level").dataset.digest !== digest, before.digest);
});

scene("on a short desk window each part keeps a height that can be used", { context: { viewport: { width: 1280, height: 620 } } }, async ({ page }) => {
  const small = [];
  const least = async (selector, height, name) => {
    const box = await page.locator(selector).boundingBox();
    if (!box || box.height < height || box.y + box.height > 621) small.push(`${name}: ${selector} ${JSON.stringify(box)}`);
  };
  for (const name of PANELS) {
    await openPanel(page, name);
    await page.waitForTimeout(300);
    if (!["film", "play"].includes(name)) await least("#picture", 180, name);
    // A survey that is not made yet has one line.
    if (name !== "survey") await least(`#panel-${name}`, 100, name);
  }
  await openPanel(page, "play");
  await page.waitForTimeout(300);
  await least(".play-canvas", 250, "play");
  await openPanel(page, "film");
  await page.waitForTimeout(300);
  await least(".film-canvas", 200, "film");
  assert.deepEqual(small, []);
});
