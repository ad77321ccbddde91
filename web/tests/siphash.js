/**
 * SipHash-2-4 with the key 0, the digest of files in the catalogue.
 *
 * @module
 */

/**
 * Needs nothing around it, so that its source can be put into a page.
 *
 * @param {Uint8Array} bytes
 * @returns {string} sixteen hexadecimal digits
 */
export function siphash24(bytes) {
  // Words of 64 bits as two halves, the low one first: numbers of 64 bits are slow in JavaScript.
  const v = Int32Array.of(0x70736575, 0x736f6d65, 0x6e646f6d, 0x646f7261, 0x6e657261, 0x6c796765, 0x79746573, 0x74656462);
  const add = (a, b) => {
    const low = (v[a] >>> 0) + (v[b] >>> 0);
    v[a + 1] = v[a + 1] + v[b + 1] + (low > 0xffffffff ? 1 : 0);
    v[a] = low;
  };
  const rotateAndXor = (a, bits, b) => {
    const [low, high] = bits === 32 ? [v[a + 1], v[a]]
      : [(v[a] << bits) | (v[a + 1] >>> (32 - bits)), (v[a + 1] << bits) | (v[a] >>> (32 - bits))];
    v[a] = b === null ? low : low ^ v[b];
    v[a + 1] = b === null ? high : high ^ v[b + 1];
  };
  const round = () => {
    add(0, 2);
    rotateAndXor(2, 13, 0);
    rotateAndXor(0, 32, null);
    add(4, 6);
    rotateAndXor(6, 16, 4);
    add(0, 6);
    rotateAndXor(6, 21, 0);
    add(4, 2);
    rotateAndXor(2, 17, 4);
    rotateAndXor(4, 32, null);
  };
  const take = (low, high) => {
    v[6] ^= low;
    v[7] ^= high;
    round();
    round();
    v[0] ^= low;
    v[1] ^= high;
  };
  const whole = bytes.length - bytes.length % 8;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < whole; at += 8) take(view.getInt32(at, true), view.getInt32(at + 4, true));
  const last = new Uint8Array(8);
  last.set(bytes.subarray(whole));
  last[7] = bytes.length;
  const rest = new DataView(last.buffer);
  take(rest.getInt32(0, true), rest.getInt32(4, true));
  v[4] ^= 0xff;
  for (let count = 0; count < 4; count += 1) round();
  const half = (at) => ((v[at] ^ v[at + 2] ^ v[at + 4] ^ v[at + 6]) >>> 0).toString(16).padStart(8, "0");
  return half(1) + half(0);
}
