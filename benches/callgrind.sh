# Read by the scripts beside it: builds programs, and counts their instructions with callgrind.
if ! command -v valgrind >/dev/null; then
    echo "error: this needs valgrind, which has callgrind (Debian: apt-get install valgrind)" >&2
    exit 1
fi

# The instructions of a run: instructions [option of callgrind ...] PROGRAM [argument ...]
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 | sed -n 's/.*Collected : //p'
}

# Builds programs as they are handed out, into the folder `programs`: build [option of cargo ...]
build() {
    cargo build --quiet --locked --profile dist "$@"
}
programs=${CARGO_TARGET_DIR:-target}/dist
