/**
 * A condition on the levels of a survey, or on the runs: which meet it, with small pictures of the first of them.
 *
 * @module
 */

import "./find.css";
import { make } from "../app/dom.js";
import { latest } from "../app/latest.js";
import { shared, slices } from "./run.js";

/** Debounce: time after the last key until the condition is evaluated, in milliseconds. */
const REST = 200;

/** How many pictures are made at a time. */
const PICTURES = 12;

/** From how many levels, and from how many runs, it is told which condition the fewest meet, if these have to be made. */
const SAMPLE = { levels: 200, runs: 40 };

/** Pixels per cell of a picture, by the longer side of the level: about twice what is shown, for dense screens. */
const scaleFor = (side) => (side <= 112 ? 4 : 2);

const thousands = (count) => count.toLocaleString("en");

/**
 * @param {object} options
 * @param {() => import("../engine/client.js").Engine[]} options.engines
 * @param {(found: Set<number>[] | null) => void} options.onFound called with the levels of each group that meet the
 *   condition; null without one
 * @param {(seed: string) => void} options.onPick called with the seed of a picture that is clicked
 * @returns {{element: HTMLElement, pictures: HTMLElement, show: (groups: object[]) => void, hide: () => void}} `show`
 *   takes the groups of a survey, each with its `request` and `values`; a condition on more than these makes the levels again
 */
export function createFind({ engines, onFound, onPick }) {
  const field = make("input", {
    type: "text", class: "find-field", spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-describedby": "find-words find-fault",
    placeholder: "rooms > 30 && bridges < 0.4",
  });
  const words = make("p", { id: "find-words", class: "find-words", role: "status" });
  const fault = make("p", { id: "find-fault", class: "find-fault", role: "alert", hidden: true });
  const list = make("ul", { class: "find-list", "aria-label": "Levels that match" });
  const more = make("button", { type: "button", text: "More", hidden: true, on: () => addPictures() });
  const progress = make("progress", { max: 1, value: 0, hidden: true, "aria-label": "Levels tested" });
  const names = make("dl");
  const language = make("details", { class: "find-names" }, [make("summary", { text: "Names" }), names]);
  language.addEventListener("toggle", fillNames);
  const element = make("div", { class: "find" }, [make("label", { class: "field" }, ["Where ", field]), progress, words, fault, language]);
  const pictures = make("div", { class: "find-pictures" }, [list, more]);

  let groups = [];
  let found = [];
  let timer = 0;
  let round = 0;
  let named = "";
  const ask = (request) => engines()[0].ask(request);
  const noun = () => (groups[0].request.run ? "runs" : "levels");

  /** Lists what a condition may ask of the levels or runs of the text, with the names that arguments may be. */
  async function fillNames() {
    if (!language.open || !groups.length) return;
    const { request } = groups[0];
    const key = JSON.stringify(request);
    if (key === named) return;
    named = key;
    const { ok: { words: all } } = await ask({ op: "words", ...request }).catch(() => ({ ok: { words: [] } }));
    names.replaceChildren(...all.flatMap(({ usage, about, names: given }) => [
      make("dt", {}, [make("code", { text: usage })]),
      make("dd", { text: `${about}${given?.length ? `: ${given.join(", ")}` : ""}` }),
    ]));
  }

  /** Tests the levels or runs of a group by making them, until another condition is asked. */
  async function made({ request, values }, expression, isOn) {
    const reply = { found: [], undefined: 0, hardest: null };
    const jobs = slices({ op: "find", ...request, expression }, values.length);
    let done = 0;
    await shared(jobs, engines(), (part, number) => {
      // Slices have as many levels as the first one, but for the last.
      reply.found.push(...part.found.map((level) => level + number * jobs[0].count));
      reply.undefined += part.undefined;
      done += 1;
      progress.hidden = !isOn();
      progress.value = done / jobs.length;
    }, isOn);
    reply.found.sort((a, b) => a - b);
    if (isOn() && !reply.found.length && expression.includes("&&")) {
      const count = Math.min(values.length, SAMPLE[noun()]);
      reply.hardest = (await ask({ op: "find", ...request, expression, count, hardest: true })).ok.hardest;
    }
    return reply;
  }

  /** Per group, the reply of the engine. Only the columns that the condition asks for are sent. */
  const evaluate = latest(async ({ expression, of, isOn }) => {
    const replies = [];
    for (const group of of) {
      const { request, values } = group;
      try {
        const { ok: { metrics: columns } } = await ask({ op: "find", ...request, expression });
        const rows = columns && values.map((row) => columns.map((column) => row[column]));
        replies.push(rows ? (await ask({ op: "find", ...request, expression, values: rows })).ok : await made(group, expression, isOn));
      } catch (error) {
        // The preset beside may lack a name.
        if (!replies.length || !error.mistake) throw error;
        replies.push({ found: [] });
      }
    }
    return replies;
  });

  async function find() {
    clearTimeout(timer);
    round += 1;
    const mine = round;
    const isOn = () => mine === round;
    progress.hidden = true;
    const expression = field.value.trim() ? field.value : "";
    if (!groups.length || !expression) {
      tell("");
      give(null);
      return;
    }
    try {
      const { result, isSkipped } = await evaluate({ expression, of: groups, isOn });
      if (isSkipped || mine !== round) return;
      progress.hidden = true;
      tell(counted(result));
      give(result);
    } catch (error) {
      if (mine !== round) return;
      progress.hidden = true;
      tell("", error);
      give(null);
    }
  }

  /** How many levels match; if none does, which condition is to blame. */
  function counted([{ found: { length: matching }, undefined: without, hardest }, other]) {
    const few = `${thousands(matching)} of ${thousands(groups[0].values.length)} ${noun()} match`;
    const beside = other ? `, and ${thousands(other.found.length)} of ${groups[1].name}` : "";
    const of = hardest?.of < groups[0].values.length ? ` of the first ${thousands(hardest.of)}` : "";
    const blamed = hardest ? ` Fewest meet ${hardest.condition}: ${thousands(hardest.levels)}${of}.` : "";
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
      const show = (floor) => ask({ op: "show", ...request, floor, seed, view: "top", scale: scaleFor(side) });
      // Not every run has each floor.
      const shown = await show(request.floor).catch(() => show(0)).catch(() => null);
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
      fillNames();
      find();
    },
    hide() {
      clearTimeout(timer);
      round += 1;
    },
  };
}
