/**
 * A scatter plot of levels by two measures. Pointer and keys select points.
 *
 * @module
 */

import { make } from "../app/dom.js";
import { marks } from "../app/marks.js";

/** In CSS pixels: the margins for labels, the radius of a point, and how near the pointer must be. */
const MARGIN = { left: 54, right: 14, top: 12, bottom: 40 };
const POINT = 3;
const REACH = 14;

/** The range of a column, with some padding. Levels without its measure do not count. */
function range(groups, column) {
  let [least, most] = [Infinity, -Infinity];
  for (const { values } of groups) {
    for (const row of values) {
      if (row[column] === null) continue;
      least = Math.min(least, row[column]);
      most = Math.max(most, row[column]);
    }
  }
  if (least > most) return [0, 1];
  const air = (most - least) * 0.04 || 0.5;
  return [least - air, most + air];
}

/**
 * @param {object} options
 * @param {object[]} options.metrics as in the engine's reply to `about`
 * @param {(group: number, level: number) => void} options.onPick called when a level is chosen
 * @param {(group: number, level: number) => string} options.words describes a point
 * @param {(text: string) => void} options.announce
 * @returns {{element: HTMLElement, draw: (groups: {values: (number | null)[][]}[], columns: [number, number]) => void,
 *   choose: (found: Set<number>[] | null) => void}} `choose` dims all levels but those, by group; null dims none
 */
export function createPlot({ metrics, onPick, words, announce }) {
  const canvas = make("canvas", {
    class: "plot", tabindex: "0", role: "application",
    "aria-label": "Plot of the levels. Arrow keys go from level to level, Enter shows one.",
  });
  const tip = make("div", { class: "plot-tip", hidden: true });
  const element = make("div", { class: "plot-place" }, [canvas, tip]);
  let groups = [];
  let columns = [0, 1];
  let points = [];
  let near = null;
  let chosen = null;
  new ResizeObserver(() => canvas.clientWidth && paint()).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => canvas.clientWidth && paint());

  function layOut() {
    const { clientWidth: width, clientHeight: height } = canvas;
    const [across, up] = columns.map((column) => range(groups, column));
    const x = (value) => MARGIN.left + (value - across[0]) / (across[1] - across[0]) * (width - MARGIN.left - MARGIN.right);
    const y = (value) => height - MARGIN.bottom - (value - up[0]) / (up[1] - up[0]) * (height - MARGIN.top - MARGIN.bottom);
    points = groups.flatMap(({ values }, group) => values.flatMap((row, level) => {
      const has = columns.every((column) => row[column] !== null);
      return has ? [{ group, level, x: x(row[columns[0]]), y: y(row[columns[1]]) }] : [];
    }));
    return { width, height, x, y, across, up };
  }

  const isFound = ({ group, level }) => chosen === null || chosen[group]?.has(level) === true;

  function paint() {
    if (!groups.length) return;
    const { width, height, x, y, across, up } = layOut();
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    const color = (name) => style.getPropertyValue(name).trim();
    context.font = `12px ${style.fontFamily}`;
    context.fillStyle = color("--muted");
    context.strokeStyle = color("--line");
    context.textAlign = "center";
    const line = (...ends) => {
      context.beginPath();
      context.moveTo(ends[0], ends[1]);
      context.lineTo(ends[2], ends[3]);
      context.stroke();
    };
    const shown = (value) => String(Number(value.toPrecision(6)));
    for (const value of marks(...across)) {
      line(x(value), MARGIN.top, x(value), height - MARGIN.bottom);
      context.fillText(shown(value), x(value), height - MARGIN.bottom + 15);
    }
    context.textAlign = "right";
    for (const value of marks(...up)) {
      line(MARGIN.left, y(value), width - MARGIN.right, y(value));
      context.fillText(shown(value), MARGIN.left - 6, y(value) + 4);
    }
    context.textAlign = "center";
    context.fillStyle = color("--ink");
    context.fillText(metrics[columns[0]].name, (MARGIN.left + width - MARGIN.right) / 2, height - 8);
    context.save();
    context.translate(13, (MARGIN.top + height - MARGIN.bottom) / 2);
    context.rotate(-Math.PI / 2);
    context.fillText(metrics[columns[1]].name, 0, 0);
    context.restore();
    // The second group is drawn below the first, which is the edited preset.
    const drawn = points.toReversed();
    const [own, beside] = [color("--own"), color("--beside")];
    for (const isLit of [false, true]) {
      for (const point of drawn) if (isFound(point) === isLit) mark(context, point, point.group ? beside : own, isLit ? 0.55 : 0.1);
    }
    if (near) ring(context, near, color("--ink"));
  }
  /** Groups differ by colour and by shape. */
  function mark(context, { group, x, y }, color, opacity) {
    context.globalAlpha = opacity;
    context.fillStyle = color;
    context.beginPath();
    if (group === 0) context.arc(x, y, POINT, 0, Math.PI * 2);
    else {
      context.moveTo(x, y - POINT * 1.25);
      context.lineTo(x + POINT * 1.2, y + POINT);
      context.lineTo(x - POINT * 1.2, y + POINT);
    }
    context.fill();
    context.globalAlpha = 1;
  }
  function ring(context, { x, y }, color) {
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, POINT + 4, 0, Math.PI * 2);
    context.stroke();
  }

  function pointTo(point) {
    if (point === near) return;
    near = point;
    paint();
    tip.hidden = !point;
    canvas.classList.toggle("is-near", Boolean(point));
    if (!point) return;
    near = points.find(({ group, level }) => group === point.group && level === point.level);
    tip.textContent = words(near.group, near.level);
    const left = near.x + 12 + tip.offsetWidth > canvas.clientWidth ? near.x - tip.offsetWidth - 12 : near.x + 12;
    tip.style.left = `${Math.max(0, left)}px`;
    tip.style.top = `${Math.max(0, near.y - tip.offsetHeight - 8)}px`;
  }
  function nearest({ offsetX, offsetY }) {
    let [best, least] = [null, REACH ** 2];
    for (const point of points) {
      const distance = (point.x - offsetX) ** 2 + (point.y - offsetY) ** 2;
      if (distance < least) [best, least] = [point, distance];
    }
    return best;
  }
  canvas.addEventListener("pointermove", (event) => pointTo(nearest(event)));
  canvas.addEventListener("pointerleave", () => pointTo(null));
  canvas.addEventListener("blur", () => pointTo(null));
  canvas.addEventListener("click", (event) => {
    pointTo(nearest(event));
    if (near) onPick(near.group, near.level);
  });
  canvas.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (event.key === "Enter" && near) onPick(near.group, near.level);
    if (!way || !points.length) return;
    event.preventDefault();
    const lit = points.filter(isFound);
    const sorted = (lit.length ? lit : points).toSorted((a, b) => a.x - b.x || b.y - a.y || a.level - b.level);
    const known = near ? sorted.findIndex(({ group, level }) => group === near.group && level === near.level) : -1;
    const at = known < 0 ? -Math.sign(way) : known;
    pointTo(sorted[(at + way + sorted.length) % sorted.length]);
    announce(tip.textContent);
  });

  return {
    element,
    draw(now, axes) {
      [groups, columns, near] = [now, axes, null];
      tip.hidden = true;
      paint();
    },
    choose(found) {
      chosen = found;
      if (canvas.clientWidth) paint();
    },
  };
}
