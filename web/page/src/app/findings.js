/**
 * Lint of an edited preset, in slices, while nobody types: what loads and is probably a mistake.
 *
 * @module
 */

import { createEngine } from "../engine/client.js";
import { draft } from "./state.js";

/** Time without a change after which lint begins, in milliseconds. */
const REST = 400;

/** Levels of a slice: a change waits for one slice at most. */
const SLICE = 50;

/**
 * @param {object} options
 * @param {ReturnType<typeof import("./state.js").createStore>} options.store
 * @param {(findings: object[]) => void} options.onFindings
 * @returns {{again: () => void, now: () => object[]}} `now`: findings of the present text, none if it has changed
 */
export function createFindings({ store, onFindings }) {
  let engine = null;
  let round = 0;
  let timer = 0;
  let findings = [];

  function tell(found) {
    findings = found;
    onFindings(found);
  }

  async function run(text, bases) {
    round += 1;
    const mine = round;
    engine ??= createEngine();
    const ask = async (request) => (mine === round ? (await engine.ask(request)).ok : null);
    try {
      const begun = await ask({ op: "lint", text, bases });
      if (begun && mine === round) tell(begun.findings);
      while (mine === round) {
        const slice = await ask({ op: "sample", levels: SLICE });
        if (mine !== round || !slice) return;
        if (slice.findings) {
          tell(slice.findings);
          return;
        }
      }
    } catch {
      // A text with mistakes has no findings: the picture's request tells the mistakes.
    }
  }

  function again() {
    round += 1;
    clearTimeout(timer);
    // What is shown stays until lint tells; these are of another text.
    findings = [];
    const text = draft(store.now());
    if (text === null) {
      tell([]);
      return;
    }
    timer = setTimeout(() => run(text, store.now().bases), REST);
  }

  store.onChange((now, before) => {
    if (draft(now) !== draft(before) || now.bases !== before.bases) again();
  });
  return { again, now: () => findings };
}
