/**
 * Calls of the WebAssembly module. `web/README.md` describes the protocol.
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

/** A copy of bytes, in a buffer of an earlier copy if it is large enough: new memory takes as long as the copy. */
function copied(bytes, buffer) {
  if (!buffer || buffer.byteLength < bytes.length) return bytes.slice();
  const copy = new Uint8Array(buffer, 0, bytes.length);
  copy.set(bytes);
  return copy;
}

/**
 * Starts a module.
 *
 * @param {WebAssembly.Module} module
 * @returns {Promise<(request: object, buffer?: ArrayBuffer) => Answer>} sends a request, with a buffer for the bytes; throws
 *   once the module has trapped
 */
export async function startModule(module) {
  const { exports } = await WebAssembly.instantiate(module, {});
  return (request, buffer) => {
    const text = encoder.encode(JSON.stringify(request));
    const input = exports.input(text.length);
    new Uint8Array(exports.memory.buffer, input, text.length).set(text);
    exports.call(text.length);
    // The memory may have grown, which detaches its buffer: get it again.
    const read = (address, length) => new Uint8Array(exports.memory.buffer, address, length);
    const reply = JSON.parse(decoder.decode(read(exports.reply(), exports.reply_length())));
    return { reply, bytes: copied(read(exports.bytes(), exports.bytes_length()), buffer) };
  };
}
