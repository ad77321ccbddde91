/**
 * Size limits ("bars") of what a visitor loads. They are for developers of the page; a plain build only warns.
 *
 * @module
 */

/**
 * The most bytes: up to five percent above what the page has, so that growth is noticed. Scripts need some air, since
 * their size depends on names of folders.
 */
export const BARS = {
  // The library with pictures and all formats, and runs. A tenth of it is the text of the built-in presets.
  "engine.wasm, brotli": 1_350_000,
  // Two thirds of it are packages of the editor.
  "script until ready, gzip": 146_000,
  // Runs have a row of floors, and surveys the whole language of conditions.
  "script of panels, gzip": 47_000,
  // All of the above, and styles. The module is most of it, and a third larger than by brotli: gzip, which browsers unpack
  // without code of ours, and base64 a third more.
  "single.html": 2_790_000,
};

/**
 * @param {Record<string, number>} sizes in bytes, by the names of the bars
 * @param {{isBarred: boolean}} options whether a build fails that is larger than a bar
 * @returns {{lines: string[], warning: string | null, exitCode: number}} a report of the sizes; a warning if a bar is exceeded
 */
export function judged(sizes, { isBarred }) {
  const above = Object.keys(BARS).filter((name) => !(sizes[name] <= BARS[name]));
  const lines = Object.entries(BARS).map(([name, bar]) => (
    `${name.padEnd(26)} ${String(sizes[name]).padStart(9)} bytes of ${bar}${above.includes(name) ? "  TOO LARGE" : ""}`
  ));
  const warning = above.length ? `${isBarred ? "error" : "warning"}: larger than the bars in web/page/sizes.mjs: ${above.join("; ")}` : null;
  return { lines, warning, exitCode: isBarred && above.length ? 1 : 0 };
}
