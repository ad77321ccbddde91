/**
 * The README's picture of the page: `node web/tests/picture.js`.
 *
 * An edited grove with a finding of lint, its level with the mission drawn over it, and a survey beside the
 * built-in grove.
 *
 * @module
 */

import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DIST, launch, openPage, ready } from "./browser.js";
import { serve } from "./server.js";

const FILE = join(dirname(fileURLToPath(import.meta.url)), "../../output/playground/playground.png");

mkdirSync(dirname(FILE), { recursive: true });
const server = await serve(DIST);
const browser = await launch();
const page = await openPage(browser, { viewport: { width: 1400, height: 860 }, colorScheme: "dark" });
const line = (text) => page.locator(".cm-line", { hasText: text }).first();
await page.goto(`${server.address}#p=grove&s=9&o=mission`);
await ready(page);
// Smaller rooms, so that the survey differs, and a field without effect, which lint finds.
await line("rooms: (min: 6, max: 18").getByText("18", { exact: true }).dblclick();
await page.keyboard.insertText("15");
await line("floorplan: (").click();
await page.keyboard.press("End");
await page.keyboard.press("Enter");
await page.keyboard.insertText("open: (rooms: (kinds: [End])),");
// Twice: to the indentation, then to the margin, so that the text is not scrolled sideways.
await page.keyboard.press("Home");
await page.keyboard.press("Home");
await page.click("#tab-survey");
await page.getByRole("button", { name: "Survey", exact: true }).click();
await page.waitForSelector(".survey-words:has-text('levels of')", { timeout: 60_000 });
const squiggle = page.locator(".editor-squiggle").first();
await squiggle.waitFor({ timeout: 60_000 });
await squiggle.hover({ position: { x: 12, y: 8 }, force: true });
await page.waitForSelector(".editor-card");
await page.screenshot({ path: FILE });
await browser.close();
await server.close();
