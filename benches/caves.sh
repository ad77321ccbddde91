#!/usr/bin/env bash
# What caves look like, in single leaves and in whole levels, with what is asked of them.
#
#   benches/caves.sh [PRESET ...]
#
# Digs and searches a million caves; then measures 1000 levels of each preset, at its own size and
# at 79x29, which is that of Brogue. Fails if a figure is missed at a preset's own size.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --locked --release -p roomgen-benches --bin caves
caves=${CARGO_TARGET_DIR:-target}/release/caves

missed=0
"$caves" leaves || missed=1
"$caves" levels "$@" || missed=1
"$caves" levels "$@" --size 79x29 || true
exit "$missed"
