/** The pixels on the canvas are those of the tool's pictures. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, folderFor, succeed } from "./tool.js";
import { paste, trials } from "./trial.js";

const presets = readdirSync(join(ROOT, "presets")).filter((name) => name.endsWith(".ron")).map((name) => name.slice(0, -4));

/** A part of a link, and the arguments of the tool that mean the same. */
const PARTS = {
  p: (value) => ["--preset", value], s: (value) => ["--seed", value], z: (value) => ["--size", value], f: (value) => ["--floor", value],
  d: (value) => ["--difficulty", value], v: (value) => ["--view", value], o: (value) => ["--overlay", value], scale: (value) => ["--scale", value],
};

/** Pictures that differ in more than their preset. */
const CASES = [
  { p: "crypt", s: 42, v: "iso" },
  { p: "garden", s: 3, v: "iso", o: "rooms,path,mission" },
  { p: "temple", s: 18446744073709551615n, f: 4294967295, d: 0.85, z: "9x60" },
  { p: "arena", s: 7, o: "anchors,clearance,cycles,danger,distance,entry,graph,grid,mission,partition,path,quadtree,rooms,walkways" },
  { p: "cellar", s: 0, z: "8x8" },
  { p: "library", s: 5, z: "112x30" },
  // Levels of longer sides are drawn with half the pixels.
  { p: "mine", s: 6, z: "113x40", scale: 8, o: "distance" },
  { p: "grove", s: 9, z: "256x48", scale: 8 },
  { p: "warehouse", s: 2, z: "30x256", scale: 8, v: "iso", o: "graph" },
];

/**
 * Compares the canvas with a picture that the browser decodes.
 *
 * @returns {Promise<{sides: number[][], different: number, colors: number}>} sides of both, and pixels that differ
 */
const comparedWith = (page, png) => page.evaluate(async (encoded) => {
  const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }), { colorSpaceConversion: "none", premultiplyAlpha: "none" });
  const canvas = document.getElementById("level");
  // The pixels of a copy: reading those of the page's canvas would change how the browser keeps it.
  const pixels = (image) => {
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
  };
  const [mine, theirs] = [pixels(canvas), pixels(picture)];
  return {
    sides: [[canvas.width, canvas.height], [picture.width, picture.height]],
    different: mine.reduce((count, pixel, at) => count + (pixel === theirs[at] ? 0 : 1), 0),
    colors: new Set(mine).size,
  };
}, png.toString("base64"));

async function assertSame(page, folder, args, name) {
  await succeed(folder, [...args, "--full", "--png", "level.png"]);
  const { sides: [mine, theirs], different, colors } = await comparedWith(page, folder.read("level.png"));
  assert.deepEqual(mine, theirs, name);
  assert.equal(different, 0, `pixels of ${name}`);
  assert.ok(colors > 5, `${name} has ${colors} colours`);
}

const trial = trials();

trial("the canvas shows the pixels of the tool's pictures: all presets, both views, overlays, sizes", async ({ open, t }) => {
  const folder = folderFor(t);
  const page = await open();
  for (const parts of [...presets.map((p, number) => ({ p, s: 1000 + number, z: "50x40" })), ...CASES]) {
    const name = Object.entries(parts).filter(([letter]) => letter !== "scale").map(([letter, value]) => `${letter}=${value}`).join("&");
    await page.evaluate((hash) => { location.hash = hash; }, name);
    // No two have the same seed, so this distinguishes the new picture from the previous one.
    await page.waitForSelector(`#level[data-state=drawn][data-seed="${parts.s}"]`);
    const args = Object.entries(parts).flatMap(([letter, value]) => PARTS[letter](value));
    await assertSame(page, folder, args, name);
  }
});

trial("the canvas shows the pixels of an edited text, at each change of a control", async ({ open, t }) => {
  const folder = folderFor(t);
  const page = await open("#p=garden&s=77");
  const text = readFileSync(join(ROOT, "presets/garden.ron"), "utf8").replaceAll(/color: "#(..)(..)(..)"/g, 'color: "#$3$1$2"').replace(/^    size: .*$/m, "    size: (70, 44),");
  folder.write("garden.ron", text);
  const before = await page.textContent("#digest");
  await paste(page, text);
  await page.waitForFunction((digest) => document.getElementById("digest").textContent !== digest, before);
  const args = ["--preset", "./garden.ron", "--seed", "77"];
  await assertSame(page, folder, args, "the edited text");
  const drawn = async (act, sides) => {
    await act();
    await page.waitForFunction(([width, height]) => {
      const { width: w, height: h, dataset } = document.getElementById("level");
      return dataset.state === "drawn" && w === width && h === height;
    }, sides);
  };
  await drawn(() => page.fill("[name=size]", "50x41"), [800, 656]);
  await assertSame(page, folder, [...args, "--size", "50x41"], "another size");
  await page.selectOption("[name=view]", "iso");
  await page.waitForFunction(() => document.getElementById("level").width !== 800);
  await assertSame(page, folder, [...args, "--size", "50x41", "--view", "iso"], "another view");
  await drawn(() => page.selectOption("[name=view]", "top"), [800, 656]);
  await page.click("#overlays summary");
  const pixels = () => page.$eval("#level", (canvas) => canvas.toDataURL());
  const plain = await pixels();
  await page.check("#overlays input[value=quadtree]");
  await page.waitForFunction((old) => document.getElementById("level").toDataURL() !== old, plain);
  await assertSame(page, folder, [...args, "--size", "50x41", "--overlay", "quadtree"], "an overlay");
});
