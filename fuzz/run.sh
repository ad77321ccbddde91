#!/usr/bin/env bash
# Builds the fuzz targets and runs them from the seeds and the corpus; stops with exit code 1 if one has found something.
#
#     fuzz/run.sh [--jobs N] [--logs FOLDER] SECONDS [TARGET...]
#
# Needs `cargo install cargo-fuzz` and a nightly toolchain. --jobs: how many targets run at once, else 1. Logs, and the input of whatever is
# found, go to FOLDER, else to fuzz/artifacts; new inputs to its `new`, from where `cargo fuzz cmin` takes what is worth keeping.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() { echo "usage: fuzz/run.sh [--jobs N] [--logs FOLDER] SECONDS [TARGET...]; targets: ${all[*]}" >&2; exit 2; }

all=(preset_text run_text level_ron level_json command_line expression prop_index octree quadtree triangles)
jobs=1
logs=fuzz/artifacts
while [[ ${1-} == --* ]]; do
    case $1 in
        --jobs) jobs=${2-} ;;
        --logs) logs=${2-} ;;
        *) usage ;;
    esac
    shift 2 || usage
done
seconds=${1-}
[[ $seconds =~ ^[1-9][0-9]*$ && $jobs =~ ^[1-9][0-9]*$ && -n $logs ]] || usage
shift
targets=("${@:-${all[@]}}")
for target in "${targets[@]}"; do
    [[ " ${all[*]} " == *" $target "* ]] || usage
done
mkdir -p "$logs"
logs=$(cd "$logs" && pwd)

# Without a sanitizer of addresses: there is no unsafe code to be watched, and memory is then what the program itself takes.
build=(--sanitizer none --target-dir "${CARGO_TARGET_DIR:-$PWD/fuzz/target}")
cargo +nightly fuzz build "${build[@]}"
host=$(rustc -vV | sed -n 's/^host: //p')
programs=${build[-1]}/$host/release

# The longest input, in bytes.
longest() {
    case $1 in
        preset_text | run_text) echo 8192 ;;
        level_*) echo 16384 ;;
        command_line) echo 512 ;;
        expression) echo 4200 ;;
        *) echo 2048 ;;
    esac
}

# Runs a target; its last line is what there is to tell.
run() {
    local target=$1 log=$logs/$1.log code=0
    local folders=("$logs/new/$target" "fuzz/corpus/$target" "fuzz/seeds/$target") extra=()
    mkdir -p "${folders[@]}"
    [[ -e fuzz/dictionaries/$target ]] && extra+=("-dict=fuzz/dictionaries/$target")
    "$programs/$target" "${folders[@]}" "${extra[@]}" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=512 \
        -max_len="$(longest "$target")" -artifact_prefix="$logs/$target-" -print_final_stats=1 >"$log" 2>&1 || code=$?
    local stat
    stat() { sed -n "s/^stat::$1: *//p" "$log" | tail -n 1; }
    local corpus found
    corpus=$(sed -n 's/.* corp: \([0-9]*\).*/\1/p' "$log" | tail -n 1)
    found=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    local told="no finding"
    if ((code)); then
        told="FINDING: ${found:-exit code $code}, see $log"
    fi
    printf '%-13s %12s executions, %6s s, %4s MB, %6s inputs in the corpus, %s\n' "$target" "$(stat number_of_executed_units)" \
        "$(sed -n 's/^Done [0-9]* runs in \([0-9]*\) second.*/\1/p' "$log" | tail -n 1)" "$(stat peak_rss_mb)" "${corpus:-0}" "$told" \
        >"$logs/$target.result"
    return "$code"
}

code=0
started=()
pids=()
for target in "${targets[@]}"; do
    while (($(jobs -rp | wc -l) >= jobs)); do
        wait -n || code=1
    done
    if ((code)); then
        break
    fi
    run "$target" &
    pids+=("$!")
    started+=("$target")
done
# Those that run go on to their end, so that what they have to tell is not lost.
for pid in "${pids[@]}"; do
    wait "$pid" || code=1
done
for target in "${started[@]}"; do
    cat "$logs/$target.result"
done
if ((code)); then
    echo "A target has found something, see FINDING above. Repeat it with: $programs/TARGET FILE" >&2
    ((${#started[@]} == ${#targets[@]})) || echo "Not begun: ${targets[*]:${#started[@]}}" >&2
fi
exit "$code"
