/**
 * Keeps the level on the page in step with the state: requests to the engine, and their replies.
 *
 * @module
 */

import { createEngine } from "../engine/client.js";
import { onPicture } from "../engine/pictures.js";
import { announce, byId, notify } from "./dom.js";
import { latest } from "./latest.js";
import { draft, fieldOf, isRun, levelRequest } from "./state.js";

/** Pixels per cell, by the longer side of the level: pictures of large levels stay small enough to scrub. */
const scaleFor = (side) => (side <= 112 ? 16 : 8);

/** Time after which a pending level is shown as being made, in milliseconds. */
const PATIENCE = 250;

/**
 * @returns {object} `about`, `textOf`, `at`, `curve` (of the text of a request), `measures`, `walkthrough`, `show` (binds
 *   picture and state), `floors` (of the run of a request; skips what is overtaken), `nextReroll`, `drawn` (resolves once the first level is drawn), `facts` (of the level that is shown), and subscriptions: `onLevel`, `onProblems`,
 *   `onOversize` (the level is too large for a page)
 */
export function createLevels() {
  const engine = createEngine({
    onLost: (message) => notify(`The engine was lost and is started again: ${message}. Your text is kept.`),
  });
  const known = new Map();
  const listeners = { level: [], problems: [], oversize: [] };
  const emit = (event, value) => listeners[event].forEach((listener) => listener(value));
  let problems = [];
  const setProblems = (found) => {
    problems = found;
    emit("problems", found);
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
    if (!known.has(preset)) known.set(preset, (await ask({ op: "text", [fieldOf(preset)]: preset })).text);
    return known.get(preset);
  }

  /** The longer side of the next level. The size in an edited text is not known yet: the last level's stands in. */
  function sideOf(state) {
    const size = (isRun(state) ? null : state.size) ?? (draft(state) === null ? sizes.get(state.preset) : null);
    return Math.max(...(size?.split("x").map(Number) ?? (facts ? [facts.width, facts.height] : [0])));
  }

  function draw(picture, { ok, bytes }, { view, scale }) {
    const { level, picture: { width, height } } = ok;
    if (level.run) level.summary = `${level.run.name}, floor ${level.floor}: ${level.summary}`;
    facts = level;
    shownScale = scale;
    shownView = view;
    picture.put({ width, height, bytes, scale, label: level.summary, view });
    // The canvas has a copy, so the next request may reuse the buffer.
    buffer = bytes.buffer;
    picture.element.dataset.seed = level.seed;
    picture.element.dataset.digest = level.digest;
    byId("summary").textContent = level.summary;
    byId("digest").textContent = level.digest;
    picture.state("drawn");
  }

  /** Draws the level of each state; skips states that are superseded while they wait. */
  function bind({ picture, store }) {
    async function update(state) {
      const scale = scaleFor(sideOf(state));
      const { view, overlays } = state;
      const request = { op: "show", ...levelRequest(state), view, overlays: overlaysFor(state), scale };
      const key = JSON.stringify(request);
      if (key === failed) return;
      const timer = setTimeout(() => picture.state("making", "Being made\u2026"), PATIENCE);
      try {
        const { result, isSkipped } = await show(request);
        if (isSkipped) return;
        failed = "";
        draw(picture, result, { view, scale });
        emit("level", facts);
        setProblems([]);
      } catch (error) {
        if (error.name === "EngineLost") failed = key;
        const isText = error.problems?.length > 0;
        const shown = facts ? "The last text that could be read" : "The text has problems: there is no level yet";
        picture.state("stale", isText ? shown : error.message);
        if (isText) setProblems(error.problems);
        else if (error.isOversize && state === store.get()) emit("oversize", error.message);
        else announce(error.message);
        firstDrawn();
        return;
      } finally {
        clearTimeout(timer);
      }
      firstDrawn();
    }
    const PARTS = ["preset", "drafts", "bases", "seed", "size", "floor", "difficulty", "rerolls", "view", "overlays"];
    store.subscribe((now, before) => {
      if (PARTS.some((part) => now[part] !== before[part])) update(now);
    });
    onPicture(() => {
      failed = "";
      update(store.get());
    });
    update(store.get());
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
    seed: (text) => ask({ op: "seed", seed: text }),
    floors: latest(async ({ run, text, bases, seed }) => ask({ op: "floors", run, text, bases, seed })),
    nextReroll: async (request, room) => (await ask({ op: "reroll", ...request, room })).number,
    measures: async () => (await ask({ op: "measures" })).measures,
    curve: async ({ preset, text, bases }) => (await ask({ op: "curve", preset, text, bases })).curve,
    walkthrough: async () => (await ask({ op: "walkthrough" })).lines,
    show: bind,
    drawn: () => first,
    facts: () => facts,
    onLevel: (listener) => listeners.level.push(listener),
    onOversize: (listener) => listeners.oversize.push(listener),
    onProblems(listener) {
      listeners.problems.push(listener);
      // The problems of the first text were found before anyone could subscribe.
      listener(problems);
    },
  };
}
