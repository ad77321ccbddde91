/**
 * Re-rolls: the rooms of a level that are furnished anew, each with the number of its furnishing. 0 is the first one, which
 * is not listed.
 *
 * @module
 */

/** The most rooms of a request, and the largest room and number, as the engine has them. */
const MOST = 4096;
const LAST = 2 ** 32 - 1;

const quoted = (value) => JSON.stringify(String(value).slice(0, 60));

/**
 * @param {any} rerolls a map of numbers by room
 * @returns {string | false} a message; false if the map is valid
 */
export function rerollsFault(rerolls) {
  const all = Object.entries(rerolls);
  if (all.length > MOST) return `${all.length} re-rolled rooms are too many: at most ${MOST}`;
  for (const [room, number] of all) {
    if (Number.isNaN(number)) return `${quoted(room)} is not a list of rooms, such as 12,17:3`;
    if (!/^(0|[1-9]\d{0,9})$/.test(room) || Number(room) > LAST) return `${quoted(room)} is not a room: a whole number from 0 to ${LAST}`;
    if (number === null) return `room ${room} is given twice`;
    if (!(Number.isInteger(number) && number > 0 && number <= LAST)) {
      return `${quoted(number)} is not a furnishing of room ${room}: a whole number from 1 to ${LAST}`;
    }
  }
  return false;
}

/**
 * Writes re-rolls as the tool reads them.
 *
 * @param {Record<string, number>} rerolls
 * @param {string} [of] what precedes each room: `4/` on floor 4 of a run
 * @returns {string} such as "12,17:3"
 */
export function rerollList(rerolls, of = "") {
  return Object.entries(rerolls).map(([room, number]) => of + (number === 1 ? room : `${room}:${number}`)).join(",");
}

/**
 * Reads what `rerollList` writes. What is wrong stays in the map, where `rerollsFault` finds it.
 *
 * @param {string} text
 * @returns {Record<string, number>}
 */
export function rerollsOf(text) {
  const rerolls = {};
  for (const part of text.split(",")) {
    const read = /^(\d+)(?::(\d+))?$/.exec(part);
    if (!read) return { [part]: Number.NaN };
    const room = String(BigInt(read[1]));
    rerolls[room] = Object.hasOwn(rerolls, room) ? null : Number(read[2] ?? 1);
  }
  return rerolls;
}

/**
 * @param {Record<string, string>} lists the lists of re-rolls by level, see `levelKey`
 * @returns {string} such as "crypt/43//0/12,17:3;mine/7/96x64/2/3"
 */
export const levelsList = (lists) => Object.entries(lists).map((parts) => parts.join("/")).join(";");

/** Reads what `levelsList` writes. */
export const levelsOf = (text) => Object.fromEntries(text.split(";").map((part) => {
  const [, level, list] = /^(.*)\/(.*)$/.exec(part) ?? [null, part, ""];
  return [level, list];
}));

/**
 * @param {Record<string, number>} rerolls
 * @param {number} room
 * @param {number} number 0 for the first furnishing
 * @returns {Record<string, number>} the re-rolls with that furnishing of the room
 */
export function rerolled(rerolls, room, number) {
  const { [room]: _, ...others } = rerolls;
  return number > 0 ? { ...others, [room]: Math.min(number, LAST) } : others;
}
