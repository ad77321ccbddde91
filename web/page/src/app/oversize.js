/**
 * Levels that are too large for a page: the tool's command that makes them, to copy.
 *
 * @module
 */

import { make, notify, toast } from "./dom.js";
import { command, isForTool } from "./state.js";

/** How many faults of a link have a notice of their own. */
const MOST_FAULTS = 5;

async function copied(line) {
  try {
    // Insecure contexts have no clipboard.
    await navigator.clipboard.writeText(line);
    toast("The command is copied.");
  } catch {
    toast("The browser does not let this page copy: the command can be selected.");
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
 * Shows notices of what is wrong with a link.
 *
 * @param {{state: import("./state.js").State, faults: string[], oversize?: string | null}} link as `readLink` has read it
 */
export function notifyFaults({ state, faults, oversize }) {
  for (const words of faults.slice(0, MOST_FAULTS)) notify(words, isForTool(words) ? commandToCopy({ ...state, size: oversize }) : []);
  if (faults.length > MOST_FAULTS) notify(`The link is wrong in ${faults.length - MOST_FAULTS} more parts.`);
}
