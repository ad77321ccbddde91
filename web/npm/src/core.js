/**
 * What both entries have in common: requests, and the calls of the WebAssembly module.
 *
 * @module
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A preset or a request was refused. `problems` has the places in the text. */
export class RoomgenError extends Error {
  constructor({ message, problems = [], mistake }) {
    const [first] = problems;
    const place = first && `${first.base ? `${first.base}, ` : ""}line ${first.line}, column ${first.column}`;
    super(first ? `${message} ${place}: ${first.message}` : message);
    this.name = "RoomgenError";
    this.problems = mistake ? [mistake] : problems;
  }
}

const refuse = (name, value, allowed) => {
  const given = typeof value === "bigint" ? `${value}n` : typeof value === "number" ? String(value) : JSON.stringify(value);
  throw new RoomgenError({ message: `${name}: ${given} is not allowed; allowed: ${allowed}` });
};
const isCount = (value, most = 2 ** 32 - 1) => Number.isInteger(value) && value >= 0 && value <= most;
const isPair = (value, isPart) => Array.isArray(value) && value.length === 2 && value.every(isPart);

/** The fields of a request: whether a value is allowed, and what is. */
const FIELDS = {
  seed: [
    (value) => typeof value === "string" || (typeof value === "bigint" && value >= 0n && value < 2n ** 64n) || isCount(value, Number.MAX_SAFE_INTEGER),
    "a whole number from 0 to 2^53 - 1, a bigint from 0 to 2^64 - 1, or a text of a number or a word",
  ],
  size: [(value) => typeof value === "string" || isPair(value, (side) => isCount(side)), 'columns and rows, as [96, 64] or "96x64"'],
  floor: [(value) => isCount(value), "a whole number from 0 to 2^32 - 1"],
  difficulty: [(value) => value >= 0 && value <= 1, "a number from 0 to 1"],
  start: [(value) => isPair(value, (part) => Number.isInteger(part) && Math.abs(part) < 2 ** 31), "column and row of a cell, as [12, 7]"],
  rerolls: [
    (value) => typeof value === "object" && Object.entries(value).flat().every((number) => isCount(Number(number ?? NaN))),
    "numbers by room, as { 12: 3 }",
  ],
};

/** A request as the module takes it. */
function requestOf(request = {}) {
  const asked = {};
  for (const [name, value] of Object.entries(request)) {
    const [isAllowed, allowed] = FIELDS[name] ?? refuse("request", name, Object.keys(FIELDS).join(", "));
    if (value === undefined || value === null) continue;
    if (!isAllowed(value)) refuse(name, value, allowed);
    asked[name] = name === "seed" ? String(value) : name === "size" && typeof value !== "string" ? value.join("x") : value;
  }
  return asked;
}

/** A preset as the module takes it: the name of a built-in one, a text, or a text with those of its bases. */
export function presetOf(preset) {
  if (typeof preset === "string") return /[(\n]/.test(preset) ? { text: preset } : { preset };
  if (typeof preset?.text === "string") return { text: preset.text, bases: preset.bases ?? {} };
  return refuse("preset", preset ?? null, "a name, a text, or { text, bases }");
}

/** The same of a run. */
function runOf(run) {
  const { preset = "", ...text } = presetOf(run);
  return { run: preset, ...text };
}

/** The props of a level file, of the numbers that the operation `data` gives: sooner than parsed. */
function propsOf(kinds, wholes, offsets) {
  const props = [];
  for (let at = 0, one = 0; at < wholes.length; at += 8, one += 2) {
    const prop = {
      kind: kinds[wholes[at]],
      room: wholes[at + 1],
      number: wholes[at + 2],
      x: wholes[at + 3],
      y: wholes[at + 4],
      width: wholes[at + 5],
      height: wholes[at + 6],
      offset: [offsets[one], offsets[one + 1]],
    };
    const turn = wholes[at + 7] & 3;
    if (turn !== 0) prop.turn = turn;
    if (wholes[at + 7] < 4) prop.lit = false;
    props.push(prop);
  }
  return props;
}

/** Levels of presets and runs. `load` of an entry makes one. */
export class Roomgen {
  #exports;
  #about;
  #pictures = [];

  constructor(module, { exports }) {
    /** The compiled module: a worker that gets it loads nothing. */
    this.module = module;
    this.#exports = exports;
  }

  /** Answers a request of the protocol: the reply, and a view of bytes, which the next call overwrites. */
  ask(request) {
    const text = encoder.encode(JSON.stringify(request));
    try {
      const exports = this.#exports;
      const input = exports.input(text.length) >>> 0;
      // A call may make the memory grow, which detaches its buffer: get it again.
      new Uint8Array(exports.memory.buffer, input, text.length).set(text);
      exports.call(text.length);
      const view = (address, length) => new Uint8Array(exports.memory.buffer, address >>> 0, length >>> 0);
      const { ok, error } = JSON.parse(decoder.decode(view(exports.reply(), exports.reply_length())));
      if (error) throw new RoomgenError(error);
      return { ok, bytes: view(exports.bytes(), exports.bytes_length()) };
    } catch (error) {
      if (error instanceof RoomgenError) throw error;
      // It has trapped: its memory is not to be trusted any more.
      this.#exports = new WebAssembly.Instance(this.module, {}).exports;
      this.#pictures.forEach((picture) => this.ask(picture));
      throw new RoomgenError({ message: `the module has failed, probably for want of memory: ${error.message}` });
    }
  }

  /** A request for a level as the module takes it. */
  asked(preset, request) {
    return { ...presetOf(preset), ...requestOf(request) };
  }

  #aboutAll() {
    this.#about ??= this.ask({ op: "about" }).ok;
    return this.#about;
  }

  get revision() {
    return this.#aboutAll().revision;
  }

  get presets() {
    return this.#aboutAll().presets;
  }

  get runs() {
    return this.#aboutAll().runs;
  }

  text(preset) {
    return this.ask({ op: "text", ...presetOf(preset) }).ok.text;
  }

  json(preset, request) {
    return decoder.decode(this.ask({ op: "json", ...this.asked(preset, request) }).bytes);
  }

  generate(preset, request) {
    return this.#data(this.asked(preset, request));
  }

  /** The level of a request as data, equal to its parsed level file. */
  #data(asked) {
    const { ok: { props, kinds }, bytes } = this.ask({ op: "data", ...asked });
    const [whole, text] = [16 * props, 48 * props];
    const level = JSON.parse(decoder.decode(bytes.subarray(text)));
    const { buffer } = bytes.slice(0, text);
    level.props = propsOf(kinds, new Int32Array(buffer, whole, 8 * props), new Float64Array(buffer, 0, 2 * props));
    return level;
  }

  layers(preset, request, names) {
    return this.#layers(this.asked(preset, request), names);
  }

  #layers(asked, names = ["tiles", "walkable", "opaque", "terrain"]) {
    const { ok: { layers, width, height, entry, exit, terrain_kinds }, bytes } = this.ask({ op: "layers", ...asked, layers: names });
    const facts = { width, height, entry, exit, terrain_kinds };
    const { buffer } = bytes.slice();
    for (const name in layers) facts[name] = new Uint8Array(buffer, layers[name][0], layers[name][1]);
    return facts;
  }

  run(run, { seed = 0 } = {}) {
    const asked = { ...runOf(run), ...requestOf({ seed }) };
    const { floors } = this.ask({ op: "floors", ...asked }).ok;
    const floor = (number, rerolls) => ({ ...asked, ...requestOf({ floor: number, rerolls }) });
    return {
      floors,
      floor: (number, { rerolls } = {}) => this.#data(floor(number, rerolls)),
      layers: (number, names) => this.#layers(floor(number), names),
    };
  }

  lint(preset, { sample = true } = {}) {
    let { ok } = this.ask({ op: "lint", ...presetOf(preset) });
    if (sample) do ({ ok } = this.ask({ op: "sample", levels: 100 })); while (ok.levels < ok.of);
    return ok.findings;
  }

  reroll(preset, request, room) {
    return this.ask({ op: "reroll", ...this.asked(preset, request), room }).ok.number;
  }

  addPicture(name, { width, height, data }) {
    const rgba = Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const picture = { op: "sprites", name, width, height, rgba };
    this.ask(picture);
    this.#pictures.push(picture);
  }
}

/** The module of a source, which may be a promise: a module, its bytes, a response, or an address. */
async function moduleOf(source) {
  let given = await source;
  if (typeof given === "string" || given instanceof URL) given = await fetch(given);
  if (given instanceof WebAssembly.Module) return given;
  if (typeof Response === "undefined" || !(given instanceof Response)) return WebAssembly.compile(given);
  if (!given.ok) throw new RoomgenError({ message: `the module cannot be loaded from ${given.url}: status ${given.status}` });
  // Not every server says what it is, as streaming demands.
  const isNamed = given.headers.get("content-type")?.startsWith("application/wasm");
  return isNamed ? WebAssembly.compileStreaming(given) : WebAssembly.compile(await given.arrayBuffer());
}

/** The `load` of an entry, which takes its own module by default. */
export const loader = (Kind, own) => async (source) => {
  const module = await moduleOf(source ?? own());
  return new Kind(module, await WebAssembly.instantiate(module, {}));
};
