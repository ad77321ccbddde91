#!/usr/bin/env bash
# Instructions that a parting takes of a level of 80x50, counted by callgrind.
#
#   benches/partings.sh [PRESET...]
#
# Each row has a built-in preset: the thousands of instructions of its floor plan without a parting,
# how many more it takes with a river in each level, with straight banks and with meandering ones; the
# thousands of the whole level, and the ratios of levels with such rivers to it. Means of 300 seeds.
# A level with a river has other rooms, so some differences are those of their number and contents.
set -euo pipefail
cd "$(dirname "$0")/.."
levels=300

. benches/callgrind.sh
build dist
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# The name of a preset's own parting, which its rules may ask for; or river.
parting() {
    local own
    own=$(sed -n 's/.*partings: \[(name: "\([^"]*\)".*/\1/p' "presets/$1.ron")
    echo "${own:-river}"
}

# A preset with a river: river NAME MEANDER CHANCE
river() {
    cat >"$folder/$1-$2-$3.ron" <<END
(name: "$1", base: "$1",
 terrain: {"water": (glyph: '~', color: "#2f5f8f", blocks: true, bridge: "planks"),
    "planks": (glyph: '=', color: "#8a6a45")},
 floorplan: (partings: [(name: "$(parting "$1")", terrain: "water", meander: $2, crossings: (2, 3), chance: $3)]))
END
    echo "$folder/$1-$2-$3.ron"
}

if (($# == 0)); then
    set -- presets/*.ron
fi
printf '%-10s %8s %10s %10s %8s %10s %10s\n' preset plan straight winding level straight winding
for preset; do
    preset=$(basename "$preset" .ron)
    for made in plan level; do
        read -r plain straight winding < <(
            for river in "0 0" "0 1" "3 1"; do
                # shellcheck disable=SC2086
                made $made "$(river "$preset" $river)" $levels
            done | paste -sd' '
        )
        if [[ $made == plan ]]; then
            printf '%-10s %7dk %9dk %9dk' "$preset" $((plain / 1000)) \
                $(((straight - plain) / 1000)) $(((winding - plain) / 1000))
        else
            printf ' %7dk %10s %10s\n' $((plain / 1000)) \
                "$(awk "BEGIN { printf \"%.3f\", $straight / $plain }")" "$(awk "BEGIN { printf \"%.3f\", $winding / $plain }")"
        fi
    done
done
