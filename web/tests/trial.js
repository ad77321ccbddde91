/**
 * Tests of the built page: each in contexts of its own, and none may leave a complaint in a console.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DIST, launch, openPage, ready } from "./browser.js";
import { serve } from "./server.js";
import { siphash24 } from "./siphash.js";

/**
 * @typedef {object} Trial
 * @property {(hash?: string, options?: object) => Promise<import("playwright-core").Page>} open a page that
 *   is ready, in a new context. `options` are those of the context; `address` replaces that of the served
 *   page, `prepare` is called with the page before it loads; `beside` is a page whose context is shared.
 * @property {import("node:test").TestContext} t
 */

/**
 * Serves the page for the tests of a file.
 *
 * @returns {(name: string, run: (trial: Trial) => Promise<void>, options?: object) => void} defines a test;
 *   `options` are those of node's `test`
 */
export function trials() {
  let browser;
  let server;
  before(async () => {
    server = await serve(DIST);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  return (name, run, options = {}) => test(name, options, async (t) => {
    const pages = [];
    async function open(hash = "", { address = server.address, beside, prepare, ...options } = {}) {
      const page = await openPage(beside?.context() ?? await browser.newContext(options));
      pages.push(page);
      await prepare?.(page);
      await page.goto(address + hash);
      await ready(page);
      return page;
    }
    try {
      await run({ open, t });
      // A round trip: console messages sent before this reply have arrived after it.
      await Promise.all(pages.filter((page) => !page.isClosed()).map((page) => page.evaluate(() => null)));
      assert.deepEqual(pages.flatMap(({ complaints }) => complaints), [], "complaints in the console");
    } finally {
      await Promise.all(pages.map((page) => page.context().close()));
    }
  });
}

/**
 * Starts one more of the page's workers, with its module, for `ask` and for scripts in the page.
 *
 * @param {import("playwright-core").Page} page served, not the single file
 */
export async function startEngine(page) {
  await page.evaluate(`window.siphash24 = ${siphash24}`);
  await page.evaluate(async () => {
    const worker = new Worker("worker.js");
    const waiting = [];
    worker.onmessage = ({ data }) => waiting.shift()(data);
    worker.postMessage({ module: await WebAssembly.compileStreaming(fetch("engine.wasm")) });
    window.ask = (request) => new Promise((done) => {
      waiting.push(done);
      worker.postMessage({ id: 0, request });
    });
  });
}

/** The reply of the worker that `startEngine` has started. */
export const ask = (page, request) => page.evaluate(async (asked) => (await window.ask(asked)).reply, request);

/** Waits until the picture shows a level with this digest. */
export async function showsDigest(page, digest) {
  await page.waitForSelector(`#level[data-state=drawn][data-digest="${digest}"]`);
  assert.equal(await page.textContent("#digest"), digest);
}

/** What the picture shows: digest, seed and state. */
export const shown = (page) => page.evaluate(() => ({ ...document.getElementById("level").dataset }));

/** Pastes a text over the whole text in the editor, as a user does. */
export async function paste(page, text) {
  await page.focus(".cm-content");
  await page.keyboard.press("Control+a");
  await page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", content);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector(".cm-content").dispatchEvent(event);
  }, text);
}

/** The text in the editor, by the menu's "Save the text". */
export async function savedText(page) {
  const { content } = await downloaded(page, () => page.evaluate(() => document.querySelector("[data-act=save]").click()));
  return content.toString();
}

/** Milliseconds before a file is taken: Chromium drops what is more than ten downloads of a page in a second. */
const BETWEEN_DOWNLOADS = 200;

/** The file that the page gives to the user after `act`. */
export async function downloaded(page, act) {
  await page.waitForTimeout(BETWEEN_DOWNLOADS);
  const [file] = await Promise.all([page.waitForEvent("download"), act()]);
  const parts = [];
  for await (const part of await file.createReadStream()) parts.push(part);
  return { name: file.suggestedFilename(), content: Buffer.concat(parts) };
}

/** The page's list of problems, in the words that it shows; what it shows as code is between backticks, as the tool has it. */
export const listedProblems = (page) => page.$$eval("#problems li", (items) => items.map((item) => {
  const code = (node) => (node.nodeName === "CODE" ? `\`${node.textContent}\`` : node.textContent);
  const words = (selector) => [...item.querySelector(selector)?.childNodes ?? []].map(code).join("").replace(/ $/, "");
  return {
    severity: item.querySelector(".problems-mark").getAttribute("aria-label"),
    place: words(".problems-place"),
    message: words(".problems-go > span:nth-child(3)"),
    code: words(".problems-code"),
    help: words(".problems-help") || null,
  };
}));

/** The notices above the page; they are closed. */
export const takeNotices = (page) => page.$$eval("#notices .notice", (notices) => notices.map((notice) => {
  const words = notice.querySelector("span").textContent;
  notice.remove();
  return words;
}));
