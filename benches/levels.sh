# Read by the scripts beside it: counts the instructions of levels with callgrind.
. benches/callgrind.sh
build -p roomgen-benches --bin levels

# The instructions of a level of 80x50, a mean of 100 seeds: level PRESET DIFFICULTY
level() {
    local all few
    # Reading the preset is in both runs.
    all=$(instructions "$programs/levels" "$1" 120 80x50 "$2")
    few=$(instructions "$programs/levels" "$1" 20 80x50 "$2")
    echo $(((all - few) / 100))
}
