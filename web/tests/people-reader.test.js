/** The page by a screen reader: names, headings, live regions, the level in words. */

import assert from "node:assert/strict";
import { PANELS, openPanel, redrawn, scenes, shown, stale, write } from "./people.js";

const scene = scenes();

/** The accessibility tree, without ignored nodes. */
async function tree(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  return nodes.filter(({ ignored }) => !ignored).map(({ role, name, description, properties = [] }) => ({
    role: role?.value, name: name?.value ?? "", description: description?.value ?? "",
    level: properties.find(({ name: each }) => each === "level")?.value.value,
  }));
}

const CONTROLS = /^(button|combobox|textbox|slider|spinbutton|checkbox|tab|link|application|separator|DisclosureTriangle|Canvas|menuitem)$/;

scene("every control has a name of its own", {}, async ({ page }) => {
  const nodes = await tree(page);
  const named = (role) => nodes.filter((node) => node.role === role).map(({ name }) => name);
  assert.deepEqual(nodes.filter(({ role, name }) => CONTROLS.test(role) && !name.trim()), []);
  for (const name of ["Preset", "View", "Examples of the manual"]) assert.ok(named("combobox").includes(name), `${name} of ${named("combobox")}`);
  assert.ok(named("textbox").includes("Seed") && named("textbox").includes("Size") && named("textbox").includes("Text of the preset"), String(named("textbox")));
  assert.ok(named("spinbutton").includes("Floor"));
  assert.ok(nodes.some(({ role, name }) => role === "slider" && name.startsWith("Difficulty")));
  assert.deepEqual(named("tab").filter((name) => !["crypt", "Encounters"].includes(name)), ["Facts", "Walkthrough", "Step by step", "Survey", "Play", "Export"]);
  const picture = nodes.find(({ role }) => role === "application");
  assert.equal(picture.name, (await shown(page)).summary);
  assert.match(picture.description, /Arrow keys move a cursor/);
  assert.match(nodes.find(({ name }) => name === "Seed").description, /Arrow keys go to the next seed/);
  for (const name of PANELS) {
    await openPanel(page, name);
    await page.waitForTimeout(200);
    assert.deepEqual((await tree(page)).filter(({ role, name: words }) => CONTROLS.test(role) && !words.trim()), [], name);
  }
});

scene("headings go down step by step, and each part of the page is a landmark with a name", {}, async ({ page }) => {
  for (const name of PANELS) {
    await openPanel(page, name);
    await page.waitForTimeout(200);
    const nodes = await tree(page);
    const levels = nodes.filter(({ role }) => role === "heading").map(({ level }) => Number(level));
    assert.equal(levels[0], 1, name);
    assert.equal(levels.filter((level) => level === 1).length, 1, name);
    levels.reduce((before, level) => {
      assert.ok(level <= before + 1, `${name}: ${levels}`);
      return level;
    }, 0);
  }
  const nodes = await tree(page);
  assert.ok(nodes.some(({ role }) => role === "main") && nodes.some(({ role }) => role === "banner"));
  assert.deepEqual(nodes.filter(({ role }) => role === "region").map(({ name }) => name), ["Text of the preset", "Level"]);
});

/** Records the announcements of live regions from now on. */
const listen = (page) => page.evaluate(() => {
  globalThis.announcements = [];
  const note = (region) => {
    const words = region.textContent.trim();
    if (words && globalThis.announcements.at(-1) !== words) globalThis.announcements.push(words);
  };
  for (const region of document.querySelectorAll("[aria-live], [role=status], [role=alert]")) {
    new MutationObserver(() => note(region)).observe(region, { childList: true, characterData: true, subtree: true });
  }
});
const announcements = (page) => page.evaluate(() => globalThis.announcements);

async function expectAnnouncement(page, pattern) {
  await page.waitForFunction((source) => globalThis.announcements.some((words) => new RegExp(source).test(words)), pattern.source)
    .catch(async () => assert.fail(`${pattern} is not announced: ${JSON.stringify(await announcements(page))}`));
}

scene("a changed level, problems, and a refused value are announced", {}, async ({ page }) => {
  await listen(page);
  const before = await shown(page);
  await page.fill("#seed", "7");
  await redrawn(page, before);
  await expectAnnouncement(page, /^crypt, seed 7, 80x50 cells: \d+ rooms/);
  await write(page, '(name: "own", base: "crypt", clearence: 1)');
  await stale(page);
  await expectAnnouncement(page, /^1 error$/);
  await write(page, '(name: "own", base: "crypt", clearance: 1)');
  await expectAnnouncement(page, /^No problems$/);
  await expectAnnouncement(page, /^own, seed 7/);
  await page.fill('[name="size"]', "999x999");
  await expectAnnouncement(page, /too many for this page/);
  await page.evaluate(() => { location.hash = "#p=castle"; });
  await expectAnnouncement(page, /is no built-in preset/);
});

scene("a level's summary is announced once after scrubbing, not for each seed", {}, async ({ page }) => {
  await listen(page);
  for (let seed = 0; seed < 12; seed += 1) await page.locator("#seed").press("ArrowUp");
  await page.waitForFunction(() => document.querySelector("#summary").textContent.includes("seed 54"));
  await expectAnnouncement(page, /^crypt, seed 54/);
  const levels = (await announcements(page)).filter((words) => words.startsWith("crypt, seed"));
  assert.ok(levels.length <= 4, levels.map((words) => words.slice(0, 15)).join());
});

scene("events of the game are announced", {}, async ({ page }) => {
  await openPanel(page, "play");
  await page.waitForSelector(".play-canvas[data-cell]");
  await listen(page);
  await page.locator(".play-canvas").focus();
  // A step is taken once the one before is drawn.
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("ArrowLeft");
    await page.waitForTimeout(100);
  }
  await expectAnnouncement(page, /A wall\.|In the way: /);
  assert.equal(await page.getAttribute(".play-log", "aria-live"), "polite");
  const node = (await tree(page)).find(({ role, name }) => role === "application" && name === "The game");
  assert.match(node.description, /Arrow keys, W A S D or H J K L walk/);
});

scene("the level is there in words: its measures, rooms, walkthrough, and as characters", {
  context: { permissions: ["clipboard-read", "clipboard-write"] },
}, async ({ page }) => {
  const rooms = Number(/(\d+) rooms/.exec((await shown(page)).summary)[1]);
  assert.equal(await page.locator("#panel-facts .rooms li").count(), rooms);
  assert.match(await page.locator("#panel-facts .rooms li").first().textContent(), /room of \d+x\d+ cells/);
  await openPanel(page, "walkthrough");
  await page.waitForFunction(() => document.querySelectorAll(".walk-lines li").length > 1);
  assert.match(await page.textContent("#panel-walkthrough"), /take the key .*leave by the exit.*Won in \d+ steps/s);
  await openPanel(page, "exports");
  await page.click('[aria-label="Copy text"]');
  await page.waitForFunction(() => /is copied/.test(document.querySelector(".exports-words").textContent));
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(text.split("\n").filter((line) => line.includes("####")).length > 5);
});
