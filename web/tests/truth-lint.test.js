/** Findings of lint on the page are the tool's; examples of the manual have none. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startModule } from "../page/src/engine/module.js";
import { DIST } from "./browser.js";
import { ROOT, folderFor, problemsIn, run } from "./tool.js";
import { listedProblems, paste, trials } from "./trial.js";

/** The text with one of each finding, by which the tool is tested. */
const DOUBTFUL = /const DOUBTFUL: &str = r##"(.*?)"##;/s.exec(readFileSync(join(ROOT, "crates/cli/tests/cli/lint.rs"), "utf8"))[1];

/** The tool's findings; places in the text itself as LINE:COLUMN, those in a base with its name before. */
async function toolFindings(t, files) {
  const folder = folderFor(t);
  Object.entries(files).forEach(([name, text]) => folder.write(name, text));
  const [main] = Object.keys(files);
  const { code, stdout } = await run(folder, ["lint", main]);
  assert.equal(code, 1);
  const { problems, count } = problemsIn(stdout);
  assert.equal(problems.length, count);
  return problems.map(({ message, place, ...problem }) => {
    const [, words, finding] = /^(.*) \[([a-z-]+)\]$/.exec(message);
    return { ...problem, place: place.replace(`${main}:`, ""), message: words, code: finding };
  });
}

/** Waits until this number of findings is listed: lint reports them once all levels are counted. */
async function findingsOn(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll("#problems li").length >= wanted, count);
  return listedProblems(page);
}

const trial = trials();

trial("the findings of a text are the tool's, in the tool's words, at its places", async ({ open, t }) => {
  const expected = await toolFindings(t, { "doubtful.ron": DOUBTFUL });
  assert.ok(expected.length >= 12, `${expected.length} findings`);
  const page = await open();
  await paste(page, DOUBTFUL);
  assert.deepEqual(await findingsOn(page, expected.length), expected);
  assert.equal(await page.textContent(".problems-title"), `${expected.length} warnings`);
  // They go when the text is the built-in one again.
  await page.evaluate(() => document.querySelector("[data-act=reset]").click());
  await page.waitForFunction(() => document.querySelector(".problems-title").textContent === "No problems");
});

trial("the findings of a base are shown with its name", async ({ open, t }) => {
  const text = '(name: "mine", base: "doubtful.ron", layouts: [(name: "more", formations: [\n(shape: X, fill: true, prop: "urn")])])';
  const expected = await toolFindings(t, { "mine.ron": text, "doubtful.ron": DOUBTFUL });
  assert.ok(expected.some(({ place }) => place.startsWith("doubtful.ron:")));
  const page = await open();
  await paste(page, text);
  await page.click("#documents >> text=+ doubtful.ron");
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes('base: "crypt"'));
  await paste(page, DOUBTFUL);
  assert.deepEqual(await findingsOn(page, expected.length), expected);
});

test("examples of the manual lint clean: nobody opens one with a warning", async () => {
  const ask = await startModule(new WebAssembly.Module(readFileSync(join(DIST, "engine.wasm"))));
  const ok = (request) => {
    const { ok: answer, error } = ask(request).reply;
    return answer ?? assert.fail(error.message);
  };
  const examples = JSON.parse(readFileSync(join(DIST, "examples.json"), "utf8"));
  assert.ok(examples.length >= 20, `${examples.length} examples`);
  const all = [];
  for (const { title, text } of examples) {
    let { findings } = ok({ op: "lint", text });
    for (let of = 1, levels = 0; levels < of;) ({ of, levels, findings = findings } = ok({ op: "sample", levels: 250 }));
    all.push(...findings.map(({ finding, message }) => `${title}: ${finding}: ${message}`));
  }
  assert.deepEqual(all, []);
});
