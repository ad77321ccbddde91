#!/usr/bin/env bash
# Builds and runs a fresh project on Bevy that passes vectors to roomgen and back, and the program of
# docs/engines/bevy.md without a window or a GPU. A fresh project has no lock file: Cargo takes the newest releases that
# all requirements allow, and roomgen and Bevy must meet in one `glam`.
#
#   tests/bevy/run.sh
#
# Installs by rustup the compiler that Bevy wants, if it is not here. Skipped, and said, where that cannot be had.
set -euo pipefail
cd "$(dirname "$0")/../.."
. .ci/rust.sh
CARGO_TARGET_DIR=$(realpath -m "${CARGO_TARGET_DIR:-target}")/bevy
export CARGO_TARGET_DIR
cd tests/bevy

rm -f Cargo.lock
cargo generate-lockfile

glams=$(cargo tree --prefix none | sed -n 's/^glam \(v[0-9.]*\).*/\1/p' | sort -u)
if [ "$(grep -c . <<<"$glams")" != 1 ]; then
    echo "FAILED: roomgen and Bevy have not the same glam, but" $glams >&2
    exit 1
fi

# The compiler that this release of Bevy wants.
release=$(cargo pkgid bevy | sed 's/.*[#@]//')
wanted=$(cargo info --quiet "bevy@$release" | sed -n 's/^rust-version: //p')
[ -n "$wanted" ] || { echo "FAILED: bevy $release does not say which Rust it wants" >&2; exit 1; }
present=$(rustc --version | cut -d ' ' -f 2)
if [ "$(printf '%s\n' "$wanted" "${present%%-*}" | sort -V | tail -n 1)" != "${present%%-*}" ]; then
    if ! command -v rustup >/dev/null; then
        echo "skipped: Bevy $release wants Rust $wanted, this is $present, and there is no rustup to install it with"
        exit 0
    fi
    use_rust "$wanted"
fi

# The page is the one place of its program.
export PAGE=$CARGO_TARGET_DIR/page.rs
mkdir -p "$CARGO_TARGET_DIR"
sed -n '/^```rust$/,/^```$/{//!p}' ../../docs/engines/bevy.md >"$PAGE"
cargo run --quiet --bin roomgen-bevy
cargo run --quiet --bin level
echo "the same glam ($glams) for roomgen and bevy $release, by Rust $wanted or newer"
