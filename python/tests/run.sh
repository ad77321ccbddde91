#!/usr/bin/env bash
# Builds the wheel, installs it into a Python environment of its own, and runs the tests of the package beside the
# libraries that read its arrays and files: pyarrow, DuckDB, polars, Gymnasium, MiniGrid, mypy.
#
#   python/tests/run.sh                 what CI runs: half a minute after the build
#   python/tests/run.sh --slow          the slow tests too: some five minutes
#   python/tests/run.sh --ray           those on a local cluster of Ray too
#   python/tests/run.sh -k manifest     whatever else pytest takes
#
# The environment is target/python/venv, from the versions of requirements.txt. Without Python, its module venv or PyPI
# the tests are skipped, and this says so. A package that cannot be installed is left out: its tests are skipped and said.
set -euo pipefail
[ -z "${ROOMGEN:-}" ] || ROOMGEN=$(realpath "$ROOMGEN")
cd "$(dirname "$0")/../.."
here=python/tests
target=${CARGO_TARGET_DIR:-target}
work=$target/python
python=$work/venv/bin/python
# The largest wheel and source distribution that pass, in bytes.
most=5350000
most_source=4000000

skip() {
    echo "skipped: the tests of the Python package: $*"
    exit 0
}

# install REQUIREMENTS: all of them, or each by itself if one cannot be had.
install() {
    local each
    "$python" -m pip install --quiet --disable-pip-version-check --requirement "$1" >"$work/pip.log" 2>&1 && return
    while read -r each; do
        "$python" -m pip install --quiet --disable-pip-version-check "$each" >>"$work/pip.log" 2>&1 ||
            echo "not installed: $each; see $work/pip.log"
    done < <(grep -v '^#' "$1")
}

mkdir -p "$work"
command -v python3 >/dev/null || skip "no python3"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || skip "python3 is older than 3.10"
"$python" -m pip --version >/dev/null 2>&1 || python3 -m venv --clear "$work/venv" >"$work/venv.log" 2>&1 ||
    skip "python3 has no venv; see $work/venv.log"
install "$here/requirements.txt"
for argument; do
    [ "$argument" != --ray ] || install "$here/requirements-ray.txt"
done
"$python" -m pytest --version >/dev/null 2>&1 || skip "no pytest; see $work/pip.log"
"$python" -m maturin --version >/dev/null 2>&1 || skip "no maturin; see $work/pip.log"

wheel=$(python/build-wheel.sh "$python")
bytes=$(wc -c <"$wheel")
echo "$(basename "$wheel"): $bytes bytes"
[ "$bytes" -le "$most" ] || { echo "the wheel has more than $most bytes" >&2; exit 1; }
rm -rf "$work/source"
"$python" -m maturin sdist --manifest-path python/Cargo.toml --out "$work/source" >"$work/source.log" 2>&1 ||
    { cat "$work/source.log" >&2; exit 1; }
bytes=$(cat "$work"/source/*.tar.gz | wc -c)
[ "$bytes" -le "$most_source" ] || { echo "the source distribution has $bytes bytes, of at most $most_source" >&2; exit 1; }
"$python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheel"

# The tool, whose files are compared with those of the package.
if [ -z "${ROOMGEN:-}" ]; then
    cargo build --quiet --locked -p roomgen-cli
    ROOMGEN=$(cd "$target" && pwd)/debug/roomgen
fi
export ROOMGEN

# From another folder, so that the installed package is tested and not the sources.
python=$(cd "$work/venv/bin" && pwd)/python
tests=$PWD/$here
config=$PWD/python/pyproject.toml
cd "$work"
if "$python" -m mypy --version >/dev/null 2>&1; then
    "$python" -m mypy --config-file "$config" --cache-dir mypy-cache --package roomgen
    "$python" -m mypy.stubtest --mypy-config-file "$config" roomgen._native
else
    echo "skipped: the types, without mypy"
fi
"$python" -m pytest --config-file "$config" --rootdir "$tests" -p no:cacheprovider -q -rs "$@" "$tests"
