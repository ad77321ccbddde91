/**
 * Collects the examples of the language's manual: `node examples.mjs MANUAL ENGINE > examples.json`.
 *
 * An example is a block of code below a heading. A block of fields becomes a preset on a base; what the engine
 * cannot read either way, such as commands and parts of fields, is left out.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { startModule } from "./src/engine/module.js";

/** The preset that blocks of fields build on: its props have the names that the manual uses. */
const BASE = "crypt";

const [manual, engine] = process.argv.slice(2);
if (!engine) {
  console.error("usage: node examples.mjs MANUAL ENGINE");
  process.exit(2);
}
const ask = await startModule(new WebAssembly.Module(readFileSync(engine)));
const isPreset = (text) => Boolean(ask({ op: "show", text, scale: 1 }).reply.ok);

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
      title = /^#+ (.*)$/.exec(line)?.[1] ?? title;
    }
  }
  end();
  return found;
}

const indented = (block) => block.replace(/^(?=.)/gm, "    ");
const examples = [];
for (const { title, block } of blocks(readFileSync(manual, "utf8"))) {
  const name = JSON.stringify(title.toLowerCase());
  const forms = [block, `(\n    name: ${name},\n    base: "${BASE}",\n${indented(block)}\n)`];
  const text = forms.find(isPreset);
  if (!text) continue;
  const count = examples.filter((example) => example.title.replace(/ \d+$/, "") === title).length;
  examples.push({ title: count ? `${title} ${count + 1}` : title, text: `${text}\n` });
}
process.stdout.write(`${JSON.stringify(examples)}\n`);
