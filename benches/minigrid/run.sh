#!/usr/bin/env bash
# Levels with keys a second, of roomgen and of MiniGrid's KeyCorridorS6R3, in one run (README.md).
#
#   benches/minigrid/run.sh
#
# Installs the packages of requirements.txt from PyPI into a Python environment of its own, below
# the folder of build results. Without Python, its module venv or the net it says so, and measures
# roomgen alone.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=benches/minigrid
work=${CARGO_TARGET_DIR:-target}/minigrid
python=$work/python/bin/python

skip() {
    echo "skipped: MiniGrid, $*" >&2
    return 1
}

# The environment has exactly the pinned versions. An environment of an earlier run is used again.
install() {
    command -v python3 >/dev/null || skip "no python3" || return
    "$python" -m pip --version >/dev/null 2>&1 ||
        python3 -m venv --clear "$work/python" >"$work/venv.log" 2>&1 ||
        skip "python3 has no venv; see $work/venv.log" || return
    "$python" -m pip install --quiet --disable-pip-version-check --only-binary :all: \
        --requirement "$here/requirements.txt" >"$work/pip.log" 2>&1 ||
        skip "no packages from PyPI; see $work/pip.log" || return
}

mkdir -p "$work"
cargo build --quiet --locked --profile dist -p roomgen-benches --bin minigrid
peer=()
if install; then
    peer=("$python" "$here/resets.py")
fi
cargo run --quiet --locked --profile dist -p roomgen-benches --bin minigrid -- "${peer[@]}"
