/**
 * Where a picture stands in its frame, and how large: pure arithmetic.
 *
 * @module
 */

/** Fitted pictures are enlarged at most this often, and none is enlarged more than `MOST`. */
const MOST_FITTED = 3;
const MOST = 12;

/** A picture is never smaller than this part of the frame that would show it whole. */
const LEAST_PART = 0.5;

/**
 * @typedef {{x: number, y: number, zoom: number}} Camera
 *   the frame's place of the picture's corner, and pixels of the frame a pixel of the picture
 * @typedef {{width: number, height: number}} Sides
 */

/** The zoom at which the whole picture is in view. */
const whole = (frame, picture) => Math.min(frame.width / picture.width, frame.height / picture.height);

/** A place along one axis: in the middle if there is room, else without a gap at an end. */
function along(place, frame, picture) {
  const room = frame - picture;
  return room >= 0 ? room / 2 : Math.min(0, Math.max(room, place));
}

/**
 * The whole picture, in the middle of the frame.
 *
 * @param {Sides} frame
 * @param {Sides} picture
 * @returns {Camera}
 */
export function fitted(frame, picture) {
  return kept({ x: 0, y: 0, zoom: Math.min(MOST_FITTED, whole(frame, picture)) }, frame, picture);
}

/**
 * The camera moved so that the picture fills the frame as well as it can.
 *
 * @param {Camera} camera
 * @param {Sides} frame
 * @param {Sides} picture
 * @returns {Camera}
 */
export function kept({ x, y, zoom }, frame, picture) {
  const least = Math.min(1, LEAST_PART * whole(frame, picture));
  const within = Math.min(MOST, Math.max(least, zoom));
  return {
    x: along(x, frame.width, picture.width * within), y: along(y, frame.height, picture.height * within), zoom: within,
  };
}

/**
 * The camera with another zoom, about a point of the frame that keeps its place.
 *
 * @param {Camera} camera
 * @param {number} factor
 * @param {{x: number, y: number}} point
 * @param {Sides} frame
 * @param {Sides} picture
 * @returns {Camera}
 */
export function zoomed(camera, factor, point, frame, picture) {
  const { zoom } = kept({ ...camera, zoom: camera.zoom * factor }, frame, picture);
  const ratio = zoom / camera.zoom;
  const x = point.x - (point.x - camera.x) * ratio;
  const y = point.y - (point.y - camera.y) * ratio;
  return kept({ x, y, zoom }, frame, picture);
}
