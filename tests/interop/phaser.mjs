// Phaser reads maps: what it lets collide by the property `blocks` is what nobody can walk on: wall, rock and blocking terrain. And by trusting the map one reaches
// the exit and every door. Phaser's own parser of maps is taken, without its renderer, which wants a browser.
//
// Usage: phaser.mjs MAP.tmj...   with LEVEL.json of the same name beside each

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { closed } from "./cells.mjs";
import "./dom.mjs";

const require = createRequire(import.meta.url);
// By its path, since the package exports only the whole, which wants a browser.
const ParseJSONTiled = require("./node_modules/phaser/src/tilemaps/parsers/tiled/ParseJSONTiled.js");
const warnings = [];
console.warn = (...words) => {
    // The tilesets of large props share the picture of the small tiles, which need not be a multiple of theirs.
    if (!words[0].startsWith("Image tile area not tile size multiple")) warnings.push(words.join(" "));
};

const SIDE = 16;
let wrong = 0;
for (const path of process.argv.slice(2)) {
    const level = JSON.parse(readFileSync(path.replace(/\.tmj$/, ".json"), "utf8"));
    const map = ParseJSONTiled("level", JSON.parse(readFileSync(path, "utf8")), false);
    const { width, height } = level;
    const place = (x, y) => y * width + x;
    const blocked = new Array(width * height).fill(false);
    const properties = (tile) => {
        const set = map.tilesets[map.tiles[tile.index][2]];
        return set.tileProperties[tile.index - set.firstgid] ?? {};
    };
    for (const layer of map.layers) {
        for (const tile of layer.data.flat().filter((tile) => tile.index > 0 && properties(tile).blocks)) {
            blocked[place(tile.x, tile.y)] = true;
        }
    }
    const wanted = closed(level);
    const colliding = blocked.filter(Boolean).length;
    const differ = blocked.filter((is, at) => is !== wanted[at]).length;
    for (const object of map.objects.find((layer) => layer.name === "props").objects) {
        const flags = Object.fromEntries(object.properties.map(({ name, value }) => [name, value]));
        if (!flags.obstacle) continue;
        const prop = level.props[flags.prop_id];
        for (let y = prop.y; y < prop.y + prop.height; y++) blocked.fill(true, place(prop.x, y), place(prop.x + prop.width, y));
    }
    const reached = new Set([place(...level.entry)]);
    for (const at of reached) {
        const [x, y] = [at % width, Math.floor(at / width)];
        for (const [to, fits] of [[at - 1, x > 0], [at + 1, x + 1 < width], [at - width, y > 0], [at + width, y + 1 < height]]) {
            if (fits && !blocked[to]) reached.add(to);
        }
    }
    const doors = level.passages.flatMap(({ doors }) => doors).flatMap(({ x, y, width, height }) =>
        Array.from({ length: width * height }, (_, cell) => place(x + (cell % width), y + Math.floor(cell / width))));
    const missed = [place(...level.exit), ...doors].filter((at) => !reached.has(at)).length;
    const fails = differ > 0 || missed > 0 || map.tilesets.length === 0 || warnings.length > 0;
    wrong += fails;
    const name = path.split("/").pop();
    console.log(`${name}: ${colliding} cells collide, ${differ} wrongly, ${missed} doors or exits missed`
        + (fails ? `: WRONG ${warnings.join("; ")}` : ""));
}
process.exit(wrong || process.argv.length < 3 ? 1 : 0);
