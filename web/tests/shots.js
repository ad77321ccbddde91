/**
 * Pictures of the page to look at: `node web/tests/shots.js FOLDER [PANEL...]`.
 *
 * Three sizes in light and in dark; with panels, each of them at each size.
 *
 * @module
 */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DIST, launch, openPage, ready } from "./browser.js";
import { serve } from "./server.js";

const SIZES = { desktop: [1440, 900], tablet: [820, 1180], phone: [390, 844] };

const [folder, ...panels] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node web/tests/shots.js FOLDER [PANEL...]");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const server = await serve(DIST);
const browser = await launch();
for (const [name, [width, height]] of Object.entries(SIZES)) {
  for (const colorScheme of ["light", "dark"]) {
    const page = await openPage(browser, { viewport: { width, height }, colorScheme, hasTouch: name === "phone" });
    await page.goto(server.address);
    await ready(page);
    if (!panels.length) await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    for (const panel of panels) {
      await page.click(`#tab-${panel}`);
      await page.waitForTimeout(1500);
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${panel}.png`), fullPage: true });
    }
    page.complaints.forEach((words) => console.log(`${name} ${colorScheme}: ${words}`));
    await page.close();
  }
}
await browser.close();
await server.close();
