/** axe-core finds no barrier in any state of the page, in light and dark, at three sizes. */

import assert from "node:assert/strict";
import { DESK, PANELS, PHONE, TABLET, openPanel, scenes, stale, write } from "./people.js";
import { load } from "./browser.js";

const scene = scenes();
const { source } = load("axe-core");

const SIZES = { desk: DESK, tablet: TABLET, phone: PHONE };

/** Violations in a part of the page, in words: the rule, and the elements. */
async function violations(page, state, part) {
  const found = await page.evaluate((selector) => globalThis.axe.run(selector, { resultTypes: ["violations"] })
    .then(({ violations: all }) => all.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target, failureSummary }) => (
      `${id}: ${target.join(" ")}: ${failureSummary.split("\n").slice(1).join(" ").trim().slice(0, 160)}`)))), part);
  return found.map((words) => `${state}: ${words}`);
}

/** The part of the page in which a state shows itself; the whole of it for the first. */
const partOf = (state) => (state === "panel facts" ? "html" : PARTS.find(([pattern]) => pattern.test(state))?.[1] ?? "html");
const PARTS = [
  [/^panel|^survey|^a room/, "#stage"], [/^problems|^card|^completions|^search|^a built-in|^texts/, "#writing"], [/^menu/, "header"], [/^dialog/, "dialog"],
];

/** The states of the page that differ in what they show; each begins where the one before ends. */
const STATES = {
  ...Object.fromEntries(PANELS.map((name) => [`panel ${name}`, async (page) => {
    await openPanel(page, name);
    await page.waitForTimeout(300);
  }])),
  async "survey with a result"(page) {
    await openPanel(page, "survey");
    await page.selectOption(".survey-bar select", "100");
    await page.click(".survey-bar .primary");
    await page.waitForSelector(".survey-result:not([hidden])", { timeout: 60_000 });
  },
  async "survey with a condition that is wrong"(page) {
    await page.fill(".find-field", "roms > 20");
    await page.waitForSelector(".find-fault:not([hidden])");
  },
  async "survey with finds"(page) {
    await page.fill(".find-field", "rooms > 0");
    await page.waitForSelector(".find-picture");
    await page.click(".find-names summary");
  },
  async "survey left, a room chosen"(page) {
    await openPanel(page, "facts");
    await page.click(".rooms-again button");
    await page.waitForSelector(".reroll:not([hidden])");
  },
  async "a room furnished again"(page) {
    await page.click('.reroll button:text-is("Again")');
    await page.waitForFunction(() => document.querySelector(".reroll").textContent.includes("furnished again: 1"));
  },
  async "problems, a missing base and a read-only one"(page) {
    await openPanel(page, "facts");
    await write(page, '(name: "own", base: "./mine.ron", clearence: 2)');
    await stale(page);
    await page.waitForSelector(".problems-go");
  },
  async "card of a problem"(page) {
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F8");
    await page.waitForSelector(".editor-card");
  },
  async "completions"(page) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Control+Space");
    await page.waitForSelector(".cm-tooltip-autocomplete");
  },
  async "search in the text"(page) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+f");
    await page.waitForSelector(".cm-search");
  },
  async "a built-in base"(page) {
    await page.click("#more summary");
    await page.click('[data-act="derive"]');
    await page.click('#documents [role="tab"]:nth-of-type(2)');
    await page.waitForSelector(".is-read-only");
  },
  "texts put aside": (page) => page.click("#documents .menu summary"),
  "menu of overlays": (page) => page.click("#overlays summary"),
  "menu of more": (page) => page.click("#more summary"),
  async "dialog of keys"(page) {
    await page.click('[data-act="keys"]');
    await page.waitForSelector("#keys[open]");
  },
  async "a notice, and a size that is refused"(page) {
    await page.keyboard.press("Escape");
    await page.evaluate(() => { location.hash = "#p=castle"; });
    await page.waitForSelector(".notice");
    await page.fill('[name="size"]', "300x300");
    await page.waitForSelector("#field-error:not([hidden])");
  },
};

/** Each size and each scheme; with SLOW=1 each of both. */
const SCHEMES = { desk: ["light"], tablet: ["dark"], phone: ["light"] };

for (const [name, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of process.env.SLOW ? ["light", "dark"] : SCHEMES[name]) {
    scene(`no barrier at the size of a ${name}, in ${colorScheme}`, {
      context: { viewport, colorScheme, reducedMotion: "reduce", hasTouch: name === "phone" },
    }, async ({ page }) => {
      await page.evaluate(source);
      const found = [];
      for (const [state, enter] of Object.entries(STATES)) {
        await enter(page);
        found.push(...await violations(page, state, partOf(state)));
      }
      assert.deepEqual(found, []);
    });
  }
}
