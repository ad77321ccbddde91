/** A run: its floors by mouse and keys, its text and the mistakes in it, its link, re-rolls, and finds over runs. */

import assert from "node:assert/strict";
import { load } from "./browser.js";
import { editorText, openPanel, redrawn, scenes, shown, stale, storing, write } from "./people.js";
import { folderFor, succeed } from "./tool.js";
import { ask, downloaded, startEngine } from "./trial.js";

const scene = scenes();
const { source } = load("axe-core");

/** A run with a branch that always comes, in the room of the first floor's stair. */
const OWN = `(
    name: "trip", size: (40, 30),
    acts: [(preset: "cellar", floors: 2), (preset: "mine", difficulty: 1.0)],
    branches: [(name: "hole", from: (0, 0), acts: [(name: "below", preset: "crypt", floors: 2)])],
)
`;

const names = (page) => page.locator("#floors button").allTextContents();
const current = (page) => page.locator('#floors button[aria-current="true"]').allTextContents();
const floor = (page, name) => page.locator(`#floors button:text-is("${name}")`);

/** Chooses a built-in text, and waits for its floors. */
async function choose(page, name) {
  const before = await shown(page);
  await page.selectOption('[name="preset"]', name);
  await page.waitForSelector("#floors button");
  return redrawn(page, before);
}

scene("a run has a row of floors: a click shows one, and the link has it", {}, async ({ page }) => {
  assert.equal(await page.isVisible("#floors"), false, "a preset has none");
  const first = await choose(page, "descent");
  await startEngine(page);
  const { ok: { floors } } = await ask(page, { op: "floors", run: "descent", seed: "42" });
  assert.deepEqual(await names(page), floors.map(({ name }) => name));
  assert.deepEqual(await current(page), ["0"]);
  assert.match(await editorText(page), /name: "descent"/);
  const { act, mood } = floors[4];
  assert.equal(await floor(page, "4").getAttribute("title"), `Floor 4: ${act}, ${mood}`);
  await floor(page, "4").click();
  const fourth = await redrawn(page, first);
  assert.deepEqual(await current(page), ["4"]);
  assert.equal(fourth.digest, (await ask(page, { op: "level", run: "descent", seed: "42", floor: 4 })).ok.digest);
  assert.equal(await page.inputValue('[name="floor"]'), "4");
  assert.equal(await page.locator("#floor-list option").count(), floors.length, "the field knows the floors");
  assert.equal(await page.isDisabled('[name="size"]'), true, "a run has one size");
  assert.equal(await page.textContent('[name="difficulty-shown"]'), String(Number(floors[4].difficulty.toFixed(2))));
  await page.waitForFunction(() => location.hash.endsWith("p=descent&s=42&f=4"));
  await page.reload();
  await page.waitForSelector("#floors [aria-current]");
  assert.deepEqual([await current(page), (await shown(page)).digest], [["4"], fourth.digest]);
  await page.selectOption('[name="preset"]', "crypt");
  await redrawn(page, fourth);
  assert.deepEqual([await page.isVisible("#floors"), await page.inputValue('[name="floor"]')], [false, "0"]);
});

scene("arrow keys go along the way, into a branch and out of it; the branch lies below its stair", {}, async ({ page }) => {
  const before = await shown(page);
  await write(page, OWN);
  await page.waitForSelector("#floors button");
  let now = await redrawn(page, before);
  assert.deepEqual(await names(page), ["0", "1", "2", "hole/0", "hole/1"]);
  const [stair, branch] = await Promise.all(["0", "hole/0"].map((name) => floor(page, name).boundingBox()));
  assert.ok(branch.y >= stair.y + stair.height && Math.abs(branch.x - stair.x) < 2);
  await floor(page, "0").focus();
  for (const [key, name] of [["ArrowRight", "1"], ["ArrowLeft", "0"], ["ArrowDown", "hole/0"], ["ArrowRight", "hole/1"], ["ArrowUp", "0"], ["End", "2"], ["Home", "0"]]) {
    await page.keyboard.press(key);
    now = await redrawn(page, now);
    assert.deepEqual([await current(page), await page.evaluate(() => document.activeElement.textContent)], [[name], name], key);
  }
});

scene("the run's text is a text like any: a mistake has its place, files are tabs, the text is kept", {}, async ({ page }) => {
  const before = await shown(page);
  await write(page, OWN);
  const drawn = await redrawn(page, before);
  await storing(page, ({ drafts }) => drafts.crypt === OWN);
  assert.deepEqual(await page.locator("#documents [role=tab]").allTextContents(), ["trip \u2022", "cellar", "mine", "crypt"]);
  await write(page, OWN.replace("floors: 2)", "flors: 2)"));
  await stale(page);
  await page.locator(".problems-go").first().click();
  assert.equal(await page.locator(".editor-squiggle").first().textContent(), "flors");
  assert.deepEqual(await names(page), ["0", "1", "2", "hole/0", "hole/1"], "the floors of the last text stay");
  await write(page, OWN.replace('branches', 'moods: {"wet": (text: "wet.ron")},\n    branches'));
  await page.click('.beginnings button:text-is("+ wet.ron")');
  await page.waitForFunction(() => document.querySelector("#level").dataset.state === "drawn");
  await write(page, "(clearence: 1)");
  await stale(page);
  assert.match(await page.locator(".problems-place").first().textContent(), /^wet\.ron:1:/);
  await write(page, "()");
  await page.waitForFunction(() => document.querySelector("#level").dataset.state === "drawn");
  assert.equal(await page.getAttribute('#floors button', "title"), "Floor 0: cellar, wet");
  assert.equal((await shown(page)).seed, drawn.seed);
});

scene("a floor that the run of the next seed lacks is named, and the others can be chosen", { hash: "#p=delve&s=1&f=40" }, async ({ page }) => {
  await page.waitForSelector("#floors button");
  assert.match(await page.textContent("#picture"), /the run of seed 1 has no floor 40: its floors are 0 to /);
  assert.deepEqual(await current(page), []);
  await floor(page, "2").click();
  await page.waitForFunction(() => document.querySelector("#level").dataset.state === "drawn");
  assert.deepEqual(await current(page), ["2"]);
});

scene("the level file of a floor is that of the tool's command", { hash: "#p=delve&s=7&f=3" }, async ({ page, t }) => {
  const folder = folderFor(t);
  await page.click("#tab-exports");
  await page.waitForFunction(() => document.querySelector(".exports-command")?.textContent.startsWith("roomgen run delve --seed 7 --floor 3 "));
  const command = await page.textContent(".exports-command");
  await succeed(folder, command.split(" ").slice(1));
  const { name, content } = await downloaded(page, () => page.click('[aria-label="Download ron"]'));
  assert.equal(name, "delve-7-floor-3.ron");
  assert.deepEqual(content, folder.read("level.ron"));
});

scene("a room of a floor is furnished again by the next number that looks different", { hash: "#p=delve&s=7&f=2" }, async ({ page }) => {
  await startEngine(page);
  await page.selectOption(".rooms-again select", "1");
  await page.click(".rooms-again button");
  await page.waitForSelector(".reroll:not([hidden])");
  const request = { run: "delve", seed: "7", floor: 2 };
  const { ok: { number: first } } = await ask(page, { op: "reroll", ...request, room: 1 });
  const { ok: { number: second } } = await ask(page, { op: "reroll", ...request, room: 1, rerolls: { 1: first } });
  const before = await shown(page);
  // Two presses at once are two furnishings.
  await page.keyboard.press("a");
  await page.keyboard.press("a");
  await page.waitForFunction((words) => document.querySelector(".reroll").textContent.startsWith(words), `Room 1, furnished again: ${second}`);
  await page.waitForFunction((hash) => location.hash.endsWith(hash), `f=2&a=1${second === 1 ? "" : `:${second}`}`);
  await page.keyboard.press("b");
  await page.waitForFunction((words) => document.querySelector(".reroll").textContent.startsWith(words), `Room 1, furnished again: ${first}`);
  await page.keyboard.press("b");
  await page.waitForFunction((digest) => document.querySelector("#level").dataset.digest === digest, before.digest);
});

scene("a condition over runs finds seeds, and a find shows its run", { hash: "#p=delve&f=1" }, async ({ page }) => {
  await openPanel(page, "survey");
  await page.selectOption(".survey-bar select", "100");
  await page.click(".survey-bar .primary");
  await page.waitForSelector(".survey-result:not([hidden])", { timeout: 60_000 });
  assert.match(await page.textContent(".survey-words"), /^100 levels of delve, floor 1, seeds from 0/);
  const expression = "floor(1).rooms > 10 && any(dead_ends > 2)";
  await page.fill(".find-field", expression);
  await page.waitForFunction(() => / of 100 runs match\./.test(document.querySelector(".find-words").textContent), null, { timeout: 60_000 });
  await startEngine(page);
  const { ok: { found } } = await ask(page, { op: "find", run: "delve", expression, count: 100 });
  assert.ok(found.length > 0 && found.length < 100);
  assert.deepEqual(await page.locator(".find-picture").allTextContents(), found.slice(0, 12).map(String));
  const before = await shown(page);
  const seed = String(found.find((each) => String(each) !== before.seed));
  await page.click(`[aria-label="Show seed ${seed}"]`);
  const after = await redrawn(page, before);
  assert.deepEqual([after.seed, await current(page)], [seed, ["1"]]);
  await page.click(".find-names summary");
  await page.waitForSelector('.find-names code:text-is("sum(number, within)")');
  await page.fill(".find-field", "floor(1).count(\"no such thing\") > 0");
  await page.waitForSelector(".find-fault:not([hidden])");
  assert.equal(await page.textContent(".find-fault mark"), '"no such thing"');
});

scene("a condition may ask of a level's props; if none matches, the hardest part is told", {}, async ({ page }) => {
  await openPanel(page, "survey");
  await page.selectOption(".survey-bar select", "100");
  await page.click(".survey-bar .primary");
  await page.waitForSelector(".survey-result:not([hidden])", { timeout: 60_000 });
  await page.fill(".find-field", 'count("skeleton") >= 3 && seed < 50');
  await page.waitForFunction(() => / of 100 levels match\./.test(document.querySelector(".find-words").textContent), null, { timeout: 60_000 });
  assert.ok(await page.locator(".find-picture").count() > 0);
  await page.fill(".find-field", 'count("skeleton") > 1000 && rooms > 0');
  await page.waitForFunction(() => document.querySelector(".find-words").textContent === '0 of 100 levels match. Fewest meet count("skeleton") > 1000: 0.', null, { timeout: 60_000 });
});

for (const colorScheme of ["light", "dark"]) {
  scene(`axe has no complaint about a run, ${colorScheme}`, { context: { colorScheme }, hash: "#p=descent&s=3&f=4" }, async ({ page }) => {
    await page.waitForSelector("#floors [aria-current]");
    await page.evaluate(source);
    const found = await page.evaluate(() => globalThis.axe.run("html", { resultTypes: ["violations"] })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target }) => `${id}: ${target.join(" ")}`))));
    assert.deepEqual(found, []);
  });
}
