/** The page in one file, opened from disk, is the served one: and it asks nobody for anything. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DIST } from "./browser.js";
import { downloaded, paste, savedText, shown, trials } from "./trial.js";

const SINGLE = pathToFileURL(join(DIST, "single.html")).href;

const trial = trials();

trial("from disk a code is copied, and the field of the seed takes a code or a link, pasted or typed", async ({ open }) => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const disk = await open("#p=temple&s=5&d=0.5", { address: SINGLE, permissions });
  const text = '(\n    name: "of the disk",\n    base: "temple",\n)\n';
  await paste(disk, text);
  await disk.waitForFunction(() => document.querySelector("#summary").textContent.startsWith("of the disk, seed 5"));
  assert.equal(await disk.textContent("[data-act=share]"), "Copy code");
  await disk.click("[data-act=share]");
  await disk.waitForFunction(() => document.querySelector("#toast").textContent.startsWith("The code is copied"));
  const code = await disk.evaluate(() => navigator.clipboard.readText());
  assert.match(code, /^#r=\d+&p=temple&s=5&d=0\.5&[tx]=[\w-]+$/);
  const { digest } = await shown(disk);

  const forms = {
    "a code that is pasted": [code, "Control+v"],
    "a whole link": [`https://example.org/a?b=c${code}`, "Control+v"],
    "a code that is typed": [` ${code} `, "Enter"],
    "a code without its sign": [code.slice(1), "Enter"],
  };
  for (const [form, [words, key]] of Object.entries(forms)) {
    for (const address of [undefined, SINGLE]) {
      const page = await open("#s=1", { address, permissions });
      await page.focus("#seed");
      await page.keyboard.press("Control+a");
      if (key === "Enter") await page.keyboard.insertText(words);
      else await page.evaluate((all) => navigator.clipboard.writeText(all), words);
      await page.keyboard.press(key);
      await page.waitForSelector(`#level[data-state=drawn][data-digest="${digest}"]`).catch(() => assert.fail(form));
      assert.equal(await page.inputValue("#seed"), "5", form);
      assert.equal(await savedText(page), text, form);
    }
  }
  const page = await open("#s=3");
  await page.fill("#seed", "#nothing=1");
  await page.press("#seed", "Enter");
  assert.match(await page.textContent(".notice span"), /a part "nothing" that is not known/);
});

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
