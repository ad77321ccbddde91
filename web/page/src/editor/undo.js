/**
 * Steps of undo.
 *
 * @module
 */

import { isolateHistory, undo } from "@codemirror/commands";

/** Changes that are one step of undo, however many they are. */
export class UndoStep {
  /** @param {import("@codemirror/view").EditorView} view */
  constructor(view) {
    Object.assign(this, { view, hasChanged: false });
  }

  /** @param {import("@codemirror/state").TransactionSpec} spec */
  change(spec) {
    // CodeMirror's history joins all changes of a composition.
    const joined = this.hasChanged
      ? { userEvent: "input.type.compose" }
      : { userEvent: "input.number", annotations: isolateHistory.of("before") };
    this.view.dispatch({ ...spec, ...joined });
    this.hasChanged = true;
  }

  end() {
    this.view.dispatch({ annotations: isolateHistory.of("full") });
  }

  /** Ends the step, and takes its changes back. */
  undo() {
    this.end();
    if (this.hasChanged) undo(this.view);
    this.hasChanged = false;
  }
}
