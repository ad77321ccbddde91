/**
 * From the state to the level on the page: what is asked of the engine, and what comes back.
 *
 * @module
 */

import { createEngine } from "../engine/client.js";
import { byId, notify, say } from "./dom.js";
import { latest } from "./latest.js";
import { draft, levelRequest } from "./state.js";

/** Pixels a cell, by the longer side of the level: pictures of large levels stay small enough to scrub. */
const scaleFor = (side) => (side <= 112 ? 16 : 8);

/** Time after which a level that is still being made is said to be, in milliseconds. */
const PATIENCE = 250;

/**
 * @returns {object} `about`, `textOf`, `at`, `measures`, `walkthrough`, `show` (ties picture and state), `drawn` (the first
 *   level is there), `now` (facts of the level that is shown), `onLevel`, `onProblems`, `onOversize` (only the tool makes
 *   the level of a text)
 */
export function createLevels() {
  const engine = createEngine({
    onLost: (message) => notify(`The engine was lost and is started again: ${message}. Your text is kept.`),
  });
  const known = new Map();
  const hearers = { level: [], problems: [], oversize: [] };
  const tell = (what, value) => hearers[what].forEach((hear) => hear(value));
  let problems = [];
  const tellProblems = (found) => {
    problems = found;
    tell("problems", found);
  };
  let facts = null;
  let shownScale = 16;
  let shownView = "top";
  let failed = "";
  let firstDrawn;
  const first = new Promise((resolve) => { firstDrawn = resolve; });

  const ask = async (request) => (await engine.ask(request)).ok;
  let buffer;
  const show = latest((request) => {
    const given = buffer;
    buffer = undefined;
    return engine.ask(request, { buffer: given });
  });

  async function textOf(preset) {
    if (!known.has(preset)) known.set(preset, (await ask({ op: "text", preset })).text);
    return known.get(preset);
  }

  /** The longer side of the level to come; that of a text is not known before it is read: as the last level's. */
  function sideOf(state) {
    const size = state.size ?? (draft(state) === null ? sizes.get(state.preset) : null);
    return Math.max(...(size?.split("x").map(Number) ?? facts?.size ?? [0]));
  }

  function draw(picture, { ok, bytes }, { view, scale }) {
    const { level, picture: { width, height } } = ok;
    facts = level;
    shownScale = scale;
    shownView = view;
    picture.put({ width, height, bytes, scale, label: level.summary, view });
    // The canvas has a copy.
    buffer = bytes.buffer;
    picture.element.dataset.seed = level.seed;
    picture.element.dataset.digest = level.digest;
    byId("summary").textContent = level.summary;
    byId("digest").textContent = level.digest;
    picture.state("drawn");
  }

  /** Draws the level of each state, the newest first. */
  function tie({ picture, store }) {
    async function update(state) {
      const scale = scaleFor(sideOf(state));
      const { view, overlays } = state;
      const request = { op: "show", ...levelRequest(state), view, overlays: overlaysFor(state), scale };
      const said = JSON.stringify(request);
      if (said === failed) return;
      const timer = setTimeout(() => picture.state("making", "Being made\u2026"), PATIENCE);
      try {
        const { result, isSkipped } = await show(request);
        if (isSkipped) return;
        failed = "";
        draw(picture, result, { view, scale });
        tell("level", facts);
        tellProblems([]);
      } catch (error) {
        if (error.name === "EngineLost") failed = said;
        const isText = error.problems?.length > 0;
        const shown = facts ? "The last text that could be read" : "The text has problems: there is no level yet";
        picture.state("stale", isText ? shown : error.message);
        if (isText) tellProblems(error.problems);
        else if (error.isOversize && state === store.now()) tell("oversize", error.message);
        else say(error.message);
        firstDrawn();
        return;
      } finally {
        clearTimeout(timer);
      }
      firstDrawn();
    }
    const PARTS = ["preset", "drafts", "bases", "seed", "size", "floor", "difficulty", "view", "overlays"];
    store.onChange((now, before) => {
      if (PARTS.some((part) => now[part] !== before[part])) update(now);
    });
    update(store.now());
  }

  let topOnly = new Set();
  let sizes = new Map();
  const overlaysFor = ({ view, overlays }) => overlays.filter((name) => view === "top" || !topOnly.has(name));

  return {
    async about() {
      const about = await ask({ op: "about" });
      sizes = new Map(about.presets.map(({ name, size }) => [name, size]));
      topOnly = new Set(about.overlays.filter(({ top_only: is }) => is).map(({ name }) => name));
      return about;
    },
    textOf,
    known,
    overlaysFor,
    at: (x, y) => ask({ op: "at", view: shownView, scale: shownScale, x, y }).catch(() => null),
    measures: async () => (await ask({ op: "measures" })).measures,
    walkthrough: async () => (await ask({ op: "walkthrough" })).lines,
    show: tie,
    drawn: () => first,
    now: () => facts,
    onLevel: (hear) => hearers.level.push(hear),
    onOversize: (hear) => hearers.oversize.push(hear),
    onProblems(hear) {
      hearers.problems.push(hear);
      // Those of the first text were found before anyone could hear of them.
      hear(problems);
    },
  };
}
