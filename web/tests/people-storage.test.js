/** What is typed outlives the page; what the storage has of others is not destroyed; the page works without it. */

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { STORED, another, editorText, notices, redrawn, scenes, shown, storedState, storing, write } from "./people.js";

const scene = scenes();

const own = (name, preset = "crypt") => `(\n    name: "${name}",\n    base: "${preset}",\n)\n`;

/** All that the storage has. */
const all = (page) => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));

scene("a typed text outlives a reload, a later visit without the link, and a crash", {}, async ({ page, context, address }) => {
  const before = await shown(page);
  await write(page, own("mine own"));
  await redrawn(page, before);
  await page.reload();
  await page.waitForSelector("html[data-state=ready]");
  assert.equal(await editorText(page), own("mine own"));
  const later = await another(context, address);
  assert.equal(await editorText(later), own("mine own"));
  assert.match((await shown(later)).summary, /^mine own, seed 42/);
  await write(later, own("mine again"));
  await storing(later, ({ drafts }) => drafts.crypt === own("mine again"));
  later.goto("chrome://crash").catch(() => {});
  await later.waitForEvent("crash");
  const last = await another(context, address);
  assert.equal(await editorText(last), own("mine again"));
});

scene("one who types without a pause loses less than a second", {}, async ({ page, context, address }) => {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  const begun = Date.now();
  for (let at = 0; at < 12 || Date.now() - begun < 2500; at += 1) await page.keyboard.type(at ? "x" : "// ", { delay: 60 });
  const { drafts } = await storedState(page) ?? {};
  const typed = (text) => /^\/\/ (x*)/.exec(text ?? "")?.[1].length ?? 0;
  const most = typed(await editorText(page));
  assert.ok(most > 5, `${most} letters were typed`);
  assert.ok(typed(drafts?.crypt) > most / 2, `${typed(drafts?.crypt)} of ${most} letters are stored`);
  await page.goto("about:blank");
  const next = await another(context, address);
  assert.equal(typed(await editorText(next)), most, "a page that is left stores the rest");
});

scene("a link shows its own text, and gives the typed one back", {
  hash: "#p=crypt&s=5", stored: { [STORED]: JSON.stringify({ drafts: { crypt: own("mine own") } }) },
}, async ({ page }) => {
  const plain = await shown(page);
  assert.match(plain.summary, /^crypt, seed 5/, "whoever opens a link sees the level of whoever made it");
  await page.fill("#seed", "6");
  await redrawn(page, plain);
  await page.click('.notice button:text("Bring it back")');
  await page.waitForFunction(() => document.querySelector("#summary").textContent.startsWith("mine own, seed 6"));
  assert.equal(await editorText(page), own("mine own"));
  await storing(page, ({ drafts }) => drafts.crypt === own("mine own"));
  await page.evaluate(() => { location.hash = "#p=crypt&s=7"; });
  await page.waitForFunction(() => document.querySelector("#summary").textContent.startsWith("crypt, seed 7"));
  await page.locator('.notice button:text("Bring it back")').last().click();
  await page.waitForFunction(() => document.querySelector("#summary").textContent.startsWith("mine own, seed 7"));
});

scene("two tabs keep the texts of both", {}, async ({ page, context, address }) => {
  const second = await another(context, address);
  const before = await shown(second);
  await write(page, own("of the first"));
  await storing(page, ({ drafts }) => drafts.crypt === own("of the first"));
  await second.bringToFront();
  await second.selectOption('[name="preset"]', "mine");
  await redrawn(second, before);
  await write(second, own("of the second", "mine"));
  await storing(second, ({ drafts }) => drafts.mine === own("of the second", "mine"));
  assert.equal((await storedState(second)).drafts.crypt, own("of the first"));
  await page.bringToFront();
  await page.fill("#seed", "7");
  await storing(page, ({ seed }) => seed === "7");
  assert.deepEqual((await storedState(page)).drafts, { crypt: own("of the first"), mine: own("of the second", "mine") });
  await page.close();
  await second.close();
  const third = await another(context, address);
  await third.selectOption('[name="preset"]', "mine");
  await third.waitForFunction(() => document.querySelector("#summary").textContent.startsWith("of the second"));
  await third.selectOption('[name="preset"]', "crypt");
  await third.waitForFunction(() => document.querySelector("#summary").textContent.startsWith("of the first"));
});

scene("two tabs that change one text lose neither: the other's is put aside in sight", {}, async ({ page, context, address }) => {
  const second = await another(context, address);
  await page.bringToFront();
  await write(page, own("of the first"));
  await storing(page, ({ drafts }) => drafts.crypt === own("of the first"));
  await second.bringToFront();
  await write(second, own("of the second"));
  await storing(second, ({ drafts, aside }) => drafts.crypt === own("of the second") && aside.crypt === own("of the first"));
  await second.waitForSelector(".notice");
  assert.deepEqual(await notices(second), ["Another tab has changed the text of crypt, too. "
    + "The text that was here before is put aside: of the first (crypt)."]);
  await page.bringToFront();
  await page.locator(".cm-content").focus();
  await page.keyboard.type("// more");
  const more = await editorText(page);
  await storing(page, ({ drafts, aside }) => drafts.crypt === more && Object.values(aside).includes(own("of the second")));
  await second.bringToFront();
  await second.click('.notice button:text("Bring it back")');
  assert.equal(await editorText(second), own("of the first"));
  const texts = ({ drafts, aside }) => [...Object.values(drafts), ...Object.values(aside)];
  await storing(second, (state) => [more, own("of the first"), own("of the second")].every((text) => texts(state).includes(text)));
});

scene("a text that goes back to the built-in one leaves the storage of the other tab too", {}, async ({ page, context, address }) => {
  await write(page, own("of the first"));
  await storing(page, ({ drafts }) => drafts.crypt === own("of the first"));
  const second = await another(context, address);
  await page.bringToFront();
  await page.click("#more summary");
  await page.click('[data-act="reset"]');
  await storing(page, ({ drafts }) => drafts.crypt === undefined);
  await second.bringToFront();
  await second.fill("#seed", "9");
  await storing(second, ({ seed }) => seed === "9");
  assert.deepEqual((await storedState(second)).drafts, {});
});

/** One of each sort; state.test.js has the others. */
const GARBAGE = ["", "{", "null", "42", "{\"drafts\":7}", "{\"overlays\":[null]}"];

scene("garbage in the storage gives a message and a level, and is put aside", {}, async ({ page, address }) => {
  const wrong = [];
  for (const text of GARBAGE) {
    await page.evaluate(([key, value]) => {
      localStorage.clear();
      localStorage.setItem(key, value);
    }, [STORED, text]);
    await page.goto(address);
    await page.waitForFunction(() => document.documentElement.dataset.state === "ready" || document.querySelector(".notice")?.textContent.includes("does not start"));
    const shownNotices = await notices(page);
    const { state } = await shown(page);
    if (state === "drawn") {
      await page.fill("#seed", "8");
      await page.waitForFunction((key) => /"seed":"8"/.test(localStorage.getItem(key)), STORED);
    }
    const kept = Object.values(await all(page)).includes(text);
    if (state !== "drawn" || shownNotices.length !== 1 || !kept) wrong.push([text.slice(0, 40), state, shownNotices, kept ? "kept" : "destroyed"]);
  }
  assert.deepEqual(wrong, []);
});

scene("a wrong part of what was stored leaves the other parts as they are", {
  stored: { [STORED]: JSON.stringify({ preset: "crypt", seed: "x", floor: 2, drafts: { crypt: own("mine own"), mine: 7 } }) },
}, async ({ page }) => {
  assert.match((await shown(page)).summary, /^mine own, seed 42/);
  assert.equal(await page.inputValue('[name="floor"]'), "2");
  assert.equal((await notices(page)).length, 1, "one notice for all parts");
  assert.match((await notices(page))[0], /"x" is not a seed/);
});

/** Storage that is full: the exception is that of browsers. */
const full = (context) => context.addInitScript(() => {
  Storage.prototype.setItem = () => {
    throw new DOMException("exceeded the quota", "QuotaExceededError");
  };
});

/** Storage that is forbidden, as browsers do it: it cannot even be asked for. */
const forbidden = (context) => context.addInitScript(() => {
  Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("Access is denied", "SecurityError"); } });
});

for (const [sort, prepare] of Object.entries({ full, forbidden })) {
  scene(`a page whose storage is ${sort} shows one notice and works`, { prepare }, async ({ page }) => {
    let before = await shown(page);
    for (const name of ["one", "two", "three"]) {
      await write(page, own(name));
      before = await redrawn(page, before);
      assert.match(before.summary, new RegExp(`^${name},`));
      await page.waitForTimeout(500);
    }
    const shownNotices = await notices(page);
    assert.equal(shownNotices.length, 1, shownNotices.join());
    assert.match(shownNotices[0], /keeps nothing.*save your text as a file/);
    await page.waitForFunction(() => /[tx]=/.test(location.hash));
    await page.reload();
    await page.waitForSelector("html[data-state=ready]");
    assert.equal(await editorText(page), own("three"), "the link has the text");
  });
}

scene("the one file works in an opaque origin, where all storage is forbidden", { isReady: false, file: "schema.json" }, async ({ page, context, address }) => {
  await context.route("**/frame", (route) => route.fulfill({
    contentType: "text/html", body: '<iframe sandbox="allow-scripts" src="single.html" style="width: 1200px; height: 800px"></iframe>',
  }));
  await page.goto(`${address}frame`);
  const frame = page.frames()[1];
  await frame.waitForSelector("html[data-state=ready]", { timeout: 30_000 });
  await frame.fill("#seed", "7");
  await frame.waitForFunction(() => document.querySelector("#summary").textContent.includes("seed 7"));
  await frame.waitForSelector(".notice");
  assert.match(await frame.textContent(".notice"), /keeps nothing \(SecurityError\)/);
});

const packed = (text) => deflateRawSync(text).toString("base64url");
const openLink = (page, ...hashes) => page.evaluate((all) => all.forEach((hash) => { location.hash = hash; }), hashes);
const summary = (page, words) => page.waitForFunction((start) => document.querySelector("#summary").textContent.startsWith(start), words);

scene("links one after the other lose neither what was typed nor what the first one brought", {
  stored: { [STORED]: JSON.stringify({ drafts: { crypt: own("mine own") } }) },
}, async ({ page }) => {
  for (const name of ["first", "second"]) {
    await openLink(page, `#p=crypt&x=${packed(own(name))}`);
    await summary(page, name);
  }
  await storing(page, ({ aside = {} }) => Object.values(aside).length === 2);
  const { aside } = await storedState(page);
  assert.deepEqual(Object.values(aside).sort(), [own("first"), own("mine own")].sort());
});

scene("a base that a link replaces is shown, put aside and given back", {
  stored: { [STORED]: JSON.stringify({ drafts: { crypt: own("top", "./a.ron") }, bases: { "./a.ron": own("mine own") } }) },
}, async ({ page }) => {
  await page.click('#documents [role="tab"]:text("./a.ron")');
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("mine own"));
  const bases = packed(JSON.stringify({ "./a.ron": own("theirs") }));
  await openLink(page, `#p=crypt&s=9&x=${packed(own("top", "./a.ron"))}&b=${bases}`);
  await summary(page, "top, seed 9");
  assert.equal(await editorText(page), own("theirs"), "what one goes on typing is the link's");
  assert.match((await notices(page)).join(), /its own text of \.\/a\.ron/);
  await page.click('.notice button:text("Bring it back")');
  assert.equal(await editorText(page), own("mine own"));
  await storing(page, (state) => state.bases["./a.ron"] === own("mine own") && state.aside?.["./a.ron"] === own("theirs"));
});

scene("of two links the last one counts, although the first takes longer to read", {}, async ({ page }) => {
  await openLink(page, `#p=garden&x=${packed(own("first", "garden"))}`, "#p=mine&s=5");
  await summary(page, "mine, seed 5");
  await page.waitForTimeout(500);
  assert.match((await shown(page)).summary, /^mine, seed 5/);
});

scene("a link that is wrong in many parts has few notices", {}, async ({ page }) => {
  await openLink(page, `#s=9&${Array.from({ length: 500 }, (_, at) => `part${at}=1`).join("&")}`);
  await summary(page, "crypt, seed 9");
  const shownNotices = await notices(page);
  assert.deepEqual([shownNotices.length, shownNotices.at(-1)], [6, "The link is wrong in 495 more parts."]);
});

scene("what is typed before the text of another preset is there belongs to the text in the editor", {}, async ({ page }) => {
  const text = await editorText(page);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  // In one task, so that no answer of the engine comes between.
  await page.evaluate(() => {
    const choice = document.querySelector('[name="preset"]');
    choice.value = "garden";
    choice.dispatchEvent(new Event("input", { bubbles: true }));
    document.execCommand("insertText", false, "//");
  });
  await summary(page, "garden");
  await storing(page, ({ drafts = {} }) => drafts.crypt !== undefined);
  assert.deepEqual((await storedState(page)).drafts, { crypt: `//${text}` });
  assert.notEqual(await editorText(page), text);
});
