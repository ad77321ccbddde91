/**
 * Tests of the page as people use it: one browser for a file, a fresh profile for each test.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DIST, launch, openPage, ready } from "./browser.js";
import { serve } from "./server.js";

/** A window as most desks have, and the sizes of a tablet and of two phones. */
export const DESK = { width: 1440, height: 900 };
export const TABLET = { width: 820, height: 1180 };
export const PHONE = { width: 390, height: 844 };
export const SMALL_PHONE = { width: 320, height: 640 };

/** The panels that each level has, by the names that their tabs have in the page. */
export const PANELS = ["facts", "walkthrough", "film", "survey", "play", "exports"];

/** The key under which the page keeps its state. */
export const STORED = "roomgen-playground";

const PATIENCE = 60_000;

/** A test that takes longer hangs, in milliseconds. */
const MOST = 120_000;

/**
 * Opens a browser and a server for the tests of a file.
 *
 * @returns {Function} `scene(title, options, run)` declares a test with a page of its own. Options: `context` of
 *   playwright, `hash` of the address, `stored` (texts by key), `folder` to serve, `file` to open, `prepare(context)`
 *   before the page is there, `isReady` (false: do not wait), `allows` (patterns of the only complaints that the console
 *   may have). `run` gets `page`, `context`, `address`.
 */
export function scenes() {
  let browser;
  let server;
  before(async () => {
    browser = await launch();
    server = await serve(DIST);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  return (title, options, run) => test(title, { timeout: MOST }, async (t) => {
    const { context: asked, stored, prepare = () => {}, allows = [] } = options;
    const address = options.address ?? server.address;
    const localStorage = Object.entries(stored ?? {}).map(([name, value]) => ({ name, value }));
    const context = await browser.newContext({
      viewport: DESK, storageState: { cookies: [], origins: [{ origin: new URL(address).origin, localStorage }] }, ...asked,
    });
    context.setDefaultTimeout(PATIENCE);
    try {
      const page = await openPage(context);
      await prepare(context, page);
      await page.goto(`${address}${options.file ?? ""}${options.hash ?? ""}`);
      if (options.isReady !== false) await ready(page);
      await run({ page, context, address, t });
      const complaints = context.pages().flatMap((each) => each.complaints ?? []);
      assert.deepEqual(complaints.filter((words) => !allows.some((pattern) => pattern.test(words))), [], "the console is silent");
    } finally {
      await context.close();
    }
  });
}

/** Another page of the same profile. */
export async function another(context, address) {
  const page = await openPage(context);
  await page.goto(address);
  await ready(page);
  return page;
}

/** What the page shows at a glance. */
export const shown = (page) => page.evaluate(() => ({
  seed: document.querySelector("#level").dataset.seed,
  digest: document.querySelector("#level").dataset.digest,
  state: document.querySelector("#level").dataset.state,
  summary: document.querySelector("#summary").textContent,
  live: document.querySelector("#live").textContent.trim(),
}));

/** Waits until the picture is that of a level with other bytes than before. */
export async function redrawn(page, before) {
  await page.waitForFunction((old) => {
    const { digest, state } = document.querySelector("#level").dataset;
    return state === "drawn" && digest !== old;
  }, before.digest);
  return shown(page);
}

/** Waits until the picture is not that of the text, because the text has mistakes. */
export const stale = (page) => page.waitForSelector('#level[data-state="stale"]');

/** The texts of the notices, without their buttons. */
export const notices = (page) => page.locator(".notice > span").allTextContents();

/** The whole text of the editor, not only the lines that are on the screen. */
export const editorText = (page) => page.evaluate(() => document.querySelector(".cm-content").cmTile.view.state.doc.toString());

/** The state that the page has stored. */
export const storedState = (page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key)), STORED);

/** Waits until the page has stored a state that satisfies a condition. */
export async function storing(page, condition) {
  for (let rest = 100; rest > 0; rest -= 1) {
    const state = await storedState(page);
    if (state && condition(state)) return state;
    await page.waitForTimeout(50);
  }
  throw new Error(`not stored: ${condition}`);
}

/** Replaces the text of the editor, as a person would: select all, and paste. */
export async function write(page, text) {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+a");
  if (text.length < 2000) return page.keyboard.insertText(text);
  // As if typed, thousands of lines take Chromium minutes: they are pasted.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((all) => navigator.clipboard.writeText(all), text);
  return page.keyboard.press("Control+v");
}

/** Drops files on the page, as the browser's own drag does it. */
export async function dropAt(page, place, files) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await session.send("Input.dispatchDragEvent", { type, ...place, data });
    if (type === "dragOver") assert.ok(await page.evaluate(() => document.body.classList.contains("is-drop")), "the page shows that it takes the file");
  }
  await page.waitForFunction(() => !document.body.classList.contains("is-drop"));
}

/** Opens a panel and waits until it has content. */
export async function openPanel(page, name) {
  await page.click(`#tab-${name}`);
  await page.waitForSelector(`#panel-${name} > *`);
}
