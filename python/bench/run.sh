#!/usr/bin/env bash
# The benchmarks of the Python package, one after the other: peers, steps, conversion to MiniGrid, formats of files.
#
#   python/bench/run.sh                 some three minutes after the build
#
# Installs the versions of requirements.txt from PyPI into target/python/bench, and those of requirements-nle.txt into
# target/python/nle. What cannot be installed is skipped and said. ray_or_threads.py, which needs Ray, does not run.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=python/bench
work=${CARGO_TARGET_DIR:-target}/python
python=$work/bench/bin/python

skip() {
    echo "skipped: $*"
    return 1
}

# environment FOLDER: a Python environment there.
environment() {
    "$1/bin/python" -m pip --version >/dev/null 2>&1 || python3 -m venv --clear "$1" >"$work/venv.log" 2>&1 ||
        skip "python3 has no venv; see $work/venv.log"
}

# install PYTHON PACKAGE...
install() {
    "$1" -m pip install --quiet --disable-pip-version-check --only-binary :all: "${@:2}" >>"$work/bench.log" 2>&1 ||
        skip "not installed: ${*:2}; see $work/bench.log"
}

# has MODULE
has() {
    "$python" -c "import $1" 2>/dev/null
}

mkdir -p "$work"
: >"$work/bench.log"
command -v python3 >/dev/null || { skip "all, without python3"; exit 0; }
environment "$work/bench" || exit 0
while read -r package; do
    install "$python" "$package" || true
done < <(grep -v '^#' "$here/requirements.txt")
has maturin || { skip "all, without maturin"; exit 0; }
wheel=$(python/build-wheel.sh "$python")
"$python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheel"
nle=()
if environment "$work/nle" && install "$work/nle/bin/python" --requirement "$here/requirements-nle.txt"; then
    nle=(--nle "$work/nle/bin/python")
fi

# run TITLE SCRIPT [ARGUMENT...]
run() {
    printf '\n## %s\n\n' "$1"
    "$python" "$here/$2" "${@:3}"
}

run "Peers" peers.py "${nle[@]}"
if has gymnasium; then run "Steps" steps.py; else skip "steps.py, without Gymnasium" || true; fi
if has minigrid; then run "Grids of MiniGrid" minigrid_conversion.py; else skip "minigrid_conversion.py, without MiniGrid" || true; fi
if has pyarrow; then run "Formats" formats.py; else skip "formats.py, without pyarrow" || true; fi
