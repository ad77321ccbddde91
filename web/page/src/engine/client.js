/**
 * Clients of the engine. Each engine runs in a worker of its own.
 *
 * @module
 */

import { asset } from "../assets.js";
import { picturesAfter } from "./pictures.js";

/** The engine has rejected a request. */
export class EngineError extends Error {
  /** @param {{message: string, problems?: object[], oversize?: boolean, mistake?: object}} error */
  constructor({ message, problems, oversize, mistake }) {
    super(message);
    this.name = "EngineError";
    /** Problems of the text of a preset, see `web/README.md`; empty if the error has another cause. */
    this.problems = problems ?? [];
    /** Whether the level is too large for a page, though not for the tool. */
    this.isOversize = oversize ?? false;
    /** What is wrong with an expression, and where; null if the error has another cause. */
    this.mistake = mistake ?? null;
  }
}

/** The module has trapped or timed out: its worker is terminated, and its state is lost. */
export class EngineLost extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "EngineLost";
  }
}

/**
 * @typedef {object} Engine
 * @property {(request: object, options?: {deadline?: number, buffer?: ArrayBuffer}) => Promise<{ok: any, bytes: Uint8Array}>} ask
 *   Sends a request, such as `{ op: "show", preset: "crypt", seed: "42" }`. Replies come in the order of
 *   requests. `deadline` is in milliseconds from the time at which the engine starts the request; `buffer` is the
 *   buffer of earlier bytes, to be reused. Rejects with `EngineError` or `EngineLost`; after a loss, the next request
 *   starts a new module.
 * @property {() => void} end terminates the worker; pending requests reject with `EngineLost`
 */

/**
 * The largest levels and pictures of the page. Larger ones are for the tool: their pictures need more memory than a phone
 * has, and more pixels than the canvas of some browsers takes.
 */
const LIMITS = { side: 256, pixels: 2 ** 24 };

/** Timeout of a request, in milliseconds: ample for all but surveys, which run in slices. */
const DEADLINE = 20_000;

let compiled;
let workerScript;

/** Compiles the module once for all workers. */
function compile() {
  compiled ??= asset("engine.wasm")
    .then((response) => response.arrayBuffer())
    .then((content) => WebAssembly.compile(content));
  return compiled;
}

/** The URL of the worker's script: a blob, so that it works from disk as well. */
function scriptAddress() {
  workerScript ??= asset("worker.js")
    .then((response) => response.text())
    .then((text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  return workerScript;
}

/**
 * Creates an engine. Its worker starts with the first request, and again after a loss.
 *
 * @param {object} [options]
 * @param {(message: string) => void} [options.onLost] called with the reason when a module is lost
 * @returns {Engine}
 */
export function createEngine({ onLost = () => {} } = {}) {
  let worker = null;
  let queue = Promise.resolve();
  let isEnded = false;
  let lose = () => {};
  let lastId = 0;
  /** How many pictures of sprites the module has. */
  let pictures = 0;

  async function start() {
    const [module, script] = await Promise.all([compile(), scriptAddress()]);
    const started = new Worker(script);
    started.postMessage({ module });
    pictures = 0;
    return started;
  }

  function drop(message) {
    worker?.then((live) => live.terminate(), () => {});
    worker = null;
    if (!isEnded) onLost(message);
    return new EngineLost(message);
  }

  async function send(request, deadline, buffer) {
    if (isEnded) throw new EngineLost("the engine has ended");
    worker ??= start();
    const live = await worker.catch((error) => {
      throw drop(`the engine does not start: ${error.message}`);
    });
    if (isEnded) throw new EngineLost("the engine has ended");
    // Nobody waits for these answers: a preset without its picture says so.
    for (const picture of picturesAfter(pictures)) {
      live.postMessage({ id: 0, request: { op: "sprites", ...picture } });
      pictures += 1;
    }
    lastId += 1;
    const id = lastId;
    const { reply, bytes, trap } = await new Promise((resolve, reject) => {
      const late = `no answer to "${request.op}" within ${deadline / 1000} s`;
      const timer = setTimeout(() => lose(late), deadline);
      const settle = (done) => (value) => {
        clearTimeout(timer);
        done(value);
      };
      lose = (message) => settle(reject)(drop(message));
      live.onmessage = ({ data }) => {
        if (data.id === id) settle(resolve)(data);
      };
      live.onerror = (event) => lose(event.message || "the worker has failed");
      live.postMessage({ id, request: { ...request, limits: LIMITS }, buffer }, buffer ? [buffer] : []);
    });
    lose = () => {};
    if (trap) throw drop(`the engine has failed: ${trap}`);
    if (reply.error) throw new EngineError(reply.error);
    return { ok: reply.ok, bytes };
  }

  return {
    ask(request, { deadline = DEADLINE, buffer } = {}) {
      const answer = queue.then(() => send(request, deadline, buffer));
      queue = answer.catch(() => {});
      return answer;
    },
    end() {
      isEnded = true;
      lose("the engine has ended");
      drop("the engine has ended");
    },
  };
}
