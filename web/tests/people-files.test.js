/** Files that are dropped on the page or opened: each has an effect or a message, and none a hang. */

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { ready } from "./browser.js";
import { dropAt, editorText, notices, scenes, shown, storing } from "./people.js";

const scene = scenes();

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "people-files-"));
});
after(() => rm(folder, { recursive: true }));

const own = (name) => `(\n    name: "${name}",\n    base: "crypt",\n)\n`;

async function fileOf(name, content) {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** Drops files on the picture. */
const drop = (page, ...files) => dropAt(page, { x: 700, y: 300 }, files);

const summary = (page, words) => page.waitForFunction((start) => document.querySelector("#summary").textContent.startsWith(start), words);

scene("a preset that is dropped is read, drawn, announced, and undone", {}, async ({ page }) => {
  const before = await editorText(page);
  // Line ends and the mark of another system are no part of the text.
  await drop(page, await fileOf("mine own.ron", `\ufeff${own("dropped").replaceAll("\n", "\r\n")}`));
  await summary(page, "dropped, seed 42");
  assert.match((await shown(page)).live, /^mine own\.ron is open\. Undo brings the former text back\.$/);
  assert.equal(await page.locator("#toast").textContent(), (await shown(page)).live, "an announcement is visible too");
  assert.deepEqual(await notices(page), [], "nobody's text is replaced");
  assert.equal(await editorText(page), own("dropped"));
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+z");
  await summary(page, "crypt, seed 42");
  assert.equal(await editorText(page), before);
});

scene("a base that is missing is taken from the file of its name", {}, async ({ page }) => {
  await drop(page, await fileOf("main.ron", '(name: "on a file", base: "./deep/base.ron")'));
  await page.waitForSelector('.problems-go:has-text("base")');
  await drop(page, await fileOf("base.ron", own("the base")));
  await summary(page, "on a file, seed 42");
  await page.waitForSelector('#documents [aria-selected="true"]:text("./deep/base.ron")');
  assert.equal(await editorText(page), own("the base"));
});

/** A PNG file of one colour, 16 pixels a side. */
function png([red, green, blue]) {
  const chunk = (name, data) => {
    const content = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, sum]);
  };
  const header = Buffer.from([0, 0, 0, 16, 0, 0, 0, 16, 8, 2, 0, 0, 0]);
  const rows = Buffer.concat(Array(16).fill(Buffer.from([0, ...Array(16).fill([red, green, blue]).flat()])));
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

scene("a picture of sprites is taken from its file, drawn with its very colours, and there after a reload", {}, async ({ page }) => {
  const text = '(name: "pink", base: "cellar", theme: (ambient: 1.0), sprites: "art/my.png", props: { "crate": (sprite: "0,0"), "barrel": (sprite: "0,0"), "pillar": (sprite: "0,0") })';
  await drop(page, await fileOf("pink.ron", text));
  await page.waitForSelector('.problems-go:has-text("my.png")');
  await drop(page, await fileOf("my.png", png([255, 1, 254])));
  await summary(page, "pink, seed 42");
  assert.equal(await page.textContent(".problems-title"), "No problems");
  const isPink = () => {
    const canvas = document.querySelector("#picture canvas") ?? document.querySelector("canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    for (let at = 0; at < data.length; at += 4) if (data[at] > 240 && data[at + 1] < 12 && data[at + 2] > 240) return true;
    return false;
  };
  await page.waitForFunction(isPink);
  await storing(page, ({ drafts }) => drafts.crypt === text);
  await page.reload();
  await ready(page);
  await summary(page, "pink, seed 42");
  assert.equal(await page.textContent(".problems-title"), "No problems", "the picture outlives the page");
  await page.waitForFunction(isPink);
  await drop(page, await fileOf("not.png", "no picture"));
  await page.waitForSelector(".notice");
  assert.match((await notices(page))[0], /not\.png is not a picture that this browser reads/);
});

const BAD = [
  ["binary.ron", Uint8Array.from({ length: 5000 }, (_, at) => (at * 151) % 256), /binary\.ron is not a text in UTF-8/],
  ["large.ron", "x".repeat(2 * 1024 * 1024), /large\.ron has 2097152 bytes; a preset has at most 1048576/],
  ["utf16.ron", Buffer.from(`\ufeff${own("wide")}`, "utf16le"), /utf16\.ron is not a text in UTF-8/],
  ["folder.ron", null, /folder\.ron .*(folder|not a text)/],
];

scene("files that are no presets are refused in words, and the text stays", {}, async ({ page }) => {
  const before = await editorText(page);
  for (const [name, content, words] of BAD) {
    if (content) await drop(page, await fileOf(name, content));
    else {
      await mkdir(join(folder, name));
      await drop(page, join(folder, name));
    }
    await page.waitForSelector(".notice");
    const shownNotices = await notices(page);
    assert.equal(shownNotices.length, 1, name);
    assert.match(shownNotices[0], words);
    await page.click('.notice button:text("Close")');
  }
  assert.equal(await editorText(page), before);
  assert.equal((await shown(page)).state, "drawn");
});

scene("texts that are no presets are read and their problems are listed", {}, async ({ page }) => {
  for (const [name, content] of [["empty.ron", ""], ["nulls.ron", "\u0000\u0000\u0001"], ["page.ron", "<html><script>1</script></html>"], ["limit.ron", `// ${"x".repeat(1024 * 1024 - 8)}\n`]]) {
    await drop(page, await fileOf(name, content));
    await page.waitForFunction((words) => document.querySelector("#live").textContent.startsWith(words), `${name} is open.`);
    await page.waitForSelector(".problems-go");
    assert.equal((await editorText(page)).length, content.length, name);
    assert.match(await page.textContent(".problems-title"), /error/);
  }
  await drop(page, await fileOf("good.ron", own("good")));
  await summary(page, "good, seed 42");
  assert.equal(await page.textContent(".problems-title"), "No problems");
});

scene("ten files at once are taken one after the other", {}, async ({ page }) => {
  const names = Array.from({ length: 10 }, (_, at) => `file ${at}.ron`);
  const files = await Promise.all(names.map((name, at) => fileOf(name, at === 4 ? Uint8Array.of(255, 254, 253) : own(name))));
  await drop(page, ...files);
  await summary(page, "file 9.ron, seed 42");
  assert.deepEqual(await notices(page), ["file 4.ron is not a text in UTF-8: a preset is a .ron file."]);
});

scene("a file is opened by the menu, and the text is saved as one", {}, async ({ page }) => {
  const path = await fileOf("opened.ron", own("opened"));
  await page.click("#more summary");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click('[data-act="open"]')]);
  await chooser.setFiles(path);
  await summary(page, "opened, seed 42");
  await page.click("#more summary");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('[data-act="save"]')]);
  assert.equal(download.suggestedFilename(), "opened.ron", "the text's own name");
  const saved = join(folder, "saved.ron");
  await download.saveAs(saved);
  await page.reload();
  await ready(page);
  await drop(page, saved);
  await summary(page, "opened, seed 42");
});

scene("text and links that are dropped are no files", {}, async ({ page }) => {
  const before = await editorText(page);
  const session = await page.context().newCDPSession(page);
  const data = { items: [{ mimeType: "text/plain", data: "javascript:alert(1)" }], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: 1000, y: 200, data });
  assert.equal(await editorText(page), before);
  assert.deepEqual(await notices(page), []);
});

scene("a file that is dropped on the text is taken once, and its mistakes are at their places", {}, async ({ page }) => {
  const text = own("dropped").replace("base", 'clearence: 3,\n    base');
  const box = await page.locator(".cm-content").boundingBox();
  await dropAt(page, { x: box.x + 60, y: box.y + 60 }, [await fileOf("own.ron", text.replaceAll("\n", "\r\n"))]);
  await page.waitForSelector(".problems-go");
  assert.equal(await editorText(page), text);
  assert.equal(await page.locator(".editor-squiggle").first().textContent(), "clearence");
});
