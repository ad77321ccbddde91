import type { Level, LevelRequest, Preset, Roomgen, Source } from "./index.js";
import type { FormatName, OverlayName, ViewName } from "./names.js";

export type * from "./index.js";
export { RoomgenError } from "./index.js";

export interface DrawOptions {
  /** Of a level that no built-in preset made. */
  preset?: Preset;
  view?: ViewName;
  /** Pixels a cell. */
  scale?: number;
  overlays?: OverlayName[];
  style?: "tiles" | "ink";
  audience?: "master" | "player";
  /** One room alone. */
  room?: number;
  legend?: boolean;
  even_light?: boolean;
}
export interface WriteOptions extends DrawOptions {
  /** The name of the files without an ending: `level` by default. */
  name?: string;
}
export interface Picture {
  width: number;
  height: number;
  /** Red, green, blue and opacity, as `ImageData` takes them. */
  data: Uint8ClampedArray<ArrayBuffer>;
}
export interface File {
  name: string;
  media: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface FullRoomgen extends Roomgen {
  readonly formats: { name: FormatName; ending: string; media: string; about: string }[];
  /** A level, edited or not, as a picture; or that of a preset and a request. */
  render(level: Level, options?: DrawOptions): Picture;
  render(preset: Preset, request?: LevelRequest, options?: DrawOptions): Picture;
  /** The file of a level in a format, and those beside it, such as its tile sheet. */
  write(level: Level, format: FormatName, options?: WriteOptions): File[];
  write(preset: Preset, request: LevelRequest, format: FormatName, options?: WriteOptions): File[];
  /** The seeds whose levels meet a condition, as in `rooms > 12 && keys == 2`: of `count` seeds, the first `most`. */
  find(preset: Preset, expression: string, request?: LevelRequest & { count?: number; most?: number }): bigint[];
}
export function load(source?: Source | Promise<Source>): Promise<FullRoomgen>;
