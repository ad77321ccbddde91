/**
 * Links: a state in the fragment of a URL.
 *
 * `r` revision, `p` preset, `s` seed, `z` size, `f` floor, `d` difficulty, `a` the rooms that are furnished again,
 * `k` those of other levels, `v` view, `o` overlays; `t` the
 * difference of the text to that of the preset, or `x` the text itself, and `b` bases, all packed. Each part
 * is optional and has a default.
 *
 * @module
 */

import { normalized } from "../editor/documents.js";
import { apply, difference, newLines } from "./difference.js";
import { pack, unpack } from "./packed.js";
import { levelsList, levelsOf, rerollList, rerollsOf } from "./rerolls.js";
import { FIRST, checked, draft, isRun } from "./state.js";

/** The longest link that is read, and the longest text in it, in bytes. */
const LONGEST_LINK = 256 * 1024;
const LONGEST_TEXT = 1024 * 1024;

const NAMES = {
  r: "revision", p: "preset", s: "seed", z: "size", f: "floor", d: "difficulty", a: "re-rolled rooms", k: "re-rolled rooms of other levels", v: "view", o: "overlays",
  t: "text", x: "text", b: "bases",
};

const number = (text) => (text.trim() === "" ? Number.NaN : Number(text));

/** The parts of a link that are not packed, where present. */
function simpleParts(parts) {
  const read = {
    preset: ["p", (text) => text], seed: ["s", (text) => text], size: ["z", (text) => text], floor: ["f", number],
    difficulty: ["d", number], rerolls: ["a", rerollsOf], otherRerolls: ["k", levelsOf], view: ["v", (text) => text], overlays: ["o", (text) => text.split(",").filter(Boolean)],
  };
  const given = Object.entries(read).filter(([, [letter]]) => parts.has(letter));
  return Object.fromEntries(given.map(([name, [letter, value]]) => [name, value(parts.get(letter))]));
}

async function basesOf(packed) {
  const bases = JSON.parse(await unpack(packed, LONGEST_TEXT));
  const isMap = bases && typeof bases === "object" && !Array.isArray(bases);
  if (!isMap || !Object.values(bases).every((text) => typeof text === "string")) {
    throw new Error("it is not a list of texts by name");
  }
  return Object.fromEntries(Object.entries(bases).map(([name, text]) => [name, normalized(text)]));
}

/**
 * Reads the fragment of a URL.
 *
 * @param {string} fragment with or without the `#`
 * @param {object} options
 * @param {{presets: string[], overlays: string[], side: number, revision: number}} options.allowed
 * @param {(preset: string) => Promise<string>} options.textOf the text of a built-in preset
 * @returns {Promise<null | {state: import("./state.js").State, faults: string[], left: string | null, oversize: string | null}>}
 *   null if there is no link. `faults`: messages; `left`: new lines of a difference that does not apply; `oversize`: a size
 *   that only the tool takes
 */
export async function readLink(fragment, { allowed, textOf }) {
  const body = fragment.replace(/^#/, "");
  // The target of the link "Skip to the level".
  if (!body || body === "stage") return null;
  if (body.length > LONGEST_LINK) {
    return { state: FIRST, faults: [`The link is longer than ${LONGEST_LINK} characters.`], left: null, oversize: null };
  }
  const parts = new URLSearchParams(body);
  const read = checked(simpleParts(parts), allowed);
  const faults = read.faults.map((wrong) => `The link is wrong in one part: ${wrong}.`);
  for (const letter of new Set(parts.keys())) {
    if (!Object.hasOwn(NAMES, letter)) faults.push(`The link has a part ${JSON.stringify(letter.slice(0, 20))} that is not known.`);
  }
  const revision = parts.get("r");
  if (revision !== null && revision !== String(allowed.revision)) {
    faults.unshift(/^\d{1,9}$/.test(revision)
      ? `This link was made with revision ${revision} of the generator; this page has revision `
        + `${allowed.revision}: the same seed may give another level.`
      : `The link is wrong in one part: ${JSON.stringify(revision.slice(0, 20))} is not a revision.`);
  }
  const { state } = read;
  let left = null;
  const refuse = (letter, error) => faults.push(`The link's ${NAMES[letter]} cannot be read: ${error.message}.`);
  if (parts.has("b")) await basesOf(parts.get("b")).then((bases) => { state.bases = bases; }, (error) => refuse("b", error));
  const keep = (text) => { state.drafts = { [state.preset]: normalized(text) }; };
  if (parts.has("x")) {
    await unpack(parts.get("x"), LONGEST_TEXT).then(keep, (error) => refuse("x", error));
  } else if (parts.has("t")) {
    try {
      const script = await unpack(parts.get("t"), LONGEST_TEXT);
      try {
        keep(apply(await textOf(state.preset), script, LONGEST_TEXT));
      } catch (error) {
        if (error.isOther) left = newLines(script);
        throw error;
      }
    } catch (error) {
      refuse("t", error);
    }
  }
  return { state, faults, left, oversize: read.oversize };
}

/**
 * Writes the fragment of a URL.
 *
 * @param {import("./state.js").State} state
 * @param {object} options
 * @param {number} options.revision
 * @param {(preset: string) => Promise<string>} options.textOf
 * @returns {Promise<string>} with the `#`
 */
export async function writeLink(state, { revision, textOf }) {
  const parts = [["r", revision], ["p", state.preset], ["s", state.seed]];
  if (state.size && !isRun(state)) parts.push(["z", state.size]);
  if (state.floor) parts.push(["f", state.floor]);
  if (state.difficulty && !isRun(state)) parts.push(["d", state.difficulty]);
  if (Object.keys(state.rerolls).length) parts.push(["a", rerollList(state.rerolls)]);
  if (Object.keys(state.otherRerolls).length) parts.push(["k", levelsList(state.otherRerolls)]);
  if (state.view !== FIRST.view) parts.push(["v", state.view]);
  if (state.overlays.length) parts.push(["o", state.overlays.join(",")]);
  const text = draft(state);
  if (text !== null) {
    const [whole, script] = await Promise.all([pack(text), pack(difference(await textOf(state.preset), text))]);
    parts.push(whole.length <= script.length ? ["x", whole] : ["t", script]);
    if (Object.keys(state.bases).length) parts.push(["b", await pack(JSON.stringify(state.bases))]);
  }
  return `#${parts.map(([letter, value]) => `${letter}=${value}`).join("&")}`;
}
