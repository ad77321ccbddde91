// Excalibur's plugin loads projects of LDtk as a game does, in its default mode, which is strict. Its tile maps are solid where nobody
// can walk, and nowhere else; it finds the entities of each level, and stairs lead to stairs of other levels.
//
// Usage: ldtk.mjs PROJECT...   with LEVEL.json of the same name beside each, or for a run the folder of its floors as JSON

import { closed } from "./cells.mjs";
import "./dom.mjs";
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { basename, join } from "node:path";

const { ImageSource } = await import("excalibur");
const { LdtkResource } = await import("@excaliburjs/plugin-ldtk");
// There is nothing to draw on; the plugin asks for pictures all the same.
ImageSource.prototype.load = async () => undefined;

/** Files from disk instead of from a server. */
const fileLoader = async (path) => JSON.parse(readFileSync(path, "utf8"));
const read = (path) => JSON.parse(readFileSync(path, "utf8"));

let wrong = 0;
for (const path of process.argv.slice(2)) {
    const own = path.replace(/\.ldtk$/, "");
    const levels = existsSync(`${own}.json`)
        ? [read(`${own}.json`)]
        : readdirSync(own).filter((name) => /^floor-\d+\.json$/.test(name)).sort().map((name) => read(join(own, name)));
    const project = new LdtkResource(path, { fileLoader, headless: true });
    await project.load();
    const names = project.data.levels.map((level) => level.identifier);
    const iids = new Set(names.flatMap((name) => project.getEntityLayers(name)).flatMap((layer) => layer.ldtkLayer.entityInstances.map(({ iid }) => iid)));
    let cells = 0, ways = 0;
    const fails = [];
    if (names.length !== levels.length) fails.push(`${names.length} levels`);
    for (const [at, level] of levels.entries()) {
        const grids = project.getLevel(names[at]).layers.filter((layer) => layer.ldtkLayer.__type === "IntGrid");
        const wanted = closed(level);
        const solid = wanted.map((_, cell) => grids.some(({ tilemap }) => tilemap.tiles[cell].solid));
        cells += solid.filter(Boolean).length;
        if (solid.some((is, cell) => is !== wanted[cell])) fails.push(`cells of ${names[at]}`);
        const count = (name) => project.getLdtkEntitiesByIdentifier(name, [names[at]]).length;
        const doors = level.passages.reduce((sum, { doors }) => sum + doors.length, 0);
        const expected = { Room: level.rooms.length, Door: doors, Key: (level.keys ?? []).length, Encounter: (level.encounters ?? []).length };
        for (const [name, wanted] of Object.entries(expected)) if (count(name) !== wanted) fails.push(`${count(name)} of ${wanted} ${name}`);
        if (count("Prop") + count("Marker") !== level.props.length) fails.push("props");
        for (const name of ["Entry", "Exit", "Stairs"]) {
            for (const stairs of project.getLdtkEntitiesByIdentifier(name, [names[at]])) {
                const to = stairs.fieldInstances.find(({ __identifier }) => __identifier === "leads_to").__value;
                if (to && !iids.has(to.entityIid)) fails.push(`${name} of ${names[at]}`);
                ways += Boolean(to);
            }
        }
    }
    if (levels.length > 1 && ways !== 2 * (levels.length - 1)) fails.push(`${ways} stairs`);
    wrong += fails.length > 0;
    console.log(`${basename(path)}: ${names.length} levels, ${cells} cells are solid, ${iids.size} entities, ${ways} stairs lead on`
        + (fails.length ? `: WRONG, ${fails.join(", ")}` : ""));
}
process.exit(wrong || process.argv.length < 3 ? 1 : 0);
