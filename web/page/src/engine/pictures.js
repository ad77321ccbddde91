/**
 * Pictures of sprites that presets cut, decoded by the browser. Every engine gets each of them. Their files are kept in
 * the browser's database: the storage of texts is too small for them.
 *
 * @module
 */

import { entries, set } from "idb-keyval";

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

/** Decodes a picture, with the colours that its file has: none is converted for the screen. */
async function decode(name, file) {
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: "none", premultiplyAlpha: "none" }).catch(() => {
    throw new Error(`${name} is not a picture that this browser reads`);
  });
  const { width, height } = bitmap;
  if (Math.max(width, height) > LONGEST_SIDE) {
    throw new Error(`${name} has ${width}x${height} pixels: a picture of sprites has at most ${LONGEST_SIDE} a side`);
  }
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  pictures.push({ name, width, height, rgba: Array.from(data, (byte) => hexadecimal[byte]).join("") });
}

/**
 * Takes a picture, and keeps its file for later visits. A later one of the same name takes its place.
 *
 * @param {File} file
 * @returns {Promise<boolean>} whether it is kept
 */
export async function takePicture(file) {
  await decode(file.name, file);
  listeners.forEach((listener) => listener());
  // The bytes, since the file itself may move or change.
  const content = new Blob([await file.arrayBuffer()]);
  try {
    await set(file.name, content);
    return true;
  } catch {
    // Forbidden, as in a frame without an origin, or full.
    return false;
  }
}

/** Takes the pictures of earlier visits. Without a database, there are none. */
export async function takeKept() {
  try {
    for (const [name, content] of await entries()) await decode(name, content);
  } catch {
    // Forbidden, or not to be read any more.
  }
}
