import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOf } from "./shortcut.js";

test("a letter that is not Latin stands for the key at its place; Latin letters count wherever they are", () => {
  const keys = [
    ["т", "KeyN", "n"], ["Т", "KeyN", "n"], ["ν", "KeyN", "n"], ["۰", "Digit0", "0"], ["Process", "KeyN", "n"],
    ["n", "KeyL", "n"], ["N", "KeyN", "n"], ["é", "Digit2", "é"], [".", "KeyE", "."], ["?", "Digit7", "?"],
    ["ArrowLeft", "ArrowLeft", "ArrowLeft"], ["Escape", "Escape", "Escape"], ["ё", "Backquote", "ё"],
  ];
  for (const [key, code, wanted] of keys) assert.equal(keyOf({ key, code }), wanted, `${key} at ${code}`);
});
