/**
 * Pictures of sprites that presets cut, decoded by the browser. They are kept as long as the page, and every engine gets
 * each of them.
 *
 * @module
 */

/** The longest side of a picture, in pixels: the library's limit. */
const LONGEST_SIDE = 4096;

/** @type {{name: string, width: number, height: number, rgba: string}[]} in the order in which they came */
const pictures = [];
const listeners = [];

/** The pictures behind the first `count`, which an engine does not have yet. */
export const picturesAfter = (count) => pictures.slice(count);

/** Calls `listener` for each new picture. */
export const onPicture = (listener) => listeners.push(listener);

const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * Decodes a picture, with the colours that its file has: none is converted for the screen. A later one of the same name
 * takes its place.
 *
 * @param {File} file
 */
export async function takePicture(file) {
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: "none", premultiplyAlpha: "none" }).catch(() => {
    throw new Error(`${file.name} is not a picture that this browser reads`);
  });
  const { width, height } = bitmap;
  if (Math.max(width, height) > LONGEST_SIDE) {
    throw new Error(`${file.name} has ${width}x${height} pixels: a picture of sprites has at most ${LONGEST_SIDE} a side`);
  }
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  pictures.push({ name: file.name, width, height, rgba: Array.from(data, (byte) => hexadecimal[byte]).join("") });
  listeners.forEach((listener) => listener());
}
