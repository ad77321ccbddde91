import { readFile } from "node:fs/promises";
import { Roomgen, loader } from "./core.js";

export { RoomgenError } from "./core.js";
export const load = loader(Roomgen, () => readFile(new URL("./roomgen.wasm", import.meta.url)));
