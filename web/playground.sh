#!/usr/bin/env bash
# Renews output/playground.html, the page in one file, which a clone opens without a build.
#
#     web/playground.sh
#
# Builds the page from a tree without changes, and writes into the file which commit it is of, and the digests of 20
# levels of each preset, as this commit's tool makes them. web/tests/truth-playground.test.js compares.
set -euo pipefail
cd "$(dirname "$0")/.."
[[ -z $(git status --porcelain) ]] || { echo "the page would name a commit that it is not of: commit first" >&2; exit 1; }
cargo build --quiet --locked --package roomgen-cli
roomgen=${CARGO_TARGET_DIR:-target}/debug/roomgen
ROOMGEN=$roomgen web/build.sh
digests=$(for preset in presets/*.ron; do
    name=$(basename "$preset" .ron)
    "$roomgen" batch --preset "$name" --seeds 0..20 --out - | sed -n 's/.*"digest": "\([0-9a-f]*\)".*/\1/p' | paste -s -d ' ' |
        sed "s/.*/\"$name\": \"&\"/"
done | paste -s -d ,)
record="{\"commit\": \"$(git rev-parse HEAD)\", \"digests\": {$digests}}"
node - "$record" <<'NODE'
const { readFileSync, writeFileSync } = require("node:fs");
const record = JSON.parse(process.argv[2]);
const page = readFileSync("web/dist/single.html", "utf8");
const head = `<meta name="commit" content="${record.commit}">\n<script type="application/json" id="recorded">${JSON.stringify(record.digests)}</script>\n</head>`;
if (page.split("</head>").length !== 2) throw new Error("single.html has not one head");
writeFileSync("output/playground.html", page.replace("</head>", () => head));
NODE
echo "output/playground.html: $(wc -c <output/playground.html) bytes"
