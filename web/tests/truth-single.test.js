/** The page in one file, opened from disk, is the served one: and it asks nobody for anything. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DIST } from "./browser.js";
import { downloaded, shown, trials } from "./trial.js";

const SINGLE = pathToFileURL(join(DIST, "single.html")).href;

const trial = trials();

trial("the single file draws from disk what the served page draws, and all panels open, without a request", async ({ open }) => {
  const hash = "#p=temple&s=12345678901234567890&f=2&d=0.5&o=path";
  const served = await open(hash);
  const requests = [];
  const single = await open(hash, {
    address: SINGLE,
    prepare: (page) => page.context().on("request", (request) => requests.push(request.url())),
  });
  const [{ digest, seed }, own] = await Promise.all([shown(served), shown(single)]);
  assert.equal(seed, "12345678901234567890");
  assert.deepEqual([own.digest, own.seed, own.state], [digest, seed, "drawn"]);
  const pixels = (page) => page.$eval("#level", (canvas) => canvas.toDataURL());
  assert.equal(await pixels(single), await pixels(served));

  for (const panel of ["walkthrough", "film", "survey", "play", "exports"]) {
    await single.click(`#tab-${panel}`);
    await single.waitForFunction((id) => document.getElementById(id).textContent.trim().length > 20, `panel-${panel}`);
  }
  const files = await Promise.all([served, single].map(async (page) => {
    await page.click("#tab-exports");
    return downloaded(page, () => page.click('[aria-label="Download ron"]'));
  }));
  assert.deepEqual(files[1], files[0]);
  const foreign = requests.filter((url) => url !== SINGLE + hash && url !== SINGLE && !/^(data|blob):/.test(url));
  assert.deepEqual(foreign, []);
  assert.ok(requests.some((url) => url.startsWith(SINGLE)), "requests are seen at all");
});
