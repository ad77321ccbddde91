/**
 * Names, sizes and contents of exported files; the tool's command.
 *
 * @module
 */

import { slug } from "../app/heads.js";
import { levelArguments } from "../app/state.js";

/**
 * The name of a level's files without the extension.
 *
 * @param {{preset: string, seed: string, floor: number, run?: {name: string}}} level
 * @returns {string} with characters that every file system allows
 */
export function fileStem({ preset, seed, floor, run }) {
  return `${slug(run?.name ?? preset) || "level"}-${seed}${floor ? `-floor-${floor}` : ""}`;
}

/**
 * Formats a number of bytes.
 *
 * @param {number} bytes
 * @returns {string} such as "12.3 kB"
 */
export function sized(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(2)} MB`;
}

/**
 * Splits the bytes of a reply into files.
 *
 * @param {{name: string, media: string, length: number}[]} files
 * @param {Uint8Array} bytes of all files, concatenated
 * @returns {{name: string, media: string, content: Uint8Array}[]}
 */
export function split(files, bytes) {
  let at = 0;
  return files.map(({ name, media, length }) => {
    at += length;
    return { name, media, content: bytes.subarray(at - length, at) };
  });
}

/**
 * The command of the tool that writes the same level and picture.
 *
 * @param {object} request for a level
 * @param {{view: string, overlays: string[], scale: number, legend: boolean, style?: string, audience?: string,
 *   even_light?: boolean}} drawn
 * @returns {string}
 */
export function commandFor(request, drawn) {
  const { view, overlays, scale, legend, style, audience, even_light: even } = drawn;
  const parts = levelArguments(request);
  const add = (flag, ...values) => parts.push(flag, ...values.map(String));
  if (view !== "top") add("--view", view);
  if (overlays.length) add("--overlay", overlays.join(","));
  if (scale !== (style === "ink" ? 70 : 16)) add("--scale", scale);
  if (even) add("--no-light");
  if (legend) add("--legend");
  if (style === "ink") add("--style", style);
  if (audience === "player") add("--for", audience);
  add("--out", "level.ron");
  add("--png", "level.png");
  return parts.join(" ");
}
