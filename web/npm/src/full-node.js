import { readFile } from "node:fs/promises";
import { loader } from "./core.js";
import { FullRoomgen } from "./pictures.js";

export { RoomgenError } from "./core.js";
export const load = loader(FullRoomgen, () => readFile(new URL("./roomgen-full.wasm", import.meta.url)));
