/**
 * A level on a canvas: its tile sheet, its light, and what one sees. Arrow keys walk, N makes the next level.
 *
 *     npm install roomgen rot-js esbuild
 *     npx esbuild canvas.js --bundle --format=esm --outfile=dist/canvas.js
 *     cp canvas.html node_modules/roomgen/roomgen-full.wasm dist       then serve dist; ?preset=mine&seed=7 chooses
 */

import { FOV } from "rot-js";
import { load } from "roomgen/full";

const [canvas, status] = [document.querySelector("canvas"), document.querySelector("p")];
const asked = new URLSearchParams(location.search);
const preset = asked.get("preset") ?? "crypt";
let seed = BigInt(asked.get("seed") ?? 42);
const roomgen = await load();
let game;

/** The map of Tiled as one picture. */
async function drawn(files) {
  const file = (ending) => files.find(({ name }) => name.endsWith(ending));
  const map = JSON.parse(new TextDecoder().decode(file(".tmj").bytes));
  const sheet = await createImageBitmap(new Blob([file(".png").bytes], { type: "image/png" }));
  const picture = new OffscreenCanvas(map.width * map.tilewidth, map.height * map.tileheight);
  const context = picture.getContext("2d");
  const put = (gid, x, y, turn = 0) => {
    const { firstgid, columns, tilewidth, tileheight } = map.tilesets.findLast((tiles) => tiles.firstgid <= gid);
    const [column, row] = [(gid - firstgid) % columns, Math.floor((gid - firstgid) / columns)];
    // Tiled's objects stand on their lower left corner, and turn around it.
    context.setTransform(new DOMMatrix().translate(x, y).rotate(turn));
    context.drawImage(sheet, column * tilewidth, row * tileheight, tilewidth, tileheight, 0, -tileheight, tilewidth, tileheight);
  };
  for (const { visible, data = [], objects = [] } of map.layers.filter((layer) => layer.visible)) {
    data.forEach((gid, i) => gid && put(gid, (i % map.width) * map.tilewidth, (Math.floor(i / map.width) + 1) * map.tileheight));
    objects.filter(({ gid }) => gid).forEach(({ gid, x, y, rotation }) => put(gid, x, y, rotation));
  }
  return { picture, side: map.tilewidth };
}

async function begin() {
  const level = roomgen.generate(preset, { seed });
  const layers = roomgen.layers(preset, { seed }, ["walkable", "opaque", "light"]);
  const [x, y] = level.entry;
  const known = new Uint8Array(level.width * level.height);
  const shade = new OffscreenCanvas(level.width, level.height);
  game = { level, ...layers, ...await drawn(roomgen.write(level, "tmj")), x, y, known, shade, steps: 0 };
  status.textContent = `${preset}, seed ${seed}: ${level.rooms.length} rooms. Arrow keys walk, N makes the next level.`;
  show();
}

/** Draws the part of the level around the player, in its light. */
function show() {
  const { level: { width, height, exit }, opaque, light, picture, side, x, y, known, shade } = game;
  const seen = new Uint8Array(width * height);
  const passes = (x, y) => x >= 0 && y >= 0 && x < width && y < height && (!opaque[y * width + x] || (x === game.x && y === game.y));
  new FOV.PreciseShadowcasting(passes).compute(x, y, 20, (x, y) => (seen[y * width + x] = known[y * width + x] = 1));
  const cells = new ImageData(width, height);
  for (let cell = 0; cell < width * height; cell += 1) {
    const [dx, dy] = [(cell % width) - x, Math.floor(cell / width) - y];
    const lamp = 150 * Math.max(0, 1 - Math.hypot(dx, dy) / 9);
    const lit = (channel) => (seen[cell] ? 70 + light[3 * cell + channel] + lamp : known[cell] ? 45 : 0);
    cells.data.set([lit(0), lit(1), lit(2), 255], 4 * cell);
  }
  shade.getContext("2d").putImageData(cells, 0, 0);

  const scale = Math.max(1, Math.round(devicePixelRatio * 2));
  [canvas.width, canvas.height] = [canvas.clientWidth, canvas.clientHeight].map((length) => Math.round(length * devicePixelRatio));
  const context = canvas.getContext("2d");
  const cell = side * scale;
  const corner = (at, shown, whole) => Math.round(shown > whole ? (shown - whole) / 2 : -Math.max(0, Math.min((at + 0.5) * cell - shown / 2, whole - shown)));
  context.setTransform(1, 0, 0, 1, corner(x, canvas.width, width * cell), corner(y, canvas.height, height * cell));
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, 0, 0, width * cell, height * cell);
  const mark = (text, [x, y], color) => {
    Object.assign(context, { font: `bold ${cell * 0.9}px monospace`, textAlign: "center", textBaseline: "middle", lineWidth: scale * 2 });
    [context.strokeStyle, context.fillStyle] = ["#000", color];
    context.strokeText(text, (x + 0.5) * cell, (y + 0.5) * cell);
    context.fillText(text, (x + 0.5) * cell, (y + 0.5) * cell);
  };
  mark(">", exit, "#fff");
  mark("@", [x, y], "#fff");
  context.globalCompositeOperation = "multiply";
  context.imageSmoothingEnabled = true;
  context.drawImage(shade, 0, 0, width * cell, height * cell);
  document.documentElement.dataset.steps = game.steps;
}

function walk(dx, dy) {
  const { level: { width, exit }, walkable, opaque, known } = game;
  const cell = (game.y + dy) * width + game.x + dx;
  if (!walkable[cell]) return;
  Object.assign(game, { x: game.x + dx, y: game.y + dy, steps: game.steps + 1 });
  // A door that one stands in is open, and stays so.
  opaque[cell] = 0;
  known[cell] = 1;
  if (game.x === exit[0] && game.y === exit[1]) status.textContent = `You leave after ${game.steps} steps. N makes the next level.`;
  show();
}

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
addEventListener("keydown", ({ key }) => {
  if (STEPS[key]) walk(...STEPS[key]);
  if (key === "n") {
    seed += 1n;
    begin();
  }
});
addEventListener("resize", () => game && show());
await begin();
document.documentElement.dataset.state = "ready";
