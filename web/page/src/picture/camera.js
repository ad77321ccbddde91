/**
 * Position and zoom of a picture in its frame, as pure functions.
 *
 * @module
 */

/** The largest zoom of fitted pictures, and of all. */
const MOST_FITTED = 3;
const MOST = 12;

/** The smallest zoom, as a fraction of the zoom that shows the whole picture. */
const LEAST_PART = 0.5;

/**
 * @typedef {{x: number, y: number, zoom: number}} Camera
 *   the picture's upper left corner in the frame, and frame pixels per picture pixel
 * @typedef {{width: number, height: number}} Sides
 */

/** The zoom at which the whole picture is in view. */
const whole = (frame, picture) => Math.min(frame.width / picture.width, frame.height / picture.height);

/** A position along one axis: centred if the picture fits, else clamped to leave no gap. */
function along(place, frame, picture) {
  const room = frame - picture;
  return room >= 0 ? room / 2 : Math.min(0, Math.max(room, place));
}

/**
 * Shows the whole picture, centred in the frame.
 *
 * @param {Sides} frame
 * @param {Sides} picture
 * @returns {Camera}
 */
export function fitted(frame, picture) {
  return kept({ x: 0, y: 0, zoom: Math.min(MOST_FITTED, whole(frame, picture)) }, frame, picture);
}

/**
 * Clamps a camera so that the picture fills the frame as far as possible.
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
 * Zooms about a point of the frame, which stays fixed.
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
