/**
 * Texts in links: raw deflate, in base64url.
 *
 * @module
 */

async function through(bytes, stream, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  for (let length = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => {});
      throw new Error(`it unpacks to more than ${most} bytes`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * @param {string} text
 * @returns {Promise<string>} of letters, digits, `-` and `_`
 */
export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let letters = "";
  for (let at = 0; at < bytes.length; at += 0x2000) letters += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * @param {string} packed
 * @param {number} most the most bytes of the text
 * @returns {Promise<string>}
 * @throws {Error} if it is malformed or too long; the message completes "the text cannot be read: ..."
 */
export async function unpack(packed, most) {
  if (!/^[\w-]*$/.test(packed)) throw new Error("it has characters that do not belong there");
  let bytes;
  try {
    bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw new Error("it is cut off");
  }
  let unpacked;
  try {
    unpacked = await through(bytes, new DecompressionStream("deflate-raw"), most);
  } catch (error) {
    throw error.message.startsWith("it ") ? error : new Error("it is damaged or cut off");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(unpacked);
  } catch {
    throw new Error("it is not UTF-8");
  }
}
