#!/usr/bin/env bash
# Finds comments beyond column 100 in all Rust sources of the repository. Prints each; exits with 1 if there is one.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8
if git ls-files -z '*.rs' | xargs -0 grep -nHE '^.{101,}$' | grep -E '^[^:]+:[0-9]+:[[:space:]]*//'; then
    echo "the comments above are longer than 100 columns" >&2
    exit 1
fi
