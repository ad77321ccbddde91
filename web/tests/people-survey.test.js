/** Surveys by mouse: points are levels, cancelling works, an edited text makes the result old. */

import assert from "node:assert/strict";
import { openPanel, redrawn, scenes, shown, write } from "./people.js";

const scene = scenes();

const result = (page) => page.waitForSelector(".survey-result:not([hidden])", { timeout: 60_000 });

async function survey(page, levels) {
  await openPanel(page, "survey");
  await page.selectOption(".survey-bar select", levels);
  await page.click(".survey-bar .primary");
}

// A seed that no point has: each click shows another level.
scene("a click on a point shows its level, and so does an extreme of the table", { hash: "#p=crypt&s=1000" }, async ({ page }) => {
  await survey(page, "100");
  await result(page);
  // All metrics, for some of these levels have a parting.
  assert.equal(await page.locator(".survey-table tbody tr").count(), await page.locator(".survey-axes select >> nth=0 >> option").count());
  const box = await page.locator(".plot").boundingBox();
  const tip = page.locator(".plot-tip");
  let words = null;
  for (let x = 0.2; x < 0.9 && !words; x += 0.03) {
    for (let y = 0.15; y < 0.85 && !words; y += 0.05) {
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
      if (await tip.isVisible()) words = await tip.textContent();
    }
  }
  const [, seed, linearity] = /^crypt, seed (\d+): linearity ([\d.]+), openness [\d.]+$/.exec(words) ?? assert.fail(words);
  const before = await shown(page);
  await page.mouse.down();
  await page.mouse.up();
  const after = await redrawn(page, before);
  assert.equal(after.seed, seed);
  assert.equal(await page.inputValue("#seed"), seed);
  assert.equal(after.live, `Seed ${seed} is shown.`);
  await page.waitForFunction((words) => location.hash.includes(words), `s=${seed}`);
  await openPanel(page, "facts");
  await page.waitForFunction((value) => document.querySelector("#panel-facts").textContent.includes(`linearity${value}`), linearity);
  await openPanel(page, "survey");
  const row = page.locator('.survey-table tr:has(th:text-is("rooms"))');
  // The least or the most: the one that is not shown already.
  const buttons = await row.locator("button").all();
  const extremes = await Promise.all(buttons.map(async (button) => {
    const [, value, of] = /^([\d.]+): show seed (\d+)$/.exec(await button.getAttribute("aria-label"));
    return { button, value, of };
  }));
  const { button, value, of } = extremes.find((extreme) => extreme.of !== seed);
  const old = await shown(page);
  await button.click();
  assert.equal((await redrawn(page, old)).seed, of);
  assert.match((await shown(page)).summary, new RegExp(`: ${Number(value)} rooms`));
});

scene("a survey is cancelled at once and can be made again", {}, async ({ page }) => {
  await survey(page, "10000");
  const cancel = page.locator('.survey-bar button:text("Cancel")');
  await cancel.waitFor();
  await page.waitForFunction(() => document.querySelector(".survey-bar progress").value > 0, null, { timeout: 40_000 });
  const begun = Date.now();
  await cancel.click();
  assert.equal(await page.textContent(".survey-words"), "Cancelled.");
  assert.ok(Date.now() - begun < 2000);
  assert.equal(await cancel.isVisible(), false);
  assert.equal(await page.locator(".survey-result").isVisible(), false);
  await page.waitForTimeout(300);
  assert.equal(await page.textContent(".survey-words"), "Cancelled.", "no late answer");
  await survey(page, "100");
  await result(page);
});

scene("a condition dims what does not meet it, counts the finds and shows them", {}, async ({ page }) => {
  await survey(page, "100");
  await result(page);
  const plot = () => page.locator(".plot").evaluate((canvas) => canvas.toDataURL());
  const all = await plot();
  await page.fill(".find-field", "rooms > 0 && seed in [3, 17, 1000]");
  await page.waitForFunction(() => document.querySelector(".find-words").textContent === "2 of 100 levels match.");
  assert.notEqual(await plot(), all, "the others are dimmed");
  assert.deepEqual(await page.locator(".find-picture").allTextContents(), ["3", "17"]);
  // Each picture is of its own level.
  await page.waitForFunction(() => [...document.querySelectorAll(".find-picture canvas")].every(({ width }) => width > 1));
  const [one, two] = await page.locator(".find-picture canvas").evaluateAll((list) => list.map((canvas) => canvas.toDataURL()));
  assert.notEqual(one, two);
  const before = await shown(page);
  await page.click('[aria-label="Show seed 17"]');
  assert.equal((await redrawn(page, before)).seed, "17");
  await page.fill(".find-field", "rooms > 1000 && seed < 50");
  await page.waitForFunction(() => document.querySelector(".find-words").textContent === "0 of 100 levels match. Fewest meet rooms > 1000: 0.");
  await page.fill(".find-field", "rooms > 0");
  await page.waitForFunction(() => document.querySelectorAll(".find-picture").length === 12);
  await page.click('.find-pictures button:text-is("More")');
  await page.waitForFunction(() => document.querySelectorAll(".find-picture").length === 24);
  await page.fill(".find-field", "");
  await page.waitForFunction(() => document.querySelector(".find-words").textContent === "");
  assert.equal(await page.locator(".find-picture").count(), 0);
  assert.equal(await plot(), all, "nothing is dimmed");
});

scene("a condition that is wrong says where and what is meant", {}, async ({ page }) => {
  await survey(page, "100");
  await result(page);
  await page.fill(".find-field", "seed > 3 && roms > 20");
  await page.waitForSelector(".find-fault:not([hidden])");
  assert.match(await page.textContent(".find-fault"), /^column 13: unknown name .*rooms/);
  assert.equal(await page.textContent(".find-fault mark"), "roms");
  assert.equal(await page.getAttribute(".find-field", "aria-invalid"), "true");
  await page.fill(".find-field", "seed > 3 && rooms > 20");
  await page.waitForSelector(".find-fault", { state: "hidden" });
  assert.equal(await page.getAttribute(".find-field", "aria-invalid"), null);
});

scene("an edited text marks the result as old, and is compared with its preset", {}, async ({ page }) => {
  await survey(page, "100");
  await result(page);
  const start = page.locator(".survey-bar .primary");
  const isOld = () => page.locator(".survey-result").evaluate(({ classList }) => classList.contains("is-old"));
  assert.equal(await isOld(), false);
  const before = await shown(page);
  await page.fill("#seed", "77");
  await redrawn(page, before);
  await page.waitForTimeout(400);
  assert.equal(await isOld(), false, "a seed is of no interest to a survey");
  await write(page, '(name: "own", base: "crypt", floorplan: (rooms: (max: 20)))');
  await page.waitForFunction(() => document.querySelector(".survey-result").classList.contains("is-old"));
  assert.equal(await start.textContent(), "Survey again: the preset has changed");
  assert.equal(await page.inputValue(".survey-bar label:nth-of-type(2) select"), "crypt");
  await start.click();
  await page.waitForFunction(() => !document.querySelector(".survey-result").classList.contains("is-old"), null, { timeout: 60_000 });
  await page.waitForFunction(() => document.querySelectorAll(".survey-table thead th").length === 6);
  assert.match(await page.textContent(".survey-table thead"), /Mean of crypt/);
  assert.match(await page.textContent(".survey-words"), /room size|largest|rooms/);
});
