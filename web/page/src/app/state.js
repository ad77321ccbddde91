/**
 * The state of the page: the preset or run and its text, the level, and how it is drawn.
 *
 * @module
 */

import { headOf, presetArgument } from "./heads.js";
import { rerollList, rerollsFault, rerollsOf } from "./rerolls.js";

/**
 * @typedef {object} State
 * @property {string} preset the name of a built-in preset or run
 * @property {Record<string, string>} drafts edited texts by the name of the built-in preset from which they were edited
 * @property {Record<string, string>} aside edited texts that were replaced, by the same name or that of a base, with a number
 *   appended if it is taken
 * @property {Record<string, string>} bases texts of bases that are files, by the name that presets use
 * @property {string} seed a whole number below 2^64, in decimal
 * @property {string | null} size such as "96x64"; null: as the preset says. Runs say their size and difficulty themselves
 * @property {number} floor
 * @property {number} difficulty 0 to 1
 * @property {Record<string, number>} rerolls the rooms that are furnished anew: which furnishing, by room. They are those of
 *   one level, see `levelKey`
 * @property {Record<string, string>} otherRerolls lists of re-rolls of other levels, by level: they come back with it
 * @property {string} view
 * @property {string[]} overlays
 */

/** The largest seed and the largest floor. */
export const LAST_SEED = 2n ** 64n - 1n;
const LAST_FLOOR = 2 ** 32 - 1;

/** The first level that a new visitor sees: one with locks, halls and a queen's tomb. */
export const FIRST = Object.freeze({
  preset: "crypt", drafts: {}, aside: {}, bases: {}, seed: "42", size: null, floor: 0, difficulty: 0, rerolls: Object.freeze({}),
  otherRerolls: Object.freeze({}), view: "top", overlays: [],
});

/** The views, which the page knows without the engine. */
const VIEWS = ["top", "iso"];

const quoted = (value) => JSON.stringify(String(value).slice(0, 60));
const isText = (value) => typeof value === "string";
const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** For each part, a message if the value is wrong: what was given and what is allowed. Otherwise falsy. */
const RULES = {
  preset: (value, { presets }) => presets?.includes(value) === false
    && `${quoted(value)} is no built-in preset or run: ${presets.join(", ")}`,
  seed: (value) => !(/^\d{1,20}$/.test(value) && BigInt(value) <= LAST_SEED)
    && `${quoted(value)} is not a seed: a whole number from 0 to ${LAST_SEED}, or a word`,
  size: (value, { side }) => sizeFault(value, side),
  floor: (value) => !(Number.isInteger(value) && value >= 0 && value <= LAST_FLOOR)
    && `${quoted(value)} is not a floor: a whole number from 0 to ${LAST_FLOOR}`,
  difficulty: (value) => !(value >= 0 && value <= 1) && `${quoted(value)} is not a difficulty: a number from 0 to 1`,
  rerolls: rerollsFault,
  otherRerolls(value, allowed) {
    for (const [key, list] of Object.entries(value)) {
      const level = levelOf(key);
      const wrong = Object.keys(level).map((part) => fault(part, level[part], allowed)).find(Boolean) ?? rerollsFault(rerollsOf(list));
      if (wrong) return wrong;
    }
    return false;
  },
  view: (value) => !VIEWS.includes(value) && `${quoted(value)} is no view: ${VIEWS.join(", ")}`,
  overlays: (value, { overlays }) => {
    const unknown = overlays && value.find((name) => !overlays.includes(name));
    return unknown !== undefined && unknown !== null && unknown !== false
      && `${quoted(unknown)} is no overlay: ${overlays.join(", ")}`;
  },
};

/** The end of the message for a size that is too large for a page alone. */
const FOR_THE_TOOL = "The tool makes them";

/** @param {string | null} words what is wrong with a part of a state @returns {boolean} whether the tool takes it */
export const isForTool = (words) => new RegExp(`${FOR_THE_TOOL}\\.?$`).test(words ?? "");

function sizeFault(value, side = Infinity) {
  if (value === null) return false;
  const sides = /^(\d{1,5})x(\d{1,5})$/.exec(value)?.slice(1).map(Number);
  if (!sides) return `${quoted(value)} is not a size: width x height in cells, such as 96x64`;
  if (sides.some((cells) => cells < 8)) return `${value} is too small: each side has at least 8 cells`;
  return Math.max(...sides) > side && `${value} cells are too many for this page: each side has at most ${side}. ${FOR_THE_TOOL}`;
}

/**
 * Checks a part of a state.
 *
 * @param {keyof State} part
 * @param {any} value
 * @param {{presets?: string[], overlays?: string[], side?: number}} [allowed] from the engine's `about`
 * @returns {string | null} a message; null if the value is valid
 */
export function fault(part, value, allowed = {}) {
  const isOfType = {
    floor: typeof value === "number", difficulty: typeof value === "number",
    overlays: Array.isArray(value) && value.every(isText), size: value === null || isText(value),
    rerolls: isMap(value), otherRerolls: isMap(value) && Object.values(value).every(isText),
  }[part] ?? isText(value);
  return (isOfType ? RULES[part](value, allowed) : `${quoted(value)} is not what this is`) || null;
}

/** The valid texts by name in an untrusted value, and messages for the rest. */
function texts(part, value = {}) {
  if (!isMap(value)) return [{}, [`${quoted(JSON.stringify(value))} are no ${part}`]];
  const [right, wrong] = [[], []];
  for (const entry of Object.entries(value)) (entry[0] && isText(entry[1]) ? right : wrong).push(entry);
  return [Object.fromEntries(right), wrong.map(([name]) => `${quoted(name)} in ${part} is no text`)];
}

/**
 * Validates an untrusted state: each invalid part gets its default and a message in `faults`.
 *
 * @param {any} value such as from the storage or a link
 * @param {Parameters<typeof fault>[2]} [allowed]
 * @returns {{state: State, faults: string[], oversize: string | null}} `oversize`: a size that only the tool takes
 */
export function checked(value, allowed) {
  const given = isMap(value) ? value : {};
  const [drafts, wrongDrafts] = texts("drafts", given.drafts);
  const [bases, wrongBases] = texts("bases", given.bases);
  const [aside, wrongAside] = texts("aside", given.aside);
  const state = { ...FIRST, drafts, aside, bases };
  const faults = [...(isMap(value) ? [] : [`${quoted(JSON.stringify(value))} is no state`]), ...wrongDrafts, ...wrongAside, ...wrongBases];
  let oversize = null;
  for (const part of Object.keys(RULES)) {
    if (given[part] === undefined) continue;
    const wrong = fault(part, given[part], allowed);
    if (wrong) faults.push(wrong);
    else state[part] = given[part];
    if (part === "size" && isForTool(wrong)) oversize = given.size;
  }
  return { state, faults, oversize };
}

/** @param {State} state @returns {string | null} the edited text; null if the built-in text is unchanged */
export const draft = (state) => state.drafts[state.preset] ?? null;

/** The names of the built-in runs, which `learnRuns` has from the engine. */
const runs = new Set();
export const learnRuns = (names) => names.forEach((name) => runs.add(name));

/** The field of a request that names a built-in text. @param {string} name @returns {"run" | "preset"} */
export const fieldOf = (name) => (runs.has(name) ? "run" : "preset");

let lastText = { text: "", is: false };
/** @param {State} state @returns {boolean} whether its text is that of a run */
export function isRun(state) {
  const text = draft(state);
  if (text === null) return runs.has(state.preset);
  if (text !== lastText.text) lastText = { text, is: /\bacts\b/.test(text) && headOf(text).isRun };
  return lastText.is;
}

/**
 * Adds a text under its name or, if another text has it, under the name with the next free number.
 *
 * @param {Record<string, string>} texts
 * @param {string} name
 * @param {string} text
 */
export function withText(texts, name, text) {
  let free = name;
  for (let number = 2; Object.hasOwn(texts, free) && texts[free] !== text; number += 1) free = `${name} ${number}`;
  return { ...texts, [free]: text };
}

/**
 * The state after opening a link. Its texts replace those of its preset and of its bases; replaced texts that differ are
 * put aside. Drafts of other presets, other bases and the re-rolls of all levels stay: those that the link replaces, too.
 *
 * @param {State} link
 * @param {State} before
 * @returns {State}
 */
export function opened(link, before) {
  const { [link.preset]: replaced, ...others } = before.drafts;
  const [drafts, bases] = [{ ...others, ...link.drafts }, { ...before.bases, ...link.bases }];
  let { aside } = before;
  if (replaced !== undefined && replaced !== draft(link)) aside = withText(aside, link.preset, replaced);
  for (const [name, text] of Object.entries(before.bases)) if (bases[name] !== text) aside = withText(aside, name, text);
  const otherRerolls = { ...kept(before), ...link.otherRerolls };
  if (otherRerolls[levelKey(link)] === rerollList(link.rerolls)) delete otherRerolls[levelKey(link)];
  // A map of its own says that the re-rolls are the link's.
  return { ...link, aside, drafts, bases, rerolls: { ...link.rerolls }, otherRerolls };
}

/**
 * The origin of a text that was put aside.
 *
 * @param {State} state
 * @param {string} key of the text
 * @param {string[]} presets names of built-in presets
 * @returns {{part: "drafts" | "bases", name: string}}
 */
export function placeOf({ bases }, key, presets) {
  // Texts of one name are numbered.
  const name = Object.hasOwn(bases, key) ? key : key.replace(/ \d+$/, "");
  return { part: presets.includes(name) ? "drafts" : "bases", name };
}

/**
 * The state after restoring a text that was put aside. The text that it replaces is put aside in turn.
 *
 * @param {State} state
 * @param {string} key of the text
 * @param {string[]} presets names of built-in presets
 * @returns {State}
 */
export function broughtBack(state, key, presets) {
  if (!Object.hasOwn(state.aside, key)) return state;
  const { aside: { [key]: text, ...others } } = state;
  const { part, name } = placeOf(state, key, presets);
  const replaced = Object.hasOwn(state[part], name) ? state[part][name] : text;
  return {
    ...state, preset: part === "drafts" ? name : state.preset, [part]: { ...state[part], [name]: text },
    aside: replaced === text ? others : { ...others, [key]: replaced },
  };
}

/**
 * The engine's request for the level of a state.
 *
 * @param {State} state
 * @returns {object}
 */
export function levelRequest(state) {
  const { preset, bases, seed, size, floor, difficulty, rerolls } = state;
  const isOfRun = isRun(state);
  const request = isOfRun ? { run: preset, seed, floor } : { preset, seed, floor, difficulty };
  if (size && !isOfRun) request.size = size;
  if (Object.keys(rerolls).length) request.rerolls = rerolls;
  const text = draft(state);
  return text === null ? request : { ...request, text, bases };
}

/**
 * The seed after a number of steps; it wraps around past the last one.
 *
 * @param {string} seed
 * @param {number} steps whole
 * @returns {string}
 */
export function seedAfter(seed, steps) {
  return BigInt.asUintN(64, BigInt(seed) + BigInt(steps)).toString();
}

/**
 * The command of the tool that makes the level of a state.
 *
 * @param {State} state
 * @returns {string}
 */
export function command(state) {
  return [...levelArguments(levelRequest(state)), "--out", "level.ron"].join(" ");
}

/**
 * The arguments of the tool for the level of a request.
 *
 * @param {object} request see `levelRequest`
 * @returns {(string | number)[]}
 */
export function levelArguments({ preset, run, text, seed, size, floor, difficulty, rerolls }) {
  const parts = ["roomgen", ...(run ? ["run"] : ["--preset"]), presetArgument(run ?? preset, text), "--seed", /\s/.test(seed) ? `"${seed}"` : seed];
  if (size) parts.push("--size", size);
  if (floor || run) parts.push("--floor", floor);
  if (difficulty) parts.push("--difficulty", difficulty);
  if (rerolls) parts.push("--reroll", rerollList(rerolls, run && `${floor}/`));
  return parts;
}

/** The parts that say which level it is, as a key such as "crypt/42//0": another level has other rooms. */
export const levelKey = (state) => [state.preset, state.seed, isRun(state) ? "" : state.size ?? "", state.floor].join("/");

/** The parts of a state that a key names. */
export function levelOf(key) {
  const [preset, seed, size, floor] = key.split("/");
  return { preset, seed, size: size || null, floor: Number(floor) };
}

/**
 * @param {State} now
 * @param {State} before
 * @returns {boolean} whether these are two levels, whose rooms have nothing to do with each other
 */
export const isOtherLevel = (now, before) => levelKey(now) !== levelKey(before);

/** The re-rolls of all levels, with those of the level that a state shows. */
function kept(state) {
  return Object.keys(state.rerolls).length ? { ...state.otherRerolls, [levelKey(state)]: rerollList(state.rerolls) } : state.otherRerolls;
}

/**
 * The state with the re-rolls that a level was left with. Those of the level that it shows are kept.
 *
 * @param {State} state
 * @param {string} key of the level, see `levelKey`
 * @returns {State}
 */
export function atLevel(state, key) {
  const { [key]: list, ...others } = state.otherRerolls;
  const rerolls = list ? rerollsOf(list) : FIRST.rerolls;
  return { ...state, ...levelOf(key), rerolls, otherRerolls: kept({ ...state, otherRerolls: others }) };
}

/**
 * The state after a change. Another level has its own re-rolls, unless the change has them.
 *
 * @param {State} state
 * @param {Partial<State>} change
 * @returns {State}
 */
export function changed(state, change) {
  const after = { ...state, ...change };
  if (!isOtherLevel(after, state) || after.rerolls !== state.rerolls) return after;
  const { rerolls, otherRerolls } = atLevel({ ...state, otherRerolls: after.otherRerolls }, levelKey(after));
  return { ...after, rerolls, otherRerolls };
}

/**
 * Creates a store: it holds the state and notifies listeners of changes.
 *
 * @param {State} first
 * @returns {{get: () => State, set: (change: Partial<State>) => void, subscribe: (listener: (now: State, before: State) => void) => void}}
 */
export function createStore(first) {
  let state = first;
  const listeners = [];
  return {
    get: () => state,
    set(change) {
      const before = state;
      state = changed(state, change);
      for (const listener of listeners) listener(state, before);
    },
    subscribe: (listener) => listeners.push(listener),
  };
}
