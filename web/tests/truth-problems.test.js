/** Mistakes in a text: the page reports the tool's messages at the tool's places, and underlines the right letters. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SORTS, broken } from "./mistakes.js";
import { ROOT, folderFor, problemsIn, run } from "./tool.js";
import { listedProblems, paste, savedText, trials } from "./trial.js";

/** The problems that a report of the tool shows; it counts the others. */
const SHOWN_BY_TOOL = 20;

const presets = readdirSync(join(ROOT, "presets")).filter((name) => name.endsWith(".ron")).map((name) => name.slice(0, -4));
const textOf = (preset) => readFileSync(join(ROOT, "presets", `${preset}.ron`), "utf8");

/** The tool's report on a text that is no preset. */
async function toolProblems(folder, text) {
  folder.write("trial.ron", text);
  const { code, stderr } = await run(folder, ["lint", "trial.ron"]);
  assert.equal(code, 1, stderr);
  const { problems, count } = problemsIn(stderr);
  return { count, problems: problems.map((problem) => ({ ...problem, place: problem.place.replace(/^trial\.ron:/, "") })) };
}

const trial = trials();

trial("mistakes of ten sorts in built-in presets are reported in the tool's words, at its lines and columns", async ({ open, t }) => {
  const folder = folderFor(t);
  const page = await open();
  for (const [number, preset] of presets.entries()) {
    await page.selectOption("[name=preset]", preset);
    // The text comes after the name of its tab.
    await page.waitForFunction((line) => document.querySelector(".cm-line").textContent === line, textOf(preset).split("\n")[0]);
    // Each sort in every third preset; with SLOW=1 in each.
    for (const [sort, mistake] of [...SORTS.entries()].filter(([sort]) => process.env.SLOW || (sort + number) % 3 === 0)) {
      const words = `${mistake} in ${preset}`;
      const text = broken(textOf(preset), mistake, number * (SORTS.length + 1) + sort);
      const expected = await toolProblems(folder, text);
      await paste(page, text);
      await page.waitForSelector("#level[data-state=stale]");
      const listed = await listedProblems(page);
      assert.equal(listed.length, expected.count, words);
      const asTool = listed.slice(0, SHOWN_BY_TOOL).map(({ code, ...problem }) => problem);
      assert.deepEqual(asTool, expected.problems, words);
      await page.evaluate(() => document.querySelector("[data-act=reset]").click());
      await page.waitForSelector("#level[data-state=drawn]");
      assert.equal(await page.textContent(".problems-title"), "No problems");
    }
  }
});

trial("a word that is mistyped behind an emoji is underlined, and nothing else is", async ({ open, t }) => {
  const page = await open();
  await page.focus(".cm-content");
  const line = textOf("crypt").split("\n").findIndex((text) => text.startsWith("    name:"));
  await page.keyboard.press("Control+Home");
  for (let at = 0; at < line; at += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.type(" /* \u{1F480}\u{1F56F} gr\u00fcn */ styel: 3, // \u{1F525}", { delay: 10 });
  await page.waitForSelector("#level[data-state=stale]");
  // A slow machine reads the text while it is typed: the comment that is still open is its problem then.
  await page.waitForFunction(() => document.querySelector(".editor-squiggle.is-error")?.textContent === "styel");

  const { underlined, word, squiggle } = await page.evaluate(() => {
    const marks = [...document.querySelectorAll(".editor-squiggle.is-error")];
    const row = [...document.querySelectorAll(".cm-line")].find(({ textContent }) => textContent.includes("styel"));
    const start = row.textContent.indexOf("styel");
    // The letters in the page's own layout, whichever elements they are in.
    const range = document.createRange();
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    for (let at = 0; walker.nextNode(); at += walker.currentNode.length) {
      const within = (offset) => offset >= at && offset <= at + walker.currentNode.length;
      if (within(start) && start < at + walker.currentNode.length) range.setStart(walker.currentNode, start - at);
      if (within(start + 5)) {
        range.setEnd(walker.currentNode, start + 5 - at);
        break;
      }
    }
    const sides = ({ left, right }) => [left, right];
    const rects = marks.map((mark) => mark.getBoundingClientRect());
    return {
      underlined: marks.map(({ textContent }) => textContent).join(""),
      word: sides(range.getBoundingClientRect()),
      squiggle: [Math.min(...rects.map(({ left }) => left)), Math.max(...rects.map(({ right }) => right))],
    };
  });
  assert.equal(underlined, "styel");
  assert.ok(word[1] - word[0] > 20, `the word is ${word[1] - word[0]} pixels wide`);
  squiggle.forEach((side, at) => assert.ok(Math.abs(side - word[at]) < 1, `squiggle from ${squiggle}, word from ${word}`));

  const { problems } = await toolProblems(folderFor(t), await savedText(page));
  const listed = await listedProblems(page);
  assert.deepEqual(listed.map(({ place }) => place), problems.map(({ place }) => place));
  assert.match(listed[0].message, /styel/);

  // The way from the list to the text selects or shows the same letters.
  await page.focus(".cm-content");
  await page.keyboard.press("F8");
  assert.equal(await page.evaluate(() => getSelection().toString()), "styel");
});
