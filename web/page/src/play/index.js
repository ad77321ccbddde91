/**
 * A small game: from the entry to the exit of the level, floor after floor, with keys and locks.
 *
 * @module
 */

import "./play.css";
import { make } from "../app/dom.js";
import { latest } from "../app/latest.js";
import { keyOf } from "../app/shortcut.js";
import { createEngine } from "../engine/client.js";
import { createView } from "./view.js";

/** Pixels per cell of the level's picture. */
const SCALE = 16;

/** The most lines of the log. */
const MOST_LINES = 60;

const [WEST, EAST, NORTH, SOUTH] = [[-1, 0], [1, 0], [0, -1], [0, 1]];

/** Movement keys: arrows, WASD, and the vi keys of roguelikes. */
const KEYS = {
  ArrowLeft: WEST, ArrowRight: EAST, ArrowUp: NORTH, ArrowDown: SOUTH,
  a: WEST, d: EAST, w: NORTH, s: SOUTH, h: WEST, l: EAST, k: NORTH, j: SOUTH,
};

const HELP = "Arrow keys, W A S D or H J K L walk. Walking into a locked door opens it with a key that you hold. "
  + "Escape leaves the game.";

/**
 * @param {object} options
 * @param {HTMLElement} options.parent
 * @param {() => object} options.request returns the current request for a level
 * @param {(text: string) => void} options.announce
 * @returns {{show: () => void, hide: () => void, changed: () => void, destroy: () => void}}
 */
export function createPlay({ parent, request, announce }) {
  const canvas = make("canvas", {
    class: "play-canvas", tabindex: "0", role: "application", "aria-label": "The game", "aria-describedby": "play-help",
  });
  const status = make("p", { class: "play-status" });
  const keys = make("ul", { class: "play-keys", "aria-label": "What you hold" });
  const log = make("ol", { class: "play-log", "aria-label": "What happened", "aria-live": "polite", tabindex: "0" });
  const next = make("button", { type: "button", class: "primary", text: "Next floor", hidden: true, on: () => enter(floor + 1) });
  const again = make("button", { type: "button", text: "From the entry again", on: () => enter(floor) });
  const pad = make("div", { class: "play-pad", role: "group", "aria-label": "Walk" }, [
    ["north", "\u2191", NORTH], ["west", "\u2190", WEST], ["east", "\u2192", EAST], ["south", "\u2193", SOUTH],
  ].map(([name, text, way]) => make("button", { type: "button", class: `play-${name}`, "aria-label": name, text, on: () => walk(way) })));
  const stage = make("div", { class: "play-stage" }, [canvas, pad]);
  parent.append(make("div", { class: "play" }, [
    stage,
    make("div", { class: "play-side" }, [
      status, keys, make("div", { class: "play-buttons" }, [next, again]), log,
      make("p", { id: "play-help", class: "play-help", text: HELP }),
    ]),
  ]));

  const view = createView(canvas);
  const observer = new ResizeObserver(() => view.resize());
  let engine = null;
  let round = 0;
  let lastRequest = "";
  let floor = 0;
  let steps = 0;
  let isWon = false;

  const ask = (asked) => engine.ask(asked);

  /** Begins a floor at its entry. */
  async function begin(number) {
    round += 1;
    const mine = round;
    lastRequest = JSON.stringify(request());
    engine ??= createEngine({ onLost: (message) => appendLog([`The engine was lost: ${message}. The floor begins again.`]) });
    if (number !== floor) steps = 0;
    floor = number;
    isWon = false;
    try {
      await ask({ op: "level", ...request(), floor: number });
      const { ok, bytes } = await ask({ op: "play", scale: SCALE });
      if (mine !== round) return;
      log.replaceChildren();
      view.level(ok);
      await update(ok, bytes, true);
    } catch (error) {
      if (mine === round) appendLog([error.message]);
    }
  }

  /** Begins a floor with the focus on the canvas. */
  async function enter(number) {
    canvas.focus({ preventScroll: true });
    await begin(number);
  }

  const step = latest(async ([dx, dy]) => {
    const mine = round;
    const { ok, bytes } = await ask({ op: "walk", dx, dy });
    if (mine === round) await update(ok, bytes, false);
  });
  async function walk(way) {
    if (isWon || !engine) return;
    try {
      await step(way);
    } catch (error) {
      if (error.name === "EngineLost" && engine) await begin(floor);
      else appendLog([error.message]);
    }
  }

  async function update(state, bytes, isAtOnce) {
    const mine = round;
    if (state.is_redrawn) {
      const { ok, bytes: pixels } = await ask({ op: "drawn", scale: SCALE });
      if (mine !== round) return;
      view.picture(new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length), ok.width, ok.height, SCALE);
    }
    view.look(state.cell, bytes, isAtOnce);
    steps = state.steps;
    isWon = state.is_won;
    status.textContent = `Floor ${floor} \u00b7 ${steps} ${steps === 1 ? "step" : "steps"}`;
    canvas.dataset.cell = state.cell.join(",");
    canvas.dataset.won = String(isWon);
    keys.replaceChildren(...state.held.map(chip));
    appendLog(state.lines);
    next.hidden = !isWon;
    if (isWon) next.focus();
  }
  function chip({ name, number, color, count }) {
    const mark = make("span", { class: "play-mark", "aria-hidden": "true", text: number });
    mark.style.background = color;
    return make("li", {}, [mark, count > 1 ? `${name} \u00d7 ${count}` : name]);
  }
  function appendLog(lines) {
    log.append(...lines.map((text) => make("li", { text })));
    while (log.childElementCount > MOST_LINES) log.firstElementChild.remove();
    log.scrollTop = log.scrollHeight;
  }

  parent.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === log) return;
    if (event.key === "Escape") return document.getElementById("tab-play").focus();
    const way = KEYS[keyOf(event)];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    walk(way);
  });
  canvas.addEventListener("pointerdown", (event) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - left - width / 2, event.clientY - top - height / 2];
    walk(Math.abs(x) > Math.abs(y) ? (x > 0 ? EAST : WEST) : (y > 0 ? SOUTH : NORTH));
  });

  function hide() {
    round += 1;
    view.stop();
    observer.disconnect();
    engine?.end();
    engine = null;
  }
  async function show({ isEntered }) {
    observer.observe(canvas);
    await begin(request().floor ?? 0);
    if (isEntered) canvas.focus({ preventScroll: true });
    announce(HELP);
  }
  /** A change of the view alone does not restart the game. */
  function changed() {
    if (JSON.stringify(request()) !== lastRequest) begin(request().floor ?? 0);
  }
  return { show, hide, changed, destroy: () => { hide(); parent.replaceChildren(); } };
}
