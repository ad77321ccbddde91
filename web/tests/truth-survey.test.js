/** A survey is the same however many workers share it, and its figures are the tool's. */

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { siphash24 } from "./siphash.js";
import { folderFor, succeed } from "./tool.js";
import { ask, startEngine, trials } from "./trial.js";

/** The tool's rows have six decimals. */
const ROUNDED = 5.000001e-7;

/** Gives the browser so many cores, and keeps what workers reply to surveys. Runs in the page. */
function withCores(cores) {
  Object.defineProperty(navigator, "hardwareConcurrency", { get: () => cores });
  const Plain = window.Worker;
  window.measured = [];
  window.Worker = class extends Plain {
    constructor(...options) {
      super(...options);
      const asked = new Map();
      const post = this.postMessage.bind(this);
      this.postMessage = (message, ...more) => {
        if (message.request?.op === "survey") asked.set(message.id, message.request);
        post(message, ...more);
      };
      this.number = (window.workers = (window.workers ?? 0) + 1);
      this.addEventListener("message", ({ data }) => {
        const request = asked.get(data.id);
        if (!request || !data.reply.ok) return;
        const preset = request.text === undefined ? request.preset : "edited";
        window.measured.push({ preset, first: Number(request.seed), values: data.reply.ok.values, by: this.number });
      });
    }
  };
}

/** A survey by the page: its words, its table, its plot, the values of all levels and how many workers made them. */
async function surveyed(page, count) {
  await page.click("#tab-survey");
  await page.selectOption(".survey-bar select >> nth=0", String(count));
  await page.click("text=/^Survey$/ >> nth=-1");
  await page.waitForFunction(() => /^[\d,]+ levels of /.test(document.querySelector(".survey-words").textContent), null, { timeout: 120_000 });
  const found = await page.evaluate(() => {
    const measured = window.measured.toSorted((a, b) => a.preset.localeCompare(b.preset) || a.first - b.first);
    const cells = (row) => [...row.children].map(({ textContent }) => textContent);
    return {
      words: document.querySelector(".survey-words").textContent.replace(/in [\d.]+ s/, ""),
      table: [...document.querySelectorAll(".survey-table tr")].map(cells),
      seeds: [...document.querySelectorAll(".survey-table button")].map(({ title }) => title.replace("Seed ", "")),
      plot: document.querySelector(".plot").toDataURL(),
      values: measured.map(({ preset, first, values }) => ({ preset, first, values })),
      workers: new Set(measured.map(({ by }) => by)).size,
    };
  });
  return { ...found, plot: siphash24(Buffer.from(found.plot)) };
}

const prepare = (cores) => (page) => page.addInitScript(withCores, cores);

/** The rows of the tool's table: per metric the mean, the spread, the least and the most with their seeds. */
const toolTable = (printed) => new Map(printed.split("\n").flatMap((line) => {
  const row = /^(\w[\w ]*?) +(-?[\d.]+) +([\d.]+) +(-?[\d.]+) +(\d+) +(-?[\d.]+) +(\d+)$/.exec(line);
  return row ? [[row[1], row.slice(2)]] : [];
}));

const trial = trials();

trial("a survey on two workers is that on one", async ({ open }) => {
  // The built-in preset is surveyed beside an edited text.
  const text = deflateRawSync('(name: "straight", base: "crypt", floorplan: (path: (wander: 0.1)))').toString("base64url");
  const [one, two] = await Promise.all([1, 2].map((cores) => open(`#p=crypt&d=0.5&x=${text}`, { prepare: prepare(cores) })));
  const [alone, shared] = [await surveyed(one, 1000), await surveyed(two, 1000)];
  assert.deepEqual([alone.workers, shared.workers], [1, 2]);
  assert.equal(alone.values.reduce((sum, { values }) => sum + values.length, 0), 2000);
  assert.ok(alone.table.length > 23, "measures that no level has, have no row");
  assert.match(alone.words, /^1,000 levels of crypt, edited, and of crypt, /);
  assert.deepEqual({ ...shared, workers: 0 }, { ...alone, workers: 0 });
});

for (const [preset, count] of [["mine", 100], ["cellar", 1000]]) {
  trial(`the figures of ${count} levels of the preset ${preset} are those of the tool`, async ({ open, t }) => {
    const folder = folderFor(t);
    const page = await open(`#p=${preset}`, { prepare: prepare(2) });
    const { table: [head, ...rows], seeds, values } = await surveyed(page, count);
    assert.deepEqual(head.slice(0, 5), ["Measure", "Mean", "Spread", "Least", "Most"]);
    const expected = toolTable(await succeed(folder, ["survey", "--preset", preset, "--seeds", `0..${count}`, "--csv", "rows.csv"]));
    assert.ok(rows.length > 20, "measures that no level has, have no row");
    assert.deepEqual(rows.map(([name]) => name), [...expected.keys()]);
    for (const [row, [name, mean, spread, least, most]] of rows.entries()) {
      const [toolMean, toolSpread, toolLeast, leastSeed, toolMost, mostSeed] = expected.get(name);
      assert.deepEqual([mean, spread], [toolMean, `\u00b1 ${toolSpread}`], name);
      // The tool writes whole numbers of single levels without decimals.
      assert.deepEqual([Number(least), Number(most)], [Number(toolLeast), Number(toolMost)], name);
      assert.deepEqual(seeds.slice(2 * row, 2 * row + 2), [leastSeed, mostSeed], name);
    }
    // Each value of each level, by the tool's rows.
    await startEngine(page);
    const { metrics } = (await ask(page, { op: "about" })).ok;
    const [columns, ...lines] = folder.read("rows.csv").toString().trim().split("\n").map((line) => line.split(","));
    const all = values.flatMap((slice) => slice.values);
    assert.equal(all.length, count);
    assert.equal(lines.length, count);
    for (const [column, { column: name }] of metrics.entries()) {
      const at = columns.indexOf(name);
      assert.ok(at > 0, name);
      lines.forEach((line, seed) => assert.ok(Math.abs(all[seed][column] - Number(line[at])) <= ROUNDED, `${name} of seed ${seed}: ${all[seed][column]}, ${line[at]}`));
    }
  });
}
