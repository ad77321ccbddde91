import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState, Text } from "@codemirror/state";
import { changeTo, normalized } from "./documents.js";
import { neighbor, problemMarks, problemsAt, severityOf, shownSpan, withProblems } from "./problems.js";

const TEXT = Text.of(['(name: "\u{1f525}\u{1f525}", sixe: 1)', "", "end"]);
const problem = (start, end, more) => ({ message: "m", code: "syntax", utf16: { start, end }, ...more });

function stateWith(...problems) {
  const state = EditorState.create({ doc: TEXT, extensions: problemMarks(() => {}) });
  return state.update(withProblems(problems)).state;
}

test("a span is in units of UTF-16", () => {
  const start = TEXT.toString().indexOf("sixe");
  const [{ from, to }] = problemsAt(stateWith(problem(start, start + 4)));
  assert.equal(TEXT.sliceString(from, to), "sixe");
});

test("an empty span is the character there, or the end of the line", () => {
  assert.deepEqual(shownSpan(TEXT, { start: 8, end: 8 }), { from: 8, to: 10 });
  const end = TEXT.line(1).to;
  assert.deepEqual(shownSpan(TEXT, { start: end, end }), { from: end, to: end });
  assert.deepEqual(shownSpan(TEXT, { start: end, end: end + 2 }), { from: end, to: end });
  assert.deepEqual(shownSpan(TEXT, { start: end + 1, end: end + 1 }), { from: end + 1, to: end + 1 });
  assert.deepEqual(shownSpan(TEXT, { start: 1000, end: 2000 }), { from: TEXT.length, to: TEXT.length });
});

test("problems move with the text", () => {
  const moved = stateWith(problem(14, 18)).update({ changes: { from: 0, insert: "// \n" } }).state;
  assert.deepEqual(problemsAt(moved).map(({ from, to }) => [from, to]), [[18, 22]]);
});

test("from one problem to the next, and around", () => {
  const state = stateWith(problem(1, 5), problem(14, 18), problem(14, 20));
  const places = (isForward, count) => {
    let at = state;
    return Array.from({ length: count }, () => {
      const { from, to } = neighbor(at, isForward);
      at = at.update({ selection: { anchor: from, head: to } }).state;
      return `${from}-${to}`;
    });
  };
  assert.deepEqual(places(true, 4), ["1-5", "14-18", "14-20", "1-5"]);
  assert.deepEqual(places(false, 4), ["14-20", "14-18", "1-5", "14-20"]);
  assert.equal(neighbor(stateWith(), true), undefined);
});

test("how severe a problem is", () => {
  assert.equal(severityOf({ code: "syntax" }), "error");
  assert.equal(severityOf({ code: "finding" }), "warning");
  assert.equal(severityOf({ code: "finding", severity: "advice" }), "advice");
  assert.equal(severityOf({ code: "syntax", severity: "toString" }), "error");
});

test("line ends and a byte order mark", () => {
  assert.equal(normalized("\ufeffa\r\nb\rc\n\u2028d"), "a\nb\nc\n\u2028d");
});

test("the least change from one text to another", () => {
  const doc = Text.of(["aab", "c"]);
  assert.deepEqual(changeTo(doc, "aab\r\nc"), []);
  assert.deepEqual(changeTo(doc, "aaab\nc"), { from: 2, to: 2, insert: "a" });
  assert.deepEqual(changeTo(doc, "c"), { from: 0, to: 4, insert: "" });
  assert.deepEqual(changeTo(Text.of([""]), "x"), { from: 0, to: 0, insert: "x" });
});
