import assert from "node:assert/strict";
import { test } from "node:test";
import { commandFor, fileStem, sized, split } from "./files.js";

test("names of files are of letters that every system allows", () => {
  assert.equal(fileStem({ preset: "crypt", seed: "42", floor: 0 }), "crypt-42");
  assert.equal(fileStem({ preset: "../<b>\u{1F480} gr\u00fcn", seed: "18446744073709551615", floor: 3 }), "b-gr\u00fcn-18446744073709551615-floor-3");
  assert.equal(fileStem({ preset: "///", seed: "0", floor: 0 }), "level-0");
});

test("files are cut where they end", () => {
  const files = split([{ name: "a", media: "x", length: 2 }, { name: "b", media: "y", length: 3 }], Uint8Array.of(1, 2, 3, 4, 5));
  assert.deepEqual(files.map(({ content }) => [...content]), [[1, 2], [3, 4, 5]]);
});

test("sizes have the unit that suits them", () => {
  assert.deepEqual([999, 1000, 999_949, 1_234_567].map(sized), ["999 bytes", "1.0 kB", "999.9 kB", "1.23 MB"]);
});

test("the command has a flag for each value that is not the tool's default", () => {
  const plain = { view: "top", overlays: [], scale: 16, legend: false };
  assert.equal(commandFor({ preset: "crypt", seed: "7", floor: 0, difficulty: 0 }, plain),
    "roomgen --preset crypt --seed 7 --out level.ron --png level.png");
  assert.match(commandFor({ preset: "crypt", seed: "42nd" }, plain), / --seed 42nd /);
  assert.match(commandFor({ preset: "crypt", seed: "my crypt" }, plain), / --seed "my crypt" /);
  const asked = { preset: "crypt", text: '(name: "my crypt")', seed: "7", size: "96x64", floor: 2, difficulty: 0.5, rerolls: { 3: 1, 12: 4 } };
  assert.equal(commandFor(asked, { view: "iso", overlays: ["path", "rooms"], scale: 8, legend: true, even_light: true }),
    "roomgen --preset ./my-crypt.ron --seed 7 --size 96x64 --floor 2 --difficulty 0.5 --reroll 3,12:4 --view iso --overlay path,rooms --scale 8 --no-light --legend --out level.ron --png level.png");
  assert.equal(commandFor({ preset: "crypt", seed: "7" }, { ...plain, style: "ink", audience: "player" }),
    "roomgen --preset crypt --seed 7 --scale 16 --style ink --for player --out level.ron --png level.png");
});
