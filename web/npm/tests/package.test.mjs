/** The installed package in Node.js: levels, layers, runs, pictures, formats and refusals. `test.sh` copies it into an empty project. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { load, RoomgenError } from "roomgen";
import { load as loadFull } from "roomgen/full";

const [lean, full] = await Promise.all([load(), loadFull()]);
const both = [["roomgen", lean], ["roomgen/full", full]];
const sum = (content) => createHash("sha256").update(content).digest("hex");

for (const [entry, roomgen] of both) {
  test(`${entry} writes the bytes of the tool, for 20 seeds of each preset`, () => {
    assert.ok(roomgen.presets.length > 10);
    for (const { name } of roomgen.presets) {
      const files = readdirSync(`levels/${name}`, { recursive: true }).filter((file) => file.endsWith(".json"));
      assert.equal(files.length, 20);
      for (const file of files) {
        const seed = BigInt(/(\d+)\.json$/.exec(file)[1]);
        const content = roomgen.json(name, { seed });
        assert.equal(sum(content), sum(readFileSync(`levels/${name}/${file}`)), file);
        // Also the order of fields, which `deepEqual` does not compare.
        assert.equal(JSON.stringify(roomgen.generate(name, { seed })), JSON.stringify(JSON.parse(content)), file);
      }
    }
  });

  test(`${entry} has layers that agree with the level`, () => {
    const request = { seed: "18446744073709551615", size: [60, 44], floor: 2, difficulty: 0.5 };
    for (const { name, min_longer_side: least } of roomgen.presets) {
      const asked = least > 60 ? { ...request, size: undefined } : request;
      const level = roomgen.generate(name, asked);
      assert.equal(level.seed, request.seed);
      const { tiles, walkable, opaque, terrain, light, ...facts } = roomgen.layers(name, asked, ["tiles", "walkable", "opaque", "terrain", "light"]);
      assert.deepEqual([facts.width, facts.height, facts.entry, facts.exit], [level.width, level.height, level.entry, level.exit]);
      assert.equal(Buffer.from(tiles).toString("latin1"), level.tiles.join(""));
      const solid = new Set(level.props.filter(({ kind }) => level.kinds[kind].obstacle).flatMap(({ x, y, width, height }) => (
        Array.from({ length: width * height }, (_, i) => (y + Math.floor(i / width)) * level.width + x + (i % width)))));
      const symbols = new Map((level.terrain?.kinds ?? []).map((kind) => [kind.symbol, kind]));
      const covers = (level.terrain?.rows ?? []).flatMap((row) => [...row]);
      for (let cell = 0; cell < tiles.length; cell += 1) {
        const cover = symbols.get(covers[cell]);
        assert.equal(terrain[cell] ? facts.terrain_kinds[terrain[cell] - 1] : undefined, cover?.name);
        const isOpen = ".,+".includes(String.fromCharCode(tiles[cell])) && !cover?.blocks && !solid.has(cell);
        assert.equal(walkable[cell] === 1, isOpen, `${name}: cell ${cell}`);
        if (tiles[cell] === 35 && !cover) assert.equal(opaque[cell], 1);
      }
      assert.equal(light.length, 3 * tiles.length);
      assert.equal(light.some((amount) => amount > 0), level.props.some(({ kind, lit = true }) => level.kinds[kind].light && lit));
    }
  });

  test(`${entry} takes all that a request may have, and refuses the rest in words`, () => {
    const digest = (request) => roomgen.generate("cellar", request).digest;
    assert.equal(digest({ seed: 42 }), digest({ seed: 42n }));
    assert.equal(digest({ seed: 42 }), digest({ seed: "42" }));
    assert.equal(digest(), digest({ seed: 0 }));
    assert.notEqual(digest({ seed: "42nd" }), digest({ seed: 42 }));
    const other = [{ seed: 1 }, { floor: 1 }, { difficulty: 1 }, { start: [40, 25] }, { size: "50x40" }, { rerolls: { 1: roomgen.reroll("cellar", {}, 1) } }];
    assert.equal(new Set([{}, ...other].map(digest)).size, 7);
    assert.deepEqual([300, 400], (({ width, height }) => [width, height])(roomgen.layers("cellar", { size: [300, 400] })), "sizes are those of the library");
    const refused = [
      [{ seed: -1 }, /seed: -1 is not allowed; allowed: a whole number/], [{ seed: 1.5 }, /seed: 1.5/], [{ seed: 2 ** 53 }, /9007199254740992 .* bigint/],
      [{ seed: 2n ** 64n }, /18446744073709551616n/], [{ seed: NaN }, /NaN/], [{ seed: "" }, /seed/i], [{ seed: {} }, /seed/],
      [{ size: [5] }, /\[5\].*columns and rows/], [{ size: [5, 5] }, /5x5/], [{ size: "big" }, /big/], [{ size: [99999, 20] }, /99999/],
      [{ floor: 1.5 }, /floor/], [{ difficulty: 2 }, /difficulty: 2/], [{ difficulty: NaN }, /NaN/], [{ start: [1] }, /start/], [{ sede: 1 }, /"sede".*seed, size/],
      [{ rerolls: { a: 1 } }, /rerolls/],
    ];
    for (const [request, words] of refused) {
      assert.throws(() => roomgen.generate("cellar", request), (error) => (
        error instanceof RoomgenError && words.test(error.message) && !/\bpage\b/.test(error.message)) || assert.fail(`${JSON.stringify(Object.keys(request))}: ${error}`));
    }
    for (const preset of [null, undefined, 7, {}]) assert.throws(() => roomgen.generate(preset), /preset: /);
    assert.throws(() => roomgen.generate("cript"), /crypt/);
    assert.throws(() => roomgen.run("descent").floor(99), /no floor 99/);
  });

  test(`${entry} gives the places of problems, and lints`, () => {
    const text = '(\n  name: "mine own",\n  base: "crypt",\n  clearence: 2,\n)\n';
    assert.throws(() => roomgen.generate(text), (error) => {
      assert.match(error.message, /line 4, column 3: .*clearence/);
      const [{ line, column, suggestion, utf16 }] = error.problems;
      assert.deepEqual([line, column, text.slice(utf16.start, utf16.end), suggestion], [4, 3, "clearence", "clearance"]);
      return !/\bpage\b/.test(error.message);
    });
    assert.throws(() => roomgen.generate({ text: '(name: "a", base: "b.ron")' }), (error) => /b\.ron/.test(error.message) && !/\bpage\b/.test(error.message));
    assert.equal(roomgen.generate({ text: '(name: "a", base: "b.ron")', bases: { "b.ron": roomgen.text("cellar") } }).preset, "a");
    assert.deepEqual(roomgen.lint("cellar"), []);
    const doubtful = '(name: "long", base: "cellar", floorplan: (path: (rooms: (90, 99)), tags: [(tag: "never asked for")]))';
    assert.ok(roomgen.lint(doubtful, { sample: false }).some(({ message, line }) => message.includes("never asked for") && line === 1));
    assert.ok(roomgen.lint(doubtful).some(({ finding, levels }) => finding === "shortfall" && levels > 900));
    const sprites = '(name: "mine", base: "cellar", sprites: "my.png", props: { "crate": (sprite: "0,0") })';
    assert.throws(() => roomgen.generate(sprites), /my\.png/);
    roomgen.addPicture("my.png", { width: 16, height: 16, data: new Uint8Array(4 * 256).fill(200) });
    assert.equal(roomgen.generate(sprites).preset, "mine");
  });

  test(`${entry} makes the floors of runs`, () => {
    assert.ok(roomgen.runs.length > 0);
    const run = roomgen.run(roomgen.runs[0].name, { seed: 3 });
    const { number, act } = run.floors[1];
    const level = run.floor(number);
    assert.deepEqual([level.floor, level.run.act, level.seed], [number, act, "3"]);
    assert.equal(Buffer.from(run.layers(number).tiles).toString("latin1"), level.tiles.join(""));
  });
}

test("a module that has failed is replaced by another one", async (t) => {
  const { exports } = await WebAssembly.instantiate(lean.module, {});
  const trap = () => {
    throw new WebAssembly.RuntimeError("unreachable");
  };
  t.mock.method(WebAssembly, "instantiate", async () => ({ exports: { ...exports, call: trap } }));
  const roomgen = await load(lean.module);
  assert.throws(() => roomgen.generate("crypt"), /the module has failed.*unreachable/);
  assert.equal(roomgen.generate("crypt", { seed: 42 }).digest, lean.generate("crypt", { seed: 42 }).digest);
});

test("a compiled module is loaded anew, as by a worker", async () => {
  assert.equal((await load(lean.module)).revision, lean.revision);
});

test("pictures and formats are those of the level, edited or not", () => {
  const level = full.generate("crypt", { seed: 42 });
  assert.deepEqual(full.write(level, "png", { name: "a" }), full.write("crypt", { seed: 42 }, "png", { name: "a" }));
  for (const { name, ending, media } of full.formats) {
    const [file] = full.write(level, name, { name: "crypt" });
    assert.deepEqual([file.name, file.media], [`crypt.${ending}`, media]);
    assert.ok(file.bytes.length > 100, name);
  }
  assert.equal(Buffer.from(full.write(level, "json")[0].bytes).toString(), full.json("crypt", { seed: 42 }));
  const picture = full.render(level, { scale: 4 });
  assert.equal(picture.data.length, 4 * picture.width * picture.height);
  assert.deepEqual(picture, full.render("crypt", { seed: 42 }, { scale: 4 }));
  const edited = { ...level, props: level.props.map((prop) => (level.kinds[prop.kind].light ? { ...prop, lit: false } : prop)) };
  assert.notDeepEqual(full.render(edited, { scale: 4 }).data, picture.data);
  assert.throws(() => full.write(level, "cake"), /cake/);
  assert.throws(() => full.write({ ...level, entry: [0, 0] }, "png"), RoomgenError);
  const mine = full.generate('(name: "mine own", base: "cellar")', { seed: 1 });
  assert.throws(() => full.render(mine), /mine own/);
  assert.ok(full.render(mine, { preset: '(name: "mine own", base: "cellar")' }).width > 0);
  const size = { seed: 1, size: [520, 300] };
  assert.ok(full.render("cellar", size, { scale: 16 }).data.length > 2 ** 26, "sizes are those of the library");
});

test("levels are found by an expression, whose mistakes have places", () => {
  const found = full.find("crypt", "rooms > 24", { count: 60, seed: 5 });
  const meeting = Array.from({ length: 60 }, (_, i) => 5n + BigInt(i)).filter((seed) => full.generate("crypt", { seed }).rooms.length > 24);
  assert.deepEqual(found, meeting);
  assert.deepEqual(full.find("crypt", "rooms > 24", { count: 60, seed: 5, most: 2 }), meeting.slice(0, 2));
  assert.throws(() => full.find("crypt", "romms > 12"), ({ message, problems }) => /rooms/.test(message) && problems[0].column === 1);
});
