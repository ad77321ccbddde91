/**
 * A line for each test, what is wrong with those that fail, and counts. With ONLY_FAILURES=1 no line for what passes.
 *
 * @module
 */

import { inspect } from "node:util";

const seconds = ({ duration_ms: duration }) => (duration >= 100 ? ` (${(duration / 1000).toFixed(1)} s)` : "");

function reason({ error }) {
  const cause = error?.cause ?? error;
  return typeof cause === "string" ? cause : cause?.stack ?? inspect(cause);
}

/** @param {AsyncIterable<{type: string, data: object}>} events of node's test runner */
export default async function* report(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    if (type === "test:stderr" || type === "test:stdout") yield data.message;
    if (type !== "test:pass" && type !== "test:fail") continue;
    const isPass = type === "test:pass";
    const verdict = data.skip !== undefined ? "skipped" : isPass ? "passed" : "failed";
    counts[verdict] += 1;
    if (isPass && process.env.ONLY_FAILURES) continue;
    yield `${{ passed: "ok      ", failed: "FAILED  ", skipped: "skipped " }[verdict]}${data.name}${seconds(data.details)}\n`;
    if (!isPass) yield `${reason(data.details).replace(/^/gm, "    ")}\n`;
  }
  yield `${Object.entries(counts).filter(([, count]) => count).map(([name, count]) => `${count} ${name}`).join(", ")}\n`;
}
