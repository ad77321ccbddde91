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
build dist

[ $# -gt 0 ] || set -- arena caves cellar crypt library mine sewer temple warehouse
echo "preset difficulty rooms mission plan"
for preset; do
    for difficulty in 0 0.5 1; do
        plans=("$figures" plan "$preset" "$levels" 80x50 "$difficulty")
        mission=$(instructions --toggle-collect='*MissionPlanner*plan*' "${plans[@]}")
        plan=$(made plan "$preset" "$levels" 80x50 "$difficulty")
        echo "$preset $difficulty $("${plans[@]}") $((mission / levels)) $plan"
    done
done
