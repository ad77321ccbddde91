#!/usr/bin/env bash
# Instructions that the missions of the built-in presets take, counted by callgrind.
#
#   benches/missions.sh [PRESET ...]
#
# Each row has a preset and a difficulty: the rooms of a level of 80x50, the instructions of its
# mission, and those of its floor plan with the mission; all are means of 200 seeds.
set -euo pipefail
cd "$(dirname "$0")/.."
levels=200

. benches/callgrind.sh
build -p roomgen-benches --bin plans
plans=$programs/plans

# The instructions of a run: count LEVELS PRESET DIFFICULTY [option of callgrind ...]
count() {
    instructions "${@:4}" "$plans" "$2" "$1" 80x50 "$3"
}

[ $# -gt 0 ] || set -- arena caves cellar crypt library mine sewer temple warehouse
echo "preset difficulty rooms mission plan"
for preset; do
    for difficulty in 0 0.5 1; do
        rooms=$("$plans" "$preset" "$levels" 80x50 "$difficulty")
        mission=$(count "$levels" "$preset" "$difficulty" --toggle-collect='*MissionPlanner*plan*')
        # Reading the preset is in both runs.
        all=$(count $((levels + 1)) "$preset" "$difficulty")
        one=$(count 1 "$preset" "$difficulty")
        echo "$preset $difficulty $rooms $((mission / levels)) $(((all - one) / levels))"
    done
done
