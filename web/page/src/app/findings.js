/**
 * Lints an edited preset in slices while the user is not typing. A finding is what loads but is probably a mistake.
 *
 * @module
 */

import { createEngine } from "../engine/client.js";
import { draft, isRun } from "./state.js";

/** Debounce: time after the last change until lint begins, in milliseconds. */
const REST = 400;

/** Levels per slice: a change waits for at most one slice. */
const SLICE = 50;

/**
 * @param {object} options
 * @param {ReturnType<typeof import("./state.js").createStore>} options.store
 * @param {(findings: object[]) => void} options.onFindings
 * @returns {{restart: () => void, get: () => object[]}} `get`: the findings of the current text; none while it is being linted
 */
export function createFindings({ store, onFindings }) {
  let engine = null;
  let round = 0;
  let timer = 0;
  let findings = [];

  function publish(found) {
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
      if (begun && mine === round) publish(begun.findings);
      while (mine === round) {
        const slice = await ask({ op: "sample", levels: SLICE });
        if (mine !== round || !slice) return;
        if (slice.findings) {
          publish(slice.findings);
          return;
        }
      }
    } catch {
      // A text with errors has no findings: the request for the picture reports the errors.
    }
  }

  function restart() {
    round += 1;
    clearTimeout(timer);
    // The list on the page stays until new findings arrive; these here are of an older text.
    findings = [];
    const text = draft(store.get());
    // Runs are linted by the tool.
    if (text === null || isRun(store.get())) {
      publish([]);
      return;
    }
    timer = setTimeout(() => run(text, store.get().bases), REST);
  }

  store.subscribe((now, before) => {
    if (draft(now) !== draft(before) || now.bases !== before.bases) restart();
  });
  return { restart, get: () => findings };
}
