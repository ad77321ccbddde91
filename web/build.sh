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
. ../.ci/rust.sh

need() { command -v "$1" >/dev/null || { echo "web/build.sh needs $1: $2" >&2; exit 1; }; }
need cargo "see https://rustup.rs"
need node "Node.js 20 or later, see https://nodejs.org"
need npm "it comes with Node.js, see https://nodejs.org"
major=$(node -p 'process.versions.node.split(".")[0]')
((major >= 20)) || { echo "web/build.sh needs Node.js 20 or later, this is $(node --version)" >&2; exit 1; }

mkdir -p dist target
# The standard library is compiled with the engine, for size, and without the messages of panics, which nobody would
# see: the page only reports that a module trapped. Both are settings of Cargo that are not stable yet: hence the variable,
# and a compiler of one version.
# When all is linked, LLVM inlines calls of up to five instructions (threshold / cost), which makes the module faster.
# As an instruction has a high cost, functions with one caller stay functions: one function instead of many has so many
# variables that it compresses badly.
(
    cd engine
    use_rust "$(pinned_rust .)" rust-src
    RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zunstable-options -Cpanic=immediate-abort" CARGO_TARGET_DIR=../target/engine \
        cargo rustc --profile page --locked --lib --crate-type cdylib --target wasm32-unknown-unknown \
        -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size \
        -- -Cllvm-args=-inline-instr-cost=500 -Cllvm-args=-inline-threshold=2500
)

if [[ -n ${ROOMGEN:-} ]]; then
    "$ROOMGEN" presets --schema >dist/schema.json
else
    cargo run --quiet --locked --manifest-path ../Cargo.toml --package roomgen-cli -- presets --schema >dist/schema.json
fi

[[ -d page/node_modules && page/node_modules/.package-lock.json -nt page/package-lock.json ]] ||
    npm --prefix page ci --no-audit --no-fund
# The features are those that the compiler uses for the target. Nothing is inlined, as above.
page/node_modules/.bin/wasm-opt -Oz --one-caller-inline-max-function-size=0 --always-inline-max-function-size=0 \
    --enable-bulk-memory --enable-bulk-memory-opt --enable-multivalue --enable-mutable-globals \
    --enable-nontrapping-float-to-int --enable-reference-types --enable-sign-ext \
    target/engine/wasm32-unknown-unknown/page/roomgen_playground_engine.wasm -o dist/engine.wasm
node page/examples.mjs dist/engine.wasm ../presets/README.md ../docs/runs.md >dist/examples.json
node page/build.mjs dist "$@"
