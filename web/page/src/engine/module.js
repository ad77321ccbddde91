/**
 * Calls of the WebAssembly module: `web/README.md` tells how they go.
 *
 * @module
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * @typedef {object} Answer
 * @property {{ok: any} | {error: {message: string, problems?: object[]}}} reply
 * @property {Uint8Array} bytes a copy: pixels or files, often empty
 */

/**
 * Starts a module.
 *
 * @param {WebAssembly.Module} module
 * @returns {Promise<(request: object) => Answer>} asks it; throws once the module has trapped
 */
export async function startModule(module) {
  const { exports } = await WebAssembly.instantiate(module, {});
  return (request) => {
    const text = encoder.encode(JSON.stringify(request));
    const input = exports.input(text.length);
    new Uint8Array(exports.memory.buffer, input, text.length).set(text);
    exports.call(text.length);
    // The memory may have grown meanwhile: its buffer is asked for once more.
    const read = (address, length) => new Uint8Array(exports.memory.buffer, address, length);
    const reply = JSON.parse(decoder.decode(read(exports.reply(), exports.reply_length())));
    return { reply, bytes: read(exports.bytes(), exports.bytes_length()).slice() };
  };
}
