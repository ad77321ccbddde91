/** The game is won by arrow keys alone: ways come from a search of the test's own over the exported level. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { openPanel, scenes } from "./people.js";

const scene = scenes();

const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The level as the page exports it. */
async function exported(page) {
  await openPanel(page, "exports");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('[aria-label="Download json"]')]);
  return JSON.parse(await readFile(await download.path(), "utf8"));
}

/** What the test knows of a level: which cells can be walked on, and which doors are locked. */
function plan({ tiles, props, kinds, passages, keys, rooms, terrain }) {
  const blocked = new Set();
  const deep = new Set((terrain?.kinds ?? []).filter(({ blocks }) => blocks).map(({ symbol }) => symbol));
  (terrain?.rows ?? []).forEach((row, y) => [...row].forEach((symbol, x) => deep.has(symbol) && blocked.add(`${x},${y}`)));
  for (const { kind, x, y, width, height } of props) {
    if (!kinds[kind].obstacle) continue;
    for (let cell = 0; cell < width * height; cell += 1) blocked.add(`${x + cell % width},${y + Math.floor(cell / width)}`);
  }
  const locked = new Map();
  for (const { id } of passages) if (keys.some(({ opens }) => opens.includes(id))) locked.set(id, true);
  const doors = new Map(passages.flatMap(({ id, doors: all }) => all.flatMap(({ x, y, width, height }) => (
    Array.from({ length: width * height }, (_, cell) => [`${x + cell % width},${y + Math.floor(cell / width)}`, id])))));
  const roomAt = ([x, y]) => rooms.find((room) => x >= room.x && y >= room.y && x < room.x + room.width && y < room.y + room.height)?.id;
  /** A door that opens from one side does not open from the room at the other. */
  const isBarred = (id, from) => {
    const { one_way: side, rooms: both = [] } = passages.find((passage) => passage.id === id) ?? {};
    return side !== undefined && both.some((room) => room !== side && room === roomAt(from));
  };
  return {
    tile: ([x, y]) => tiles[y]?.[x] ?? " ",
    isFree: ([x, y], open, from) => !" #".includes(tiles[y]?.[x] ?? " ") && !blocked.has(`${x},${y}`)
      && !isBarred(doors.get(`${x},${y}`), from)
      && (!locked.has(doors.get(`${x},${y}`)) || open.has(doors.get(`${x},${y}`))),
    isBlocked: ([x, y]) => blocked.has(`${x},${y}`),
    doorCells: (id) => [...doors].filter(([, passage]) => passage === id).map(([cell]) => cell.split(",").map(Number)),
  };
}

/** The shortest way from a cell to one that is wanted, as keys; null if there is none. Breadth first. */
function way(level, from, isWanted, open) {
  const before = new Map([[from.join(), null]]);
  for (const queue = [from]; queue.length;) {
    const cell = queue.shift();
    if (isWanted(cell)) {
      const keys = [];
      for (let step = before.get(cell.join()); step; step = before.get(step.cell.join())) keys.unshift(step.key);
      return { keys, cell };
    }
    for (const [key, [dx, dy]] of Object.entries(WAYS)) {
      const next = [cell[0] + dx, cell[1] + dy];
      if (before.has(next.join()) || !level.isFree(next, open, cell)) continue;
      before.set(next.join(), { key, cell });
      queue.push(next);
    }
  }
  return null;
}

const canvas = ".play-canvas";
const cellOf = async (page) => (await page.getAttribute(canvas, "data-cell")).split(",").map(Number);
const last = (page) => page.locator(".play-log li").last().textContent();

/** Presses keys one by one; each is answered before the next. */
async function press(page, keys) {
  for (const key of keys) {
    const [x, y] = await cellOf(page);
    const [dx, dy] = WAYS[key];
    await page.keyboard.press(key);
    await page.waitForFunction((cell) => document.querySelector(".play-canvas").dataset.cell === cell, `${x + dx},${y + dy}`, { timeout: 5000 })
      .catch(async () => assert.fail(`${key} at ${x},${y}: ${await last(page)}`));
  }
}

/** How light the page shows cells near the player, 0 to 255: the lightest pixel of the middle of each. */
const lightsOf = (page, cells, [atX, atY]) => page.locator(canvas).evaluate((element, ways) => {
  const { width, height } = element;
  const ratio = devicePixelRatio;
  const size = Math.round(Math.min(56, Math.max(18, Math.min(width, height) / ratio / 15)) * ratio);
  const { data } = element.getContext("2d").getImageData(0, 0, width, height);
  return ways.map(([dx, dy]) => {
    const [left, top] = [Math.round(width / 2 + dx * size - size / 4), Math.round(height / 2 + dy * size - size / 4)];
    let most = 0;
    for (let y = top; y < top + size / 2; y += 1) {
      for (let x = left; x < left + size / 2; x += 1) most = Math.max(most, ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3));
    }
    return most;
  });
}, cells.map(([x, y]) => [x - atX, y - atY]));

/** A door of a passage that can be walked up to, and the way there; undefined if none can. A crossing has two doors. */
async function besideDoor(page, map, passage, open) {
  const at = await cellOf(page);
  const ways = map.doorCells(passage).map((door) => {
    const beside = (cell) => Object.values(WAYS).some(([dx, dy]) => cell[0] + dx === door[0] && cell[1] + dy === door[1]);
    return { door, before: way(map, at, beside, open) };
  });
  return ways.find(({ before }) => before);
}

/** Walks to the exit: to each key that can be reached, and through the doors that it opens. */
async function win(page, level) {
  const map = plan(level);
  const open = new Set();
  const taken = new Set();
  for (;;) {
    const at = await cellOf(page);
    const exit = way(map, at, (cell) => cell.join() === level.exit.join(), open);
    if (exit) {
      await press(page, exit.keys);
      return { taken, open };
    }
    const key = level.keys.findIndex(({ cell }, number) => !taken.has(number) && way(map, at, (one) => one.join() === cell.join(), open));
    assert.notEqual(key, -1, "the mission can be solved");
    const { name, cell, opens, use } = level.keys[key];
    await press(page, way(map, at, (one) => one.join() === cell.join(), open).keys);
    taken.add(key);
    if (use === "Switch") {
      assert.ok((await page.textContent(".play-log")).includes(`You pull the switch: ${name}. Its doors open.`));
      opens.forEach((passage) => open.add(passage));
      continue;
    }
    assert.ok((await page.textContent(".play-log")).includes(`You take the key: ${name}.`));
    assert.match(await page.textContent(".play-keys"), new RegExp(name));
    for (const passage of opens.filter((id) => !open.has(id))) {
      const found = await besideDoor(page, map, passage, open);
      if (!found) continue;
      const { door, before } = found;
      await press(page, before.keys);
      const [x, y] = await cellOf(page);
      await page.keyboard.press(Object.keys(WAYS).find((one) => WAYS[one][0] === door[0] - x && WAYS[one][1] === door[1] - y));
      await page.waitForFunction((words) => document.querySelector(".play-log").textContent.includes(words), `You open the door: ${name}.`);
      assert.deepEqual(await cellOf(page), [x, y], "opening takes no step");
      open.add(passage);
    }
  }
}

scene("walls, props and locked doors block the player with a message; what was never seen is dark", {
  context: { reducedMotion: "reduce" },
}, async ({ page }) => {
  const level = await exported(page);
  const map = plan(level);
  await openPanel(page, "play");
  await page.waitForSelector(`${canvas}[data-cell]`);
  assert.deepEqual(await cellOf(page), level.entry);
  await page.waitForFunction(() => document.activeElement.matches(".play-canvas"));
  await page.waitForTimeout(200);
  const near = [];
  for (let dx = -6; dx <= 6; dx += 1) for (let dy = -6; dy <= 6; dy += 1) near.push([level.entry[0] + dx, level.entry[1] + dy]);
  const lights = (await lightsOf(page, near, level.entry)).map((value, at) => [near[at], value]);
  const room = level.rooms.find(({ x, y, width, height }) => level.entry[0] >= x && level.entry[1] >= y && level.entry[0] < x + width && level.entry[1] < y + height);
  const isInside = ([x, y]) => x >= room.x && y >= room.y && x < room.x + room.width && y < room.y + room.height;
  const isFar = ([x, y]) => x < room.x - 2 || y < room.y - 2 || x > room.x + room.width + 1 || y > room.y + room.height + 1;
  const lit = lights.filter(([cell]) => isInside(cell)).map(([, value]) => value);
  const dark = lights.filter(([cell]) => isFar(cell)).map(([, value]) => value);
  assert.ok(dark.length > 10 && Math.max(...dark) < 12, `unseen cells are dark: ${Math.max(...dark)}`);
  assert.ok(lit.filter((value) => value > 60).length > lit.length / 2, `the room is lit: ${lit}`);
  // To a wall, and to a prop that blocks.
  for (const [isIt, words] of [[(cell) => "# ".includes(map.tile(cell)), /^A wall\.$/], [map.isBlocked, /^In the way: /]]) {
    const side = (cell) => Object.keys(WAYS).find((key) => isIt([cell[0] + WAYS[key][0], cell[1] + WAYS[key][1]]));
    const { keys } = way(map, await cellOf(page), side, new Set());
    await press(page, keys);
    const before = await cellOf(page);
    await page.keyboard.press(side(before));
    await page.waitForFunction((source) => new RegExp(source).test([...document.querySelectorAll(".play-log li")].at(-1).textContent), words.source);
    assert.deepEqual(await cellOf(page), before);
  }
  // To a lock, without its key.
  let found;
  for (const { name, opens } of level.keys) {
    for (const lock of opens) {
      const reached = found ? undefined : await besideDoor(page, map, lock, new Set());
      if (reached) found = { name, ...reached };
    }
  }
  const { name, door, before: toDoor } = found ?? assert.fail("no lock can be walked up to");
  await press(page, toDoor.keys);
  const before = await cellOf(page);
  await page.keyboard.press(Object.keys(WAYS).find((key) => WAYS[key][0] === door[0] - before[0] && WAYS[key][1] === door[1] - before[1]));
  await page.waitForFunction(() => [...document.querySelectorAll(".play-log li")].at(-1).textContent.startsWith("Locked."));
  assert.equal(await last(page), `Locked. It needs: ${name}.`);
  assert.deepEqual(await cellOf(page), before);
});

scene("a game is won with its keys, and the next floor is another level", { context: { reducedMotion: "reduce" } }, async ({ page }) => {
  const level = await exported(page);
  await openPanel(page, "play");
  await page.waitForSelector(`${canvas}[data-cell]`);
  await page.waitForFunction(() => document.activeElement.matches(".play-canvas"));
  const { taken, open } = await win(page, level);
  assert.ok(taken.size > 0 && open.size > 0, "this level needs a key");
  assert.match(await last(page), /^The exit, after \d+ steps\. You have won\.$/);
  assert.equal(await page.getAttribute(canvas, "data-won"), "true");
  const steps = Number(/(\d+) steps/.exec(await page.textContent(".play-status"))[1]);
  assert.ok(steps >= 91, `${steps} steps`);
  const at = await cellOf(page);
  assert.deepEqual(at, level.exit);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Next floor");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".play-status").textContent.startsWith("Floor 1 · 0 steps"));
  assert.equal(await page.getAttribute(canvas, "data-won"), "false");
  assert.ok(await page.evaluate(() => document.activeElement.matches(".play-canvas")), "one goes on by keys");
  const below = await cellOf(page);
  const places = new Set();
  for (const key of Object.keys(WAYS)) {
    await page.keyboard.press(key);
    await page.waitForTimeout(120);
    places.add((await cellOf(page)).join());
  }
  assert.ok([...places].some((cell) => cell !== below.join()), "one walks on the next floor");
  const status = await page.textContent(".play-status");
  await page.selectOption('[name="view"]', "iso");
  await page.waitForFunction(() => document.querySelector("#level").width !== 1280);
  await page.waitForTimeout(300);
  assert.equal(await page.textContent(".play-status"), status, "another view does not begin the game again");
  await page.click('#panel-play button:text("From the entry again")');
  await page.waitForFunction((cell) => document.querySelector(".play-canvas").dataset.cell === cell, below.join());
});

scene("a level of the greatest difficulty is won", { hash: "#p=crypt&s=11&d=1", context: { reducedMotion: "reduce" } }, async ({ page }) => {
  const level = await exported(page);
  await openPanel(page, "play");
  await page.waitForSelector(`${canvas}[data-cell]`);
  await page.waitForFunction(() => document.activeElement.matches(".play-canvas"));
  const { taken } = await win(page, level);
  assert.ok(taken.size > 0);
  assert.equal(await page.getAttribute(canvas, "data-won"), "true");
});
