// Validates .glb files: prints what the validator says of each, and fails unless it says nothing. Rooms, passages and keys in the
// extras of nodes are those of LEVEL.json beside each.
import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import validator from "gltf-validator";

// The nodes of a binary glTF, whose first chunk is JSON: its length is in bytes 12 to 15.
const nodesOf = (bytes) => JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString()).nodes;

const compare = (file, bytes) => {
  const level = JSON.parse(readFileSync(file.replace(/\.glb$/, ".json")));
  const extras = nodesOf(bytes).map((node) => node.extras ?? {});
  const records = (what) => extras.flatMap((of) => of[what] ?? []).sort((one, other) => one.id - other.id);
  const keys = (level.keys ?? []).map((key, id) => ({ ...key, id }));
  deepStrictEqual(["room", "passage", "key"].map(records), [level.rooms, level.passages, keys], file);
  return keys.length;
};

const files = process.argv.slice(2);
let unsound = files.length === 0 ? 1 : 0;
for (const file of files) {
  const bytes = readFileSync(file);
  const keys = compare(file, bytes);
  const report = await validator.validateBytes(new Uint8Array(bytes));
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
      `${totalTriangleCount} triangles, ${materialCount} materials, ${drawCallCount} draw calls, ${keys} keys`,
  );
}
process.exit(unsound === 0 ? 0 : 1);
