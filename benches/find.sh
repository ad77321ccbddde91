#!/usr/bin/env bash
# Instructions of a level that `roomgen find` tests, beside one that `roomgen survey` measures, with
# the same metrics: all of them, or one that its floor plan has. Counted by callgrind.
#
#   benches/find.sh [PRESET ...]
#
# Each row has a preset at 80x50: what a level takes in a survey, in a search by a condition on all
# metrics, in percent of that; what its floor plan takes, in a search by the number of rooms, in
# percent of that. A survey knows no fewer metrics than all. Means of 100 seeds.
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/callgrind.sh
build dist -p roomgen-cli --bin roomgen
program=$programs/roomgen

# The instructions of a level: level COMMAND [argument ...]
level() {
    local all few
    # Reading the preset and the end of the run are in both runs.
    all=$(instructions "$program" "$@" --size 80x50 --seeds 0..120 --jobs 1 --quiet)
    few=$(instructions "$program" "$@" --size 80x50 --seeds 0..20 --jobs 1 --quiet)
    echo $(((all - few) / 100))
}

[ $# -gt 0 ] || set -- crypt garden mine
metrics=$("$program" find --names | sed '/^seed /,$d; s/ .*//' | paste -sd'|' | sed 's/|/ < 0 || /g')
echo "preset survey find percent plan rooms percent"
for preset; do
    survey=$(level survey --preset "$preset")
    find=$(level find --preset "$preset" --where "seed == 0 || $metrics < 0")
    plan=$(made plan "$preset" 100)
    rooms=$(level find --preset "$preset" --where 'seed == 0 || rooms < 0')
    echo "$preset $survey $find $((100 * find / survey)) $plan $rooms $((100 * rooms / plan))"
done
