import { loader } from "./core.js";
import { FullRoomgen } from "./pictures.js";

export { RoomgenError } from "./core.js";
export const load = loader(FullRoomgen, () => fetch(new URL("./roomgen-full.wasm", import.meta.url)));
