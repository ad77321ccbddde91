/**
 * Reads name, base and files from the text of a preset or of a run, also from an unfinished one.
 *
 * @module
 */

/** Comments, strings (their content is the last group), characters, words, and any other character. */
const TOKENS = /\/\/.*|\/\*[^]*?\*\/|r(#*)"[^]*?"\1|"((?:[^"\\]|\\[^])*)"|'(?:\\.|[^'\\])'|\w+|\S/gu;

function unescaped(text) {
  try {
    const points = text.replace(/\\u\{(\w+)\}/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)));
    return JSON.parse(`"${points}"`);
  } catch {
    return text;
  }
}

/**
 * @param {string} text
 * @returns {{name: string | null, base: string | null, isRun: boolean, strings: Set<string>}} fields of the text itself, not of
 *   nested structs, null if absent; whether it has acts, as runs do; all its strings
 */
export function headOf(text) {
  const found = { name: null, base: null, isRun: false, strings: new Set() };
  let depth = 0;
  let [field, colon] = ["", ""];
  for (const [token, , content] of text.matchAll(TOKENS)) {
    if (/^\/[/*]/.test(token)) continue;
    if (content && colon === ":" && depth < 2 && ["name", "base"].includes(field)) found[field] ??= unescaped(content);
    if (colon === ":" && depth < 2 && field === "acts") found.isRun = true;
    if (content) found.strings.add(unescaped(content));
    depth += "([{".includes(token) - ")]}".includes(token);
    [field, colon] = [colon, token];
  }
  return found;
}

/**
 * A name of letters that every system and every shell allows.
 *
 * @param {string} name
 * @returns {string}
 */
export const slug = (name) => name.normalize("NFC").replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60);

/**
 * The tool's argument: the name of a built-in preset or run, or the file of the text.
 *
 * @param {string} preset
 * @param {string | null} [text]
 * @returns {string}
 */
export const presetArgument = (preset, text) => (typeof text === "string" ? `./${fileName(preset, text)}` : preset);

/**
 * The name of the file of a text.
 *
 * @param {string} preset the preset from which the text was edited
 * @param {string} text
 * @returns {string}
 */
export function fileName(preset, text) {
  const { name, isRun } = headOf(text);
  return `${slug(name ?? "") || preset}${isRun ? ".run" : ""}.ron`;
}
