/**
 * Typing aids: completion and automatic closing of brackets. They are a tenth of the editor's script, so the editor
 * loads them after the text is shown.
 *
 * @module
 */

import {
  acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap,
} from "@codemirror/autocomplete";
import { Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { completionSource } from "./complete.js";

/**
 * @param {object} schema the JSON Schema of presets
 * @param {() => Partial<import("./names.js").Names>} known names that the text does not define
 * @returns {import("@codemirror/state").Extension}
 */
export function typing(schema, known) {
  return [
    closeBrackets(),
    autocompletion({ override: [completionSource(schema, known)], icons: false }),
    Prec.high(keymap.of([{ key: "Tab", run: acceptCompletion }])),
    keymap.of([...closeBracketsKeymap, ...completionKeymap]),
  ];
}
