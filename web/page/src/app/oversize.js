/**
 * What is too large for a page, and what the tool makes all the same: its command, to copy.
 *
 * @module
 */

import { announce, make, notify } from "./dom.js";
import { command, isForTool } from "./state.js";

/** Faults of a link that are told one by one. */
const MOST_FAULTS = 5;

async function copied(line) {
  try {
    // There is no clipboard on pages that are not secure.
    await navigator.clipboard.writeText(line);
    announce("The command is copied.");
  } catch {
    announce("The browser does not let this page copy: the command can be selected.");
  }
}

/**
 * @param {import("./state.js").State} state of the level that is too large
 * @returns {(Node | string)[]} the command of the tool that makes the level, and a button that copies it
 */
export function commandToCopy(state) {
  const line = command(state);
  return [" ", make("code", { class: "tool-command", text: line }), make("button", { type: "button", text: "Copy", on: () => copied(line) })];
}

/**
 * Tells what is wrong with a link.
 *
 * @param {{state: import("./state.js").State, faults: string[], oversize?: string | null}} link as `readLink` has read it
 */
export function tellFaults({ state, faults, oversize }) {
  for (const words of faults.slice(0, MOST_FAULTS)) notify(words, isForTool(words) ? commandToCopy({ ...state, size: oversize }) : []);
  if (faults.length > MOST_FAULTS) notify(`The link is wrong in ${faults.length - MOST_FAULTS} more parts.`);
}
