#!/usr/bin/env bash
# The catalogue of digests on other targets: each builds the program `digests`, runs it, and compares what it prints with
# tests/golden/catalogue.txt byte for byte. One function below for each target.
#
#   tests/portability/run.sh            all targets
#   tests/portability/run.sh wasm       the targets named
#
# wasm   wasm32-wasip1 under Node: 32-bit pointers, another code generator; the whole catalogue
# i686   a 32-bit Linux program, run by this machine; the whole catalogue
# s390x  the other order of bytes, under QEMU; the lines of three sizes, since the large ones take it minutes
# miri   s390x under Miri: one small line; only where it is named, since Miri takes many minutes for it
#
# Installs targets that the toolchain does not have, and as root Debian's packages for s390x. The first has to pass; the others
# are skipped where this machine cannot run them, and say why. Exits with 1 if a target failed.
set -euo pipefail
cd "$(dirname "$0")/../.."
. .ci/rust.sh
golden=tests/golden/catalogue.txt
built=${CARGO_TARGET_DIR:-target}
printed=$built/portability

TARGETS=(wasm i686 s390x)

target_wasm() {
    command -v node >/dev/null || { echo "no node to run WebAssembly with"; return 1; }
    has_target wasm32-wasip1 || return 1
    build wasm32-wasip1 || return 1
    NODE_NO_WARNINGS=1 node tests/portability/wasi.mjs "$built/wasm32-wasip1/release/digests.wasm" >"$printed/wasm.txt" ||
        return 1
    compare_whole wasm.txt
}

target_i686() {
    [ "$(uname -sm)" = "Linux x86_64" ] || { skip "only Linux on x86-64 runs its programs"; return; }
    has_target i686-unknown-linux-musl || { skip "no target i686-unknown-linux-musl; see above"; return; }
    # Linked by what comes with the toolchain, so that no C compiler for 32 bits is needed.
    CARGO_TARGET_I686_UNKNOWN_LINUX_MUSL_LINKER=rust-lld build i686-unknown-linux-musl || return 1
    "$built/i686-unknown-linux-musl/release/digests" >"$printed/i686.txt" || return 1
    compare_whole i686.txt
}

target_s390x() {
    local packages=(qemu-user gcc-s390x-linux-gnu libc6-dev-s390x-cross)
    has_s390x || { command -v apt-get && [ "$(id -u)" = 0 ] && apt-get update && apt-get install --yes "${packages[@]}"; } \
        >"$printed/apt.log" 2>&1
    has_s390x || { skip "no qemu-s390x or no s390x-linux-gnu-gcc (Debian: ${packages[*]})"; return; }
    has_target s390x-unknown-linux-gnu || { skip "no target s390x-unknown-linux-gnu; see above"; return; }
    CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc build s390x-unknown-linux-gnu || return 1
    local size
    for size in 8x8 33x21 80x50; do
        qemu-s390x -L /usr/s390x-linux-gnu "$built/s390x-unknown-linux-gnu/release/digests" "$size" || return 1
    done >"$printed/s390x.txt"
    compare_lines s390x.txt
}

has_s390x() {
    command -v qemu-s390x >/dev/null && command -v s390x-linux-gnu-gcc >/dev/null
}

target_miri() {
    cargo +nightly miri --version >/dev/null 2>&1 ||
        { skip "no Miri; \`rustup +nightly component add miri rust-src\` installs it where it can be had"; return; }
    cargo +nightly miri setup --target s390x-unknown-linux-gnu >"$printed/miri.log" 2>&1 ||
        { skip "Miri has no standard library for s390x; see $printed/miri.log"; return; }
    # What is wanted is the order of bytes; without these checks it takes half as long.
    MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-disable-stacked-borrows -Zmiri-disable-validation" \
        cargo +nightly miri run --quiet --locked --package roomgen-digests --target s390x-unknown-linux-gnu -- \
        temple adjacent 8x8 >"$printed/miri.txt" || return 1
    compare_lines miri.txt
}

# ---- What targets are made of. A target returns 0 if it passes and $SKIP if it cannot be tried, after `skip` said why.

SKIP=77

skip() {
    echo "skipped: $*"
    return $SKIP
}

has_target() {
    command -v rustup >/dev/null || { echo "no rustup to add the target $1 with"; return 1; }
    add_part "$(active_toolchain)" "target=$1"
}

build() {
    cargo build --quiet --locked --release --package roomgen-digests --target "$1"
}

# compare_whole FILE: the file is the catalogue.
compare_whole() {
    cmp "$golden" "$printed/$1" || return 1
    echo "the same $(wc -c <"$golden") bytes as $golden: $(($(wc -l <"$golden") - 2)) lines of 20 levels"
}

# compare_lines FILE: each line of the file is one of the catalogue, and there is one at least.
compare_lines() {
    local lines
    lines=$(grep -vcxFf <(head -n 2 "$golden") "$printed/$1") || { echo "nothing was printed but headings"; return 1; }
    if grep -vxFf "$golden" "$printed/$1" >"$printed/$1.other"; then
        echo "these lines are not in $golden:"
        cut -c 1-180 "$printed/$1.other"
        return 1
    fi
    echo "the same as $golden in $lines lines of 20 levels"
}

mkdir -p "$printed"
passed=0 failed=0 skipped=0
[ $# -gt 0 ] || set -- "${TARGETS[@]}"
for target; do
    if ! declare -F "target_$target" >/dev/null; then
        echo "there is no target $target; there are: ${TARGETS[*]}" >&2
        exit 2
    fi
    printf '\n== %s\n' "$target"
    status=0 since=$SECONDS
    "target_$target" || status=$?
    case $status in
        0) passed=$((passed + 1)) ;;
        "$SKIP") skipped=$((skipped + 1)) ;;
        *) failed=$((failed + 1)) && echo "FAILED: $target" ;;
    esac
    echo "($((SECONDS - since)) s)"
done
printf '\n%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" = 0 ]
