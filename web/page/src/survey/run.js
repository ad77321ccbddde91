/**
 * Runs a survey in slices on several engines. The slices, and so the result, do not depend on the number of engines.
 *
 * @module
 */

/** Levels, and runs, per slice: few enough for progress and cancelling, enough to hide the cost of messages. */
const SLICE = { levels: 50, runs: 5 };

/**
 * Cuts a survey into slices.
 *
 * @param {object} request for a level; its seed is the first
 * @param {number} count levels
 * @returns {object[]} requests of the operation `survey`, or of the one that the request names
 */
export function slices(request, count) {
  const first = BigInt(request.seed);
  const most = request.run ? SLICE.runs : SLICE.levels;
  return Array.from({ length: Math.ceil(count / most) }, (_, number) => ({
    op: "survey",
    ...request,
    seed: BigInt.asUintN(64, first + BigInt(number * most)).toString(),
    count: Math.min(most, count - number * most),
  }));
}

/** @returns {number} how many engines share the work: each holds a module and a level, and a phone has few fast cores */
export const engineCount = () => Math.min(4, navigator.hardwareConcurrency || 2);

/**
 * Has engines share requests: each asks the next one once it is done.
 *
 * @param {object[]} requests
 * @param {import("../engine/client.js").Engine[]} engines
 * @param {(ok: any, number: number) => void} take called with each reply, and the number of its request, in any order
 * @param {() => boolean} [isOn] whether to go on
 * @returns {Promise<void>} rejects as soon as an engine does
 */
export async function shared(requests, engines, take, isOn = () => true) {
  let next = 0;
  async function work(engine) {
    while (next < requests.length && isOn()) {
      const number = next;
      next += 1;
      take((await engine.ask(requests[number])).ok, number);
    }
  }
  try {
    await Promise.all(engines.map(work));
  } finally {
    next = requests.length;
  }
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
  const queue = wanted[0].flatMap((_, number) => wanted.map((list) => list[number]));
  const parts = requests.map(() => []);
  let done = 0;
  await shared(queue, engines, (part, number) => {
    parts[number % requests.length][Math.floor(number / requests.length)] = part;
    done += queue[number].count;
    onProgress(done, count * requests.length);
  });
  return Promise.all(parts.map(async (list) => ({
    whole: (await engines[0].ask({ op: "merge", surveys: list.map(({ survey }) => survey) })).ok,
    values: list.flatMap(({ values }) => values),
  })));
}
