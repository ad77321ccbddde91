/**
 * The browser of the tests, and pages that collect every console error.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** Loads a package of `web/page`: the tests have no packages of their own. */
export const load = createRequire(join(here, "../page/package.json"));

/** The folder of the built page. */
export const DIST = process.env.DIST ?? join(here, "../dist");

/** Names that Debian and others give to the browser. */
const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** Quiet and without a net of its own: the tests serve themselves. */
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** @returns {string | null} the path of Chromium; `CHROMIUM` names another one */
export function browserPath() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** @returns {Promise<import("playwright-core").Browser>} */
export function launch() {
  return load("playwright-core").chromium.launch({ executablePath: browserPath(), args: FLAGS });
}

/**
 * A page that collects what its console and its scripts complain of.
 *
 * @param {import("playwright-core").Browser | import("playwright-core").BrowserContext} from
 * @param {object} [options] of the context, if `from` is a browser
 * @returns {Promise<import("playwright-core").Page & {complaints: string[]}>}
 */
export async function openPage(from, options) {
  const page = await from.newPage(options);
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && page.complaints.push(message.text()));
  return page;
}

/** Waits until all parts of the page are there. */
export const ready = (page) => page.waitForSelector("html[data-state=ready]", { timeout: 60_000 });
