/**
 * Bundles the page: `node build.mjs DIST`. DIST has engine.wasm, schema.json and examples.json already.
 *
 * Writes what is served, and `single.html`, which opens from disk. Fails if something is larger than its bar;
 * `--no-bars` tells the sizes only.
 *
 * @module
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import zopfli from "@gfx/zopfli";
import { build } from "esbuild";

/** The most bytes of what a visitor loads. */
const BARS = {
  "engine.wasm, brotli": 650_000,
  "script until ready, gzip": 140_000,
  "script of panels, gzip": 45_000,
  "single.html": 1_700_000,
};

const here = dirname(fileURLToPath(import.meta.url));
const [dist, option] = process.argv.slice(2);
if (!dist || (option && option !== "--no-bars")) {
  console.error("usage: node build.mjs DIST [--no-bars]");
  process.exit(2);
}
const read = (name) => readFileSync(join(dist, name));
const digest = (content) => createHash("sha256").update(content).digest("base64");
const gzip = (content) => gzipSync(content, { level: 9 });
/** As gzip, a twentieth smaller, in seconds instead of a fraction of one. */
const gzipSlowly = (content) => promisify(zopfli.gzip)(content, { numiterations: 5 });

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
// All styles are one sheet: chunks of script that are loaded later bring none.
const scriptOptions = { ...options, loader: { ".css": "empty" } };

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
  for (const name of ["index.html", "icon.svg", "manifest.webmanifest"]) copyFileSync(join(here, name), join(dist, name));
  return metafile.outputs;
}

/** Scripts that are loaded until the page is ready: that of the start, the workshop, and what these import. */
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

/** The page with all its files inside: what opens from disk, where nothing can be fetched. */
async function singleFile() {
  const { outputFiles: [script] } = await build({
    ...scriptOptions, entryPoints: [join(here, "src/main.js")], format: "iife", write: false, outfile: "single.js",
  });
  const code = script.text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const asset = async (name) => {
    const content = Buffer.from(await gzipSlowly(read(name))).toString("base64");
    return `<script type="application/octet-stream" data-asset="${name}">${content}</script>`;
  };
  const assets = await Promise.all(ASSETS.map(asset));
  const icon = `data:image/svg+xml;base64,${read("icon.svg").toString("base64")}`;
  const replaced = [
    ['<script type="module" src="main.js"></script>', `${assets.join("\n")}\n<script>${code}</script>`],
    ['<link rel="stylesheet" href="main.css">', `<style>${read("main.css")}</style>`],
    ['<link rel="icon" href="icon.svg" type="image/svg+xml">', `<link rel="icon" href="${icon}">`],
    ['<link rel="manifest" href="manifest.webmanifest">\n', ""],
    ["script-src 'self'", `script-src 'sha256-${digest(code)}'`],
  ];
  const page = replaced.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`index.html lacks ${from}`);
    return text.replace(from, () => to);
  }, readFileSync(join(here, "index.html"), "utf8"));
  writeFileSync(join(dist, "single.html"), page);
}

function tellSizes({ ready, later }) {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const gzipped = (names) => names.reduce((sum, name) => sum + gzip(read(name)).length, 0);
  const sizes = {
    "engine.wasm, brotli": brotliCompressSync(read("engine.wasm"), { params: quality }).length,
    "script until ready, gzip": gzipped(ready),
    "script of panels, gzip": gzipped(later),
    "single.html": read("single.html").length,
  };
  let isTooLarge = false;
  for (const [name, bar] of Object.entries(BARS)) {
    const above = sizes[name] > bar;
    isTooLarge ||= above;
    console.log(`${name.padEnd(26)} ${String(sizes[name]).padStart(9)} bytes of ${bar}${above ? "  TOO LARGE" : ""}`);
  }
  return isTooLarge;
}

mkdirSync(join(here, "generated"), { recursive: true });
execFileSync(join(here, "node_modules/.bin/lezer-generator"), ["src/editor/ron.grammar", "--output", "generated/ron.js"], { cwd: here, stdio: ["ignore", "ignore", "inherit"] });
const scripts = untilReady(await bundle());
await serviceWorker([...scripts.ready, ...scripts.later]);
await singleFile();
if (tellSizes(scripts) && option !== "--no-bars") process.exit(1);
