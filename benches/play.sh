#!/usr/bin/env bash
# Instructions of what a game asks of a level in play, counted by callgrind.
#
#   benches/play.sh [PRESET ...]
#
# Each row has a preset at 80x50: what it takes to put a level in play, with its tables; then a view
# at radius 9, a step, a path back to the entry, and a step of exploration. Means of 100 levels, and
# of 100 questions of each.
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/callgrind.sh
build dist

[ $# -gt 0 ] || set -- crypt caves mine
echo "preset floor view step path explore"
for preset; do
    ready=$(made ready "$preset" 100)
    row="$preset $(($(made floor "$preset" 100) - $(made level "$preset" 100)))"
    for what in view step path explore; do
        row+=" $((($(made "$what" "$preset" 100) - ready) / 100))"
    done
    echo "$row"
done
