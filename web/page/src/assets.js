/**
 * The files that the page needs: served beside it, or embedded in the single file that opens from disk.
 *
 * In the single file, each asset is a script element of a type that no browser runs. It has the asset's name and
 * its content: gzip in base64.
 *
 * @module
 */

/**
 * Whether the assets are embedded in the page.
 *
 * @returns {boolean}
 */
export function isSingleFile() {
  return document.querySelector("script[data-asset]") !== null;
}

/**
 * Reads a file of the page.
 *
 * @param {string} name such as "engine.wasm"
 * @returns {Promise<Response>} its content
 * @throws {Error} if it cannot be loaded
 */
export async function asset(name) {
  const inside = document.querySelector(`script[data-asset="${name}"]`);
  if (inside) {
    const bytes = Uint8Array.from(atob(inside.textContent.trim()), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
  }
  const response = await fetch(new URL(name, document.baseURI));
  if (!response.ok) {
    throw new Error(`${name} cannot be loaded: ${response.status} ${response.statusText}`);
  }
  return response;
}
