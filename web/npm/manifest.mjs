/**
 * Completes a package: `node manifest.mjs FOLDER`. Version and license are those of the workspace; names that requests take
 * become types.
 *
 * @module
 */

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const folder = resolve(process.argv[2]);
const workspace = readFileSync(join(here, "../../Cargo.toml"), "utf8");
const field = (name) => new RegExp(`^${name} = "(.*)"$`, "m").exec(workspace)?.[1];

const { private: _, devDependencies: __, ...manifest } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
Object.assign(manifest, { version: field("version"), license: field("license"), repository: field("repository") });

const { load } = await import(pathToFileURL(join(folder, "full-node.js")));
const { ok } = (await load()).ask({ op: "about" });
const names = { PresetName: ok.presets, RunName: ok.runs, FormatName: ok.formats, OverlayName: ok.overlays, ViewName: ok.views };
const types = Object.entries(names).map(([type, list]) => (
  `export type ${type} = ${list.map((item) => JSON.stringify(item.name ?? item)).join(" | ")};\n`
));
writeFileSync(join(folder, "names.d.ts"), types.join(""));
manifest.files = readdirSync(folder).filter((name) => !name.startsWith("."));
writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
