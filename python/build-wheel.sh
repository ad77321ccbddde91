#!/usr/bin/env bash
# Builds the wheel of the package by the maturin of a Python, and prints the wheel's path.
#
#   python/build-wheel.sh PYTHON
#
# The results of cargo lie in target/python, the wheel alone in target/python/wheels.
set -euo pipefail
python=$1
cd "$(dirname "$0")/.."
work=${CARGO_TARGET_DIR:-target}/python
mkdir -p "$work"
rm -rf "$work/wheels"
CARGO_TARGET_DIR=$work "$python" -m maturin build --release --locked --compression-level 9 --interpreter "$python" \
    --manifest-path python/Cargo.toml --out "$work/wheels" >"$work/wheel.log" 2>&1 || { cat "$work/wheel.log" >&2; exit 1; }
echo "$work"/wheels/*.whl
