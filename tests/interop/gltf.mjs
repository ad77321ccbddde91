// Validates .glb files: prints what the validator says of each, and fails unless it says nothing.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import validator from "gltf-validator";

const files = process.argv.slice(2);
let unsound = files.length === 0 ? 1 : 0;
for (const file of files) {
  const report = await validator.validateBytes(new Uint8Array(readFileSync(file)));
  const { numErrors, numWarnings, numInfos, numHints, messages } = report.issues;
  const { drawCallCount, totalTriangleCount, materialCount } = report.info;
  for (const { code, message, pointer } of messages.slice(0, 10)) {
    console.log(`  ${code} at ${pointer}: ${message}`);
  }
  if (numErrors + numWarnings + numInfos + numHints > 0 || totalTriangleCount === 0) {
    unsound += 1;
  }
  console.log(
    `${basename(file)}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} infos, ${numHints} hints; ` +
      `${totalTriangleCount} triangles, ${materialCount} materials, ${drawCallCount} draw calls`,
  );
}
process.exit(unsound === 0 ? 0 : 1);
