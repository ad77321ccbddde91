// A game that compiles with the types of the package.
import { load, RoomgenError, type Level, type LevelRequest, type Preset } from "roomgen";
import { load as loadFull } from "roomgen/full";

const roomgen = await load();
const request: LevelRequest = { seed: 42n, size: [96, 64], rerolls: { 3: 1 } };
const preset: Preset = "crypt";
const level: Level = roomgen.generate(preset, request);
const { tiles, width, entry: [x, y] } = roomgen.layers(preset, request);
const tile: number | undefined = tiles[y * width + x];
const { light } = roomgen.layers(preset, request, ["light"]);
const foes = (level.encounters ?? []).map(({ group, cells }) => `${group ?? "vault"}: ${cells.length}`);
const locks: string[] = level.passages.flatMap(({ lock }) => lock ?? []);
try {
  roomgen.generate("(size: (5, 5))");
} catch (error) {
  if (error instanceof RoomgenError) console.log(error.problems.map(({ line, column, message }) => `${line}:${column} ${message}`).length);
}
const full = await loadFull();
const files = full.write(level, "tmj", { name: "first" });
const { data, width: pixels, height } = full.render(level, { view: "top", scale: 4 });
const seeds: bigint[] = full.find(preset, "rooms > 20", { count: 10 });
export type Pixels = typeof data extends ConstructorParameters<typeof ImageData>[0] ? true : never;
const fits: Pixels = true;
// @ts-expect-error a layer that was not asked for
roomgen.layers(preset, request, ["light"]).tiles;
// @ts-expect-error no such format
full.write(level, "cake");
console.log(tile, light.length, foes.length, locks.length, files.length, pixels * height, seeds.length, fits);
