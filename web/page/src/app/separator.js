/**
 * The separator between text and level, moved by pointer or arrow keys.
 *
 * @module
 */

import { byId } from "./dom.js";

/** The text's width in percent: the least, the most, and the step of an arrow key. */
const [LEAST, MOST, STEP] = [15, 70, 2];

/** Makes the separator work. */
export function separator() {
  const bar = byId("separator");
  const main = bar.parentElement;
  function set(part) {
    const now = Math.round(Math.min(MOST, Math.max(LEAST, part)));
    main.style.setProperty("--writing", `${now}%`);
    bar.setAttribute("aria-valuenow", String(now));
  }
  bar.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (!steps) return;
    event.preventDefault();
    set(Number(bar.getAttribute("aria-valuenow")) + steps);
  });
  bar.addEventListener("pointerdown", (event) => {
    const { left, width } = main.getBoundingClientRect();
    const move = ({ clientX }) => set(100 * (clientX - left) / width);
    bar.setPointerCapture(event.pointerId);
    bar.addEventListener("pointermove", move);
    bar.addEventListener("lostpointercapture", () => bar.removeEventListener("pointermove", move), { once: true });
  });
}
