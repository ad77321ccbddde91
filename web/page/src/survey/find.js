/**
 * A condition on the levels of a survey: which meet it, with small pictures of the first of them.
 *
 * @module
 */

import "./find.css";
import { make } from "../app/dom.js";
import { latest } from "../app/latest.js";
import { createEngine } from "../engine/client.js";

/** Debounce: time after the last key until the condition is evaluated, in milliseconds. */
const REST = 200;

/** How many pictures are made at a time. */
const PICTURES = 12;

/** Pixels per cell of a picture, by the longer side of the level: about twice what is shown, for dense screens. */
const scaleFor = (side) => (side <= 112 ? 4 : 2);

const thousands = (count) => count.toLocaleString("en");

/**
 * @param {object} options
 * @param {object[]} options.metrics as in the engine's reply to `about`
 * @param {(found: Set<number>[] | null) => void} options.onFound called with the levels of each group that meet the
 *   condition; null without one
 * @param {(seed: string) => void} options.onPick called with the seed of a picture that is clicked
 * @returns {{element: HTMLElement, pictures: HTMLElement, show: (groups: object[]) => void, hide: () => void}} `show`
 *   takes the groups of a survey, each with its `request` and `values`
 */
export function createFind({ metrics, onFound, onPick }) {
  const field = make("input", {
    type: "text", class: "find-field", spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-describedby": "find-words find-fault",
    placeholder: "rooms > 30 && bridges < 0.4",
  });
  const words = make("p", { id: "find-words", class: "find-words", role: "status" });
  const fault = make("p", { id: "find-fault", class: "find-fault", role: "alert", hidden: true });
  const list = make("ul", { class: "find-list", "aria-label": "Levels that match" });
  const more = make("button", { type: "button", text: "More", hidden: true, on: () => addPictures() });
  const names = [...metrics.map(({ column, about }) => [column, about]), ["seed", "The seed of the level."]];
  const element = make("div", { class: "find" }, [
    make("label", { class: "field" }, ["Where ", field]), words, fault,
    make("details", { class: "find-names" }, [
      make("summary", { text: "Names" }),
      make("dl", {}, names.flatMap(([name, about]) => [make("dt", {}, [make("code", { text: name })]), make("dd", { text: about })])),
    ]),
  ]);
  const pictures = make("div", { class: "find-pictures" }, [list, more]);

  let engine = null;
  let groups = [];
  let found = [];
  let timer = 0;
  let round = 0;
  const ask = async (request) => {
    engine ??= createEngine();
    return engine.ask(request);
  };

  /** Per group, the reply of the engine. Only the columns that the condition asks for are sent. */
  const evaluate = latest(async ({ expression, of }) => {
    const { ok: { metrics: columns } } = await ask({ op: "find", expression });
    const replies = [];
    for (const { request: { seed, floor, difficulty }, values } of of) {
      const wanted = values.map((row) => columns.map((column) => row[column]));
      replies.push((await ask({ op: "find", expression, seed, floor, difficulty, values: wanted })).ok);
    }
    return replies;
  });

  async function find() {
    clearTimeout(timer);
    round += 1;
    const mine = round;
    const expression = field.value.trim() ? field.value : "";
    if (!groups.length || !expression) {
      tell("");
      give(null);
      return;
    }
    try {
      const { result, isSkipped } = await evaluate({ expression, of: groups });
      if (isSkipped || mine !== round) return;
      tell(counted(result));
      give(result);
    } catch (error) {
      if (mine !== round) return;
      tell("", error);
      give(null);
    }
  }

  /** How many levels match; if none does, which condition is to blame. */
  function counted([{ found: { length: matching }, undefined: without, hardest }, other]) {
    const few = `${thousands(matching)} of ${thousands(groups[0].values.length)} levels match`;
    const beside = other ? `, and ${thousands(other.found.length)} of ${groups[1].name}` : "";
    const blamed = hardest ? ` Fewest meet ${hardest.condition}: ${thousands(hardest.levels)}.` : "";
    return `${few}${beside}.${blamed}${without ? ` ${thousands(without)} have no value for it.` : ""}`;
  }

  /** Shows the result in words, or an error with its place in the condition. */
  function tell(text, error = null) {
    words.textContent = text;
    fault.hidden = !error;
    if (error) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    if (!error) fault.replaceChildren();
    else fault.replaceChildren(make("span", { text: error.message }), ...marked(error.mistake));
  }
  function marked(mistake) {
    if (!mistake) return [];
    const { value } = field;
    const { start, end } = mistake.utf16;
    // An empty place, as at the end, has one blank.
    return [make("code", {}, [value.slice(0, start), make("mark", { text: value.slice(start, end) || "\u00a0" }), value.slice(end)])];
  }

  function give(replies) {
    found = replies?.[0].found ?? [];
    list.replaceChildren();
    onFound(replies && replies.map((reply) => new Set(reply.found)));
    addPictures();
  }

  /** Adds the next pictures, one after the other. */
  async function addPictures() {
    const mine = round;
    const hadFocus = document.activeElement === more;
    const first = list.childElementCount;
    const levels = found.slice(first, first + PICTURES);
    more.hidden = found.length <= first + levels.length;
    const places = levels.map((level) => {
      const seed = groups[0].seeds(level);
      const canvas = make("canvas", { width: 1, height: 1, "aria-hidden": "true" });
      const button = make("button", {
        type: "button", class: "find-picture", "aria-label": `Show seed ${seed}`, on: () => onPick(seed),
      }, [canvas, make("span", { text: seed })]);
      list.append(make("li", {}, [button]));
      return { seed, canvas, button };
    });
    if (hadFocus && more.hidden) places[0]?.button.focus();
    for (const { seed, canvas } of places) {
      const { request, side } = groups[0];
      const shown = await ask({ op: "show", ...request, seed, view: "top", scale: scaleFor(side) }).catch(() => null);
      if (!shown || mine !== round) return;
      const { ok: { picture: { width, height } }, bytes } = shown;
      [canvas.width, canvas.height] = [width, height];
      const pixels = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length);
      canvas.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
    }
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(find, REST);
  });

  return {
    element,
    pictures,
    show(now) {
      groups = now;
      find();
    },
    hide() {
      clearTimeout(timer);
      round += 1;
      engine?.end();
      engine = null;
    },
  };
}
