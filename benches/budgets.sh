#!/usr/bin/env bash
# Instructions that the budgets of the built-in presets take, counted by callgrind.
#
#   benches/budgets.sh [PRESET ...]
#
# Each row has a preset and a difficulty: the thousands of instructions of a level of 80x50 without
# budgets and metered things, and how many more it takes with them; means of 100 seeds.
set -euo pipefail
cd "$(dirname "$0")/.."
levels=100

. benches/callgrind.sh
cargo build --quiet --locked --release -p roomgen-benches --bin levels
program=${CARGO_TARGET_DIR:-target}/release/levels
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# The instructions of a run: count LEVELS PRESET DIFFICULTY
count() { instructions "$program" "$2" "$1" 80x50 "$3"; }

# The thousands of instructions of a level: level PRESET DIFFICULTY
level() {
    # Reading the preset is in both runs.
    echo $((($(count $((levels + 20)) "$1" "$2") - $(count 20 "$1" "$2")) / levels / 1000))
}

[ $# -gt 0 ] || set -- arena crypt garden grove library mine temple warehouse
echo "preset difficulty without more"
for preset; do
    metered=$(sed -n 's/^ *metered: {\("[^"]*"\): .*/\1/p' "presets/$preset.ron")
    cat >"$folder/bare.ron" <<EOF
(name: "bare", base: "$preset", remove: [$metered],
 encounters: (budget: 0, quiet: 0, keys: 0), loot: (budget: 0))
EOF
    for difficulty in 0 1; do
        without=$(level "$folder/bare.ron" "$difficulty")
        with=$(level "$preset" "$difficulty")
        echo "$preset $difficulty $without $((with - without))"
    done
done
