/**
 * Runs a survey in slices on several engines. The slices, and so the result, do not depend on the number of engines.
 *
 * @module
 */

/** Levels per slice: small enough for progress and cancelling, large enough to hide the cost of messages. */
const SLICE = 50;

/**
 * Cuts a survey into slices.
 *
 * @param {object} request for a level; its seed is the first
 * @param {number} count levels
 * @returns {object[]} requests of the operation `survey`
 */
export function slices(request, count) {
  const first = BigInt(request.seed);
  return Array.from({ length: Math.ceil(count / SLICE) }, (_, number) => ({
    ...request,
    op: "survey",
    seed: BigInt.asUintN(64, first + BigInt(number * SLICE)).toString(),
    count: Math.min(SLICE, count - number * SLICE),
  }));
}

/**
 * Measures levels of several requests.
 *
 * @param {object[]} requests
 * @param {object} options
 * @param {number} options.count levels of each
 * @param {import("../engine/client.js").Engine[]} options.engines
 * @param {(done: number, of: number) => void} [options.onProgress] in levels of all requests
 * @returns {Promise<{whole: object, values: (number | null)[][]}[]>} per request: the merged survey, and the values
 *   of each level, null where it has none; rejects as soon as an engine does
 */
export async function runSurvey(requests, { count, engines, onProgress = () => {} }) {
  const wanted = requests.map((request) => slices(request, count));
  // Interleaved, so that no request waits for another to end.
  const queue = wanted[0].flatMap((_, number) => wanted.map((list, which) => ({ which, number, asked: list[number] })));
  const parts = requests.map(() => []);
  let done = 0;

  async function work(engine) {
    for (let job = queue.shift(); job; job = queue.shift()) {
      parts[job.which][job.number] = (await engine.ask(job.asked)).ok;
      done += job.asked.count;
      onProgress(done, count * requests.length);
    }
  }
  try {
    await Promise.all(engines.map(work));
  } finally {
    queue.length = 0;
  }
  return Promise.all(parts.map(async (list) => ({
    whole: (await engines[0].ask({ op: "merge", surveys: list.map(({ survey }) => survey) })).ok,
    values: list.flatMap(({ values }) => values),
  })));
}
