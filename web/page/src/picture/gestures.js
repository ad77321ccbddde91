/**
 * What pointers do on a picture: hover, tap, drag, pinch, and the wheel.
 *
 * @module
 */

/** Pixels that a pointer may move and still taps. */
const TAP = 5;

/** How much a notch of the wheel enlarges. */
const NOTCH = 1.0015;

const between = ([a, b]) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = ([a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/**
 * @param {HTMLElement} element whose parent is the frame
 * @param {object} does points are of the frame, in pixels
 * @param {(point: {x: number, y: number} | null) => void} does.onHover at most once a frame; null: it left
 * @param {(point: {x: number, y: number}, isFinger: boolean) => void} does.onTap
 * @param {(dx: number, dy: number) => void} does.onPan
 * @param {(factor: number, point: {x: number, y: number}) => void} does.onZoom
 */
export function gestures(element, { onHover, onTap, onPan, onZoom }) {
  const frame = element.parentElement;
  const held = new Map();
  let hovered = null;
  let begun = null;

  function pointOf({ clientX, clientY }) {
    const { left, top } = frame.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
  function hover(point) {
    if (hovered === null) requestAnimationFrame(() => { onHover(hovered.point); hovered = null; });
    hovered = { point };
  }

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    held.set(event.pointerId, pointOf(event));
    begun = held.size === 1 ? pointOf(event) : null;
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    const point = pointOf(event);
    if (!held.has(event.pointerId)) {
      if (event.pointerType === "mouse") hover(point);
      return;
    }
    const before = [...held.values()];
    const last = held.get(event.pointerId);
    if (begun && Math.hypot(point.x - begun.x, point.y - begun.y) <= TAP) return;
    begun = null;
    held.set(event.pointerId, point);
    const now = [...held.values()];
    if (held.size === 2) {
      // What lies between the fingers stays there.
      const [from, to] = [middle(before), middle(now)];
      onZoom(between(now) / Math.max(1, between(before)), from);
      onPan(to.x - from.x, to.y - from.y);
    } else onPan(point.x - last.x, point.y - last.y);
  });
  const release = (event) => {
    held.delete(event.pointerId);
    if (event.type === "pointerup" && begun) onTap(begun, event.pointerType === "touch");
    begun = null;
  };
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && !held.size && hover(null));
  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    onZoom(NOTCH ** -event.deltaY, pointOf(event));
  }, { passive: false });
}
