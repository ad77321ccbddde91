#!/usr/bin/env bash
# Tests the package of web/npm/build.sh as those who install it: in an empty project, in Node.js, by TypeScript, and bundled
# in Chromium, beside the tool.
#
#     web/npm/test.sh              all tests
#     web/npm/test.sh figures      what levels cost beside the module's bare generation
#
# CHROMIUM names the browser, ROOMGEN the tool. Without Chromium its tests are skipped; CHROMIUM_REQUIRED=1 makes that a
# failure.
set -euo pipefail
[[ $# == 0 || ($# == 1 && $1 == figures) ]] || { echo "usage: web/npm/test.sh [figures]" >&2; exit 2; }
[[ -z ${ROOMGEN:-} ]] || ROOMGEN=$(realpath "$ROOMGEN")
cd "$(dirname "$0")"
target=$(realpath -m "${CARGO_TARGET_DIR:-../../target}")
export PROJECT=$target/npm/project
package=$(echo "$target"/npm/roomgen-*.tgz)
[[ -f $package ]] || { echo "there is no package: web/npm/build.sh builds it" >&2; exit 1; }
if [[ -z ${ROOMGEN:-} ]]; then
    cargo build --quiet --locked --manifest-path ../../Cargo.toml --package roomgen-cli
    ROOMGEN=$target/debug/roomgen
fi

rm -rf "$PROJECT" && mkdir -p "$PROJECT/levels" "$PROJECT/dist"
echo '{ "name": "project", "private": true, "type": "module" }' >"$PROJECT/package.json"
cp tests/* examples/* "$PROJECT"
here=$PWD
cd "$PROJECT"
npm install --loglevel=error --no-audit --no-fund --install-links "$package" "$here/node_modules/rot-js"
[[ $# == 0 ]] || { node figures.mjs; exit; }

# 20 seeds, half of them larger than numbers of JavaScript hold.
for preset in $("$ROOMGEN" presets | cut -d ' ' -f 1); do
    mkdir -p "levels/$preset"
    for seeds in 0..10 18446744073709551600..18446744073709551610; do
        "$ROOMGEN" batch --preset "$preset" --seeds "$seeds" --out-dir "levels/$preset/$seeds" --format json --quiet
    done
done

echo "== Node.js"
node --test --test-reporter="$here/../tests/reporter.js" package.test.mjs

echo "== TypeScript"
"$here/node_modules/.bin/tsc" --strict --noEmit --target es2022 --module nodenext --lib es2024,dom types.ts
"$here/node_modules/.bin/tsc" --strict --noEmit --target es2022 --module es2022 --moduleResolution bundler --lib es2024,dom types.ts

echo "== the game in the terminal, which plays itself"
for preset in crypt mine temple; do
    node rot.mjs "$preset" 42 --auto | tail -n 3
    node rot.mjs "$preset" 42 --auto | grep -q "^You leave by the exit" || { echo "the player does not leave $preset" >&2; exit 1; }
done

echo "== Chromium"
browser=$(node --input-type=module -e "import { browserPath } from '$here/../tests/browser.js'; console.log(browserPath() ?? '');")
if [[ -z $browser ]]; then
    echo "skipped: the package in a browser needs Chromium: CHROMIUM names it"
    [[ -z ${CHROMIUM_REQUIRED:-} ]] || exit 1
    exit 0
fi
"$here/../page/node_modules/.bin/esbuild" browser.js canvas.js --bundle --format=esm --target=es2022 --outdir=dist --log-level=warning
cp node_modules/roomgen/*.wasm canvas.html dist
sed 's/canvas\.js/browser.js/' canvas.html >dist/browser.html
node --test --test-reporter="$here/../tests/reporter.js" "$here/tests/browser.test.mjs"
