#!/usr/bin/env bash
# Instructions and memory of the built-in presets, counted by callgrind into benches/figures.txt.
#
#   benches/figures.sh            writes the file, and its figures and those of benches/times.txt
#                                 into the papers
#   benches/figures.sh --check    fails where a figure is more than 5 % off, a preset has no row, a
#                                 table of either file is of another revision, or a paper says else
#   benches/figures.sh --guard    counts four presets as `.ci/run` does: fails where a level takes
#                                 more than 1.03 of its figure
#
# Each row has a preset at 80x50 and difficulty 0: the thousands of instructions of a floor plan, of a
# level, of its JSON line and of its picture as PNG, those of a level in the profile `release`, and
# the kilobytes of memory of a process that makes a level of 1000x1000. Others than the last two are
# of the profile `dist`. Means of 100 seeds, of two for pictures. Compilers differ: a check by
# another one prints and does not fail.
set -euo pipefail
cd "$(dirname "$0")/.."
. benches/callgrind.sh
file=benches/figures.txt
guarded=(cellar crypt grove mine)
compiler=$(rustc --version)
revision=$(sed -n 's/^pub const REVISION: u32 = \(.*\);/\1/p' src/generate/request.rs)

# The kilobytes that a process takes for a level of 1000x1000: memory PRESET
memory() {
    python3 - "$figures" "$1" <<'END'
import resource, subprocess, sys
subprocess.run([sys.argv[1], "level", sys.argv[2], "1", "1000x1000", "0"], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
END
}

# The instructions of each picture of two seeds: picture PRESET
picture() {
    local all levels
    all=$(instructions "$figures" png "$1" 2 80x50 0)
    levels=$(instructions "$figures" level "$1" 2 80x50 0)
    echo $(((all - levels) / 2))
}

# A row of the table: row PRESET, after the level in the profile `release`
row() {
    local plan level line picture
    plan=$(made plan "$1" 100)
    level=$(made level "$1" 100)
    line=$(($(made json "$1" 100) - level))
    picture=$(picture "$1")
    echo "$1 $((plan / 1000)) $((level / 1000)) $((line / 1000)) $((picture / 1000)) $2 $(memory "$1")"
}

table() {
    echo "# Made by benches/figures.sh, which says what the columns are."
    echo "revision $revision"
    echo "compiler $compiler"
    echo "tunables $GLIBC_TUNABLES"
    echo "preset plan level json png release memory"
    local preset
    declare -A released
    build release
    for preset in presets/*.ron; do
        preset=$(basename "$preset" .ron)
        released[$preset]=$(($(made level "$preset" 100) / 1000))
    done
    build dist
    for preset in "${!released[@]}"; do
        row "$preset" "${released[$preset]}"
    done | sort
}

# The figure of a preset in a column, by the name in the header: figure PRESET COLUMN [FILE]
figure() {
    awk -v column="$2" -v preset="$1" '$1 == "preset" { for (at = 2; at <= NF; at++) if ($at == column) which = at }
        $1 == preset && which { print $which }' "${3:-$file}"
}

# The test that compares papers with figures, or with BLESS=1 writes them.
papers() {
    cargo test --quiet --locked --test cli -- the_papers_have_the_figures
}

# Fails by another figure, unless another compiler has made it: differs TEXT
failed=0
differs() {
    echo "$1"
    grep -qxF "compiler $compiler" "$file" && failed=1
    true
}

case ${1:-} in
    "")
        made=$(table)
        tee "$file" <<<"$made"
        BLESS=1 papers
        ;;
    --check)
        if grep -H '^revision ' "$file" benches/times.txt | grep -v ":revision $revision$"; then
            echo "tables of another revision than $revision" >&2
            exit 1
        fi
        papers
        made=$(table)
        for preset in presets/*.ron; do
            preset=$(basename "$preset" .ron)
            for column in $(sed -n 's/^preset //p' <<<"$made"); do
                now=$(figure "$preset" "$column" - <<<"$made")
                was=$(figure "$preset" "$column")
                if [[ -z $was ]]; then
                    echo "$file has no $column of $preset" >&2
                    exit 1
                fi
                ((100 * now <= 105 * was && 100 * now >= 95 * was)) || differs "$preset, $column: $now, $was in $file"
            done
        done
        ;;
    --guard)
        build release
        for preset in "${guarded[@]}"; do
            now=$(($(made level "$preset" 100) / 1000))
            was=$(figure "$preset" release)
            echo "$preset: $now thousand instructions a level, $was in $file"
            ((100 * now <= 103 * was)) || differs "$preset takes more than 1.03 of its figure"
        done
        ;;
    *)
        echo "usage: benches/figures.sh [--check|--guard]" >&2
        exit 2
        ;;
esac
exit "$failed"
