/**
 * Pointer gestures on a picture: hover, tap, drag, pinch, and the wheel.
 *
 * @module
 */

/** How far a tap may move, in pixels: where a drag would move the picture, and where it cannot. */
const TAP = 5;
const SLIP = 24;

/** The zoom factor per pixel of the wheel. */
const NOTCH = 1.0015;

const between = ([a, b]) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = ([a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/**
 * @param {HTMLElement} element whose parent is the frame
 * @param {object} handlers points are in pixels of the frame
 * @param {(point: {x: number, y: number} | null) => void} handlers.onHover at most once per animation frame; null when the pointer leaves
 * @param {(point: {x: number, y: number}, isFinger: boolean) => void} handlers.onTap
 * @param {(dx: number, dy: number) => boolean} handlers.onPan returns whether the picture has moved
 * @param {(factor: number, point: {x: number, y: number}) => void} handlers.onZoom
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
    const way = begun ? Math.hypot(point.x - begun.x, point.y - begun.y) : Infinity;
    if (way <= TAP) return;
    held.set(event.pointerId, point);
    const now = [...held.values()];
    if (held.size === 2) {
      begun = null;
      // The point between the fingers stays between them.
      const [from, to] = [middle(before), middle(now)];
      onZoom(between(now) / Math.max(1, between(before)), from);
      onPan(to.x - from.x, to.y - from.y);
    } else if (onPan(point.x - last.x, point.y - last.y) || way > SLIP) begun = null;
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
