/**
 * The player's view: the level around the player, dark where unexplored, with a light at the player.
 *
 * @module
 */

/** Cells along the shorter side of the view, and the least and most CSS pixels of a cell. */
const CELLS = 15;
const [LEAST_CELL, MOST_CELL] = [18, 56];

/** Darkness of a cell that was never seen, was seen before, is in view: 0 to 255. */
const DARKNESS = [255, 150, 0];

/** Time constant of moves and of light, in milliseconds: about two thirds are done after it. */
const EASE = 55;

/** Moves end within this distance of their target, in cells. */
const NEAR = 0.004;

const canvasOf = (width, height) => Object.assign(document.createElement("canvas"), { width, height });

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {{level: Function, look: Function, picture: Function, resize: () => void, stop: () => void}}
 */
export function createView(canvas) {
  const context = canvas.getContext("2d");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let world = null;
  let scale = 16;
  let mask = canvasOf(1, 1);
  let shade = new ImageData(1, 1);
  let darkness = new Float32Array(1);
  let known = new Uint8Array(1);
  let exit = [0, 0];
  let target = { x: 0, y: 0 };
  let at = { x: 0, y: 0 };
  let frame = 0;
  let last = 0;

  /** Starts a new level. */
  function level({ size: [width, height], exit: cell }) {
    mask = canvasOf(width, height);
    shade = new ImageData(width, height);
    darkness = new Float32Array(width * height).fill(DARKNESS[0]);
    exit = cell;
    world = null;
  }
  function picture(pixels, width, height, pixelsOfCell) {
    world ??= canvasOf(width, height);
    world.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
    scale = pixelsOfCell;
    wake();
  }
  function look([x, y], bytes, isAtOnce) {
    target = { x: x + 0.5, y: y + 0.5 };
    known = bytes;
    if (isAtOnce || still.matches) {
      at = { ...target };
      darkness.forEach((_, cell) => { darkness[cell] = DARKNESS[known[cell]]; });
    }
    wake();
  }

  /** Moves the player and the light towards their targets; false once they are there. */
  function ease(milliseconds) {
    const part = 1 - Math.exp(-milliseconds / EASE);
    let isMoving = Math.abs(target.x - at.x) + Math.abs(target.y - at.y) > NEAR;
    at = isMoving ? { x: at.x + (target.x - at.x) * part, y: at.y + (target.y - at.y) * part } : { ...target };
    const { data } = shade;
    for (let cell = 0; cell < darkness.length; cell += 1) {
      const wanted = DARKNESS[known[cell]];
      const rest = wanted - darkness[cell];
      if (rest > 1 || rest < -1) {
        darkness[cell] += rest * part;
        isMoving = true;
      } else darkness[cell] = wanted;
      data[cell * 4 + 3] = darkness[cell];
    }
    return isMoving;
  }

  function draw() {
    const { width, height } = canvas;
    const ratio = devicePixelRatio || 1;
    const cell = Math.round(Math.min(MOST_CELL, Math.max(LEAST_CELL, Math.min(width, height) / ratio / CELLS)) * ratio);
    context.fillStyle = "#000";
    context.fillRect(0, 0, width, height);
    if (!world) return;
    const left = Math.round(width / 2 - at.x * cell);
    const top = Math.round(height / 2 - at.y * cell);
    const [across, down] = [mask.width * cell, mask.height * cell];
    context.imageSmoothingEnabled = cell < scale;
    context.drawImage(world, left, top, across, down);
    // Clip light to the level: the mask does not darken what is outside.
    context.save();
    context.beginPath();
    context.rect(left, top, across, down);
    context.clip();
    glow(left + (exit[0] + 0.5) * cell, top + (exit[1] + 0.5) * cell, cell * 1.6, "rgb(140 220 255 / .55)");
    glow(width / 2, height / 2, cell * 6, "rgb(255 190 90 / .26)");
    context.restore();
    mask.getContext("2d").putImageData(shade, 0, 0);
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = "high";
    context.drawImage(mask, left, top, across, down);
    player(width / 2, height / 2, cell);
  }
  function glow(x, y, radius, color) {
    const light = context.createRadialGradient(x, y, 0, x, y, radius);
    light.addColorStop(0, color);
    light.addColorStop(1, color.replace(/\/.*\)/, "/ 0)"));
    context.globalCompositeOperation = "lighter";
    context.fillStyle = light;
    context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
    context.globalCompositeOperation = "source-over";
  }
  function player(x, y, cell) {
    const radius = cell * 0.32;
    context.fillStyle = "rgb(0 0 0 / .45)";
    context.beginPath();
    context.ellipse(x, y + radius * 0.95, radius, radius * 0.45, 0, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = "#ffd873";
    context.strokeStyle = "#2b1c00";
    context.lineWidth = Math.max(2, cell * 0.08);
    context.beginPath();
    context.arc(x, y, radius, 0, Math.PI * 2);
    context.fill();
    context.stroke();
  }

  function run(time) {
    frame = 0;
    const isMoving = ease(Math.min(100, time - last));
    last = time;
    draw();
    if (isMoving) frame = requestAnimationFrame(run);
  }
  function wake() {
    if (frame) return;
    last = performance.now();
    frame = requestAnimationFrame(run);
  }

  return {
    level, picture, look,
    resize() {
      const ratio = devicePixelRatio || 1;
      canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
      canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
      wake();
    },
    stop() {
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
}
