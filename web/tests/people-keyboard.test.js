/** The whole page by keyboard alone: no test here uses a mouse. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { PANELS, editorText, notices, redrawn, scenes, shown, stale } from "./people.js";

const scene = scenes();

/** What has the focus, in words that a test can compare. */
const focused = (page) => page.evaluate(() => {
  const element = document.activeElement;
  return element.id || element.name || element.className || element.getAttribute("aria-label") || element.textContent.trim() || element.tagName;
});

/** Presses a key until what has the focus matches a selector. */
async function reach(page, selector, key = "Tab") {
  for (let rest = 60; rest > 0; rest -= 1) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    if (await focused(page) === "cm-content") await page.keyboard.press("Escape");
    await page.keyboard.press(key);
  }
  assert.fail(`${key} does not reach ${selector}`);
}

const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** The focus is on something that can be seen. */
async function assertFocus(page, after) {
  const fault = await page.evaluate(() => {
    const element = document.activeElement;
    const { width, height, right, bottom } = element.getBoundingClientRect();
    if (element === document.body) return "the focus is lost to the body";
    return width > 0 && height > 0 && right > 0 && bottom > 0 && element.checkVisibility() ? null : `${element.outerHTML.slice(0, 90)} cannot be seen`;
  });
  assert.equal(fault, null, `after ${after}`);
}

const STOPS = [
  "skip", "preset", "seed", "A random seed", "size", "floor", "difficulty", "view", "Overlays", "primary", "More",
  "crypt", "Examples of the manual", "cm-content", "separator", "level", "Fit the whole level", "Smaller", "Larger",
  "1:1, a pixel of the picture a pixel of the page", "tab-facts", "panel-facts",
];

scene("Tab reaches every control of a fresh page in the order of reading", {}, async ({ page }) => {
  const found = [];
  for (let rest = STOPS.length; rest > 0; rest -= 1) {
    if (found.at(-1) === "cm-content") await press(page, "Escape");
    await press(page, "Tab");
    found.push(await focused(page));
  }
  assert.deepEqual(found, STOPS);
});

scene("each stop of Tab looks different with the focus", { context: { reducedMotion: "reduce" } }, async ({ page }) => {
  const alike = [];
  for (const stop of STOPS) {
    if (await focused(page) === "cm-content") await press(page, "Escape");
    await press(page, "Tab");
    const box = await page.evaluate(() => {
      const { left, top, right, bottom } = document.activeElement.getBoundingClientRect();
      const [x, y] = [Math.max(0, left - 4), Math.max(0, top - 4)];
      return { x, y, width: Math.min(innerWidth, right + 4, x + 700) - x, height: Math.min(innerHeight, bottom + 4, y + 300) - y };
    });
    const withFocus = await page.screenshot({ clip: box, caret: "initial" });
    const element = await page.evaluateHandle(() => document.activeElement);
    await element.evaluate((each) => each.blur());
    const without = await page.screenshot({ clip: box });
    if (withFocus.equals(without)) alike.push(stop);
    await element.evaluate((each) => each.focus());
  }
  assert.deepEqual(alike, []);
});

scene("every control changes the level by keys", {}, async ({ page }) => {
  let before = await shown(page);
  const change = async (selector, ...keys) => {
    await reach(page, selector);
    await press(page, ...keys);
    before = await redrawn(page, before);
    await assertFocus(page, keys.join(" "));
    return before;
  };
  await change('[name="preset"]', "ArrowDown");
  assert.match(before.summary, /^garden, seed 42/);
  const seeds = [];
  for (const key of ["ArrowUp", "PageUp", "ArrowDown", "PageDown"]) seeds.push((await change("#seed", key)).seed);
  assert.deepEqual(seeds, ["43", "53", "52", "42"]);
  await change('[data-act="random"]', "Enter");
  await reach(page, "#seed", "Shift+Tab");
  await press(page, "Control+a");
  await page.keyboard.type("7");
  await redrawn(page, before);
  assert.equal((before = await shown(page)).seed, "7");
  await reach(page, '[name="size"]');
  await page.keyboard.insertText("64x48");
  before = await redrawn(page, before);
  assert.match(before.summary, /64x48/);
  await change('[name="floor"]', "ArrowUp");
  await change('[name="difficulty"]', "End");
  const { digest } = before;
  await reach(page, '[name="view"]');
  const pixels = () => page.locator("#level").evaluate((canvas) => `${canvas.width}x${canvas.height} ${canvas.toDataURL().length}`);
  const above = await pixels();
  await press(page, "ArrowDown");
  await page.waitForFunction((size) => `${document.querySelector("#level").width}x${document.querySelector("#level").height}` !== size, above.split(" ")[0]);
  assert.equal((await shown(page)).digest, digest, "the view changes no level");
  const plain = await pixels();
  await reach(page, "#overlays summary");
  await press(page, "Enter", "Tab", "Space");
  assert.ok(await page.locator("#overlays input").first().isChecked());
  await page.waitForFunction((before) => before !== `${document.querySelector("#level").width}x${document.querySelector("#level").height} ${document.querySelector("#level").toDataURL().length}`, plain);
  await press(page, "Escape");
  assert.equal(await focused(page), "Overlays (1)", "Escape closes the menu and goes back to what opened it");
  await page.waitForFunction(() => /f=1&d=1&v=iso&o=distance/.test(location.hash));
  assert.match(page.url(), /p=garden&s=7&z=64x48/);
});

scene("who skips to the level keeps all that was chosen", { hash: "#p=garden&s=7" }, async ({ page }) => {
  const before = await shown(page);
  await reach(page, ".skip");
  await press(page, "Enter");
  await page.waitForFunction(() => document.activeElement.id === "stage");
  // The address is that of the level again, and no link was opened.
  await page.waitForFunction(() => /p=garden&s=7/.test(location.hash));
  assert.deepEqual([(await shown(page)).digest, await notices(page)], [before.digest, []]);
});

scene("a mistake in the text is found, mended and undone by keys, and Escape Tab leaves the text", {}, async ({ page }) => {
  const before = await shown(page);
  await press(page, "e");
  assert.equal(await focused(page), "cm-content");
  // Below the bracket that opens the preset, which comments stand before.
  const text = await editorText(page);
  const above = text.split("\n").indexOf("(");
  await press(page, "Control+Home", ...Array(above).fill("ArrowDown"), "End", "Enter");
  await page.keyboard.type("clearence: 3,");
  // While the word is typed, there are other mistakes.
  await page.waitForSelector("#problems .problems-title:has-text('1 error')");
  await press(page, "Control+End", "F8");
  await page.waitForSelector(".editor-card-problem");
  const selected = () => page.evaluate(() => getSelection().toString());
  assert.equal(await selected(), "clearence");
  await press(page, "Escape", "Control+.");
  await redrawn(page, before);
  assert.match(await editorText(page), /^ {4}clearance: 3,$/m);
  assert.equal(await page.locator("#problems .problems-title").textContent(), "No problems");
  // A pause in the typing begins another step of undo.
  for (let rest = 20; rest > 0 && await editorText(page) !== text; rest -= 1) await press(page, "Control+z");
  await page.waitForFunction((digest) => document.querySelector("#level").dataset.digest === digest, before.digest);
  await press(page, "Tab");
  assert.equal(await focused(page), "cm-content", "Tab indents");
  await press(page, "Control+z", "Escape", "Tab");
  assert.equal(await focused(page), "separator");
});

scene("arrows open each panel and keep the focus on its tab", {}, async ({ page }) => {
  await reach(page, "#tab-facts");
  const tabs = await page.locator("#panel-tabs [role=tab]:visible").evaluateAll((all) => all.map(({ id }) => id.replace("tab-", "")));
  assert.deepEqual(tabs.filter((name) => name !== "curve"), PANELS);
  for (const name of [...tabs.slice(1), tabs[0]]) {
    await press(page, "ArrowRight");
    await page.waitForSelector(`#panel-${name} > *`);
    await page.waitForTimeout(400);
    assert.equal(await focused(page), `tab-${name}`);
    assert.equal(await page.getAttribute(`#tab-${name}`, "aria-selected"), "true");
    assert.deepEqual(await page.locator("[role=tabpanel]:visible").evaluateAll((all) => all.map(({ id }) => id)), [`panel-${name}`]);
  }
  await press(page, "End");
  assert.equal(await focused(page), "tab-exports");
  await press(page, "Home", "ArrowLeft");
  assert.equal(await focused(page), "tab-exports");
});

scene("a game is begun, played and left by keys", {}, async ({ page }) => {
  await reach(page, "#tab-facts");
  await reach(page, "#tab-play", "ArrowRight");
  await page.waitForSelector(".play-canvas[data-cell]");
  await press(page, "Tab");
  await reach(page, ".play-canvas");
  const cell = () => page.getAttribute(".play-canvas", "data-cell");
  const places = new Set([await cell()]);
  for (const key of ["ArrowUp", "h", "s", "d"]) {
    await press(page, key);
    await page.waitForTimeout(150);
    places.add(await cell());
  }
  assert.ok(places.size > 1, "one of four ways is free");
  await press(page, "Escape");
  assert.equal(await focused(page), "tab-play");
});

scene("a survey is made, its points are walked and one is opened by keys", {}, async ({ page }) => {
  await reach(page, "#tab-facts");
  await reach(page, "#tab-survey", "ArrowRight");
  await page.waitForSelector(".survey-bar");
  await reach(page, ".survey-bar select");
  await press(page, "Home");
  await reach(page, ".survey-bar button.primary");
  await press(page, "Enter");
  await page.waitForTimeout(50);
  await assertFocus(page, "Enter on Survey");
  await page.waitForSelector(".survey-result:not([hidden])", { timeout: 40_000 });
  await assertFocus(page, "the end of the survey");
  await reach(page, ".plot");
  await press(page, "ArrowRight", "ArrowRight");
  const words = (await shown(page)).live;
  assert.match(words, /^crypt, seed \d+: linearity/);
  const before = await shown(page);
  await press(page, "Enter");
  const after = await redrawn(page, before);
  assert.equal(after.seed, /seed (\d+)/.exec(words)[1]);
  assert.equal(await page.inputValue("#seed"), after.seed);
});

scene("the making is stepped to its end by keys without losing the focus", { context: { reducedMotion: "reduce" } }, async ({ page }) => {
  await page.evaluate(() => document.querySelector("#tab-film").focus());
  await press(page, "Enter");
  await page.waitForFunction(() => /^1 of/.test(document.querySelector(".film-count")?.textContent));
  await reach(page, ".film-bar button:nth-of-type(2)");
  await press(page, "Enter");
  await page.waitForFunction(() => /^2 of/.test(document.querySelector(".film-count").textContent));
  await press(page, "Tab", "Enter");
  await page.waitForFunction(() => /^(\d+) of \1$/.test(document.querySelector(".film-count").textContent), null, { timeout: 40_000 });
  await page.waitForTimeout(100);
  await assertFocus(page, "Enter on To the end");
});

scene("a file is downloaded and a link is copied by keys", { context: { permissions: ["clipboard-read", "clipboard-write"] } }, async ({ page }) => {
  await reach(page, '[data-act="share"]');
  await press(page, "Enter");
  await page.waitForFunction(() => document.querySelector("#live").textContent.startsWith("The link is copied."));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await assertFocus(page, "Enter on Copy link");
  await reach(page, "#tab-facts");
  await press(page, "ArrowLeft");
  await page.waitForSelector(".exports-list");
  await reach(page, '[aria-label="Download json"]');
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Enter")]);
  assert.equal(download.suggestedFilename(), "crypt-42.json");
  const level = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.deepEqual([level.seed, level.preset, level.width], ["42", "crypt", 80]);
  await assertFocus(page, "Enter on Download");
});

scene("the cursor of the picture describes its cell, and Enter lands in the text of its formation", {}, async ({ page }) => {
  await reach(page, "#level");
  let words = "";
  const way = [...Array(12).fill("ArrowLeft"), ...Array(12).fill("ArrowUp"), ...Array(24).fill("ArrowRight")];
  for (const key of way) {
    await press(page, key);
    await page.waitForTimeout(30);
    words = (await shown(page)).live;
    if (/formation \d+ of the layout/.test(words)) break;
  }
  const [, kind, layout] = /\. ([^.:]+) of \d+x\d+ cells[^.]*\. placed by formation \d+ of the layout (.+)$/.exec(words) ?? assert.fail(words);
  await press(page, "Enter");
  await page.waitForSelector(".editor-pointed");
  const lines = (await editorText(page)).split("\n");
  const pointed = await page.locator(".editor-pointed").allTextContents();
  // Layouts may have the same line.
  const alike = lines.flatMap((line, at) => (line.includes(pointed[0].split("\n")[0]) ? [at] : []));
  // A formation may have a name of its own.
  const isHeading = (line) => /name: "/.test(line) && !/name: "[^"]*", shape:/.test(line);
  const headings = alike.map((at) => lines.slice(0, at + 1).findLast(isHeading));
  assert.ok(headings.some((heading) => heading.includes(`name: "${layout}"`)), `${headings} are of the layout ${layout}`);
  // A formation places the variants of its kind, too.
  const variantOf = lines.find((line) => line.includes("variants: {") && line.split("variants: {")[1].includes(`"${kind}"`));
  const names = [kind, variantOf?.match(/"([^"]+)"/)[1]].filter(Boolean);
  assert.ok(names.some((name) => pointed.join("\n").includes(`"${name}"`)), `${pointed} places ${kind}`);
  assert.equal(await focused(page), "level", "the focus stays in the picture");
  const zoom = () => page.locator("#level").evaluate((canvas) => canvas.style.transform);
  const fitted = await zoom();
  await press(page, "+");
  assert.notEqual(await zoom(), fitted);
  await press(page, "0");
  assert.equal(await zoom(), fitted);
});

scene("arrows move the separator within its bounds", {}, async ({ page }) => {
  await reach(page, "#separator");
  const width = () => page.locator("#writing").evaluate(({ offsetWidth }) => offsetWidth);
  const now = async () => Number(await page.getAttribute("#separator", "aria-valuenow"));
  const [first, value] = [await width(), await now()];
  await press(page, "ArrowRight", "ArrowRight");
  assert.ok(await width() > first);
  assert.equal(await now(), value + 4);
  await press(page, ...Array(50).fill("ArrowLeft"));
  assert.equal(await now(), Number(await page.getAttribute("#separator", "aria-valuemin")));
  await press(page, ...Array(60).fill("ArrowRight"));
  assert.equal(await now(), Number(await page.getAttribute("#separator", "aria-valuemax")));
});

scene("menus, the dialog and notices give the focus back", {}, async ({ page }) => {
  await press(page, "?");
  await page.waitForSelector("#keys[open]");
  await press(page, "Escape");
  await reach(page, "#more summary");
  await press(page, "Enter");
  await reach(page, '[data-act="keys"]');
  await press(page, "Enter");
  await page.waitForSelector("#keys[open]");
  await assertFocus(page, "the dialog has opened");
  await press(page, "Escape");
  assert.equal(await page.locator("#keys").isVisible(), false);
  await assertFocus(page, "the dialog has closed");
  await press(page, "Enter");
  await reach(page, '[data-act="save"]');
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Enter")]);
  assert.equal(download.suggestedFilename(), "crypt.ron");
  await assertFocus(page, "Save the text");
  await page.evaluate(() => { location.hash = "#s=none&p=castle"; });
  await page.waitForSelector(".notice");
  const count = (await notices(page)).length;
  assert.equal(count, 2);
  await reach(page, ".notice button");
  await press(page, "Enter");
  await assertFocus(page, "the first notice has closed");
  await press(page, "Enter");
  assert.deepEqual(await notices(page), []);
  await assertFocus(page, "the last notice has closed");
});

scene("an example is chosen, and a base is begun, by keys", {}, async ({ page }) => {
  await reach(page, '[aria-label="Examples of the manual"]');
  const before = await shown(page);
  await press(page, "ArrowDown");
  const first = await redrawn(page, before);
  await assertFocus(page, "the first example");
  await press(page, "ArrowDown");
  await redrawn(page, first);
  await assertFocus(page, "the second example");
  assert.equal(await focused(page), "Examples of the manual");
  await press(page, "Tab", "Control+a");
  await page.keyboard.insertText('(name: "own", base: "./base.ron")');
  await stale(page);
  await press(page, "Escape", "Shift+Tab");
  await reach(page, 'button[title="Begin the text of this file"]', "Shift+Tab");
  await press(page, "Enter");
  await page.waitForFunction(() => document.querySelector("#level").dataset.state === "drawn");
  await assertFocus(page, "Begin the text of this file");
});
