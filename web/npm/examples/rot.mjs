/**
 * A game in the terminal, with rot.js: field of view, ways, keys, encounters.
 *
 *     npm install roomgen rot-js
 *     node rot.mjs [PRESET [SEED]]           arrow keys walk, q quits
 *     node rot.mjs PRESET SEED --auto        the game plays itself
 */

import { emitKeypressEvents } from "node:readline";
import { load } from "roomgen";
import { FOV, Path, RNG } from "rot-js";

const [preset = "crypt", seed = "42", auto] = process.argv.slice(2);
const roomgen = await load();
const level = roomgen.generate(preset, { seed });
const { walkable, opaque } = roomgen.layers(preset, { seed });
const at = (x, y) => y * level.width + x;
const cellsOf = ({ x, y, width, height }) => Array.from({ length: width * height }, (_, i) => [x + (i % width), y + Math.floor(i / width)]);
RNG.setSeed(1);

const symbols = new Map((level.terrain?.kinds ?? []).map((kind) => [kind.symbol, kind]));
const covers = (level.terrain?.rows ?? []).flatMap((row) => [...row]).map((symbol) => symbols.get(symbol));
// What lies in the cells. Markers are places for the game: foes and things are its own.
const props = new Map();
const place = (prop) => cellsOf(prop).forEach(([x, y]) => props.set(at(x, y), level.kinds[prop.kind]));
level.props.filter(({ kind }) => !level.kinds[kind].marker).forEach(place);
const propOf = (room, number) => level.props.find((prop) => prop.room === room && prop.number === number);
const foes = (level.encounters ?? []).flatMap(({ room, numbers = [] }) => numbers.map((number) => propOf(room, number)))
  .map(({ kind, x, y }) => ({ name: kind, ...level.kinds[kind], x, y }));
const things = new Map((level.loot ?? []).map(({ item, cell }) => [at(...cell), { name: item, ...level.kinds[item] }]));
const keys = new Map((level.keys ?? []).map((key) => [at(...key.cell), key]));
// One-way doors swing both ways here, and single-use keys open all of their doors.
const locked = new Set(level.passages.filter(({ kind }) => kind === "Barred").map(({ id }) => id));
const doors = new Map(level.passages.flatMap(({ id, doors }) => doors.flatMap(cellsOf).map(([x, y]) => [at(x, y), id])));

const player = { x: level.entry[0], y: level.entry[1], health: 60, loot: 0, steps: 0 };
const known = new Set();
let seen = new Set();
let news = `You enter ${preset}, seed ${level.seed}: ${level.rooms.length} rooms, ${foes.length} foes, ${keys.size} keys.`;
const isFree = (x, y) => walkable[at(x, y)] === 1 && !locked.has(doors.get(at(x, y)));
const isAtExit = () => player.x === level.exit[0] && player.y === level.exit[1];
const foeAt = (x, y) => foes.find((foe) => foe.x === x && foe.y === y);

function look() {
  seen = new Set();
  const passes = (x, y) => x >= 0 && y >= 0 && x < level.width && y < level.height && !opaque[at(x, y)];
  new FOV.PreciseShadowcasting(passes).compute(player.x, player.y, 14, (x, y) => seen.add(at(x, y)));
  seen.forEach((cell) => known.add(cell));
}

/** The cells of a way, without its first; steps go in four directions. */
function way(from, [x, y], isOpen = isFree) {
  const cells = [];
  new Path.AStar(x, y, isOpen, { topology: 4 }).compute(from.x, from.y, (...cell) => cells.push(cell));
  return cells.slice(1);
}

function walk(dx, dy) {
  const [x, y] = [player.x + dx, player.y + dy];
  const foe = foeAt(x, y);
  if (foe) {
    foes.splice(foes.indexOf(foe), 1);
    news = `You slay the ${foe.name}.`;
  } else if (isFree(x, y)) {
    Object.assign(player, { x, y, steps: player.steps + 1 });
    enter(at(x, y));
  } else {
    const passage = level.passages[doors.get(at(x, y))];
    news = passage ? `The door is locked: ${passage.lock} opens it.` : news;
  }
  foes.forEach(act);
  look();
}

function enter(cell) {
  // A door that one stands in is open, and stays so.
  if (doors.has(cell)) doors.forEach((id, other) => id === doors.get(cell) && (opaque[other] = 0));
  const [key, thing] = [keys.get(cell), things.get(cell)];
  if (key) {
    key.opens.forEach((id) => locked.delete(id));
    keys.delete(cell);
    news = key.use === "Switch" ? `You pull the ${key.name}.` : `You take the ${key.name}.`;
  } else if (thing) {
    player.loot += 1;
    things.delete(cell);
    news = `You take ${thing.name}.`;
  }
}

/** A foe that sees the player comes, and hits. */
function act(foe) {
  if (!seen.has(at(foe.x, foe.y))) return;
  const [next] = way(foe, [player.x, player.y]);
  if (!next || foeAt(...next)) return;
  if (next[0] !== player.x || next[1] !== player.y) [foe.x, foe.y] = next;
  else if (RNG.getUniform() < 0.3) {
    player.health -= 1;
    news = `The ${foe.name} hits you.`;
  }
}

/** The picture of the cells around the player, and the news. */
function frame(columns = 80, rows = 22) {
  const corner = (center, shown, whole) => Math.max(0, Math.min(center - (shown >> 1), whole - shown));
  const [left, top] = [corner(player.x, columns, level.width), corner(player.y, rows, level.height)];
  const painted = (text, color) => `\x1b[38;2;${[1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16)).join(";")}m${text}\x1b[0m`;
  const shown = (x, y) => {
    const cell = at(x, y);
    if (!known.has(cell)) return " ";
    if (!seen.has(cell)) return painted(level.tiles[y][x], "#505060");
    if (x === player.x && y === player.y) return painted("@", "#ffffff");
    if (x === level.exit[0] && y === level.exit[1]) return painted(">", "#ffffff");
    const here = foeAt(x, y) ?? things.get(cell) ?? (keys.has(cell) && level.kinds[keys.get(cell).name]) ?? null;
    const thing = here || props.get(cell) || covers[cell];
    return thing ? painted(thing.glyph, thing.color) : painted(level.tiles[y][x], locked.has(doors.get(cell)) ? "#e05050" : "#a0a0a0");
  };
  const rowOf = (_, y) => Array.from({ length: Math.min(columns, level.width) }, (_, x) => shown(left + x, top + y)).join("");
  const lines = Array.from({ length: Math.min(rows, level.height) }, rowOf);
  return `${lines.join("\n")}\n${news}\nhealth ${player.health}, loot ${player.loot}, ${keys.size} keys to find, ${player.steps} steps`;
}

/** The next step of who knows the level: to a key that can be reached, then to the exit. */
function step() {
  const goals = [...[...keys.values()].map(({ cell }) => cell), level.exit];
  const [next] = goals.map((goal) => way(player, goal)).find((cells) => cells.length) ?? [];
  return next && [next[0] - player.x, next[1] - player.y];
}

const isOver = () => isAtExit() || player.health <= 0;
look();
if (auto) {
  for (let next; !isOver() && (next = step());) walk(...next);
  console.log(frame());
} else {
  const steps = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
  const show = () => process.stdout.write(`\x1b[2J\x1b[H${frame(process.stdout.columns, process.stdout.rows - 3)}\n`);
  emitKeypressEvents(process.stdin);
  process.stdin.setRawMode(true).on("keypress", (_, { name, ctrl }) => {
    if (steps[name]) walk(...steps[name]);
    show();
    if (name === "q" || (ctrl && name === "c") || isOver()) process.exit();
  });
  show();
}
if (auto || isOver()) console.log(isAtExit() ? `You leave by the exit after ${player.steps} steps.` : "You do not leave.");
