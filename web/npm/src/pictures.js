/**
 * What the full entry adds: pictures, formats, and levels by an expression.
 *
 * @module
 */

import { Roomgen, presetOf } from "./core.js";

/** How many levels the module tests in one call. */
const TESTED = 1000;

const isLevel = (given) => Array.isArray(given?.tiles);

export class FullRoomgen extends Roomgen {
  get formats() {
    return this.ask({ op: "about" }).ok.formats;
  }

  /** Has the module keep a level: one that is given, or one of a preset and a request. Returns what follows them. */
  #keep([given, ...rest]) {
    if (isLevel(given)) {
      const options = rest.find((part) => part?.preset !== undefined);
      this.ask({ op: "open", level: JSON.stringify(given), ...(options && presetOf(options.preset)) });
      return rest;
    }
    const [request, ...more] = rest;
    this.ask({ op: "level", ...this.asked(given, request) });
    return more;
  }

  render(...given) {
    const [{ preset: _, ...options } = {}] = this.#keep(given);
    const { ok: { width, height }, bytes } = this.ask({ op: "draw", ...options });
    return { width, height, data: new Uint8ClampedArray(bytes) };
  }

  write(...given) {
    const [format, { preset: _, ...options } = {}] = this.#keep(given);
    const { ok: { files }, bytes } = this.ask({ op: "export", format, ...options });
    let end = 0;
    return files.map(({ name, media, length }) => ({ name, media, bytes: bytes.slice(end, (end += length)) }));
  }

  find(preset, expression, { count = 1000, most = Infinity, ...request } = {}) {
    const asked = this.asked(preset, request);
    const first = BigInt(this.ask({ op: "seed", seed: asked.seed ?? "0" }).ok.seed);
    const found = [];
    for (let tested = 0; tested < count && found.length < most;) {
      const next = Math.min(count - tested, TESTED);
      const seed = BigInt.asUintN(64, first + BigInt(tested));
      const { ok } = this.ask({ op: "find", ...asked, seed: String(seed), expression, count: next });
      found.push(...ok.found.map((number) => BigInt.asUintN(64, seed + BigInt(number))));
      tested += next;
    }
    return found.slice(0, most);
  }
}
