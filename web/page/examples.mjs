/**
 * Collects the examples of the manuals of presets and runs: `node examples.mjs ENGINE MANUAL... > examples.json`.
 *
 * An example is a block of code below a heading: a whole preset or run. One that is part of a preset is put into one, with the props that
 * it names, and with a layout for the props that it makes; what the engine cannot read in any place, such as commands, is
 * left out.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { headOf } from "./src/app/heads.js";
import { startModule } from "./src/engine/module.js";

/** Bases for a block; the first that fits, and lints clean with it, is used. */
const BASES = ["crypt", "cellar", null];

/** Where a block may stand in a preset. */
const PLACES = [
  ["", ""], ["floorplan: (", "),"], ["mission: (", "),"], ["props: {", "},"], ["vaults: [", "],"],
  ['layouts: [(name: "example", formations: [', "])],"],
];

/** Glyphs for props that a block names and its base lacks; the first that is free is used. */
const GLYPHS = [..."osqwejvxyz"];

const [engine, ...manuals] = process.argv.slice(2);
if (!manuals.length) {
  console.error("usage: node examples.mjs ENGINE MANUAL...");
  process.exit(2);
}
const ask = await startModule(new WebAssembly.Module(readFileSync(engine)));
const answer = (text) => ask({ op: "show", [headOf(text).isRun ? "run" : "preset"]: "", text, scale: 1 }).reply;
const indented = (block) => block.replace(/^(?=.)/gm, "    ");

/** Blocks of code with the heading above each. */
function blocks(text) {
  const found = [];
  let title = "";
  let lines = [];
  const end = () => {
    const block = lines.join("\n").trimEnd();
    if (block) found.push({ title, block });
    lines = [];
  };
  for (const line of text.split("\n")) {
    if (line.startsWith("    ") || (!line.trim() && lines.length)) lines.push(line.slice(4));
    else {
      end();
      title = /^#+ (.*)$/.exec(line)?.[1].replaceAll("`", "") ?? title;
    }
  }
  end();
  return found;
}

/** A layout that places all props of a block, so that they are visible. */
function layoutOf(block) {
  const names = [...block.matchAll(/^("[^"]+"): \(/gm)].map(([, name]) => name);
  return `layouts: [(name: "example", formations: [\n${names.map((name) => `    (shape: Scatter(3), prop: ${name}),\n`).join("")}])],`;
}

/** The block in a place of a preset; null if it does not belong there. */
function placed(block, title, base, [before, after]) {
  const parts = before ? [before, indented(block), after] : [block];
  if (before.startsWith("props")) parts.push(layoutOf(block));
  const taken = `${base ? ask({ op: "text", preset: base }).reply.ok.text : ""}${block}`;
  const glyphs = GLYPHS.filter((glyph) => !taken.includes(`glyph: '${glyph}'`));
  const form = (props) => {
    const lines = [`name: ${JSON.stringify(title.toLowerCase())},`];
    if (base) lines.push(`base: "${base}",`);
    const made = props.map((prop, at) => `${prop}: (glyph: '${glyphs[at]}', color: "#c28a2e")`);
    if (made.length) lines.push(`props: { ${made.join(", ")} },`);
    return `(\n${indented([...lines, ...parts].join("\n"))}\n)`;
  };
  const { ok, error } = answer(form([]));
  if (ok) return form([]);
  const lacking = error.problems.map(({ message }) => /^there is no prop (".*")/.exec(message)?.[1]);
  const text = form([...new Set(lacking)]);
  return lacking.every(Boolean) && lacking.length && answer(text).ok ? text : null;
}

/** Whether sample levels of a text show no finding, which would stand beside the example as a warning. */
function isClean(text) {
  let { findings } = ask({ op: "lint", text }).reply.ok;
  for (let of = 1, levels = 0; levels < of;) {
    ({ of, levels, findings = findings } = ask({ op: "sample", levels: 250 }).reply.ok);
  }
  return !findings.length;
}

/** The first text that lints clean: a base may need what a block replaces. Else the first. */
function example({ title, block }) {
  if (answer(block).ok) return block;
  let first = null;
  for (const base of BASES) {
    for (const place of PLACES) {
      const text = placed(block, title, base, place);
      if (text && isClean(text)) return text;
      first ??= text;
    }
  }
  return first;
}

const examples = [];
for (const found of manuals.flatMap((manual) => blocks(readFileSync(manual, "utf8")))) {
  const text = example(found);
  if (!text) continue;
  const count = examples.filter(({ title }) => title.replace(/ \d+$/, "") === found.title).length;
  examples.push({ title: count ? `${found.title} ${count + 1}` : found.title, text: `${text}\n` });
}
process.stdout.write(`${JSON.stringify(examples)}\n`);
