# Read by the scripts beside it: counts instructions with callgrind.
if ! command -v valgrind >/dev/null; then
    echo "error: this needs valgrind, which has callgrind (Debian: apt-get install valgrind)" >&2
    exit 1
fi
# Callgrind counts `rep stosb` once for each byte, a processor once. So memory is set by vectors here.
export GLIBC_TUNABLES=glibc.cpu.x86_rep_stosb_threshold=1000000000

# The instructions of a run: instructions [option of callgrind ...] PROGRAM [argument ...]
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | sed -n 's/.*Collected : //p'
}

# Builds the program that makes plans, levels and files, and others, in a profile:
# build PROFILE [option of cargo ...]
build() {
    cargo build --quiet --locked --profile "$1" -p roomgen-benches --bin figures "${@:2}"
    programs=${CARGO_TARGET_DIR:-target}/$1
    figures=$programs/figures
}

# The instructions of each of so many seeds, without reading the preset, which is in both runs, and
# without the first seeds, which fill caches: made WHAT PRESET SEEDS [SIZE] [DIFFICULTY]
made() {
    local all few
    all=$(instructions "$figures" "$1" "$2" $(($3 + 20)) "${4:-80x50}" "${5:-0}")
    few=$(instructions "$figures" "$1" "$2" 20 "${4:-80x50}" "${5:-0}")
    echo $(((all - few) / $3))
}
