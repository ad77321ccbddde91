/** No way in destroys an edited text: it is put aside in sight, comes back by a button, and is in a menu after a reload. */

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { after, before } from "node:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ready } from "./browser.js";
import { STORED, dropAt, editorText, notices, scenes, shown, storing, write } from "./people.js";

const scene = scenes();

const EXAMPLES = '[aria-label="Examples of the manual"]';
const ASIDE = "#documents .menu";

/** Brings a text back, or deletes it, by the menu. */
async function fromMenu(page, act, label) {
  if (await page.getAttribute(ASIDE, "open") === null) await page.click(`${ASIDE} summary`);
  await page.click(`${ASIDE} [aria-label="${act} ${label}"]`);
}
const labels = (page) => page.locator(`${ASIDE} li span`).allTextContents();

const own = (name) => `(\n    name: "${name}",\n    base: "crypt",\n)\n`;
const MINE = own("mine own");

let folder;
let file;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "people-aside-"));
  file = join(folder, "theirs.ron");
  await writeFile(file, own("theirs"));
});
after(() => rm(folder, { recursive: true }));

const summary = (page, words) => page.waitForFunction((start) => document.querySelector("#summary").textContent.startsWith(start), words);

async function menu(page, act) {
  await page.click("#more summary");
  await page.click(`[data-act="${act}"]`);
}

async function openFile(page) {
  await page.click("#more summary");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click('[data-act="open"]')]);
  await chooser.setFiles(file);
}

const LINK = `#p=crypt&x=${deflateRawSync(own("theirs")).toString("base64url")}`;

async function openLink(page) {
  // The address follows the state: a link that it has already is none.
  await page.waitForFunction((link) => location.hash !== link, LINK);
  await page.evaluate((link) => { location.hash = link; }, LINK);
}

/** How the text is replaced, the level's name after it, and the announcement. */
const WAYS = {
  "an example of the manual": [(page) => page.selectOption(EXAMPLES, "1"), "ramps", /^The example: Ramps\. /],
  "a new preset on the base": [(page) => menu(page, "derive"), "my crypt", /^A new preset on crypt\. /],
  "the built-in text": [(page) => menu(page, "reset"), "crypt", /^The built-in text\. /],
  "a file that is dropped": [(page) => dropAt(page, { x: 700, y: 300 }, [file]), "theirs", /^theirs\.ron is open\. /],
  "a file that is opened": [openFile, "theirs", /^theirs\.ron is open\. /],
  "a link": [openLink, "theirs", /^The link shows its own text of crypt\. /],
};

for (const [way, [take, name, words]] of Object.entries(WAYS)) {
  scene(`${way} puts an edited text aside, which comes back by a button, and from the menu after a reload`, {}, async ({ page }) => {
    const replace = async () => {
      await take(page);
      await summary(page, `${name},`);
      assert.notEqual(await editorText(page), MINE);
    };
    await write(page, MINE);
    await summary(page, "mine own,");
    await replace();
    const [notice, ...others] = await notices(page);
    assert.match(notice, words);
    assert.match(notice, /The text that was here before is put aside: mine own \(crypt\)\.$/);
    assert.deepEqual(others, []);
    assert.ok(await page.isVisible('.notice button:text("Bring it back")'));
    await page.click('.notice button:text("Bring it back")');
    await summary(page, "mine own,");
    assert.equal(await editorText(page), MINE);
    assert.deepEqual(await notices(page), []);

    await replace();
    // Both the text that was put aside and the one in its place: the page stores a moment later.
    await storing(page, ({ aside = {}, drafts }) => Object.values(aside).includes(MINE) && drafts.crypt !== MINE);
    await page.reload();
    await ready(page);
    await summary(page, `${name},`);
    assert.deepEqual(await notices(page), [], "what was offered once is in the menu");
    await fromMenu(page, "Bring back", (await labels(page)).find((words) => words.startsWith("mine own (crypt")));
    await summary(page, "mine own,");
    assert.equal(await editorText(page), MINE);
  });
}

scene("a reload before the address has followed shows the text that was stored", {}, async ({ page }) => {
  await write(page, MINE);
  await summary(page, "mine own,");
  const LATE = own("later");
  await page.waitForFunction(() => location.hash.includes("&x=") || location.hash.includes("&t="));
  // The timer of the address never fires.
  await page.evaluate(() => {
    const after = window.setTimeout;
    window.setTimeout = (act, milliseconds, ...rest) => (milliseconds === 250 ? 0 : after(act, milliseconds, ...rest));
  });
  await write(page, LATE);
  await storing(page, ({ drafts }) => drafts.crypt === LATE);
  await page.reload();
  await ready(page);
  await summary(page, "later,");
  assert.equal(await editorText(page), LATE);
  assert.deepEqual(await notices(page), []);
});

scene("a toast shows what was replaced, and disappears", {}, async ({ page }) => {
  await page.selectOption(EXAMPLES, "1");
  await summary(page, "ramps,");
  assert.ok(await page.isVisible("#toast span"));
  assert.equal(await page.textContent("#toast"), "The example: Ramps. Undo brings the former text back.");
  await page.locator("#toast span").evaluate((words) => words.getAnimations().forEach((animation) => animation.finish()));
  assert.equal(await page.isVisible("#toast span"), false);
  assert.match((await shown(page)).live, /^The example/, "it can still be read");
});

scene("examples one after the other leave nothing aside, but an edited one does", {}, async ({ page }) => {
  for (const at of ["1", "2", "3"]) await page.selectOption(EXAMPLES, at);
  assert.equal(await page.isVisible(ASIDE), false);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText("// mine\n");
  const edited = await editorText(page);
  await page.selectOption(EXAMPLES, "1");
  await storing(page, ({ aside = {} }) => Object.values(aside).includes(edited));
  assert.equal((await notices(page)).length, 1);
});

scene("a text of one preset comes back while another one is shown, and texts of one name are told apart", {}, async ({ page }) => {
  for (const name of ["one", "two"]) {
    await write(page, own(name));
    await summary(page, `${name},`);
    await menu(page, "reset");
    await summary(page, "crypt,");
  }
  await page.selectOption('[name="preset"]', "mine");
  await summary(page, "mine,");
  assert.equal(await page.textContent(`${ASIDE} summary`), "Put aside (2)");
  assert.deepEqual(await labels(page), ["one (crypt)", "two (crypt 2)"]);
  await fromMenu(page, "Bring back", "two (crypt 2)");
  await summary(page, "two,");
  assert.equal(await editorText(page), own("two"));
  assert.equal(await page.inputValue('[name="preset"]'), "crypt");
  // Nothing was edited there: nothing takes its place.
  await storing(page, ({ aside }) => JSON.stringify(aside) === JSON.stringify({ crypt: own("one") }));
  await fromMenu(page, "Bring back", "one (crypt)");
  await summary(page, "one,");
  await storing(page, ({ aside }) => JSON.stringify(aside) === JSON.stringify({ crypt: own("two") }));
});

scene("texts put aside are deleted one by one or all at once, by mouse and by keys, and one deletion is undone", {
  stored: { [STORED]: JSON.stringify({ aside: { crypt: own("one"), mine: own("two"), "crypt 2": own("three") } }) },
}, async ({ page }) => {
  const left = (...names) => storing(page, ({ aside }) => Object.values(aside).join() === names.map(own).join());
  await fromMenu(page, "Delete", "two (mine)");
  await left("one", "three");
  assert.ok(await page.isVisible(`${ASIDE} ul`), "the menu stays open");
  assert.deepEqual(await notices(page), ["The text two (mine) is deleted."]);
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Delete three (crypt 2)", "keys go on from there");
  await page.keyboard.press("Enter");
  await left("one");
  assert.deepEqual(await notices(page), ["The text three (crypt 2) is deleted."]);
  await page.click('.notice button:text("Undo")');
  await left("one", "three");
  await page.click(`${ASIDE} summary`);
  await page.click(`${ASIDE} button:text("Delete all")`);
  await left();
  assert.equal(await page.isVisible(ASIDE), false);
  await page.reload();
  await ready(page);
  assert.equal(await page.isVisible(ASIDE), false, "what is deleted stays so");
});

scene("a storage that is full says so, and takes texts again once some are deleted", {
  stored: { [STORED]: JSON.stringify({ aside: { crypt: own("one"), "crypt 2": `${own("large")}// ${"x".repeat(4_000_000)}` } }) },
}, async ({ page }) => {
  const text = `${MINE}// ${"y".repeat(1_500_000)}`;
  await write(page, text);
  await page.waitForSelector(".notice");
  assert.match((await notices(page))[0], /keeps nothing \(QuotaExceededError\): delete texts that are put aside, or save your text as a file/);
  await fromMenu(page, "Delete", "large (crypt 2)");
  await storing(page, ({ drafts, aside }) => drafts?.crypt?.length === text.length && Object.keys(aside).join() === "crypt");
});

scene("file, tab and command have the text's own name", {}, async ({ page }) => {
  await write(page, own("my deep crypt"));
  await summary(page, "my deep crypt,");
  assert.equal(await page.locator('#documents [role="tab"]').first().textContent(), "my deep crypt \u2022");
  assert.match(await page.title(), /^my deep crypt \u2013 /);
  await page.click("#more summary");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('[data-act="save"]')]);
  assert.equal(download.suggestedFilename(), "my-deep-crypt.ron");
  await page.click("#tab-exports");
  await page.waitForFunction(() => document.querySelector(".exports-command")?.textContent.includes("--preset ./my-deep-crypt.ron "));
  // A text that is being written has its name too.
  await write(page, '(name: "half done", base: ');
  await page.waitForFunction(() => document.querySelector('#documents [role="tab"]').textContent === "half done \u2022");
});
