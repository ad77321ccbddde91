/** The page without a net, and the page after an update of its files. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before } from "node:test";
import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIST, ready } from "./browser.js";
import { another, openPanel, redrawn, scenes, shown, write } from "./people.js";
import { serve } from "./server.js";

const scene = scenes();

/** Waits until the service worker of the page is the one that serves it, or will. */
const installed = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => caches.keys()));

scene("a second visit without a net draws, edits, and opens each panel", {}, async ({ page, context, address }) => {
  await installed(page);
  await page.close();
  await context.setOffline(true);
  const next = await another(context, address);
  const before = await shown(next);
  assert.match(before.summary, /^crypt, seed 42/);
  await write(next, '(name: "own", base: "cellar")');
  assert.match((await redrawn(next, before)).summary, /^own, seed 42/);
  for (const name of ["walkthrough", "film", "survey", "play", "exports"]) await openPanel(next, name);
  await next.locator(".cm-content").focus();
  await next.keyboard.press("Control+f");
  await next.waitForSelector(".cm-search");
  await next.goto(`${address}?from=elsewhere#p=mine&s=3`);
  await ready(next);
  assert.match((await shown(next)).summary, /^mine, seed 3/);
});

let folder;
let server;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "people-offline-"));
  await cp(DIST, join(folder, "dist"), { recursive: true });
  server = await serve(join(folder, "dist"));
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** A build of other content: each script has the new version's mark, chunks have other names. */
async function update(version) {
  const dist = join(folder, "dist");
  const chunks = await readdir(join(dist, "chunks"));
  const renamed = (text) => chunks.reduce((now, name) => now.replaceAll(name, name.replace(/^/, `v${version}-`)), text);
  for (const name of ["main.js", ...chunks.map((each) => `chunks/${each}`)]) {
    const text = await readFile(join(dist, name), "utf8");
    await writeFile(join(dist, name), `globalThis.versions = [...(globalThis.versions ?? []), ${version}];${renamed(text)}`);
  }
  for (const name of chunks) await rename(join(dist, "chunks", name), join(dist, "chunks", `v${version}-${name}`));
  const index = await readFile(join(dist, "index.html"), "utf8");
  await writeFile(join(dist, "index.html"), index.replace(/<html lang="en"[^>]*>/, `<html lang="en" data-version="${version}">`));
  const service = renamed(await readFile(join(dist, "service.js"), "utf8"));
  const key = createHash("sha256").update(String(version)).digest("hex").slice(0, 16);
  await writeFile(join(dist, "service.js"), service.replace(/(["'`])(roomgen-)?[0-9a-f]{16}\1/, (old) => old.replace(/[0-9a-f]{16}/, key)));
}

/** The version of the page, and those of all scripts that have run in it. */
const versions = (page) => page.evaluate(() => [document.documentElement.dataset.version ?? "0", [...new Set((globalThis.versions ?? [0]).map(String))]]);

scene("an update replaces the old files as a whole, and no page mixes the two", { isReady: false, file: "" }, async ({ context }) => {
  const { address } = server;
  const old = await another(context, address);
  const [first] = await installed(old);
  await update(1);
  await old.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration.update()));
  await old.waitForTimeout(2500);
  // The open page goes on with its own files: its panels are loaded when they are opened.
  for (const name of ["film", "survey", "play", "exports"]) {
    await openPanel(old, name);
    assert.doesNotMatch(await old.textContent(`#panel-${name}`), /cannot be loaded/);
  }
  assert.deepEqual(await versions(old), ["0", ["0"]]);
  await old.close();
  let next = await another(context, address);
  for (let visit = 0; visit < 3 && (await versions(next))[0] === "0"; visit += 1) {
    assert.deepEqual(await versions(next), ["0", ["0"]], "an old page is old in all parts");
    await next.goto("about:blank");
    await next.waitForTimeout(500);
    await next.close();
    next = await another(context, address);
  }
  await openPanel(next, "survey");
  await openPanel(next, "exports");
  assert.deepEqual(await versions(next), ["1", ["1"]]);
  await context.setOffline(true);
  await next.reload();
  await ready(next);
  await openPanel(next, "play");
  assert.deepEqual(await versions(next), ["1", ["1"]]);
  const keys = await next.evaluate(() => caches.keys());
  assert.equal(keys.length, 1);
  assert.notEqual(keys[0], first);
});
