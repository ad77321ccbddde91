/**
 * How the level is generated, step by step: the frames of the tool's animation, each with a log of its steps.
 *
 * @module
 */

import "./film.css";
import { make } from "../app/dom.js";
import { createEngine } from "../engine/client.js";

/** Frames that are prefetched, so that playback does not wait. */
const AHEAD = 6;

/** The most lines of the log: a level has thousands of steps. */
const MOST_LINES = 300;

const SPEEDS = [["0.5", "half as fast"], ["1", "as the animation"], ["2", "twice as fast"], ["5", "five times as fast"]];

/**
 * @param {object} options
 * @param {HTMLElement} options.parent
 * @param {() => object} options.request returns the current request for a level
 * @param {() => object} options.level the facts of the level that is shown
 * @param {(text: string) => void} options.announce
 * @returns {{show: () => void, hide: () => void, changed: () => void, destroy: () => void}}
 */
export function createFilm({ parent, request, level, announce }) {
  const canvas = make("canvas", { class: "film-canvas", role: "img", "aria-label": "The level as it is being made" });
  const caption = make("p", { class: "film-caption" });
  const log = make("ol", { class: "film-log", tabindex: "0", "aria-label": "What happened, and why" });
  const progress = make("progress", { max: 1, value: 0, "aria-label": "Frames shown" });
  const count = make("span", { class: "film-count" });
  const button = (text, title, on) => make("button", { type: "button", text, title, on });
  const play = button("Play", "Frame after frame", () => (isPlaying ? pause() : start()));
  const step = button("One step", "The next frame", () => { pause(); advance(); });
  const end = button("To the end", "The last frame", toEnd);
  const again = button("From the start", "The first frame", () => begin());
  const speed = make("select", {}, SPEEDS.map(([value, text]) => make("option", { value, text, selected: value === "1" })));
  const room = make("select");
  parent.append(
    make("div", { class: "film-bar" }, [
      play, step, end, again,
      make("label", { class: "field" }, ["Speed ", speed]), make("label", { class: "field" }, ["Room ", room]),
      progress, count,
    ]),
    make("div", { class: "film-body" }, [
      make("div", { class: "film-stage" }, [canvas, caption]),
      make("div", { class: "film-side" }, [make("h2", { text: "What happened, and why" }), log]),
    ]),
  );
  room.addEventListener("change", () => begin());
  const context = canvas.getContext("2d");

  let engine = null;
  let about = null;
  let frames = [];
  let shown = 0;
  let isPlaying = false;
  let isOver = false;
  let timer = 0;
  let round = 0;
  let lastRequest = "";

  function fillRooms() {
    const chosen = room.value;
    const rooms = level()?.rooms ?? [];
    room.replaceChildren(
      make("option", { value: "", text: "all of them" }),
      ...rooms.map(({ id, layout, vault }) => make("option", { value: id, text: [id, layout ?? vault ?? []].flat().join(": ") })),
    );
    room.value = rooms.some(({ id }) => String(id) === chosen) ? chosen : "";
  }

  /** Restarts the film at its first frame; false if a later call has superseded this one. */
  async function begin() {
    pause();
    round += 1;
    const mine = round;
    lastRequest = JSON.stringify(request());
    engine ??= createEngine();
    try {
      const asked = { op: "film", ...request() };
      if (room.value) asked.room = Number(room.value);
      const { ok } = await engine.ask(asked);
      if (mine !== round) return false;
      about = ok;
      [frames, shown, isOver] = [[], 0, false];
      canvas.width = ok.width;
      // Without the caption of the frames: it stands below as text.
      canvas.height = ok.level_height;
      log.replaceChildren();
      await advance();
    } catch (error) {
      if (mine === round) setCaption(error.message);
    }
    return mine === round;
  }

  function setCaption(text) {
    caption.textContent = text;
  }

  /** Requests frames until enough are prefetched. */
  function prefetch() {
    while (frames.length < AHEAD) {
      const frame = engine.ask({ op: "frame" });
      frame.catch(() => {});
      frames.push(frame);
    }
  }

  /** Marks the buttons by `aria-disabled`: a button with `disabled` would lose the focus. */
  function toggle() {
    for (const button of [step, end]) button.setAttribute("aria-disabled", String(isOver));
  }

  /** Shows the next frame; false at the end. */
  async function advance() {
    if (!about || isOver) return false;
    const mine = round;
    prefetch();
    try {
      const { ok, bytes } = await frames.shift();
      if (mine !== round) return false;
      if (ok) draw(ok, bytes);
      else isOver = true;
    } catch (error) {
      if (mine === round) setCaption(error.message);
      isOver = true;
    }
    if (isOver) pause();
    toggle();
    return !isOver;
  }

  function draw({ frame, caption: words, steps }, bytes) {
    shown += 1;
    isOver = shown >= about.frames;
    const pixels = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length);
    context.putImageData(new ImageData(pixels, about.width, about.height), 0, 0);
    setCaption(words);
    progress.value = shown / about.frames;
    count.textContent = `${shown} of ${about.frames}`;
    log.append(...steps.map((text) => make("li", { text, value: frame + 1 })));
    while (log.childElementCount > MOST_LINES) log.firstElementChild.remove();
    log.scrollTop = log.scrollHeight;
  }

  async function start() {
    if (isOver && !await begin()) return;
    isPlaying = true;
    play.textContent = "Pause";
    run();
  }
  async function run() {
    const begun = performance.now();
    if (!isPlaying || !await advance() || !isPlaying) return;
    const rest = about.milliseconds / Number(speed.value) - (performance.now() - begun);
    timer = setTimeout(run, Math.max(0, rest));
  }
  function pause() {
    isPlaying = false;
    clearTimeout(timer);
    play.textContent = "Play";
  }
  async function toEnd() {
    pause();
    const mine = round;
    while (mine === round && await advance()) { /* until the last frame */ }
    announce(caption.textContent);
  }

  async function show() {
    fillRooms();
    if (!await begin()) return;
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches && !parent.hidden) start();
  }
  function hide() {
    pause();
    round += 1;
    about = null;
    engine?.end();
    engine = null;
  }
  /** A change of the view alone does not restart the film. */
  function changed() {
    if (JSON.stringify(request()) !== lastRequest) show();
  }
  return { show, hide, changed, destroy: () => { hide(); parent.replaceChildren(); } };
}
