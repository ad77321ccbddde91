#!/usr/bin/env bash
# Instructions that the memory of layouts takes in the built-in presets, counted by callgrind.
#
#   benches/memory.sh [PRESET ...]
#
# Each row has a preset and a difficulty: the instructions of a level of 80x50 without a memory, and
# how many more it takes with one that forgets everything; means of 100 seeds. Both have the same
# layouts, so that nothing but the choice differs.
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/callgrind.sh
build dist
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

[ $# -gt 0 ] || set -- arena caves crypt garden grove library mine sewer temple warehouse
echo "preset difficulty without more"
for preset; do
    sed '/^    memory: /d' "presets/$preset.ron" >"$folder/none.ron"
    sed 's/^    memory: .*/    memory: (beside: 1, near: 1),/' "presets/$preset.ron" >"$folder/forgets.ron"
    for difficulty in 0 1; do
        without=$(made level "$folder/none.ron" 100 80x50 "$difficulty")
        with=$(made level "$folder/forgets.ron" 100 80x50 "$difficulty")
        echo "$preset $difficulty $without $((with - without))"
    done
done
