#!/usr/bin/env bash
# Builds the package for JavaScript: target/npm/roomgen-VERSION.tgz.
#
#     web/npm/build.sh
#
# Needs what web/build.sh needs. ROOMGEN names the tool; without it, the tool is built.
set -euo pipefail
[[ $# == 0 ]] || { echo "usage: web/npm/build.sh" >&2; exit 2; }
[[ -z ${ROOMGEN:-} ]] || ROOMGEN=$(realpath "$ROOMGEN")
cd "$(dirname "$0")"
out=$(realpath -m "${CARGO_TARGET_DIR:-../../target}")/npm
folder=$out/package

[[ -d ../page/node_modules && ../page/node_modules/.package-lock.json -nt ../page/package-lock.json ]] ||
    npm --prefix ../page ci --no-audit --no-fund
[[ node_modules/.package-lock.json -nt package.json ]] || npm install --silent --no-package-lock --no-audit --no-fund
rm -rf "$folder" "$out"/*.tgz && mkdir -p "$folder" ../target
../engine/build.sh "$folder/roomgen-full.wasm" open
../engine/build.sh "$folder/roomgen.wasm" ""
if [[ -z ${ROOMGEN:-} ]]; then
    cargo build --quiet --locked --manifest-path ../../Cargo.toml --package roomgen-cli
    ROOMGEN=$(dirname "$out")/debug/roomgen
fi
"$ROOMGEN" check --schema >"$folder/level.schema.json"
"$ROOMGEN" presets --schema >"$folder/preset.schema.json"
node_modules/.bin/json2ts "$folder/level.schema.json" "$folder/level.d.ts"
cp src/* README.md ../../LICENSE-* "$folder"
node manifest.mjs "$folder"
npm pack --silent --pack-destination "$out" "$folder"
node -e '
    const [file, ...modules] = process.argv.slice(1).map((path) => [path.split("/").at(-1), fs.readFileSync(path)]);
    const kB = (bytes) => `${Math.round(bytes.length / 1000)} kB`;
    for (const [name, bytes] of modules) console.log(`${name}: ${kB(bytes)}, gzip ${kB(zlib.gzipSync(bytes, { level: 9 }))}, brotli ${kB(zlib.brotliCompressSync(bytes))}`);
    console.log(`${file[0]}: ${kB(file[1])}`);
' "$out"/*.tgz "$folder/roomgen.wasm" "$folder/roomgen-full.wasm"
