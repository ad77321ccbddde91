/**
 * Runs one request at a time. Of those that wait, only the newest is kept.
 *
 * @module
 */

/**
 * @template Value, Result
 * @param {(value: Value) => Promise<Result>} run
 * @returns {(value: Value) => Promise<{result?: Result, isSkipped: boolean}>} runs it, or skips the value
 *   because a newer one came while it waited; rejects as `run` does
 */
export function latest(run) {
  let isRunning = false;
  let waiting = null;

  async function next() {
    while (waiting) {
      const { value, resolve, reject } = waiting;
      waiting = null;
      isRunning = true;
      try {
        resolve({ result: await run(value), isSkipped: false });
      } catch (error) {
        reject(error);
      }
    }
    isRunning = false;
  }

  return (value) => new Promise((resolve, reject) => {
    waiting?.resolve({ isSkipped: true });
    waiting = { value, resolve, reject };
    if (!isRunning) next();
  });
}
