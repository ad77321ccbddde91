/**
 * Serves a folder on a free port of this machine, as any web server would.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".wasm": "application/wasm", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json",
};

/**
 * @param {string} folder
 * @returns {Promise<{address: string, close: () => Promise<void>}>} `address` ends with a slash
 */
export async function serve(folder) {
  const server = createServer(async ({ url }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, "http://a").pathname));
    const name = path.endsWith("/") ? join(path, "index.html") : path;
    // Browsers ask for it beside a document that names no icon, such as a text, and complain if it is missing.
    if (path === "/favicon.ico") {
      response.writeHead(204).end();
      return;
    }
    try {
      const content = await readFile(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream", "cache-control": "no-store" });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((done) => {
      server.closeAllConnections();
      server.close(done);
    }),
  };
}
