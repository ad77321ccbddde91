#!/usr/bin/env bash
# Instructions that the budgets of the built-in presets take, counted by callgrind.
#
#   benches/budgets.sh [PRESET ...]
#
# Each row has a preset and a difficulty: the instructions of a level of 80x50 without budgets and
# metered things, and how many more it takes with them; means of 100 seeds.
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/callgrind.sh
build dist
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

[ $# -gt 0 ] || set -- arena caves crypt garden grove library mine sewer temple warehouse
echo "preset difficulty without more"
for preset; do
    metered=$(sed -n 's/^ *metered: {\("[^"]*"\): .*/\1/p' "presets/$preset.ron")
    cat >"$folder/bare.ron" <<EOF
(name: "bare", base: "$preset", remove: [$metered],
 encounters: (budget: 0, quiet: 0, keys: 0), loot: (budget: 0))
EOF
    for difficulty in 0 1; do
        without=$(made level "$folder/bare.ron" 100 80x50 "$difficulty")
        with=$(made level "$preset" 100 80x50 "$difficulty")
        echo "$preset $difficulty $without $((with - without))"
    done
done
