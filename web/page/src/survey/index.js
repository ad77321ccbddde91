/**
 * The expressive range of a preset: measures of many levels, beside those of a built-in preset; or of a floor of a run, over
 * many runs.
 *
 * @module
 */

import "./survey.css";
import { make } from "../app/dom.js";
import { createEngine } from "../engine/client.js";
import { createFind } from "./find.js";
import { createPlot } from "./plot.js";
import { shownNumber } from "./numbers.js";
import { engineCount, runSurvey } from "./run.js";

/** The choices for the number of levels. */
const COUNTS = [100, 1000, 10_000];

/** The initial measures of the axes. */
const AXES = ["linearity", "openness"];

/** Milliseconds between updates of the progress bar: each takes time from the engines. */
const PAINTING = 200;

/** Means that differ by at least this fraction of the spread are listed. */
const NOTABLE = 0.25;

const thousands = (count) => count.toLocaleString("en");

/**
 * @param {object} options
 * @param {HTMLElement} options.parent
 * @param {object} options.about the engine's reply to `about`
 * @param {() => object} options.request returns the current request for a level
 * @param {() => object} options.level the facts of the level that is shown
 * @param {(seed: string) => void} options.onSeed called when a level is chosen
 * @param {(text: string) => void} options.announce to screen readers
 * @param {(text: string) => void} options.toast on the screen and to screen readers
 * @returns {{show: () => void, hide: () => void, changed: () => void, destroy: () => void}}
 */
export function createSurvey({ parent, about, request, level: shownLevel, onSeed, announce, toast }) {
  const { metrics } = about;
  const select = (pairs) => make("select", {}, pairs.map(([value, text]) => make("option", { value, text })));
  const count = select(COUNTS.map((levels) => [levels, thousands(levels)]));
  const beside = select([["", "nothing"], ...about.presets.map(({ name }) => [name, name])]);
  const [across, up] = AXES.map(() => select(metrics.map(({ name }, column) => [column, name])));
  const start = make("button", { type: "button", class: "primary", text: "Survey", on: run });
  const cancel = make("button", { type: "button", text: "Cancel", hidden: true, on: () => stop("Cancelled.") });
  const progress = make("progress", { max: 1, value: 0, hidden: true, "aria-label": "Levels measured" });
  const words = make("p", { class: "survey-words", role: "status" });
  const legend = make("p", { class: "survey-legend" });
  const table = make("table", { class: "survey-table" });
  const label = (text, ...parts) => make("label", { class: "field" }, [text, ...parts]);
  const besideLabel = label("Beside ", beside);
  const plot = createPlot({
    metrics, announce, words: pointWords, onPick: (group, level) => pick(shown.groups[group].seeds(level), group),
  });
  const find = createFind({ engines: pool, onFound: plot.choose, onPick: (seed) => pick(seed, 0) });
  const result = make("div", { class: "survey-result", hidden: true }, [
    make("div", { class: "survey-plot" }, [
      make("div", { class: "survey-axes" }, [label("Across ", across), label("Up ", up)]), plot.element, legend, find.element,
    ]),
    make("div", { class: "survey-numbers" }, [table]), find.pictures,
  ]);
  parent.append(
    make("div", { class: "survey-bar" }, [label("Levels ", count), besideLabel, start, cancel, progress]),
    words, result,
  );
  count.value = String(COUNTS[1]);
  [across.value, up.value] = AXES.map((name) => String(Math.max(0, metrics.findIndex((metric) => metric.name === name))));
  for (const axis of [across, up]) axis.addEventListener("change", draw);

  let engines = [];
  let shown = null;
  let asked = "";
  let isRunning = false;
  let isChosen = false;
  beside.addEventListener("change", () => { isChosen = true; });

  /** The requests for the text and for the preset beside it. Seeds begin at 0, whatever level is shown. */
  function wanted() {
    // Re-rolled rooms are those of the level that is shown.
    const { rerolls, ...level } = request();
    const own = { ...level, seed: "0" };
    const { text, bases, ...plain } = own;
    const other = !own.run && beside.value && { ...plain, preset: beside.value };
    const isSame = other && text === undefined && own.preset === other.preset;
    return { own, other: isSame ? null : other };
  }
  function pool() {
    while (engines.length < engineCount()) engines.push(createEngine());
    return engines;
  }
  const key = () => {
    const { own, other } = wanted();
    return JSON.stringify([own, other?.preset, count.value]);
  };

  async function run() {
    if (isRunning) return;
    const { own, other } = wanted();
    const levels = Number(count.value);
    isRunning = true;
    const begun = key();
    toggle();
    progress.value = 0;
    words.textContent = "Levels are measured\u2026";
    const began = performance.now();
    let painted = began;
    function onProgress(done, of) {
      const now = performance.now();
      if (now - painted < PAINTING) return;
      painted = now;
      progress.value = done / of;
    }
    try {
      const parts = await runSurvey(other ? [own, other] : [own], { count: levels, engines: pool(), onProgress });
      const edited = own.text === undefined ? "" : ", edited";
      const names = [`${own.run ?? own.preset}${edited}${own.run ? `, floor ${own.floor}` : ""}`, other?.preset];
      const side = Math.max(shownLevel()?.width ?? 0, shownLevel()?.height ?? 0);
      const groups = parts.map((part, number) => ({
        ...part, name: names[number], seeds: (level) => String(level), request: number ? other : own, side,
      }));
      shown = { groups, milliseconds: performance.now() - began };
      asked = begun;
      finish();
      showResult();
      changed();
    } catch (error) {
      stop(error.name === "EngineLost" ? `Ended: ${error.message}` : error.message);
    }
  }
  function finish() {
    isRunning = false;
    toggle();
  }
  function stop(text) {
    if (!isRunning) return;
    engines.forEach((engine) => engine.end());
    engines = [];
    finish();
    words.textContent = text;
  }
  function toggle() {
    // A disabled or hidden button would lose the focus.
    start.setAttribute("aria-disabled", String(isRunning));
    if (!isRunning && document.activeElement === cancel) start.focus();
    cancel.hidden = progress.hidden = !isRunning;
  }

  /** A sentence about the measures whose means differ most. */
  function differences([own, other]) {
    if (!other) return "";
    const found = own.whole.metrics.map(({ levels, mean, deviation }, column) => {
      const beside = other.whole.metrics[column];
      const by = !levels || !beside.levels ? 0 : (mean - beside.mean) / (Math.max(deviation, beside.deviation) || 1);
      return { name: metrics[column].name, by };
    }).filter(({ by }) => Math.abs(by) >= NOTABLE).sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
    if (!found.length) return ` No measure differs much from ${other.name}.`;
    const list = found.slice(0, 4).map(({ name, by }) => `${name} ${by > 0 ? "higher" : "lower"}`);
    return ` Most different from ${other.name}: ${list.join(", ")}.`;
  }
  function showResult() {
    const { groups, milliseconds } = shown;
    const levels = thousands(groups[0].whole.levels);
    words.textContent = `${levels} levels of ${groups.map(({ name }) => name).join(", and of ")}, seeds from 0, `
      + `in ${(milliseconds / 1000).toFixed(2)} s.${differences(groups)}`;
    result.hidden = false;
    legend.replaceChildren(...groups.map(({ name }, group) => make("span", { class: group ? "is-beside" : "is-own", text: name })));
    fill(groups);
    draw();
    find.show(groups);
  }
  function draw() {
    if (shown) plot.draw(shown.groups, [Number(across.value), Number(up.value)]);
  }

  function fill([own, other]) {
    const head = ["Measure", "Mean", "Spread", "Least", "Most", ...(other ? [`Mean of ${other.name}`] : [])];
    const seedButton = (extreme, metric) => {
      if (!extreme) return "";
      const text = shownNumber(extreme.value, metric);
      return make("button", {
        type: "button", text, title: `Seed ${extreme.seed}`, "aria-label": `${text}: show seed ${extreme.seed}`, on: () => pick(extreme.seed, 0),
      });
    };
    const shownMean = ({ levels, mean }, metric) => (levels ? shownNumber(mean, metric) : "");
    // A measure that no level has, has no row.
    const rows = own.whole.metrics.flatMap((one, column) => {
      if (!one.levels) return [];
      const metric = metrics[column];
      const spread = `\u00b1 ${shownNumber(one.deviation, metric)}`;
      const cells = [shownMean(one, metric), spread, seedButton(one.min, metric), seedButton(one.max, metric)];
      if (other) cells.push(shownMean(other.whole.metrics[column], metric));
      return [make("tr", {}, [
        make("th", { scope: "row", text: metric.name, title: metric.about }), ...cells.map((cell) => make("td", {}, [cell])),
      ])];
    });
    table.replaceChildren(
      make("caption", { class: "hidden", text: "Measures of all levels" }),
      make("thead", {}, [make("tr", {}, head.map((text) => make("th", { scope: "col", text })))]),
      make("tbody", {}, rows),
    );
  }

  function pointWords(group, level) {
    const { name, values, seeds } = shown.groups[group];
    const part = (axis) => {
      const metric = metrics[Number(axis.value)];
      return `${metric.name} ${shownNumber(values[level][Number(axis.value)], metric)}`;
    };
    return `${name}, seed ${seeds(level)}: ${part(across)}, ${part(up)}`;
  }
  function pick(seed, group) {
    onSeed(seed);
    const { name } = shown.groups[group];
    toast(group ? `Seed ${seed} of your preset is shown; the point is of ${name}.` : `Seed ${seed} is shown.`);
  }

  function changed() {
    const { run: isOfRun, text, preset } = request();
    besideLabel.hidden = Boolean(isOfRun);
    if (!isChosen) beside.value = text === undefined || isOfRun ? "" : preset;
    const isOld = shown && !isRunning && key() !== asked;
    result.classList.toggle("is-old", Boolean(isOld));
    start.textContent = isOld ? `Survey again: the ${isOfRun ? "run or the floor" : "preset"} has changed` : "Survey";
  }
  function hide() {
    stop("Cancelled.");
    engines.forEach((engine) => engine.end());
    engines = [];
    find.hide();
  }
  function show() {
    changed();
    draw();
    if (shown) find.show(shown.groups);
  }
  for (const option of [count, beside]) option.addEventListener("change", changed);
  return { show, hide, changed, destroy: () => { hide(); parent.replaceChildren(); } };
}
