import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DIST } from "./browser.js";
import { siphash24 } from "./siphash.js";
import { ROOT } from "./tool.js";

const engine = new WebAssembly.Module(readFileSync(join(DIST, "engine.wasm")));

test("the module imports nothing", () => {
  assert.deepEqual(WebAssembly.Module.imports(engine), []);
});

test("the module exports its memory and the functions that the README lists", () => {
  const section = readFileSync(join(ROOT, "web/README.md"), "utf8").split("\nA request is ")[0].split("\n| function | content |\n")[1];
  const functions = [...section.matchAll(/`(\w+)\(/g)].map(([, name]) => name);
  const exported = (kind) => WebAssembly.Module.exports(engine).filter((one) => one.kind === kind).map(({ name }) => name).sort();
  assert.deepEqual(exported("function"), functions.sort());
  assert.deepEqual(exported("memory"), ["memory"]);
  // The linker exports where its data ends and its heap begins.
  assert.deepEqual(exported("global"), ["__data_end", "__heap_base"]);
  assert.equal(WebAssembly.Module.exports(engine).length, functions.length + 3);
});

test("the digest of files is that of its source", () => {
  // The first is a vector of SipHash's authors with the key 0; the second is by another implementation.
  assert.equal(siphash24(new Uint8Array()), "1e924b9d737700d7");
  assert.equal(siphash24(Buffer.from("hello world, this is")), "2bb6c521efddc179");
});
