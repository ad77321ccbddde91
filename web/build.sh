#!/usr/bin/env bash
# Builds the playground: web/dist/ to serve, and web/dist/single.html, which opens from disk.
#
#     web/build.sh              prints the sizes, and warns if one exceeds its bar (page/sizes.mjs)
#     web/build.sh --bars       fails if one does
#
# Needs rustup, for the compiler that engine/rust-toolchain.toml names, and Node.js 20 or later with npm. Installs what of
# that compiler is missing, and prints it.
# ROOMGEN names the tool; without it, the tool is built.
set -euo pipefail
[[ $# == 0 || ($# == 1 && $1 == --bars) ]] || { echo "usage: web/build.sh [--bars]" >&2; exit 2; }
[[ -z ${ROOMGEN:-} ]] || ROOMGEN=$(realpath "$ROOMGEN")
cd "$(dirname "$0")"

need() { command -v "$1" >/dev/null || { echo "web/build.sh needs $1: $2" >&2; exit 1; }; }
need cargo "see https://rustup.rs"
need node "Node.js 20 or later, see https://nodejs.org"
need npm "it comes with Node.js, see https://nodejs.org"
major=$(node -p 'process.versions.node.split(".")[0]')
((major >= 20)) || { echo "web/build.sh needs Node.js 20 or later, this is $(node --version)" >&2; exit 1; }

mkdir -p dist target
if [[ -n ${ROOMGEN:-} ]]; then
    "$ROOMGEN" presets --schema >dist/schema.json
else
    cargo run --quiet --locked --manifest-path ../Cargo.toml --package roomgen-cli -- presets --schema >dist/schema.json
fi

[[ -d page/node_modules && page/node_modules/.package-lock.json -nt page/package-lock.json ]] ||
    npm --prefix page ci --no-audit --no-fund
engine/build.sh dist/engine.wasm full
node page/examples.mjs dist/engine.wasm ../presets/README.md ../docs/runs.md >dist/examples.json
node page/build.mjs dist "$@"
