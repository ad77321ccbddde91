// Excalibur's plugin loads maps as a game does, in its default mode, which is strict, from the files as they are. The tiles of walls
// and of terrain have colliders where nobody can walk, and nowhere else; props have them exactly if they are obstacles.
//
// Usage: excalibur.mjs MAP...   .tmx with its tilesets, or .tmj; with LEVEL.json of the same name beside each

import { closed } from "./cells.mjs";
import "./dom.mjs";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

const { TiledResource } = await import("@excaliburjs/plugin-tiled");

/** Files from disk instead of from a server. */
const fileLoader = async (path, type) => (type === "json" ? JSON.parse(readFileSync(path, "utf8")) : readFileSync(path, "utf8"));

let wrong = 0;
for (const path of process.argv.slice(2)) {
    const level = JSON.parse(readFileSync(path.replace(/\.tm[xj]$/, ".json"), "utf8"));
    // Without pictures: there is nothing to draw on.
    const map = new TiledResource(path, { fileLoader, headless: true });
    await map.load();
    const layers = [...map.getTileLayers("walls"), ...map.getTileLayers("terrain")].map((layer) => layer.tilemap.tiles);
    const colliders = layers[0].map((_, at) => layers.some((tiles) => tiles[at].getColliders().length > 0));
    const wanted = closed(level);
    const fails = colliders.length !== wanted.length || colliders.some((is, at) => is !== wanted[at]);
    const [props] = map.getObjectLayers("props");
    const loose = props.objects.filter((prop) => {
        const colliders = map.getTilesetForTileGid(prop.gid).getCollidersForGid(prop.gid);
        return (colliders.length > 0) !== (prop.properties.get("obstacle") === true);
    }).length;
    wrong += fails || loose > 0 || props.objects.length === 0;
    console.log(`${basename(path)}: ${colliders.filter(Boolean).length} cells collide, ${props.objects.length} props`
        + (fails || loose ? `: WRONG, ${loose} props` : ""));
}
process.exit(wrong || process.argv.length < 3 ? 1 : 0);
