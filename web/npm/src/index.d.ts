import type { Level } from "./level.js";
import type { PresetName, RunName } from "./names.js";

export type * from "./level.js";
export type * from "./names.js";

/** The name of a built-in preset, the text of one in RON, or a text with those of its bases. */
export type Preset = PresetName | (string & {}) | { text: string; bases?: Record<string, string> };
/** The same of a run. */
export type Run = RunName | (string & {}) | { text: string; bases?: Record<string, string> };
/** 0 to 2^64 - 1. A number has at most 2^53 - 1; a text is a number, or a word that stands for one. */
export type Seed = number | bigint | string;
export type Cell = [x: number, y: number];

/** Which level of a preset. The same request gives the same level, byte for byte, within one `revision`. */
export interface LevelRequest {
  /** 0 by default. */
  seed?: Seed;
  /** Columns and rows, instead of the preset's. */
  size?: [width: number, height: number] | (string & {});
  floor?: number;
  /** 0 to 1. */
  difficulty?: number;
  /** The cell where the player arrives, or the nearest possible one. */
  start?: Cell;
  /** Rooms that are furnished anew: numbers by room. */
  rerolls?: Record<number, number>;
}

export type LayerName = "tiles" | "walkable" | "opaque" | "terrain" | "light";
/**
 * A level's cells, row by row: that of column x and row y is at `y * width + x`.
 *
 * `tiles` has characters: 32 rock, 35 wall, 46 floor, 44 corridor, 43 door. `walkable` and `opaque` have 0 and 1, props in place
 * and doors shut. `terrain` has 0, or one more than the position in `terrain_kinds`. `light` has red, green and blue of each
 * cell. They share one buffer.
 */
export type Layers<Name extends LayerName> = {
  width: number;
  height: number;
  entry: Cell;
  exit: Cell;
  terrain_kinds: string[];
} & Record<Name, Uint8Array<ArrayBuffer>>;

/** A mistake and its place. */
export interface Problem {
  code: string;
  message: string;
  help: string | null;
  suggestion: string | null;
  /** From 1. */
  line: number;
  column: number;
  /** The same in units of UTF-16, as JavaScript counts. */
  utf16: { start: number; end: number };
  /** The base whose text it is; null for the preset's own. */
  base: string | null;
}
export interface Finding extends Problem {
  finding: string;
  levels: number | null;
}
export class RoomgenError extends Error {
  readonly problems: Problem[];
}

export interface Floor {
  number: number;
  /** As in `2` or `well/0`. */
  name: string;
  act: string;
  preset: string;
  mood: string | null;
  branch: string | null;
  difficulty: number;
  size: string;
  /** The number of the floor above. */
  above: number | null;
}

export interface Roomgen {
  /** To post to a worker, whose `load` takes it. */
  readonly module: WebAssembly.Module;
  readonly revision: number;
  readonly presets: { name: PresetName; size: string; min_side: number; min_longer_side: number; about: string }[];
  readonly runs: { name: RunName; about: string }[];
  /** The text of a built-in preset, to begin with. */
  text(preset: PresetName): string;
  /** A level: equal to what `json` gives, parsed, but sooner there. */
  generate(preset: Preset, request?: LevelRequest): Level;
  /** The level file, byte for byte as the tool writes it. */
  json(preset: Preset, request?: LevelRequest): string;
  /** The cells alone, which costs hardly more than the generation. Without names, all but `light`. */
  layers<Name extends LayerName = "tiles" | "walkable" | "opaque" | "terrain">(
    preset: Preset, request?: LevelRequest, names?: readonly Name[],
  ): Layers<Name>;
  /** The floors of a run of one seed. */
  run(run: Run, request?: { seed?: Seed }): {
    floors: Floor[];
    floor(number: number, request?: { rerolls?: Record<number, number> }): Level;
    layers<Name extends LayerName = "tiles" | "walkable" | "opaque" | "terrain">(number: number, names?: readonly Name[]): Layers<Name>;
  };
  /** What loads and is probably a mistake: by the text, and with a sample of 1,000 levels. */
  lint(preset: Preset, options?: { sample?: boolean }): Finding[];
  /** The number of the next re-roll by which a room looks different; null if there is none soon. */
  reroll(preset: Preset, request: LevelRequest, room: number): number | null;
  /** A picture that `sprites` of presets name: red, green, blue and opacity. */
  addPicture(name: string, picture: { width: number; height: number; data: Uint8Array | Uint8ClampedArray }): void;
}

/** A module, its bytes, a response, or an address; by default the module of the package. */
export type Source = WebAssembly.Module | BufferSource | Response | string | URL;
export function load(source?: Source | Promise<Source>): Promise<Roomgen>;
