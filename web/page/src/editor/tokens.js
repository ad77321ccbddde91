/**
 * Tokens of RON that need more than a regular expression: words by what follows them, raw strings,
 * characters, and block comments, which nest.
 *
 * @module
 */

import { ExternalTokenizer } from "@lezer/lr";
import * as term from "../../generated/ron.terms.js";

const END = -1;
const LINE_FEED = 10;
const code = (letter) => letter.charCodeAt(0);
const [QUOTE, APOSTROPHE, BACKSLASH, SLASH, STAR, HASH, COLON, R] = [...`"'\\/*#:r`].map(code);

const SPACE = /[\s\u0085]/;
const PUNCTUATION = /[()[\]{},:"']/;
const NUMBER = /^[+-]?(?:0[xob][\da-f_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:e[+-]?[\d_]+)?|inf|NaN)$/i;
const NAME = /^(?:r#)?[\p{XID_Start}_][\p{XID_Continue}.+-]*$/u;

const isSpace = (unit) => unit !== END && SPACE.test(String.fromCharCode(unit));

/** Whether a comment begins `offset` units ahead. */
function isComment(input, offset) {
  if (input.peek(offset) !== SLASH) return false;
  const next = input.peek(offset + 1);
  return next === SLASH || next === STAR;
}

/** Reads a block comment with those inside it, to its end or that of the text. */
function blockComment(input) {
  let depth = 0;
  do {
    const pair = [input.next, input.peek(1)];
    const opens = pair[0] === SLASH && pair[1] === STAR;
    const closes = pair[0] === STAR && pair[1] === SLASH;
    if (input.next === END) break;
    if (opens || closes) input.advance();
    input.advance();
    depth += opens ? 1 : closes ? -1 : 0;
  } while (depth > 0);
  input.acceptToken(term.BlockComment);
}

/** The number of `#` of the raw string that begins here; -1 if none does. */
function hashesOfRaw(input) {
  if (input.next !== R) return -1;
  let hashes = 0;
  while (input.peek(1 + hashes) === HASH) hashes += 1;
  return input.peek(1 + hashes) === QUOTE ? hashes : -1;
}

function rawString(input, hashes) {
  input.advance(2 + hashes);
  while (input.next !== END) {
    let closing = input.next === QUOTE ? 0 : -1;
    while (closing >= 0 && closing < hashes && input.peek(1 + closing) === HASH) closing += 1;
    input.advance();
    if (closing === hashes) {
      input.advance(hashes);
      break;
    }
  }
  input.acceptToken(term.RawString);
}

/** Reads a character in quotes: to the quote that closes it, or to the end of the line. */
function character(input) {
  input.advance();
  for (let count = 0; input.next !== END && input.next !== LINE_FEED; count += 1) {
    const unit = input.next;
    input.advance();
    if (unit === BACKSLASH && input.next !== LINE_FEED) input.advance();
    if (unit === APOSTROPHE && !(count === 0 && input.next === APOSTROPHE)) break;
  }
  input.acceptToken(term.Char);
}

/** Whether a colon comes next, behind white space. */
function isBeforeColon(input) {
  let offset = 0;
  while (isSpace(input.peek(offset))) offset += 1;
  return input.peek(offset) === COLON;
}

function kindOfWord(word, input) {
  if (NUMBER.test(word)) return term.Number;
  if (!NAME.test(word)) return term.Unknown;
  if (isBeforeColon(input)) return term.FieldName;
  return word === "true" || word === "false" ? term.Boolean : term.Word;
}

/** Reads a word: all up to white space, punctuation, a quote or a comment, as the engine does. */
function word(input) {
  let text = "";
  while (input.next !== END && !isSpace(input.next) && !isComment(input, 0)) {
    const letter = String.fromCharCode(input.next);
    if (PUNCTUATION.test(letter)) break;
    text += letter;
    input.advance();
  }
  if (text) input.acceptToken(kindOfWord(text, input));
}

/** Words, numbers, raw strings, characters and block comments. */
export const words = new ExternalTokenizer((input) => {
  if (isComment(input, 0)) {
    if (input.peek(1) === STAR) blockComment(input);
    return;
  }
  if (input.next === APOSTROPHE) return character(input);
  const hashes = hashesOfRaw(input);
  return hashes >= 0 ? rawString(input, hashes) : word(input);
});

const ESCAPE = /^(?:x[\da-f]{2}|u\{[\da-f]{1,6}\})/i;
/** The length of the longest escape, `\u{10ffff}`. */
const LONGEST_ESCAPE = 10;

function escape(input) {
  input.advance();
  let ahead = "";
  while (ahead.length < LONGEST_ESCAPE && input.peek(ahead.length) > LINE_FEED) {
    ahead += String.fromCharCode(input.peek(ahead.length));
  }
  input.advance(ESCAPE.exec(ahead)?.[0].length ?? Math.min(ahead.length, 1));
  input.acceptToken(term.Escape);
}

function stringText(input) {
  const isEnd = (unit) => unit === END || unit === LINE_FEED || unit === QUOTE || unit === BACKSLASH;
  while (!isEnd(input.next)) input.advance();
  input.acceptToken(term.stringContent);
}

/** What is inside a string in double quotes. One that is not closed ends with its line. */
export const stringParts = new ExternalTokenizer((input) => {
  if (input.next === QUOTE) return input.acceptToken(term.stringEnd, 1);
  if (input.next === END || input.next === LINE_FEED) return input.acceptToken(term.stringEnd);
  return input.next === BACKSLASH ? escape(input) : stringText(input);
});
