/**
 * The chart of a curve: its points by progress and value, and behind them what rooms were to cost, and what they cost.
 *
 * @module
 */

import { make } from "../app/dom.js";
import { marks } from "../app/marks.js";

/** In CSS pixels: the height, the margins for labels, the radius of a point, and of what takes a finger. */
const HEIGHT = 236;
const MARGIN = { left: 50, right: 50, top: 10, bottom: 40 };
const POINT = 5.5;
const REACH = 14;

/** Rooms are summed by tenths of the progress. */
const BINS = 10;
/** Room above the highest value, as a fraction of it. */
const AIR = 0.15;
/** Steps of a value for each distance of the marks of its axis. */
const STEPS = 10;

/** @typedef {{from: number, to: number, rooms: number, planned: number, spent: number}} Bin */

/**
 * Sums what rooms were to cost and what they cost, by progress.
 *
 * @param {{progress: number, spent: {encounters: number}, allowance?: {encounters: number}}[]} rooms of the facts of a level
 * @returns {Bin[]}
 */
export function sums(rooms) {
  const bins = Array.from({ length: BINS }, (_, bin) => ({ from: bin / BINS, to: (bin + 1) / BINS, rooms: 0, planned: 0, spent: 0 }));
  for (const { progress, spent, allowance } of rooms) {
    // In single precision 0.7 is less than seven tenths.
    const bin = bins[Math.min(BINS - 1, Math.floor(progress * BINS + 1e-5))];
    bin.rooms += 1;
    bin.planned += allowance?.encounters ?? 0;
    bin.spent += spent.encounters;
  }
  return bins;
}

/** @param {Bin} bin */
export const binWords = ({ from, to, rooms, planned, spent }) => (
  `Progress ${from} to ${to}: ${rooms} room${rooms === 1 ? "" : "s"}, ${planned} planned, ${spent} spent`
);

/** The top of an axis from 0, with some air. */
const top = (values) => Math.max(1, ...values) * (1 + AIR);

/**
 * The range of values that is shown, and the step in which they change.
 *
 * @param {{value: number}[]} points
 */
export function valueAxis(points) {
  const most = top(points.map(({ value }) => value));
  const [first, second] = marks(0, most);
  return { most, step: (second - first) / STEPS };
}

function svg(name, { text, ...attributes } = {}, children = []) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
}

const shown = (value) => String(Number(value.toPrecision(6)));

/**
 * @typedef {object} Drawn
 * @property {import("./points.js").Point[]} points
 * @property {Bin[]} bins
 * @property {number} most the largest value that is shown; points above it are drawn at the edge
 * @property {number} limit the largest value that the language allows
 * @property {string | null} fixed why points cannot be moved; null if they can
 */

/**
 * @returns {{element: HTMLElement, draw: (what: Drawn) => void, at: (event: PointerEvent, most: number) => import("./points.js").Place,
 *   indexOf: (target: EventTarget) => number}} `at` is the place of a pointer, `indexOf` the point
 *   of a target or -1
 */
export function createChart() {
  const behind = svg("g", { "aria-hidden": "true" });
  // The line has a rim, so that it is seen before the bars as well.
  const lines = ["curve-rim", "curve-line"].map((name) => svg("polyline", { class: name, "aria-hidden": "true" }));
  const handles = svg("g");
  const chart = svg("svg", { class: "curve-chart", role: "group", "aria-label": "Curve of the encounters by progress" }, [behind, ...lines, handles]);
  const element = make("div", { class: "curve-place" }, [chart]);
  let last = null;
  new ResizeObserver(() => last && element.clientWidth && draw(last)).observe(element);

  const inner = () => ({ width: Math.max(1, element.clientWidth - MARGIN.left - MARGIN.right), height: HEIGHT - MARGIN.top - MARGIN.bottom });
  const x = (progress) => MARGIN.left + progress * inner().width;
  const y = (part) => MARGIN.top + (1 - Math.min(1, part)) * inner().height;

  function text(x, y, words, anchor, turn) {
    return svg("text", { x, y, "text-anchor": anchor, text: words, transform: turn ? `rotate(${turn} ${x} ${y})` : null });
  }
  function axes(most, cost) {
    const [right, bottom, middle] = [x(1), y(0), y(0.5)];
    const lines = [
      ...marks(0, 1).map((value) => [x(value), MARGIN.top, x(value), bottom]), ...marks(0, most).map((value) => [x(0), y(value / most), right, y(value / most)]),
    ].map(([x1, y1, x2, y2]) => svg("line", { x1, y1, x2, y2 }));
    return [
      ...lines,
      ...marks(0, 1).map((value) => text(x(value), bottom + 15, shown(value), "middle")),
      ...marks(0, most).map((value) => text(x(0) - 6, y(value / most) + 4, shown(value), "end")),
      ...marks(0, cost).filter(Number.isInteger).map((value) => text(right + 10, y(value / cost) + 4, shown(value), "start")),
      text(x(0.5), HEIGHT - 8, "Progress along the path", "middle"),
      text(14, middle, "Value of the curve", "middle", -90),
      text(element.clientWidth - 12, middle, "Cost of encounters", "middle", 90),
    ];
  }
  function bars(bins, cost) {
    const bar = (bin, sum, inset, name) => {
      const [left, right, above] = [x(bin.from + inset), x(bin.to - inset), y(sum / cost)];
      return svg("rect", { class: name, x: left, y: above, width: right - left, height: y(0) - above }, [svg("title", { text: binWords(bin) })]);
    };
    return bins.filter(({ planned, spent }) => planned || spent)
      .flatMap((bin) => [bar(bin, bin.planned, 0.01, "curve-planned"), bar(bin, bin.spent, 0.03, "curve-spent")]);
  }

  function newHandle(_, index) {
    return svg("g", { class: "curve-point", "data-index": index }, [svg("circle", { r: REACH }), svg("circle", { r: POINT }), svg("title")]);
  }
  function drawHandles({ points, most, limit, fixed }) {
    // The elements stay while a point moves: one may have the focus.
    const kept = [...handles.children].slice(0, points.length);
    if (kept.length !== handles.childElementCount || kept.length !== points.length) {
      handles.replaceChildren(...points.map((point, index) => kept[index] ?? newHandle(point, index)));
    }
    points.forEach(({ progress, value }, index) => {
      const handle = handles.children[index];
      const words = `progress ${shown(progress)}, value ${shown(value)}`;
      const name = `Point ${index + 1} of ${points.length}`;
      const attributes = fixed
        ? { role: "img", "aria-label": `${name}: ${words}` }
        : { role: "slider", tabindex: "0", "aria-label": name, "aria-valuetext": words, "aria-valuenow": value, "aria-valuemin": "0", "aria-valuemax": limit };
      for (const attribute of ["tabindex", "aria-valuetext", "aria-valuenow", "aria-valuemin", "aria-valuemax"]) {
        if (!(attribute in attributes)) handle.removeAttribute(attribute);
      }
      for (const [attribute, content] of Object.entries(attributes)) handle.setAttribute(attribute, content);
      handle.setAttribute("transform", `translate(${x(progress)} ${y(value / most)})`);
      handle.classList.toggle("is-fixed", Boolean(fixed));
      handle.lastChild.textContent = `${words}${fixed ? `. ${fixed}` : ""}`;
    });
  }

  function draw(what) {
    last = what;
    const { points, bins, most } = what;
    const cost = top(bins.flatMap(({ planned, spent }) => [planned, spent]));
    behind.replaceChildren(...axes(most, cost), ...bars(bins, cost));
    const ends = points.length ? [{ ...points[0], progress: 0 }, ...points, { ...points.at(-1), progress: 1 }] : [];
    const way = ends.map(({ progress, value }) => `${x(progress)},${y(value / most)}`).join(" ");
    lines.forEach((line) => line.setAttribute("points", way));
    drawHandles(what);
  }

  return {
    element,
    draw,
    at({ clientX, clientY }, most) {
      const { left, top: above } = chart.getBoundingClientRect();
      const { width, height } = inner();
      return { progress: (clientX - left - MARGIN.left) / width, value: (1 - (clientY - above - MARGIN.top) / height) * most };
    },
    indexOf: (target) => [...handles.children].indexOf(target.closest?.(".curve-point")),
  };
}
