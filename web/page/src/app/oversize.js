/**
 * What is too large for a page, and what the tool makes all the same: its command, to copy.
 *
 * @module
 */

import { announce, make, notify } from "./dom.js";
import { command, isForTool } from "./state.js";

const copied = (line) => navigator.clipboard.writeText(line).then(
  () => announce("The command is copied."),
  () => announce("The browser does not let this page copy: the command can be selected."),
);

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
export function tellFaults({ state, faults, oversize = null }) {
  for (const words of faults) notify(words, isForTool(words) ? commandToCopy({ ...state, size: oversize }) : []);
}
