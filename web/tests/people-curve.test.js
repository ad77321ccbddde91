/** The curve of the encounters: its points are dragged and moved by keys, and the text follows. */

import assert from "node:assert/strict";
import { load } from "./browser.js";
import { editorText, openPanel, redrawn, scenes, shown, stale, write } from "./people.js";

const scene = scenes();
const { source } = load("axe-core");

const POINTS = "(0.0, 0), /* a rest */ (0.3, 1.0),\n        (0.525, 0.25), (1.0, 2)";
const own = (curve, base = "cellar") => `// é😀: encounters of its own.
(
    name: "own", base: "${base}", size: (60, 40),
    props: {"rat": (glyph: 'r', color: "#aa5533", marker: true)},
    groups: {"a rat": (cost: 1, members: {"rat": 1})},
    encounters: (budget: 40, quiet: 2${curve ? `, curve: [${curve}]` : ""}),
)
`;
const OWN = own(POINTS);

/** Opens the panel of a text's encounters. */
async function opened(page, text = OWN) {
  const before = await shown(page);
  await write(page, text);
  await redrawn(page, before);
  await page.locator("#tab-curve").waitFor();
  await openPanel(page, "curve");
  await page.locator(".curve-point").first().waitFor();
}

const point = (page, index) => page.locator(".curve-point").nth(index);

/** The pixel of a point's middle. */
async function middle(page, index) {
  const box = await point(page, index).locator("circle").nth(1).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses a point and moves it by some pixels, without letting it go. */
async function grab(page, index, dx, dy) {
  const { x, y } = await middle(page, index);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 3 });
  await page.mouse.move(x + dx, y + dy, { steps: 3 });
}

/** The numbers of the curve in the text. */
const numbers = async (page) => JSON.parse(`[${/curve: \[(.*?)\]/s.exec(await editorText(page))[1].replace(/\/\*.*?\*\//g, "").replaceAll("(", "[").replaceAll(")", "]")}]`);

scene("only presets with encounters have the panel, and who loses it sees the first one", {}, async ({ page }) => {
  // A floor of a run has encounters, but the curve is in no text of the page's own.
  await page.selectOption('[name="preset"]', "delve");
  await page.waitForFunction(() => document.querySelector("#summary").textContent.startsWith("delve,"));
  await page.locator("#tab-curve").waitFor({ state: "hidden" });
  await opened(page);
  assert.equal(await page.locator(".curve-point").count(), 4);
  await page.click("#more summary");
  await page.click('[data-act="reset"]');
  await page.locator("#tab-curve").waitFor({ state: "hidden" });
  assert.equal(await page.getAttribute("#tab-facts", "aria-selected"), "true");
  assert.ok(await page.locator("#panel-facts").isVisible());
});

scene("the chart shows what all rooms were to cost and what they cost", {}, async ({ page }) => {
  await opened(page);
  const [, spent, budget] = /encounters? for (\d+) of (\d+)/.exec((await shown(page)).summary).map(Number);
  const legend = await page.textContent(".curve-legend");
  const planned = Number(/planned: (\d+)/.exec(legend)[1]);
  assert.ok(legend.includes(`spent: ${spent} of ${budget}`), legend);
  assert.ok(spent > 0 && planned > 0 && planned <= budget && budget === 40, legend);
  const bars = await page.locator(".curve-planned > title").allTextContents();
  const sum = (pattern) => bars.reduce((all, words) => all + Number(pattern.exec(words)[1]), 0);
  assert.deepEqual([sum(/(\d+) planned/), sum(/(\d+) spent/)], [planned, spent]);
  const heights = await page.locator(".curve-planned").evaluateAll((all) => all.map((bar) => Number(bar.getAttribute("height"))));
  const costs = bars.map((words) => Number(/(\d+) planned/.exec(words)[1]));
  heights.forEach((height, bin) => assert.ok(Math.abs(height * costs[0] - heights[0] * costs[bin]) < 0.01 * (heights[0] * costs[bin] + 1), "bars are as high as their costs"));
  const titles = await page.locator(".curve-chart text").allTextContents();
  for (const title of ["Progress along the path", "Value of the curve", "Cost of encounters"]) assert.ok(titles.includes(title), title);
  // Points stand where the axes say.
  const [first, last] = [await middle(page, 0), await middle(page, 3)];
  const second = await middle(page, 1);
  assert.ok(Math.abs(second.x - (first.x + 0.3 * (last.x - first.x))) < 1);
  assert.ok(Math.abs(second.y - (first.y + 0.5 * (last.y - first.y))) < 1);
});

scene("a drag changes the two numbers of its point alone, the level follows, and it is one step of undo", {}, async ({ page }) => {
  await opened(page);
  const before = await shown(page);
  await grab(page, 1, 60, -50);
  // The level follows while the point is held.
  await redrawn(page, before);
  await page.mouse.up();
  const [, [progress, value], ...others] = await numbers(page);
  assert.ok(progress > 0.32 && progress < 0.52 && value > 1.1, `${progress} ${value}`);
  assert.deepEqual(others, [[0.525, 0.25], [1, 2]]);
  assert.equal((await editorText(page)).replace(/\/\* a rest \*\/ \([\d.]+, [\d.]+\)/, "/* a rest */ (0.3, 1.0)"), OWN);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+z");
  assert.equal(await editorText(page), OWN);
  await page.waitForFunction((digest) => document.querySelector("#level").dataset.digest === digest, before.digest);
  await page.waitForFunction(() => document.querySelectorAll(".curve-point")[1].getAttribute("aria-valuenow") === "1");
  await grab(page, 1, 60, -50);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.equal(await editorText(page), OWN, "Escape gives the numbers back");
});

scene("a drag keeps the order of the points and the values of the language", {}, async ({ page }) => {
  await opened(page);
  await grab(page, 1, 2000, 2000);
  await page.mouse.up();
  assert.deepEqual((await numbers(page))[1], [0.51, 0], "a step before its neighbour");
  await grab(page, 2, -2000, 0);
  await page.mouse.up();
  assert.deepEqual((await numbers(page))[2], [0.52, 0.25], "across alone: the value is as it was");
  await grab(page, 3, 2000, 2000);
  await page.mouse.up();
  await grab(page, 2, 0, 2000);
  await page.mouse.up();
  const [, , last] = await numbers(page);
  assert.ok(last[1] > 0, "a curve that is 0 everywhere is refused");
  const top = async () => Number((await page.locator('.curve-chart text[text-anchor="end"]').allTextContents()).at(-1));
  const low = await top();
  // Above the chart the value rises on, and the range that is shown follows.
  await grab(page, 3, 0, -400);
  await page.mouse.up();
  const [, , , [progress, value]] = await numbers(page);
  assert.ok(progress === 1 && value > low, `${value}`);
  assert.ok(await top() > low);
});

scene("arrow keys move the point that has the focus, each as a step of undo, and screen readers hear where it is", {}, async ({ page }) => {
  await opened(page);
  await point(page, 1).focus();
  const state = () => point(page, 1).evaluate((each) => [each.getAttribute("role"), each.getAttribute("aria-label"), each.getAttribute("aria-valuetext")]);
  assert.deepEqual(await state(), ["slider", "Point 2 of 4", "progress 0.3, value 1"]);
  for (const key of ["ArrowRight", "Shift+ArrowRight", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowDown"]) await page.keyboard.press(key);
  const text = await editorText(page);
  assert.deepEqual(await numbers(page), [[0, 0], [0.4, 1.05], [0.525, 0.25], [1, 2]]);
  assert.match(text, /\/\* a rest \*\/ \(0\.4, 1\.05\),\n {8}\(0\.525, 0\.25\)/);
  assert.deepEqual(await state(), ["slider", "Point 2 of 4", "progress 0.4, value 1.05"]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowUp");
  assert.deepEqual((await numbers(page))[2], [0.525, 0.3], "the next point, at once");
  for (let rest = 4; rest > 0; rest -= 1) await page.keyboard.press("Control+z");
  assert.deepEqual((await numbers(page))[1], [0.4, 1]);
  await page.keyboard.press("Control+y");
  assert.deepEqual((await numbers(page))[1], [0.4, 1.05]);
  for (let rest = 4; rest > 0; rest -= 1) await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === "Point 3 of 4", null, { timeout: 2000 });
  assert.equal(await editorText(page), OWN);
  // The level of the text is back, and the points with it.
  await page.waitForFunction(() => document.querySelectorAll(".curve-point")[1].getAttribute("aria-valuetext") === "progress 0.3, value 1");
});

scene("an inherited curve and one that is not written are shown, and say why they do not move", { hash: "#p=cellar" }, async ({ page }) => {
  await opened(page, own(""));
  const fixed = async (count, why) => {
    await page.waitForFunction(({ count: wanted }) => document.querySelectorAll(".curve-point.is-fixed").length === wanted, { count });
    assert.match(await page.textContent(".curve-note"), why);
    assert.match(await point(page, 0).locator("title").textContent(), why);
    assert.equal(await page.locator(".curve-point[tabindex]").count(), 0);
    const text = await editorText(page);
    await grab(page, 0, 40, 40);
    await page.mouse.up();
    assert.equal(await editorText(page), text);
  };
  await fixed(2, /^(progress 0, value 1\. )?The text has no curve: all rooms share alike/);
  // A base of the page's own.
  await page.locator("#documents [role=tab]").first().click();
  await write(page, '(name: "heir", base: "./own.ron")');
  await page.locator('.beginnings button:has-text("own.ron")').click();
  await write(page, OWN);
  // A base that is only begun may have no encounters, so the panel may have closed.
  await openPanel(page, "curve");
  await fixed(4, /The curve is that of the base \.\/own\.ron/);
});

scene("a text with problems keeps its last curve, which does not move until they are mended", {}, async ({ page }) => {
  await opened(page);
  const broken = OWN.replace("budget: 40", "budgt: 40");
  await write(page, broken);
  await stale(page);
  assert.equal(await page.locator(".curve-point").count(), 4);
  await grab(page, 1, 40, -40);
  await page.mouse.up();
  await point(page, 1).focus();
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => /The text has changed/.test(document.querySelector("#live").textContent));
  assert.equal(await editorText(page), broken);
  await write(page, OWN.replace("name: \"own\"", "name: \"my own\""));
  await page.waitForFunction(() => document.querySelector("#summary").textContent.startsWith("my own,"));
  await point(page, 1).focus();
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => /\(0\.3, 1\.05\)/.test(document.querySelector(".cm-content").cmTile.view.state.doc.toString()));
});

scene("a drag changes the preset's text while a base is in the editor", { hash: "#p=cellar" }, async ({ page }) => {
  await opened(page);
  await page.locator("#documents [role=tab]").nth(1).click();
  await page.waitForSelector(".is-read-only");
  await grab(page, 1, 0, -30);
  await page.mouse.up();
  const [, [progress, value]] = await numbers(page);
  assert.ok(progress === 0.3 && value > 1, `${progress} ${value}`);
  assert.equal(await page.locator("#documents [role=tab]").first().getAttribute("aria-selected"), "true");
});

for (const colorScheme of ["light", "dark"]) {
  scene(`no barrier in the panel, and its colours differ from the ground, in ${colorScheme}`, { context: { colorScheme, reducedMotion: "reduce" } }, async ({ page }) => {
    await page.evaluate(source);
    await opened(page);
    const violations = () => page.evaluate(() => globalThis.axe.run("#stage", { resultTypes: ["violations"] })
      .then(({ violations: all }) => all.map(({ id, nodes }) => `${id}: ${nodes[0].target} ${nodes[0].failureSummary}`)));
    assert.deepEqual(await violations(), []);
    const ratios = await page.evaluate(() => {
      const luminance = (color) => {
        const parts = /\d+(?:\.\d+)?, \d+(?:\.\d+)?, \d+(?:\.\d+)?/.exec(color)[0].split(", ").map((part) => part / 255);
        const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const style = (selector, part) => getComputedStyle(document.querySelector(selector))[part];
      const contrast = (one, other) => {
        const [less, more] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (more + 0.05) / (less + 0.05);
      };
      const ground = getComputedStyle(document.body).backgroundColor;
      return {
        words: contrast(style(".curve-chart text", "fill"), ground),
        curve: contrast(style(".curve-line", "stroke"), ground),
        planned: contrast(style(".curve-planned", "stroke"), ground),
        spent: contrast(style(".curve-spent", "fill"), ground),
        tones: contrast(style(".curve-spent", "fill"), style(".curve-planned", "fill")),
      };
    });
    for (const [name, ratio] of Object.entries(ratios)) assert.ok(ratio >= (name === "words" ? 4.5 : 3), `${name}: ${ratio}`);
  });
}
