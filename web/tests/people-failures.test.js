/** An engine that traps or times out: the page reports it, goes on, and loses nothing that was typed. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DIST } from "./browser.js";
import { editorText, notices, openPanel, redrawn, scenes, shown, storing, write } from "./people.js";

const scene = scenes();

/**
 * A worker whose module traps, or goes on forever, in each call whose request has a word. The trap is one of
 * WebAssembly: an `unreachable` in a module of its own.
 */
const poison = `
  const real = WebAssembly.instantiate;
  const trap = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 116, 0, 0, 10, 5, 1, 3, 0, 0, 11);
  const unreachable = new WebAssembly.Instance(new WebAssembly.Module(trap)).exports.t;
  WebAssembly.instantiate = async (...given) => {
    const { exports } = await real.apply(WebAssembly, given);
    let address = 0;
    return { exports: { ...exports, memory: exports.memory,
      input: (length) => (address = exports.input(length)),
      call(length) {
        const request = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address, length));
        if (request.includes("trap here")) unreachable();
        while (request.includes("never answer")) { /* forever */ }
        exports.call(length);
      },
    } };
  };
`;

const poisoned = async (context) => {
  const script = await readFile(join(DIST, "worker.js"), "utf8");
  await context.route("**/worker.js", (route) => route.fulfill({ body: poison + script, contentType: "text/javascript" }));
};

const TEXT = '(\n    name: "mine own",\n    base: "crypt",\n    // WORD\n)\n';
const withWord = (word) => TEXT.replace("WORD", word);

/** The text is in the editor, in the storage and in the link. */
async function assertKept(page, text) {
  assert.equal(await editorText(page), text);
  await storing(page, ({ drafts }) => drafts.crypt === text);
  await page.waitForFunction(() => /[&#][tx]=/.test(location.hash));
  const copy = await page.context().newPage();
  await copy.goto(page.url().replace(/#.*/, "icon.svg"));
  await copy.evaluate(() => localStorage.clear());
  await copy.goto(page.url());
  await copy.waitForFunction(() => document.querySelector(".cm-content")?.innerText.includes("mine own"));
  assert.equal(await editorText(copy), text, "the link has it");
  await copy.close();
}

scene("a call that traps is reported, and the next change is drawn by a new module", { prepare: poisoned }, async ({ page }) => {
  const before = await shown(page);
  await write(page, withWord("trap here"));
  await page.waitForSelector(".notice");
  assert.deepEqual((await notices(page)).map((words) => words.replace(/: .*unreachable.*?\./s, ": …")),
    ["The engine was lost and is started again: … Your text is kept."]);
  assert.match(await page.textContent(".picture-words"), /failed.*unreachable/);
  assert.equal((await shown(page)).digest, before.digest, "the last level stays");
  await assertKept(page, withWord("trap here"));
  const harmless = withWord("harmless");
  await write(page, harmless);
  const after = await redrawn(page, before);
  assert.match(after.summary, /^mine own/);
  assert.equal(await page.textContent(".picture-words"), "");
  assert.equal(await editorText(page), harmless);
  assert.equal((await notices(page)).length, 1, "one notice for one loss");
});

scene("a call that never answers is ended at its deadline", {
  async prepare(context, page) {
    await poisoned(context);
    await page.clock.install();
  },
}, async ({ page }) => {
  const before = await shown(page);
  await write(page, withWord("never answer"));
  await page.waitForFunction(() => /Being made/.test(document.querySelector(".picture-words").textContent));
  await page.clock.fastForward(15_000);
  await page.waitForTimeout(300);
  assert.deepEqual(await notices(page), [], "not before its deadline");
  assert.equal((await shown(page)).state, "making");
  await page.clock.fastForward(6_000);
  await page.waitForSelector(".notice");
  assert.match((await notices(page))[0], /^The engine was lost and is started again: no answer to "show" within 20 s\. Your text is kept\.$/);
  await page.clock.fastForward(1_000);
  assert.equal(await editorText(page), withWord("never answer"));
  await write(page, withWord("harmless"));
  await page.clock.fastForward(1_000);
  assert.match((await redrawn(page, before)).summary, /^mine own/);
  await page.clock.fastForward(1_000);
  await storing(page, ({ drafts }) => drafts.crypt === withWord("harmless"));
});

for (const [panel, words] of [["play", /The engine was lost/], ["exports", /failed.*unreachable/], ["survey", /failed.*unreachable/], ["film", /failed.*unreachable/]]) {
  scene(`the panel ${panel} reports a trap and works again`, { prepare: poisoned }, async ({ page }) => {
    const use = async () => {
      if (panel === "exports") await page.click('[aria-label="Download csv"]');
      if (panel === "survey") {
        await page.selectOption(".survey-bar select", "100");
        await page.click(".survey-bar .primary");
      }
    };
    const done = {
      play: ".play-canvas[data-cell]", exports: '.exports-words:text-matches("\\\\.csv: ")', survey: ".survey-result:not([hidden])",
      film: '.film-count:text-matches("^\\\\d+ of")',
    }[panel];
    const before = await shown(page);
    await write(page, withWord("trap here"));
    await page.waitForSelector(".notice");
    await openPanel(page, panel);
    await use();
    await page.waitForFunction(([name, pattern]) => new RegExp(pattern).test(document.querySelector(`#panel-${name}`).textContent), [panel, words.source]);
    await write(page, withWord("harmless"));
    await redrawn(page, before);
    await page.waitForTimeout(400);
    await use();
    await page.waitForSelector(done, { timeout: 30_000 });
    if (panel === "play") assert.doesNotMatch(await page.textContent(".play-log"), /lost/);
  });
}

scene("an engine that cannot be loaded is reported", {
  isReady: false, allows: [/engine\.wasm/, /Failed to load resource/],
  prepare: (context) => context.route("**/engine.wasm", (route) => route.fulfill({ status: 503, body: "" })),
}, async ({ page }) => {
  await page.waitForSelector(".notice");
  assert.match((await notices(page)).join(" "), /engine\.wasm cannot be loaded: 503/);
});
