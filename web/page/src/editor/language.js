/**
 * CodeMirror's language support for RON: syntax tree, colours, folding, indentation and comments.
 *
 * @module
 */

import {
  LRLanguage, LanguageSupport, delimitedIndent, foldInside, foldNodeProp, indentNodeProp, indentUnit,
} from "@codemirror/language";
import { styleTags, tagHighlighter, tags } from "@lezer/highlight";
import { parser } from "../../generated/ron.js";

const colors = styleTags({
  FieldName: tags.propertyName,
  Word: tags.typeName,
  Boolean: tags.bool,
  Number: tags.number,
  "String RawString": tags.string,
  Char: tags.character,
  Escape: tags.escape,
  LineComment: tags.lineComment,
  BlockComment: tags.blockComment,
  "Unknown ⚠": tags.invalid,
  "( ) [ ] { }": tags.bracket,
  ": ,": tags.punctuation,
});

/** The CSS class of each sort of token, styled by `editor.css`. */
export const highlighter = tagHighlighter([
  { tag: tags.propertyName, class: "ron-field" },
  { tag: tags.typeName, class: "ron-word" },
  { tag: tags.bool, class: "ron-word" },
  { tag: tags.number, class: "ron-number" },
  { tag: [tags.string, tags.character], class: "ron-string" },
  { tag: tags.escape, class: "ron-escape" },
  { tag: tags.comment, class: "ron-comment" },
  { tag: [tags.bracket, tags.punctuation], class: "ron-mark" },
  { tag: tags.invalid, class: "ron-unknown" },
]);

const indent = (closing) => delimitedIndent({ closing, align: false });

/** The language: its parser makes the nodes of `ron.grammar`. */
export const ronLanguage = LRLanguage.define({
  name: "ron",
  parser: parser.configure({
    props: [
      colors,
      indentNodeProp.add({ Parens: indent(")"), List: indent("]"), Map: indent("}"), String: () => null }),
      foldNodeProp.add({
        "Parens List Map": foldInside,
        BlockComment: ({ from, to }) => ({ from: from + 2, to: to - 2 }),
      }),
    ],
  }),
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", "[", "{", '"', "'"] },
    indentOnInput: /^\s*[)\]}]$/,
  },
});

/**
 * The editor extension for RON.
 *
 * @returns {LanguageSupport}
 */
export function ron() {
  return new LanguageSupport(ronLanguage, [indentUnit.of("    ")]);
}
