// Excalibur's plugin reads maps and tilesets in its default mode, which is strict: it refuses what Tiled would not write. Colliders,
// which it takes from the tiles, lie where nobody can walk, and nowhere else.
//
// Usage: excalibur.mjs MAP...   .tmx with its tilesets, or .tmj; with LEVEL.json of the same name beside each

import "./dom.mjs";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const { TiledMap, TiledParser } = await import("@excaliburjs/plugin-tiled");

/** The map, and its tilesets from their files where it has them there. */
function read(path) {
    const text = readFileSync(path, "utf8");
    if (path.endsWith(".tmj")) {
        const map = TiledMap.parse(JSON.parse(text));
        return [map, map.tilesets];
    }
    const parser = new TiledParser();
    const map = parser.parse(text);
    const tilesets = map.tilesets.map(({ firstgid, source }) => {
        const tileset = parser.parseExternalTileset(readFileSync(join(dirname(path), source), "utf8"));
        return { ...tileset, firstgid };
    });
    return [map, tilesets];
}

let wrong = 0;
for (const path of process.argv.slice(2)) {
    const level = JSON.parse(readFileSync(path.replace(/\.tm[xj]$/, ".json"), "utf8"));
    const [map, tilesets] = read(path);
    const solid = new Set();
    for (const { firstgid, tiles } of tilesets) {
        tiles.filter((tile) => tile.objectgroup).forEach((tile) => solid.add(firstgid + tile.id));
    }
    const layer = map.layers.find(({ name }) => name === "walls");
    const numbers = Array.isArray(layer.data) ? layer.data : layer.data.trim().split(",").map(Number);
    const colliders = numbers.map((number) => solid.has(number));
    const closed = level.tiles.join("").split("").map((tile) => tile === "#" || tile === " ");
    const fails = colliders.some((is, at) => is !== closed[at]);
    const props = map.layers.find(({ name }) => name === "props").objects;
    const loose = props.filter(({ gid, properties }) =>
        solid.has(gid) !== (properties.find(({ name }) => name === "obstacle").value === true)).length;
    wrong += fails || loose > 0;
    const name = path.split("/").pop();
    console.log(`${name}: ${colliders.filter(Boolean).length} wall colliders, ${props.length} props`
        + (fails || loose ? `: WRONG, ${loose} props` : ""));
}
process.exit(wrong || process.argv.length < 3 ? 1 : 0);
