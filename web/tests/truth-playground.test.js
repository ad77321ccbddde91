/**
 * The page that the repository keeps, output/playground.html, opens from disk and makes the levels whose digests it
 * records. With PAGE=1 these are also those of this commit's tool, and all are opened: so the page is that of this
 * commit. Between the commits that renew it, it may be older than the tool.
 */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { ROOT, folderFor, succeed } from "./tool.js";
import { shown, trials } from "./trial.js";

const KEPT = join(ROOT, "output/playground.html");
const isWhole = Boolean(process.env.PAGE);
const text = existsSync(KEPT) ? readFileSync(KEPT, "utf8") : "";
const recorded = JSON.parse(text.match(/<script type="application\/json" id="recorded">(.*)<\/script>/)?.[1] ?? "{}");

const trial = trials();

trial("the page that is kept opens from disk, and its levels have the digests that it records", async ({ open }) => {
  assert.match(text, /<meta name="commit" content="[0-9a-f]{40}">/);
  assert.ok(Object.keys(recorded).length >= 9);
  for (const [preset, digests] of Object.entries(recorded)) {
    const all = digests.split(" ");
    assert.equal(all.length, 20);
    for (const [seed, digest] of all.entries()) {
      if (!isWhole && seed !== 7) continue;
      const page = await open(`#p=${preset}&s=${seed}`, { address: pathToFileURL(KEPT).href });
      assert.equal((await shown(page)).digest, digest, `${preset}, seed ${seed}`);
      await page.close();
    }
  }
});

const toolTest = isWhole ? test : () => {};
toolTest("the page that is kept is that of this commit's tool", async (t) => {
  const folder = folderFor(t);
  for (const [preset, digests] of Object.entries(recorded)) {
    const lines = await succeed(folder, ["batch", "--preset", preset, "--seeds", "0..20", "--out", "-"]);
    assert.equal(lines.trimEnd().split("\n").map((line) => JSON.parse(line).digest).join(" "), digests, preset);
  }
});
