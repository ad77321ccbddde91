#!/usr/bin/env bash
# Instructions that a parting takes of a level of 80x50, counted by callgrind.
#
#   benches/partings.sh [PRESET...]
#
# Each row has a built-in preset: the thousands of instructions of its floor plan without a parting,
# and how many more it takes with a river in each level, with straight banks and with winding ones.
# Means of 300 seeds. A level with a river has other rooms, so some differences are those of their number.
set -euo pipefail
cd "$(dirname "$0")/.."
levels=300

. benches/callgrind.sh
# Callgrind counts `rep stosb` once for each byte, a processor once. So memory is set by vectors here.
export GLIBC_TUNABLES=glibc.cpu.x86_rep_stosb_threshold=1000000000
cargo build --quiet --locked --release -p roomgen-benches --bin plans
plans=${CARGO_TARGET_DIR:-target}/release/plans
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# The instructions of the floor plan of a level: plan FILE
plan() {
    local all one
    # Reading the preset is in both runs.
    all=$(instructions "$plans" "$1" $((levels + 1)) 80x50 0)
    one=$(instructions "$plans" "$1" 1 80x50 0)
    echo $(((all - one) / levels))
}

# The name of a preset's own parting, which its rules may ask for; or river.
parting() {
    local own
    own=$(sed -n 's/.*partings: \[(name: "\([^"]*\)".*/\1/p' "presets/$1.ron")
    echo "${own:-river}"
}

# river NAME WIND CHANCE
river() {
    cat >"$folder/$1-$2.ron" <<END
(name: "$1", base: "$1",
 terrain: {"water": (glyph: '~', color: "#2f5f8f", blocks: true, bridge: "planks"),
    "planks": (glyph: '=', color: "#8a6a45")},
 floorplan: (partings: [(name: "$(parting "$1")", terrain: "water", wind: $2, crossings: (2, 3), chance: $3)]))
END
    plan "$folder/$1-$2.ron"
}

if (($# == 0)); then
    set -- cellar crypt garden temple mine grove
fi
printf '%-10s %8s %10s %10s\n' preset plan straight winding
for preset; do
    plain=$(river "$preset" 0 0)
    printf '%-10s %7dk %9dk %9dk\n' "$preset" $((plain / 1000)) \
        $((($(river "$preset" 0 1) - plain) / 1000)) $((($(river "$preset" 3 1) - plain) / 1000))
done
