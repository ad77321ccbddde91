/**
 * What a level costs beside the module's bare generation, in processor time of this one run: a table of ratios.
 *
 * @module
 */

import { load } from "roomgen";

const roomgen = await load();
const LEVELS = 40;
const RUNS = 20;

const ways = {
  bare: (preset, seed) => roomgen.layers(preset, { seed }, []),
  "with layers": (preset, seed) => roomgen.layers(preset, { seed }),
  "and light": (preset, seed) => roomgen.layers(preset, { seed }, ["tiles", "walkable", "opaque", "terrain", "light"]),
  "JSON as text": (preset, seed) => roomgen.json(preset, { seed }),
  "and parsed": (preset, seed) => JSON.parse(roomgen.json(preset, { seed })),
  "generate()": (preset, seed) => roomgen.generate(preset, { seed }),
};

function cost(make, preset, run) {
  const before = process.cpuUsage();
  for (let seed = 0; seed < LEVELS; seed += 1) make(preset, run * LEVELS + seed);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / LEVELS;
}

console.log(`milliseconds of a level, the least of ${RUNS} runs of ${LEVELS} levels, and how many times the bare generation`);
console.log("preset".padEnd(12), ...Object.keys(ways).map((name) => name.padStart(16)));
const ratios = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
for (const { name: preset } of roomgen.presets) {
  // Ways take turns, so that none has the busy times of the machine alone.
  const least = Object.fromEntries(Object.keys(ways).map((name) => [name, Infinity]));
  for (let run = 0; run < RUNS; run += 1) {
    for (const [name, make] of Object.entries(ways)) least[name] = Math.min(least[name], cost(make, preset, run));
  }
  const cells = Object.entries(least).map(([name, ms]) => {
    ratios[name].push(ms / least.bare);
    return `${ms.toFixed(2)} (${(ms / least.bare).toFixed(2)})`.padStart(16);
  });
  console.log(preset.padEnd(12), ...cells);
}
console.log("largest".padEnd(12), ...Object.values(ratios).map((list) => Math.max(...list).toFixed(2).padStart(16)));
