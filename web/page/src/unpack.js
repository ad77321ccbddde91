/**
 * Unpacks the script of the page that opens from disk, and runs it.
 *
 * @module
 */

import { asset } from "./assets.js";

async function run() {
  const script = document.createElement("script");
  script.textContent = await (await asset("main.js")).text();
  document.head.append(script);
}

run().catch((error) => {
  document.getElementById("notices").textContent = `The playground does not start: ${error.message}`;
});
