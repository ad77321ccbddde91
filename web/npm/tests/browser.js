/** The package in a bundle, for browser.test.mjs. */

import { load } from "roomgen";
import { load as loadFull } from "roomgen/full";

const entries = { roomgen: await load(), "roomgen/full": await loadFull() };

/** The sums of the level files of seeds. */
globalThis.sums = async (entry, preset, seeds) => Promise.all(seeds.map(async (seed) => {
  const content = new TextEncoder().encode(entries[entry].json(preset, { seed }));
  return Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", content)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}));
globalThis.lightest = () => Math.max(...entries.roomgen.layers("crypt", { seed: 42 }, ["light"]).light);
globalThis.drawn = () => {
  const { width, height, data } = entries["roomgen/full"].render("crypt", { seed: 42 }, { scale: 4 });
  return new ImageData(data, width, height).width;
};
document.documentElement.dataset.state = "ready";
