/** Names are texts: no name of a preset, a file or a link becomes markup or runs. */

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "./browser.js";
import { PANELS, STORED, notices, openPanel, scenes, shown, write } from "./people.js";

const scene = scenes();

/** Names that would run if they were markup, each within the 64 characters of a name. */
const IMAGE = "<img src=x onerror=ran=1>";
const END = "</script><script>ran=1</script>";
const AMPERSAND = "&lt;b&gt;&amp;' ]]> --> {{7*7}}";
const ADDRESS = "javascript:ran=1";

const TEXT = `(
    name: "p${IMAGE}",
    size: (40, 30),
    floorplan: (
        rooms: (max: 10),
        path: (fraction: (0.8, 1.0)),
        bonus: (chance: 1.0),
        tags: [(tag: "t${IMAGE}", rooms: (kinds: [Path, Bonus]))],
    ),
    mission: (locks: [(name: "k${END}", lock: Path((0.3, 0.9)))]),
    props: {
        "q${END}": (glyph: 'q', color: "#c28a2e"),
        "r${AMPERSAND}": (glyph: '&', color: "#c28a2e"),
        "k${END}": (glyph: '"', color: "#c28a2e", blocks: false),
    },
    layouts: [
        (name: "l${IMAGE}", formations: [(shape: Circle, prop: "q${END}"), (shape: Square, at: Corners, size: Cells(1), prop: "r${AMPERSAND}")]),
        (name: "m${ADDRESS}", formations: [(shape: Square, at: Corners, size: Cells(1), prop: "r${AMPERSAND}")]),
    ],
)
`;

/** Nothing has run, and no element has come from a name. */
async function assertInert(page, state) {
  const found = await page.evaluate(() => ({
    ran: globalThis.ran ?? 0,
    elements: [...document.querySelectorAll("img, iframe, object, embed, b, [onerror], a[href^=javascript]")].map(({ outerHTML }) => outerHTML.slice(0, 80)),
    scripts: document.scripts.length,
  }));
  assert.deepEqual(found, { ran: 0, elements: [], scripts: 1 }, state);
}

const drawn = (page) => page.waitForFunction((name) => document.querySelector("#summary").textContent.startsWith(name), `p${IMAGE}, seed`);

scene("names of a text are texts in each panel, in tooltips and in live regions", {}, async ({ page }) => {
  await write(page, TEXT);
  await drawn(page);
  const expected = { facts: `layout l${IMAGE}`, walkthrough: `k${END}`, film: "", survey: "", play: "", exports: "--preset ./p-img-src-x-onerror-ran-1.ron" };
  for (const name of PANELS) {
    await openPanel(page, name);
    await page.waitForFunction(([id, words]) => document.querySelector(`#panel-${id}`).textContent.includes(words), [name, expected[name]]);
    await page.waitForTimeout(200);
    await assertInert(page, name);
  }
  assert.match(await page.textContent("#panel-facts"), /tagged t<img src=x onerror=ran=1>/);
  await openPanel(page, "film");
  await page.waitForFunction((words) => document.querySelector("#panel-film select:last-of-type, .film-bar").textContent.includes(words), `l${IMAGE}`);
  await page.click('.film-bar button:text("To the end")');
  await page.waitForFunction(() => /^(\d+) of \1$/.test(document.querySelector(".film-count").textContent), null, { timeout: 40_000 });
  await assertInert(page, "the film's log");
  await openPanel(page, "survey");
  await page.selectOption(".survey-bar select", "100");
  await page.click(".survey-bar .primary");
  await page.waitForSelector(".survey-result:not([hidden])", { timeout: 40_000 });
  await assertInert(page, "survey");
  await openPanel(page, "facts");
  const box = await page.locator("#picture").boundingBox();
  const seen = new Set();
  for (let x = 0.1; x < 0.9; x += 0.02) {
    for (const y of [0.3, 0.5, 0.7]) {
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
      await page.waitForTimeout(15);
      seen.add(await page.textContent(".picture-tip"));
    }
  }
  const tips = [...seen].join("\n");
  assert.ok(tips.includes(`q${END} of`) && tips.includes(`layout l${IMAGE}`), tips.slice(0, 500));
  await assertInert(page, "tooltips");
});

scene("names in problems, completions and cards are texts", {}, async ({ page }) => {
  await write(page, TEXT.replace(`(shape: Circle, prop: "q${END}")`, `(shape: Circle, prop: "z${IMAGE}")`).replace("size:", `"${IMAGE}": 1, size:`));
  await page.waitForSelector(".problems-go");
  await assertInert(page, "problems");
  await write(page, TEXT.replace(`prop: "q${END}"`, `prop: "z${IMAGE}"`));
  await page.waitForFunction((words) => document.querySelector(".problems-list").textContent.includes(words), `z${IMAGE}`);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F8");
  await page.waitForSelector(".editor-card");
  assert.ok((await page.textContent(".editor-card")).includes(`z${IMAGE}`));
  await assertInert(page, "card");
  await write(page, TEXT.replace(/\]\),\n {8}\(name: "m[^]*$/, "(shape: Circle, prop: "));
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Control+Space");
  await page.waitForSelector(".cm-tooltip-autocomplete");
  assert.ok((await page.textContent(".cm-tooltip-autocomplete")).includes(`q${END}`));
  await assertInert(page, "completions");
});

scene("bases may have any name, those of an object's own methods too", {}, async ({ page }) => {
  for (const name of ["constructor", "__proto__", "toString", IMAGE]) {
    await write(page, `(name: "own", base: "${name}")`);
    await page.waitForFunction((words) => document.querySelector(".problems-list").textContent.includes(words), name);
    assert.equal(await page.locator(`#documents button[title="Begin the text of this file"]`).count(), 0, "it is no file");
    await assertInert(page, name);
    await write(page, '(name: "other", base: "crypt")');
    await page.waitForFunction(() => document.querySelector("#summary").textContent.startsWith("other, seed"));
  }
  for (const name of [`./${IMAGE}.ron`, `./${ADDRESS}`, "__proto__/constructor.ron"]) {
    await write(page, `(name: "own", base: "${name}")`);
    await page.waitForFunction((words) => document.querySelector("#documents").textContent.includes(`+ ${words}`), name);
    await assertInert(page, name);
    await page.click(`#documents button[title="Begin the text of this file"]`);
    await page.waitForFunction(() => document.querySelector("#summary").textContent.startsWith("own, seed"));
    await assertInert(page, `${name} as a tab`);
    await page.locator('#documents [role="tab"]').first().click();
    await write(page, '(name: "other", base: "crypt")');
    await page.waitForFunction(() => document.querySelector("#summary").textContent.startsWith("other, seed"));
  }
});

scene("the content of links and storage is text", {
  stored: { [STORED]: JSON.stringify({ preset: IMAGE, seed: IMAGE, view: END, overlays: [IMAGE], drafts: { crypt: TEXT, [IMAGE]: IMAGE } }) },
}, async ({ page }) => {
  assert.ok((await notices(page))[0].includes(IMAGE));
  await assertInert(page, "storage");
  await page.evaluate(([image, end]) => {
    location.hash = `#p=${encodeURIComponent(image)}&s=${encodeURIComponent(end)}&o=${encodeURIComponent(image)}&${encodeURIComponent(image)}=1&r=${encodeURIComponent(image)}&x=${encodeURIComponent(image)}`;
  }, [IMAGE, END]);
  await page.waitForFunction(() => document.querySelectorAll(".notice").length >= 6);
  assert.ok((await notices(page)).some((words) => words.includes(END)));
  await assertInert(page, "link");
});

scene("names of files are texts", {}, async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "people-names-"));
  const path = join(folder, "<img src=x onerror=ran=1>.ron");
  await writeFile(path, Uint8Array.of(255, 254));
  await page.click("#more summary");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click('[data-act="open"]')]);
  await chooser.setFiles(path);
  await page.waitForSelector(".notice");
  assert.ok((await notices(page))[0].startsWith(`${IMAGE}.ron is not`));
  await assertInert(page, "name of a file");
  await rm(folder, { recursive: true });
});

/** What a browser makes of a file's markup: whether it is well formed, and elements that would run. */
const parsed = (page, text, type) => page.evaluate(([content, media]) => {
  const tree = new DOMParser().parseFromString(content, media);
  const all = [...tree.querySelectorAll("*")];
  return {
    faults: tree.querySelectorAll("parsererror").length,
    running: all.filter(({ localName, attributes }) => /^(script|img|foreignObject|iframe)$/.test(localName)
      || [...attributes].some(({ name, value }) => name.startsWith("on") || (/href|src/.test(name) && /^javascript:/.test(value)))).length,
    words: tree.documentElement.textContent + all.flatMap(({ attributes }) => [...attributes].map(({ value }) => value)).join("\n"),
  };
}, [text, type]);

scene("names in exported files are escaped by the rules of each format", {}, async ({ page }) => {
  const { unzipSync } = load("fflate");
  await write(page, TEXT);
  await drawn(page);
  await openPanel(page, "exports");
  const [download] = await Promise.all([page.waitForEvent("download", { timeout: 60_000 }), page.click("#panel-exports .primary")]);
  assert.match(download.suggestedFilename(), /^[\p{L}\p{N}_.-]+$/u);
  const files = unzipSync(await readFile(await download.path()));
  const texts = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, new TextDecoder().decode(content)]));
  const kinds = { svg: "image/svg+xml", tmx: "application/xml", tsx: "application/xml" };
  for (const [name, text] of Object.entries(texts)) {
    assert.match(name, /^[\p{L}\p{N}_.-]+$/u);
    const ending = name.split(".").at(-1);
    if (kinds[ending]) {
      const { faults, running, words } = await parsed(page, text, kinds[ending]);
      assert.deepEqual({ name, faults, running }, { name, faults: 0, running: 0 });
      if (ending === "svg") assert.ok(words.includes(`q${END}`) || words.includes(`l${IMAGE}`), "names are in the plan");
    }
    if (["json", "tmj"].includes(ending)) JSON.parse(text);
  }
  const level = JSON.parse(Object.entries(texts).find(([name]) => name.endsWith(".json"))[1]);
  assert.equal(level.preset, `p${IMAGE}`);
  assert.ok(Object.hasOwn(level.kinds, `q${END}`));
  await assertInert(page, "exports");
  await page.click('[aria-label="Download svg"]');
  await page.waitForFunction(() => /\.svg: /.test(document.querySelector(".exports-words").textContent));
  assert.equal((await shown(page)).state, "drawn");
});
