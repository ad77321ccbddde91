import { Roomgen, loader } from "./core.js";

export { RoomgenError } from "./core.js";
export const load = loader(Roomgen, () => fetch(new URL("./roomgen.wasm", import.meta.url)));
