/**
 * How fast the built page is in Chromium: `node web/tests/bench.js`. It is no test: figures of a busy machine mean little.
 *
 * Prints the least and the median of several measurements beside the bar of each. Exits with 1 if a least is above its bar.
 * Measures of the engine are taken inside the page's own worker. A frame is the time from a key in the field of the seed
 * until the pixels of the next level are on the canvas.
 *
 * @module
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { DIST, launch, openPage, ready } from "./browser.js";
import { serve } from "./server.js";
import { ROOT } from "./tool.js";

/** How often all is slower on the slow device that is imitated. */
const SLOWER = 4;

/** Milliseconds of a turn in which a slowed process runs in one part of `SLOWER`. */
const TURN = 8;

const CRYPT = readFileSync(join(ROOT, "presets/crypt.ron"), "utf8");

const rows = [];
const sorted = (times) => times.toSorted((a, b) => a - b);
const written = (time) => `${time < 10 ? time.toFixed(2) : time.toFixed(0)} ms`;

function report(name, times, bar) {
  const [least, median] = [sorted(times)[0], sorted(times)[times.length >> 1]];
  rows.push({ name, least, bar });
  const verdict = least <= bar ? "" : "  ABOVE";
  console.log(`${name.padEnd(62)} ${written(least).padStart(9)} ${written(median).padStart(9)} ${written(bar).padStart(9)}${verdict}`);
}

/** Starts another of the page's workers, which measures the time for a list of requests. Runs in the page. */
async function startClock() {
  const code = `importScripts(${JSON.stringify(new URL("worker.js", location.href).href)});
    const answer = self.onmessage;
    const post = self.postMessage.bind(self);
    let last;
    self.postMessage = (reply) => { last = reply; };
    self.onmessage = async ({ data }) => {
      if (data.module) return answer({ data });
      const began = performance.now();
      for (const request of data) await answer({ data: { id: 0, request } });
      post({ milliseconds: performance.now() - began, reply: last.reply, trap: last.trap });
    };`;
  const worker = new Worker(URL.createObjectURL(new Blob([code])));
  worker.postMessage({ module: await WebAssembly.compileStreaming(fetch("engine.wasm")) });
  window.clock = (requests) => new Promise((done, fail) => {
    worker.onmessage = ({ data }) => (data.reply?.ok ? done(data) : fail(new Error(data.trap ?? data.reply.error.message)));
    worker.postMessage(requests);
  });
}

const clock = (page, requests) => page.evaluate(async (asked) => (await window.clock(asked)).milliseconds, requests);

async function repeated(times, run) {
  const found = [];
  for (let number = 0; number < times; number += 1) found.push(await run(number));
  return found;
}

/** Times of frames, one for each of the next seeds. Runs in the page. */
async function frames(count) {
  const canvas = document.getElementById("level");
  const field = document.getElementById("seed");
  const times = [];
  for (let number = 0; number < count; number += 1) {
    await new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); });
    const seed = String(BigInt(field.value) + 1n);
    const began = performance.now();
    await new Promise((done) => {
      const observer = new MutationObserver(() => {
        if (canvas.dataset.seed !== seed) return;
        observer.disconnect();
        done();
      });
      observer.observe(canvas, { attributeFilter: ["data-seed"] });
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true, cancelable: true }));
    });
    times.push(performance.now() - began);
  }
  return times;
}

async function measureEngine(page) {
  await page.evaluate(startClock);
  const level = (seed) => ({ op: "level", preset: "crypt", size: "80x50", seed: String(seed) });
  await clock(page, Array.from({ length: 50 }, (_, seed) => level(seed)));
  report("reading an edited text (crypt)", await repeated(20, (number) => clock(page, [{ op: "preset", text: `${CRYPT}// ${number}` }])), 10);
  // The clock of a page has steps of 0.1 ms: several levels are timed together.
  const batch = async (number) => await clock(page, Array.from({ length: 20 }, (_, at) => level(20 * number + at))) / 20;
  report("generating a level of crypt, 80x50", await repeated(20, batch), 1);
  const lint = [{ op: "lint", text: CRYPT }, ...Array(20).fill({ op: "sample", levels: 50 })];
  report("lint of a text by 1,000 levels", await repeated(5, () => clock(page, lint)), 500);
}

/** A survey of the edited text, beside another preset or beside nothing. */
async function measureSurvey(page, beside, name, bar) {
  await page.selectOption(".survey-bar label:has-text('Beside') select", beside);
  const times = await repeated(5, async () => {
    await page.evaluate(() => { document.querySelector(".survey-words").textContent = ""; });
    await page.click(".survey-bar button.primary");
    const words = await page.waitForFunction(() => / in [\d.]+ s/.exec(document.querySelector(".survey-words").textContent)?.[0]);
    return 1000 * Number(/[\d.]+/.exec(await words.jsonValue())[0]);
  });
  report(name, times, bar);
}

async function measureStart(browser, address) {
  const all = await repeated(7, async () => {
    const page = await openPage(browser);
    await page.goto(address);
    await ready(page);
    const times = await page.evaluate(() => ["first-level", "ready"].map((name) => performance.getEntriesByName(name)[0].startTime));
    await page.close();
    return times;
  });
  report("first level, from the start of the page", all.map(([first]) => first), 1000);
  report("page ready, from the start of the page", all.map(([, whole]) => whole), 2000);
}

/** The process of the page: of all renderers the one that has worked most. */
async function processOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").sort((a, b) => b.cpuTime - a.cpuTime)[0].id;
}

/**
 * Slows a process by stopping it most of the time. On a busy machine this slows it less than nominally: the measured
 * slowdown of a worker is reported.
 *
 * @param {number} id of the process
 * @returns {Promise<() => Promise<void>>} ends that
 */
async function slow(id) {
  const code = `const cell = new Int32Array(new SharedArrayBuffer(4));
    console.log("begun");
    for (;;) {
      process.kill(${id}, "SIGSTOP");
      Atomics.wait(cell, 0, 0, ${TURN - TURN / SLOWER});
      process.kill(${id}, "SIGCONT");
      Atomics.wait(cell, 0, 0, ${TURN / SLOWER});
    }`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
    process.kill(id, "SIGCONT");
  };
}

/** How long a worker takes for a loop that is always the same work. Runs in the page. */
async function loops() {
  const loop = "(() => { const began = performance.now(); let sum = 0; for (let at = 0; at < 2e7; at += 1) sum = (sum + at * at) | 0; return [performance.now() - began, sum][0]; })()";
  const worker = new Worker(URL.createObjectURL(new Blob([`self.onmessage = () => self.postMessage(${loop})`])));
  const inWorker = await new Promise((done) => {
    worker.onmessage = ({ data }) => done(data);
    worker.postMessage(null);
  });
  worker.terminate();
  return inWorker;
}

async function measureSlow(browser, page) {
  const factor = async (before) => (sorted(await repeated(5, () => page.evaluate(loops)))[0] / before).toFixed(1);
  const plain = sorted(await repeated(5, () => page.evaluate(loops)))[0];
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const throttled = await factor(plain);
  report(`a frame, the page's thread throttled ${SLOWER}x, workers ${throttled}x`, await page.evaluate(frames, 40), 100);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const end = await slow(await processOf(browser));
  try {
    const slowed = await factor(plain);
    report(`a frame, all threads of the page slowed, workers ${slowed}x`, await page.evaluate(frames, 40), 100);
  } finally {
    await end();
  }
}

const server = await serve(DIST);
const browser = await launch();
console.log(`${browser.version()} on ${cpus().length} x ${cpus()[0].model}\n`);
console.log(`${"".padEnd(62)} ${"least".padStart(9)} ${"median".padStart(9)} ${"bar".padStart(9)}`);
await measureStart(browser, server.address);
const page = await openPage(browser);
await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 2 }));
await page.goto(`${server.address}#p=crypt`);
await ready(page);
await measureEngine(page);
const edited = deflateRawSync(`${CRYPT}// edited\n`).toString("base64url");
await page.evaluate(frames, 10);
report("a frame of scrubbing the seed of crypt", await page.evaluate(frames, 60), 16);
await page.evaluate((hash) => { location.hash = hash; }, `#p=crypt&s=500&x=${edited}`);
await page.waitForSelector('#level[data-state=drawn][data-seed="500"]');
report("a frame of scrubbing the seed of an edited text", await page.evaluate(frames, 60), 16);
await page.click("#tab-survey");
await measureSurvey(page, "", "survey of 1,000 seeds on two workers", 600);
await measureSurvey(page, "crypt", "survey of 1,000 seeds beside those of the built-in preset", 1200);
await page.click("#tab-facts");
await measureSlow(browser, page);
await browser.close();
await server.close();
if (page.complaints.length) console.log(`\nThe page complained: ${page.complaints.join("; ")}`);
process.exitCode = rows.some(({ least, bar }) => least > bar) ? 1 : 0;
