#!/usr/bin/env bash
# Tests the built page: the unit tests of its modules, then the page in web/dist in Chromium, beside the tool.
#
#     web/tests/run.sh             220 levels of the catalogue
#     web/tests/run.sh --slow      all of them that a page makes, and all mistakes, sizes and schemes
#     web/tests/run.sh truth       only files in a browser whose names contain the word
#     web/tests/run.sh smoke       eight scenes of what must work in every build
#
# CHROMIUM names the browser, ROOMGEN the tool, DIST another built page. Without Chromium its tests are skipped;
# CHROMIUM_REQUIRED=1 makes that a failure.
set -euo pipefail
export DIST
DIST=$(realpath "${DIST:-$(dirname "$0")/../dist}")
[[ -z ${ROOMGEN:-} ]] || ROOMGEN=$(realpath "$ROOMGEN")
cd "$(dirname "$0")"

only=
for argument in "$@"; do
    case $argument in
        --slow) export SLOW=1 ;;
        -*) echo "usage: web/tests/run.sh [--slow] [WORD]" >&2; exit 2 ;;
        *) only=$argument ;;
    esac
done

for file in index.html single.html engine.wasm worker.js; do
    [[ -f $DIST/$file ]] || { echo "$DIST has no $file: web/build.sh builds the page" >&2; exit 1; }
done
[[ -d ../page/node_modules ]] || npm --prefix ../page ci --no-audit --no-fund
if [[ -z ${ROOMGEN:-} ]]; then
    cargo build --quiet --locked --manifest-path ../../Cargo.toml --package roomgen-cli
    target=$(cargo metadata --format-version 1 --no-deps --manifest-path ../../Cargo.toml |
        node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).target_directory')
    export ROOMGEN=$target/debug/roomgen
fi

failed=0
run() {
    echo "== $1"
    shift
    local began=$SECONDS
    # Two files at a time: each waits for its browser most of the time.
    node --test --test-concurrency=2 --test-reporter="$PWD/reporter.js" "$@" || failed=1
    echo "   in $((SECONDS - began)) s"
}

shopt -s globstar nullglob
[[ -n $only && $only != smoke ]] || ONLY_FAILURES=1 run "the modules of the page" ../page/*.test.mjs ../page/src/**/*.test.js
files=()
for file in *"$only"*.test.js; do files+=("$file"); done
if ((${#files[@]} == 0)); then
    echo "no file of tests has \"$only\" in its name" >&2
    exit 2
fi
browser=$(node --input-type=module -e 'import { browserPath } from "./browser.js"; console.log(browserPath() ?? "");')
if [[ -n $browser ]]; then
    run "the page in $browser" "${files[@]}"
elif [[ -n ${CHROMIUM_REQUIRED:-} ]]; then
    echo "the tests in a browser need Chromium: CHROMIUM names it" >&2
    failed=1
else
    echo "skipped: the tests in a browser need Chromium"
fi
exit "$failed"
