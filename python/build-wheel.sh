#!/usr/bin/env bash
# Builds the wheel of the package by the maturin of a Python, and prints the wheel's path.
#
#   python/build-wheel.sh PYTHON
#
# The wheel lies alone in target/python/wheels.
set -euo pipefail
python=$1
cd "$(dirname "$0")/.."
work=${CARGO_TARGET_DIR:-target}/python
mkdir -p "$work"
rm -rf "$work/wheels"
"$python" -m maturin build --profile wheel --locked --compression-level 9 --interpreter "$python" \
    --manifest-path python/Cargo.toml --out "$work/wheels" >"$work/wheel.log" 2>&1 || { cat "$work/wheel.log" >&2; exit 1; }
echo "$work"/wheels/*.whl
