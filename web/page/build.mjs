/**
 * Bundles the page: `node build.mjs DIST`. DIST must hold engine.wasm, schema.json and examples.json.
 *
 * Writes the files to serve, and `single.html`, which opens from disk. Warns if a size exceeds its bar; with `--bars`,
 * fails.
 *
 * @module
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { minify } from "terser";
import { judged } from "./sizes.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [dist, option] = process.argv.slice(2);
if (!dist || (option && option !== "--bars")) {
  console.error("usage: node build.mjs DIST [--bars]");
  process.exit(2);
}
const read = (name) => readFileSync(join(dist, name));
const digest = (content) => createHash("sha256").update(content).digest("base64");
const gzip = (content) => gzipSync(content, { level: 9 });

const ASSETS = ["engine.wasm", "worker.js", "schema.json", "examples.json"];
const missing = ASSETS.filter((name) => name !== "worker.js" && !existsSync(join(dist, name)));
if (missing.length) {
  console.error(`${dist} lacks ${missing.join(", ")}: web/build.sh makes them`);
  process.exit(2);
}

function styleSheets(folder = join(here, "src")) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.name.endsWith(".css")).map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort((a, b) => Number(b.endsWith("src/style.css")) - Number(a.endsWith("src/style.css")) || a.localeCompare(b));
}

const options = { bundle: true, minify: true, target: "es2022", logLevel: "warning", legalComments: "none", charset: "utf8" };
// All styles are in one sheet, so lazy chunks need none.
const scriptOptions = { ...options, loader: { ".css": "empty" } };

/** Minifies with terser as well: 3% smaller than with esbuild alone. */
async function smaller(code) {
  return (await minify(code, { module: true, compress: { ecma: 2020 } })).code;
}

async function bundle() {
  for (const name of readdirSync(dist)) if (/^(chunk|main|service|worker).*\.(js|css)$/.test(name)) rmSync(join(dist, name));
  rmSync(join(dist, "chunks"), { recursive: true, force: true });
  const sheet = styleSheets().map((file) => `@import ${JSON.stringify(`./${relative(here, file)}`)};`).join("\n");
  await build({ ...options, stdin: { contents: sheet, loader: "css", resolveDir: here }, outfile: join(dist, "main.css") });
  await build({ ...options, entryPoints: [join(here, "src/engine/worker.js")], format: "iife", outfile: join(dist, "worker.js") });
  const { metafile } = await build({
    ...scriptOptions, entryPoints: [join(here, "src/main.js")], format: "esm", splitting: true, outdir: dist,
    chunkNames: "chunks/[name]-[hash]", metafile: true,
  });
  for (const name of Object.keys(metafile.outputs)) writeFileSync(name, await smaller(readFileSync(name, "utf8")));
  for (const name of ["index.html", "icon.svg", "manifest.webmanifest"]) copyFileSync(join(here, name), join(dist, name));
  return metafile.outputs;
}

/** The scripts that are loaded until the page is ready: the entry, the workshop, and their imports. */
function untilReady(outputs) {
  const path = (name) => relative(dist, join(process.cwd(), name));
  const entry = (source) => Object.keys(outputs).find((name) => outputs[name].entryPoint?.endsWith(source));
  const found = new Set();
  const visit = (name) => {
    if (found.has(name)) return;
    found.add(name);
    outputs[name].imports.filter(({ kind }) => kind === "import-statement").forEach(({ path: other }) => visit(other));
  };
  [entry("src/main.js"), entry("app/workshop.js"), entry("facts/index.js")].forEach(visit);
  const [ready, later] = [[], []];
  for (const name of Object.keys(outputs)) (found.has(name) ? ready : later).push(path(name));
  return { ready, later };
}

function serviceWorker(scripts) {
  const files = ["./", "index.html", "main.css", "icon.svg", "manifest.webmanifest", ...ASSETS, ...scripts];
  const sum = createHash("sha256");
  files.slice(1).forEach((name) => sum.update(read(name)));
  const version = sum.digest("hex").slice(0, 16);
  return build({
    ...options, entryPoints: [join(here, "src/service.js")], format: "iife", outfile: join(dist, "service.js"),
    define: { VERSION: JSON.stringify(version), FILES: JSON.stringify(files) },
  });
}

/**
 * Writes the page with all assets embedded, for opening from disk, where nothing can be fetched. The script is compressed
 * like the other files, and a small loader unpacks it. The content security policy allows both by their hashes.
 */
async function singleFile() {
  const script = async (source) => {
    const { outputFiles: [{ text }] } = await build({
      ...scriptOptions, entryPoints: [join(here, source)], format: "iife", write: false, outfile: "single.js",
    });
    return smaller(text);
  };
  const [main, unpack] = await Promise.all([script("src/main.js"), script("src/unpack.js")]);
  const asset = (name, content = read(name)) =>
    `<script type="application/octet-stream" data-asset="${name}">${gzip(content).toString("base64")}</script>`;
  const icon = `data:image/svg+xml;base64,${read("icon.svg").toString("base64")}`;
  const replaced = [
    ['<script type="module" src="main.js"></script>', [...ASSETS.map((name) => asset(name)), asset("main.js", main), `<script>${unpack}</script>`].join("\n")],
    ['<link rel="stylesheet" href="main.css">', `<style>${read("main.css")}</style>`],
    ['<link rel="icon" href="icon.svg" type="image/svg+xml">', `<link rel="icon" href="${icon}">`],
    ['<link rel="manifest" href="manifest.webmanifest">\n', ""],
    ["script-src 'self'", `script-src 'sha256-${digest(unpack)}' 'sha256-${digest(main)}'`],
  ];
  const page = replaced.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`index.html lacks ${from}`);
    return text.replace(from, () => to);
  }, readFileSync(join(here, "index.html"), "utf8"));
  writeFileSync(join(dist, "single.html"), page);
}

/** The size of what a visitor loads, in bytes. */
function sizesOf({ ready, later }) {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const gzipped = (names) => names.reduce((sum, name) => sum + gzip(read(name)).length, 0);
  return {
    "engine.wasm, brotli": brotliCompressSync(read("engine.wasm"), { params: quality }).length,
    "script until ready, gzip": gzipped(ready),
    "script of panels, gzip": gzipped(later),
    "single.html": read("single.html").length,
  };
}

mkdirSync(join(here, "generated"), { recursive: true });
execFileSync(join(here, "node_modules/.bin/lezer-generator"), ["src/editor/ron.grammar", "--output", "generated/ron.js"], { cwd: here, stdio: ["ignore", "ignore", "inherit"] });
const scripts = untilReady(await bundle());
await serviceWorker([...scripts.ready, ...scripts.later]);
await singleFile();
const { lines, warning, exitCode } = judged(sizesOf(scripts), { isBarred: option === "--bars" });
console.log(lines.join("\n"));
if (warning) console.error(warning);
process.exitCode = exitCode;
