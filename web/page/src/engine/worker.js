/**
 * The worker that runs a module. The page posts the compiled module first, then requests, each with an id. A reply
 * has the id of its request.
 *
 * @module
 */

import { startModule } from "./module.js";

let started;

self.onmessage = async ({ data }) => {
  if (data.module) {
    started = startModule(data.module);
    return;
  }
  try {
    const ask = await started;
    const { reply, bytes } = ask(data.request, data.buffer);
    self.postMessage({ id: data.id, reply, bytes }, [bytes.buffer]);
  } catch (error) {
    self.postMessage({ id: data.id, trap: String(error?.message ?? error) });
  }
};
