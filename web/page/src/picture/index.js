/**
 * The level's picture: a canvas at the picture's resolution, zoomed and panned by a CSS transform.
 *
 * @module
 */

import "./picture.css";
import { make } from "../app/dom.js";
import { latest } from "../app/latest.js";
import { keyOf } from "../app/shortcut.js";
import { fitted, kept, zoomed } from "./camera.js";
import { gestures } from "./gestures.js";

const HELP = "Arrow keys move a cursor that describes each cell; Enter shows its formation in the text, A furnishes its room again. "
  + "Plus and minus zoom, 0 shows the whole level.";

/** The cursor's step in an isometric picture, in pixels. */
const ISOMETRIC_STEP = 16;

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {object} options
 * @param {HTMLElement} options.parent
 * @param {(x: number, y: number) => Promise<object | null>} options.ask describes what lies at a pixel of the picture
 * @param {(answer: object) => void} options.onVisit called with what was clicked
 * @param {(room: number) => void} options.onAgain called with the room that is to be furnished again
 * @param {(text: string) => void} options.announce
 * @returns {{put: (picture: object) => void, state: (kind: string, words?: string) => void, element: HTMLCanvasElement}}
 */
export function createPicture({ parent, ask, onVisit, onAgain, announce }) {
  const canvas = make("canvas", {
    id: "level", tabindex: "0", role: "application", "aria-roledescription": "picture of a level",
    "aria-describedby": "level-help", width: "1280", height: "800", "data-state": "making",
  });
  const outline = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
  const tip = make("div", { class: "picture-tip", hidden: true });
  const words = make("p", { class: "picture-words", role: "status" });
  const context = canvas.getContext("2d");
  outline.append(shape);
  outline.setAttribute("class", "picture-outline");
  outline.setAttribute("aria-hidden", "true");
  const tools = make("div", { class: "picture-tools", role: "group", "aria-label": "Zoom" }, [
    ["Fit", "Fit the whole level", fit], ["\u2212", "Smaller", () => zoom(0.8)], ["+", "Larger", () => zoom(1.25)],
    ["1:1", "1:1, a pixel of the picture a pixel of the page", () => zoom(1 / camera.zoom)],
  ].map(([text, title, on]) => make("button", { type: "button", text, title, "aria-label": title, on })));
  parent.append(canvas, outline, tip, words, tools, make("p", { id: "level-help", class: "hidden", text: HELP }));

  let shown = { width: 1280, height: 800, scale: 16, view: "top" };
  let camera = { x: 0, y: 0, zoom: 1 };
  let isFitted = true;
  let cursor = null;
  /** Whether keys have moved the cursor since it was put there by a tap. */
  let isKeyed = false;
  let answer = null;
  let asked = 0;
  let isEmpty = true;

  const frame = () => ({ width: parent.clientWidth, height: parent.clientHeight });

  function place(next) {
    camera = next;
    const { x, y, zoom: scale } = camera;
    const transform = `translate(${x}px, ${y}px) scale(${scale})`;
    canvas.style.transform = transform;
    outline.style.transform = transform;
    shape.style.strokeWidth = `${2 / scale}px`;
    canvas.classList.toggle("is-enlarged", scale > 1);
    canvas.style.touchAction = isFitted ? "pan-y" : "none";
    if (answer) placeTip();
  }
  function fit() {
    isFitted = true;
    place(fitted(frame(), shown));
  }
  function zoom(factor, point = { x: frame().width / 2, y: frame().height / 2 }) {
    isFitted = false;
    place(zoomed(camera, factor, point, frame(), shown));
  }
  new ResizeObserver(() => {
    // A hidden picture keeps its camera.
    if (!parent.clientWidth) return;
    if (isFitted) fit();
    else place(kept(camera, frame(), shown));
  }).observe(parent);

  function placeTip() {
    const { x, y, zoom: scale } = camera;
    const at = { x: x + answer.at[0] * scale, y: y + answer.at[1] * scale };
    const { width, height } = frame();
    tip.style.left = `${Math.max(4, Math.min(width - tip.offsetWidth - 4, at.x + 14))}px`;
    tip.style.top = `${at.y + 18 + tip.offsetHeight > height ? Math.max(4, at.y - tip.offsetHeight - 10) : at.y + 18}px`;
  }
  function hide() {
    asked += 1;
    answer = null;
    tip.hidden = true;
    shape.removeAttribute("points");
  }
  const lookUp = latest(([x, y]) => ask(x, y));
  /** Describes what lies at a pixel. An act, such as a tap, gets its answer even if the pointer has moved on since. */
  async function look(x, y, { isAct = false } = {}) {
    asked += 1;
    const mine = asked;
    const { result, isSkipped } = isAct ? { result: await ask(x, y) } : await lookUp([x, y]);
    const found = result?.lines?.length ? { ...result, at: [x, y] } : null;
    if (isSkipped || mine !== asked) return isAct ? found : null;
    if (!found) {
      hide();
      return null;
    }
    answer = found;
    tip.replaceChildren(...result.lines.map((text) => make("div", { text })));
    shape.setAttribute("points", (result.corners ?? []).map((corner) => corner.join(",")).join(" "));
    tip.hidden = false;
    placeTip();
    return answer;
  }
  async function visit(x, y) {
    const found = await look(x, y, { isAct: true });
    if (found) onVisit(found);
  }

  /** Touch has no hover: the first tap shows the description, a second one on the same cell goes to the text. */
  async function tap(x, y, isFinger) {
    const before = answer?.cell.join();
    [cursor, isKeyed] = [[x, y], false];
    const found = await look(x, y, { isAct: true });
    if (!found) return;
    if (!isFinger || found.cell.join() === before) onVisit(found);
    else if (found.span && found === answer) {
      tip.append(make("div", { class: "picture-hint", text: "Tap again to see its text." }));
      placeTip();
    }
  }

  const pixel = ({ x, y }) => {
    const at = [Math.floor((x - camera.x) / camera.zoom), Math.floor((y - camera.y) / camera.zoom)];
    return at[0] >= 0 && at[1] >= 0 && at[0] < shown.width && at[1] < shown.height ? at : null;
  };
  gestures(canvas, {
    onHover: (point) => (point && pixel(point) ? look(...pixel(point)) : hide()),
    onTap: (point, isFinger) => pixel(point) && tap(...pixel(point), isFinger),
    onPan(dx, dy) {
      const next = kept({ ...camera, x: camera.x + dx, y: camera.y + dy }, frame(), shown);
      if (next.x === camera.x && next.y === camera.y) return false;
      isFitted = false;
      place(next);
      return true;
    },
    onZoom: zoom,
  });

  async function again() {
    const found = await look(...cursor, { isAct: true });
    if (found && found.room !== null) onAgain(found.room);
  }

  async function moveCursor([dx, dy]) {
    const step = shown.view === "top" ? shown.scale : ISOMETRIC_STEP;
    const half = step / 2;
    const [x, y] = cursor ?? [shown.width / 2, shown.height / 2];
    const snap = (value, most) => Math.min(most - half, Math.max(half, Math.floor(value / step) * step + half));
    isKeyed = true;
    cursor = [snap(x + dx * step, shown.width), snap(y + dy * step, shown.height)];
    const found = await look(...cursor);
    if (found) announce(found.lines.join(". "));
  }
  canvas.addEventListener("keydown", (event) => {
    const commands = {
      "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: fit, Escape: hide,
      // After a tap, the key is for the room that it has chosen.
      a: isKeyed && cursor && again,
      Enter: () => cursor && visit(...cursor),
    };
    const command = ARROWS[event.key] ? () => moveCursor(ARROWS[event.key]) : commands[keyOf(event)];
    if (!command || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    command();
  });
  canvas.addEventListener("blur", hide);

  return {
    element: canvas,
    put({ width, height, bytes, scale, label, view }) {
      const isOther = canvas.width !== width || canvas.height !== height || shown.view !== view;
      if (isOther || isEmpty) {
        isEmpty = false;
        canvas.width = width;
        canvas.height = height;
        outline.setAttribute("viewBox", `0 0 ${width} ${height}`);
        outline.style.width = `${width}px`;
        outline.style.height = `${height}px`;
      }
      const pixels = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length);
      context.putImageData(new ImageData(pixels, width, height), 0, 0);
      canvas.setAttribute("aria-label", label);
      shown = { width, height, scale, view };
      if (isOther) cursor = null;
      if (answer) hide();
      if (isOther) fit();
    },
    state(kind, text = "") {
      canvas.dataset.state = kind;
      if (words.textContent !== text) words.textContent = text;
    },
  };
}
