/**
 * What the page gives as files are the tool's files, byte for byte. Two differences are right: files are named
 * after preset and seed, and what has several files comes in an archive.
 */

import assert from "node:assert/strict";
import { load } from "./browser.js";
import { folderFor, succeed } from "./tool.js";
import { ask, downloaded, paste, showsDigest, startEngine, trials } from "./trial.js";

const { unzipSync } = load("fflate");

/** Formats with the ending of their files; maps have more files beside. */
const ENDINGS = {
  ron: "ron", json: "json", text: "txt", ansi: "ans", png: "png", svg: "svg", csv: "csv", dot: "dot", glb: "glb", tmx: "tmx", tmj: "tmj", ldtk: "ldtk",
  godot: "tscn", uvtt: "uvtt", gif: "gif",
};
/** The endings of the files of a tile sheet, of each format of maps. */
const SHEETS = { tmx: /\.(png|tsx)$/, tmj: /\.(png|tsx)$/, ldtk: /\.png$/, godot: /\.(png|tres)$/ };
const isMap = (format) => format in SHEETS;

/** The files that the tool writes, by name. */
async function toolFiles(folder, stem, args, drawn) {
  const files = {};
  const read = (name) => { files[name] = folder.read(name); };
  for (const [format, ending] of Object.entries(ENDINGS)) {
    const name = `${stem}.${ending}`;
    if (format === "gif") await succeed(folder, ["animate", ...args, "--out", name]);
    else await succeed(folder, [...args, ...(format === "png" ? drawn : []), "--out", name]);
    read(name);
  }
  for (const [, image] of String(files[`${stem}.tmx`]).matchAll(/source="([^"]+)"/g)) read(image);
  read(`${stem}-tiles.png`);
  read(`${stem}-tiles.tres`);
  return files;
}

async function assertFiles(page, stem, expected) {
  const sheet = Object.keys(expected).filter((name) => name.startsWith(`${stem}-tiles`)).sort();
  for (const [format, ending] of Object.entries(ENDINGS)) {
    const { name, content } = await downloaded(page, () => page.click(`[aria-label="Download ${format}"]`));
    const main = `${stem}.${ending}`;
    const files = isMap(format) ? unzipSync(content) : { [name]: content };
    assert.equal(name, isMap(format) ? `${stem}.zip` : main);
    const beside = isMap(format) ? sheet.filter((file) => SHEETS[format].test(file)) : [];
    assert.deepEqual(Object.keys(files).sort(), [main, ...beside].sort(), format);
    for (const [file, bytes] of Object.entries(files)) assert.ok(expected[file].equals(bytes), `${file} as ${format} differs`);
  }
  const { name, content } = await downloaded(page, () => page.click("text=All of them in one archive"));
  assert.equal(name, `${stem}.zip`);
  const files = unzipSync(content);
  assert.deepEqual(Object.keys(files).sort(), Object.keys(expected).sort());
  for (const [file, bytes] of Object.entries(files)) assert.ok(expected[file].equals(bytes), `${file} in the archive differs`);
}

const trial = trials();

trial("each file of a built-in preset is the tool's, its picture drawn as on the page", async ({ open, t }) => {
  const page = await open("#p=crypt&s=42&z=34x28&v=iso&o=path,mission");
  await page.click("#tab-exports");
  await page.fill(".exports-options input[type=number]", "5");
  await page.check(".exports-options input[type=checkbox]");
  const args = ["--preset", "crypt", "--seed", "42", "--size", "34x28"];
  const drawn = ["--view", "iso", "--overlay", "path,mission", "--scale", "5", "--legend"];
  const folder = folderFor(t);
  await assertFiles(page, "crypt-42", await toolFiles(folder, "crypt-42", args, drawn));
  // The command that the page shows writes the same level and picture.
  const [tool, ...words] = (await page.textContent(".exports-command")).split(" ");
  assert.equal(tool, "roomgen");
  await succeed(folder, words);
  assert.ok(folder.read("level.ron").equals(folder.read("crypt-42.ron")));
  assert.ok(folder.read("level.png").equals(folder.read("crypt-42.png")));
});

trial("each file of an edited text is the tool's, and the archive has them all", async ({ open, t }) => {
  const page = await open("#p=temple&s=7&z=26x22&f=3&d=0.6");
  await startEngine(page);
  const text = '(\n    name: "mein Gr\u00fcn \u{1F480}",\n    base: "temple",\n    floorplan: (path: (rooms: (4, 5))),\n)\n';
  await paste(page, text);
  const request = { preset: "temple", text, seed: "7", size: "26x22", floor: 3, difficulty: 0.6 };
  await showsDigest(page, (await ask(page, { op: "level", ...request })).ok.digest);
  await page.click("#tab-exports");
  const folder = folderFor(t);
  folder.write("temple.ron", text);
  const stem = "mein-Gr\u00fcn-7-floor-3";
  const args = ["--preset", "./temple.ron", "--seed", "7", "--size", "26x22", "--floor", "3", "--difficulty", "0.6"];
  await assertFiles(page, stem, await toolFiles(folder, stem, args, []));
});
