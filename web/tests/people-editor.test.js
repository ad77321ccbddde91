/** The editor by keyboard and mouse: completion, cards, numbers, mending, bases, examples, undo, folds. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DIST } from "./browser.js";
import { editorText, redrawn, scenes, shown, stale, write } from "./people.js";

const scene = scenes();

const OWN = '(\n    name: "own",\n    base: "crypt",\n    clearance: 1,\n    floorplan: (\n        rooms: (max: 12),\n        style: Adjacent(corner: 1),\n    ),\n)\n';

const starts = (page, words) => page.waitForFunction((start) => document.querySelector("#summary").textContent.startsWith(start), words);
const token = (page, text) => page.locator(".cm-line span").filter({ hasText: new RegExp(`^${text}$`) }).first();

/** Puts the caret behind a part of the text. */
async function caretBehind(page, part) {
  const at = (await editorText(page)).indexOf(part) + part.length;
  assert.ok(at >= part.length, part);
  await page.evaluate((anchor) => document.querySelector(".cm-content").cmTile.view.dispatch({ selection: { anchor } }), at);
  await page.locator(".cm-content").focus();
}

scene("completion offers fields and words of the schema, by keyboard and by mouse", {}, async ({ page }) => {
  await write(page, OWN);
  await caretBehind(page, "max: 12),");
  await page.keyboard.press("Enter");
  await page.keyboard.type("cyc");
  const list = page.locator(".cm-tooltip-autocomplete");
  await list.locator('li:has-text("cycles")').waitFor();
  // The editor takes keys for the list once it has been seen for a moment.
  await page.waitForTimeout(150);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".cm-content").innerText.includes("cycles: "));
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Escape");
  await caretBehind(page, "style: Adjacent");
  await page.keyboard.press("Control+Space");
  await list.waitFor();
  await page.keyboard.press("Escape");
  await write(page, OWN.replace("Adjacent(corner: 1)", ""));
  await caretBehind(page, "style: ");
  await page.keyboard.press("Control+Space");
  await list.locator("li").first().waitFor();
  const options = await list.locator("li").allTextContents();
  assert.ok(options.some((words) => words.startsWith("Adjacent")), options.join());
  await list.locator('li:has-text("Adjacent")').first().click();
  await page.waitForFunction(() => document.querySelector(".cm-content").innerText.includes("style: Adjacent("));
});

scene("a card describes a field, under the mouse and at the caret", { hash: "#p=library" }, async ({ page }) => {
  await token(page, "wander").scrollIntoViewIfNeeded();
  await token(page, "wander").hover();
  const card = page.locator(".editor-card");
  await card.waitFor();
  const words = await card.textContent();
  const schema = JSON.parse(await readFile(join(DIST, "schema.json"), "utf8"));
  const described = JSON.stringify(schema).match(/"wander":\{[^}]*"description":"([^"]{10,40})/)?.[1] ?? /"wander":\{.*?"description":"([^"]{10,40})/.exec(JSON.stringify(schema))[1];
  assert.ok(words.includes("wander"), words);
  assert.ok(words.includes(described.split("`")[0].slice(0, 20)), `${words} has ${described}`);
  await page.mouse.move(5, 5);
  await card.waitFor({ state: "detached" });
  await caretBehind(page, ", wander");
  await page.keyboard.press("Alt+F1");
  await card.waitFor();
  assert.equal(await card.textContent(), words);
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
});

scene("a number is dragged by the mouse within its bounds, and a drag is one step of undo", {}, async ({ page }) => {
  await write(page, OWN);
  await starts(page, "own,");
  const before = await shown(page);
  const box = await token(page, "12").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y, { steps: 4 });
  await page.mouse.move(x + 41, y, { steps: 4 });
  await page.mouse.up();
  assert.match(await editorText(page), /rooms: \(max: 20\)/);
  await redrawn(page, before);
  await page.keyboard.press("Control+z");
  assert.equal(await editorText(page), OWN);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 600, y, { steps: 6 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.equal(await editorText(page), OWN, "Escape gives the number back");
  await caretBehind(page, "max: 12");
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+Shift+ArrowUp");
  assert.match(await editorText(page), /max: 23\)/);
});

scene("a mistake is mended by the mouse in its card", {}, async ({ page }) => {
  await write(page, OWN.replace("clearance", "clearence"));
  await stale(page);
  await page.locator(".problems-go").first().click();
  assert.equal(await page.evaluate(() => document.querySelector(".editor-pointed")?.textContent ?? getSelection().toString()), "clearence");
  await page.locator('.editor-line-mark[title^="unknown field"]').click();
  const mend = page.locator(".editor-mend");
  await mend.waitFor();
  assert.match(await mend.textContent(), /Replace with clearance/);
  await mend.click();
  await starts(page, "own,");
  assert.equal(await editorText(page), OWN);
});

scene("bases are tabs: built-in ones read only, those of the page's own with problems of their own", {}, async ({ page }) => {
  const tab = (name) => page.locator(`#documents [role="tab"]:has-text("${name}")`);
  await write(page, OWN);
  await starts(page, "own,");
  await page.locator('#documents [role="tab"]').nth(1).click();
  await page.waitForSelector(".is-read-only");
  const builtIn = await editorText(page);
  await page.keyboard.type("x");
  assert.equal(await editorText(page), builtIn);
  await page.locator('#documents [role="tab"]').first().click();
  assert.equal(await editorText(page), OWN);
  await write(page, OWN.replace('"crypt"', '"./mine.ron"'));
  await page.click('button[title="Begin the text of this file"]');
  await starts(page, "own,");
  await write(page, '(base: "crypt", clearence: 1)');
  await page.waitForSelector('.problems-place:has-text("./mine.ron:1:")');
  await page.locator('#documents [role="tab"]').first().click();
  assert.match(await editorText(page), /name: "own"/);
  await page.locator(".problems-go").first().click();
  await page.waitForSelector('#documents [aria-selected="true"]:has-text("./mine.ron")');
  assert.equal(await tab("./mine.ron").getAttribute("aria-selected"), "true");
});

scene("each example of the manual opens, draws, and has no problem", {}, async ({ page }) => {
  const examples = JSON.parse(await readFile(join(DIST, "examples.json"), "utf8"));
  assert.ok(examples.length > 5);
  const wrong = [];
  for (const [at, { title, text }] of examples.entries()) {
    await page.selectOption('[aria-label="Examples of the manual"]', String(at));
    await page.waitForFunction((words) => document.querySelector("#live").textContent.startsWith(words), `The example: ${title}.`);
    const name = /name: "([^"]+)"/.exec(text)?.[1] ?? "";
    await page.waitForFunction((start) => document.querySelector("#level").dataset.state === "drawn" && document.querySelector("#summary").textContent.startsWith(start)
      || document.querySelectorAll(".problems-go").length, name);
    if (await editorText(page) !== text || await page.textContent(".problems-title") !== "No problems") wrong.push(title);
  }
  assert.deepEqual(wrong, []);
});

scene("undo brings the text back after an example, a new preset and the built-in text", {}, async ({ page }) => {
  await write(page, OWN);
  await starts(page, "own,");
  const undo = async () => {
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+z");
    await starts(page, "own,");
    assert.equal(await editorText(page), OWN);
  };
  await page.selectOption('[aria-label="Examples of the manual"]', "1");
  await starts(page, "ramps,");
  await undo();
  for (const [act, words] of [["derive", "my crypt,"], ["reset", "crypt,"]]) {
    await page.click("#more summary");
    await page.click(`[data-act="${act}"]`);
    await starts(page, words);
    await undo();
  }
});

scene("problems go with the text that has them", {}, async ({ page }) => {
  const title = (words) => page.waitForFunction((text) => document.querySelector(".problems-title").textContent === text, words);
  const leave = {
    reset: () => page.click("#more summary").then(() => page.click('[data-act="reset"]')),
    preset: () => page.selectOption('[name="preset"]', "mine"),
    link: () => page.evaluate(() => { location.hash = "#p=garden&s=5"; }),
  };
  for (const [name, act] of Object.entries(leave)) {
    await write(page, OWN.replace("clearance", "clearence"));
    await stale(page);
    await title("1 error");
    await act();
    await page.waitForFunction(() => document.querySelector("#level").dataset.state === "drawn");
    await title("No problems").catch(() => assert.fail(`after ${name} they stay`));
    assert.equal(await page.locator(".editor-squiggle").count(), 0, name);
  }
});

scene("brackets fold by mouse and by keys, and a problem in a fold opens it", {}, async ({ page }) => {
  await write(page, OWN);
  await starts(page, "own,");
  const lines = () => page.locator(".cm-line").count();
  const all = await lines();
  await page.locator('.editor-fold[title="Fold"]:visible').nth(1).click();
  assert.equal(await lines(), all - 3);
  await page.locator('.editor-fold[title="Unfold"]:visible').click();
  assert.equal(await lines(), all);
  await caretBehind(page, "max: 12");
  await page.keyboard.press("Control+Shift+BracketLeft");
  assert.equal(await lines(), all - 3);
  assert.equal(await editorText(page), OWN, "a fold changes no text");
  await caretBehind(page, "clearance");
  await page.keyboard.type("x");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Control+Shift+BracketRight");
  assert.equal(await editorText(page), OWN);
});
