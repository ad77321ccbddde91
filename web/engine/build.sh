#!/usr/bin/env bash
# Builds the engine as a WebAssembly module, small first.
#
#     web/engine/build.sh FILE full      for the page
#     web/engine/build.sh FILE open      for the package's entry `roomgen/full`
#     web/engine/build.sh FILE ""        for its entry `roomgen`
#
# The second argument has features of Cargo.toml. Needs what web/build.sh needs, and the packages of the page.
set -euo pipefail
[[ $# == 2 ]] || { echo "usage: web/engine/build.sh FILE FEATURES" >&2; exit 2; }
file=$(realpath "$1")
cd "$(dirname "$0")"
. ../../.ci/rust.sh

# The standard library is compiled with the engine, for size, and without the messages of panics, which nobody would
# see: callers only learn that a module trapped. Both are settings of Cargo that are not stable yet: hence the variable,
# and a compiler of one version.
# When all is linked, LLVM inlines calls of up to five instructions (threshold / cost), which makes the module faster.
# As an instruction has a high cost, functions with one caller stay functions: one function instead of many has so many
# variables that it compresses badly.
use_rust "$(pinned_rust .)" rust-src
RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zunstable-options -Cpanic=immediate-abort" CARGO_TARGET_DIR=../target/engine \
    cargo rustc --profile page --locked --lib --crate-type cdylib --target wasm32-unknown-unknown \
    --no-default-features --features "$2" \
    -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size \
    -- -Cllvm-args=-inline-instr-cost=500 -Cllvm-args=-inline-threshold=2500

# The features are those that the compiler uses for the target. Nothing is inlined, as above.
../page/node_modules/.bin/wasm-opt -Oz --one-caller-inline-max-function-size=0 --always-inline-max-function-size=0 \
    --enable-bulk-memory --enable-bulk-memory-opt --enable-multivalue --enable-mutable-globals \
    --enable-nontrapping-float-to-int --enable-reference-types --enable-sign-ext \
    ../target/engine/wasm32-unknown-unknown/page/roomgen_playground_engine.wasm -o "$file"
