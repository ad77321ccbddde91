#!/usr/bin/env bash
# Instructions of one cave of 16x16 cells with two doors, counted by callgrind.
#
#   benches/dig.sh
#
# A level of 35x35 has four rooms of 16x16, each with two doors. Each row has a shape: the
# instructions of digging one such room, and how many more its floor plan takes for each room than
# one of rectangles (doorsteps, random words, digging, the floor's words, the tiles). Means of the
# rooms of 500 seeds.
set -euo pipefail
cd "$(dirname "$0")/.."
levels=500

. benches/callgrind.sh
# Built by `dist`, digging is no function of its own.
build release
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

preset() {
    cat >"$folder/$1.ron" <<EOF
(name: "$1", size: (35, 35), layouts: [], floorplan: (
    rooms: (min: 16, max: 32), coverage: 1.0, loops: (chance: 1.0, apart: 2), shapes: [(shape: $2)],
))
EOF
}

# The instructions of the floor plan of a level: plan PRESET
plan() {
    made plan "$folder/$1.ron" "$levels" 35x35
}

preset rectangle Rectangle
rectangles=$(plan rectangle)
echo "shape digging more"
for shape in Cave Tunnels Ruin; do
    preset "$shape" "$shape"
    digging=$(instructions --toggle-collect='*CaveDigger*dig*' "$figures" plan "$folder/$shape.ron" "$levels" 35x35 0)
    echo "$shape $((digging / levels / 4)) $((($(plan "$shape") - rectangles) / 4))"
done
