/**
 * Size limits ("bars") of what a visitor loads. They are for developers of the page; a plain build only warns.
 *
 * @module
 */

/** The most bytes. */
export const BARS = {
  "engine.wasm, brotli": 865_000,
  "script until ready, gzip": 141_000,
  "script of panels, gzip": 45_000,
  "single.html": 1_825_000,
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
