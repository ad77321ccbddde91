#!/usr/bin/env bash
# Programs of others read what roomgen writes: every built-in preset at three sizes, one function below for each proof.
# They get the files as they were written: a proof that edits a file first proves nothing.
#
#   tests/interop/run.sh                all proofs
#   tests/interop/run.sh tiled_pixels   the proofs named
#
# Installs what it needs: Debian's packages by apt-get (as root), those of PyPI and npm into target/interop. What cannot be
# had here is skipped, and said. Exits with 1 if a proof failed, or if all were skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=tests/interop
work=${CARGO_TARGET_DIR:-target}/interop

PROOFS=(tiled_pixels tiled_python pytmx arcade phaser excalibur ldtk uvtt tables gltf godot godot4 level_schema types graphviz)
SIZES=(48x32 80x50 130x85)
SEED=42

# Tiled draws the maps in both formats; the pixels are those that its layers, composed without Tiled, make of our tileset.
proof_tiled_pixels() {
    debian tmxrasterizer tiled || return
    python_with pillow==13.0.0 || return
    export_levels tmx || return
    export_levels tmj || return
    QT_QPA_PLATFORM=offscreen "$python" "$here/tiled_pixels.py" "$levels"/*.tmx
}

# A Python library reads the classes and properties of the maps, and they agree with the level files.
proof_tiled_python() {
    python_with pytiled_parser==2.2.9 || return
    export_levels tmj || return
    export_levels tmx || return
    export_levels json || return
    embedded_levels || return
    "$python" "$here/tiled_python.py" "$levels"/*.tmj "$levels"/*.tmx "$embedded"/*.tmj "$embedded"/*.tmx
}

# PyTMX, which games on pygame take, loads the maps in its default mode: it refuses properties with names of attributes.
proof_pytmx() {
    python_with pytmx==3.32 || return
    export_levels tmx || return
    export_levels json || return
    embedded_levels || return
    "$python" "$here/pytmx_maps.py" "$levels"/*.tmx "$embedded"/*.tmx
}

# Arcade, which takes Tiled's maps for its levels, loads them by its own loader.
proof_arcade() {
    python_with arcade==3.3.3 pytiled_parser==2.2.9 || return
    export_levels tmj || return
    export_levels tmx || return
    export_levels json || return
    "$python" "$here/arcade_maps.py" "$levels"/*.tmj "$levels"/*.tmx
}

# In Phaser exactly the cells collide that are wall, rock or blocking terrain, and trusting the map one reaches the exit and every door.
proof_phaser() {
    command -v node >/dev/null || { skip "no node"; return; }
    npm_with phaser@4.2.1 jsdom@26.1.0 || return
    export_levels tmj || return
    export_levels json || return
    cp "$here/dom.mjs" "$here/cells.mjs" "$here/phaser.mjs" "$work"
    embedded_levels || return
    node "$work/phaser.mjs" "$levels"/*.tmj "$embedded"/*.tmj
}

# Excalibur's plugin loads the maps as a game does, in its default mode, which refuses what is not as Tiled writes it.
proof_excalibur() {
    command -v node >/dev/null || { skip "no node"; return; }
    npm_with excalibur@0.32.0 @excaliburjs/plugin-tiled@0.32.0 jsdom@26.1.0 || return
    export_levels tmx || return
    export_levels tmj || return
    cp "$here/dom.mjs" "$here/cells.mjs" "$here/excalibur.mjs" "$work"
    embedded_levels || return
    node "$work/excalibur.mjs" "$levels"/*.tmx "$levels"/*.tmj "$embedded"/*.tmx "$embedded"/*.tmj
}

# A converter to Fantasy Grounds finds the walls, doors, lights and the picture of maps for virtual tabletops. It is in no registry:
# UVTT2FGU is the path of its script.
proof_uvtt() {
    [ -f "${UVTT2FGU:-}" ] || { skip "no UVTT2FGU, the path of uvtt2fgu.py"; return; }
    python_with pillow==13.0.0 || return
    export_levels uvtt || return
    "$python" "$here/uvtt.py" "$UVTT2FGU" "$levels"/*.uvtt
}

# A Rust crate with the types of LDtk's schema reads the projects, and so does Excalibur's plugin, which is strict; those of a run too.
proof_ldtk() {
    command -v node >/dev/null || { skip "no node"; return; }
    npm_with excalibur@0.32.0 @excaliburjs/plugin-ldtk@0.32.1 jsdom@26.1.0 || return
    export_levels ldtk || return
    export_levels json || return
    "$roomgen" run descent --seed "$SEED" --out "$levels/descent.ldtk" || return 1
    "$roomgen" run descent --seed "$SEED" --format json --out "$levels/descent" || return 1
    CARGO_TARGET_DIR=$work/ldtk cargo run --quiet --manifest-path "$here/ldtk/Cargo.toml" -- "$levels"/*.ldtk || return 1
    cp "$here/dom.mjs" "$here/cells.mjs" "$here/ldtk.mjs" "$work"
    node "$work/ldtk.mjs" "$levels"/*.ldtk
}

# DuckDB, pyarrow and polars read tables of props and the JSON lines of a preset without being told how.
proof_tables() {
    python_with duckdb==2.0.0 pyarrow==26.0.1 polars==2.1.0 || return
    export_levels csv || return
    export_levels json || return
    local preset
    mkdir -p "$work/lines"
    for preset in $("$roomgen" presets | cut -d ' ' -f 1); do
        "$roomgen" batch --preset "$preset" --seeds 18446744073709551600..18446744073709551610 --out - >"$work/lines/$preset.jsonl" || return
    done
    cat "$work/lines"/*.jsonl >"$work/all-presets.jsonl"
    "$python" "$here/tables.py" "$work/all-presets.jsonl" "$work/lines"/*.jsonl "$levels"/*.csv
}

# The validator of the Khronos Group finds nothing to say of the scenes, not even a hint; the extras of nodes have the mission.
proof_gltf() {
    command -v node >/dev/null || { skip "no node"; return; }
    npm_with gltf-validator@2.0.0-dev.3.10 || return
    export_levels glb || return
    export_levels json || return
    cp "$here/gltf.mjs" "$work/gltf.mjs"
    node "$work/gltf.mjs" "$levels"/*.glb
}

# Godot imports a scene whose kinds have names that are commands to it as it imports one whose kinds have plain names.
proof_godot() {
    debian godot3 godot3 || return
    debian xvfb-run xvfb || return
    cargo build --quiet --locked --bin roomgen || return 1
    local project=$work/godot
    rm -rf "$project" && mkdir -p "$project" || return 1
    printf 'config_version=4\n' >"$project/project.godot"
    cp "$here/godot.gd" "$here/hints.ron" "$project"
    sed 's/-col"/ cold"/; s/_noimp"/ nothing"/; s/-rigid"/ rigged"/; s/_col"/ cold"/; s/-noimp"/ plain"/' "$here/hints.ron" >"$project/plain.ron"
    for name in hints plain; do
        "$roomgen" --preset "$project/$name.ron" --seed 1 --out "$project/$name.glb" || return 1
    done
    # It imports what is there and ends; what it says of its own windows and files is no matter.
    HOME=$project xvfb-run -a godot3 --path "$project" --editor --quit >"$project/import.log" 2>&1 || true
    local counts
    counts=$(HOME=$project xvfb-run -a godot3 --path "$project" -s godot.gd hints.glb plain.glb 2>/dev/null | grep '\.glb: ')
    echo "$counts"
    [ "$(grep -c MeshInstance <<<"$counts")" = 2 ] && [ "$(cut -d ' ' -f 2- <<<"$counts" | sort -u | wc -l)" = 1 ]
}

# Godot 4, from the next release of Debian, loads the scenes as a game does: what collides, the way to the exit, doors, keys
# and lights are those of the level files, and a player who takes all keys opens all doors. It draws two of them.
proof_godot4() {
    local system=$work/debian-forky preset
    if [ ! -x "$system/usr/bin/godot" ]; then
        debian mmdebstrap mmdebstrap || return
        [ "$(id -u)" = 0 ] || { skip "only root may install the next release of Debian below $work"; return; }
        # A mirror may be older than its lists are valid for; their signatures count all the same.
        rm -rf "$system"
        mmdebstrap --mode=root --variant=minbase --aptopt='Acquire::Check-Valid-Until "false"' \
            --include=godot,xvfb,xauth,libgl1-mesa-dri forky "$system" >"$work/mmdebstrap.log" 2>&1 ||
            { rm -rf "$system"; skip "no Debian forky; see $work/mmdebstrap.log"; return; }
    fi
    cargo build --quiet --locked --bin roomgen || return 1
    rm -rf "$system/project" && cp -r engines/godot "$system/project" || return 1
    rm -rf "$system/project/levels" && mkdir "$system/project/levels" && cp "$here"/godot4*.gd "$system/project" || return 1
    for preset in $("$roomgen" presets | cut -d ' ' -f 1); do
        local file=$system/project/levels/$preset
        "$roomgen" --preset "$preset" --seed "$SEED" --out "$file.tscn" --out "$file.json" || return 1
    done
    local godot=(timeout 600 chroot "$system" env HOME=/project/home)
    "${godot[@]}" godot --headless --path /project --import >"$work/godot4-import.log" 2>&1 || return 1
    "${godot[@]}" godot --headless --path /project -s godot4.gd >"$work/godot4.log" 2>&1 || { cat "$work/godot4.log"; return 1; }
    grep -E '^Godot Engine|: [0-9]+ nodes|scenes' "$work/godot4.log"
    ! grep -E 'ERROR' "$work/godot4.log" || return 1
    "${godot[@]}" xvfb-run -a godot --rendering-driver opengl3 --audio-driver Dummy --path /project \
        -s godot4_picture.gd -- crypt mine >"$work/godot4-picture.log" 2>&1 || return 1
    cp "$system"/project/home/.local/share/godot/app_userdata/roomgen/{crypt,mine}.png "$work" || return 1
    echo "pictures: $work/crypt.png, $work/mine.png"
}

# A full validator of JSON Schemas accepts our level files, and refuses what is broken in them.
proof_level_schema() {
    python_with jsonschema==4.26.0 || return
    export_levels json || return
    "$roomgen" check --schema >"$work/level.schema.json" || return
    "$python" "$here/schema.py" "$work/level.schema.json" "$levels"/*.json
}

# A game in TypeScript compiles with the types that the schema makes, and finds the props of keys and foes in each level.
proof_types() {
    command -v node >/dev/null || { skip "no node"; return; }
    npm_with json-schema-to-typescript@16.0.0 typescript@7.0.2 || return
    export_levels json || return
    local types=$work/types tools=$work/node_modules/.bin
    rm -rf "$types" && mkdir -p "$types" && cp "$here/game.ts" "$types" && echo '{"type": "module"}' >"$types/package.json" || return 1
    "$roomgen" check --schema >"$types/level.schema.json" || return 1
    "$tools/json2ts" "$types/level.schema.json" "$types/level.d.ts" || return 1
    "$tools/tsc" --strict --target es2022 --module es2022 --moduleResolution bundler "$types/game.ts" || return 1
    node --input-type=module -e '
        import { readFileSync } from "node:fs";
        import { resolve } from "node:path";
        const [game, ...paths] = process.argv.slice(1);
        const { facts } = await import(resolve(game));
        for (const path of paths) console.log(path, facts(JSON.parse(readFileSync(path, "utf8"))));
    ' "$types/game.js" "$levels"/*.json
}

# GraphViz lays out the graphs without a warning, with a node for each room and an edge for each passage.
proof_graphviz() {
    debian dot graphviz || return
    command -v python3 >/dev/null || { skip "no python3"; return; }
    export_levels dot || return
    export_levels json || return
    python3 "$here/graphviz.py" "$levels"/*.dot
}

# ---- What proofs are made of. A proof returns 0 if it holds and $SKIP if it cannot be tried, after `skip` said why.

SKIP=77
levels=$work/levels embedded=$work/embedded
roomgen=$work/../debug/roomgen

skip() {
    echo "skipped: $*"
    return $SKIP
}

# export_levels ENDING [FOLDER [FLAG...]]: writes every preset at three sizes as FOLDER/PRESET-SIZE.ENDING.
export_levels() {
    local ending=$1 folder=${2:-$levels} preset size
    shift "$(($# < 2 ? $# : 2))"
    cargo build --quiet --locked --bin roomgen || return 1
    mkdir -p "$folder"
    for preset in $("$roomgen" presets | cut -d ' ' -f 1); do
        for size in "${SIZES[@]}"; do
            local file=$folder/$preset-$size.$ending
            "$roomgen" --preset "$preset" --size "$size" --seed "$SEED" --out "$file" "$@" || return 1
        done
    done
}

# Writes maps with their tilesets inside, of sheets with gaps, without the files of these tilesets.
embedded_levels() {
    local gaps=(--tile-margin 3 --tile-spacing 1 --tile-extrusion 2)
    export_levels json "$embedded" || return
    export_levels tmx "$embedded" --tileset embedded "${gaps[@]}" || return
    export_levels tmj "$embedded" --tileset embedded "${gaps[@]}" || return
    rm "$embedded"/*.tsx
}

# debian PROGRAM PACKAGE: the program is there, or is installed.
debian() {
    command -v "$1" >/dev/null && return
    command -v apt-get >/dev/null || { skip "no $1, and no apt-get to install the package $2 with"; return; }
    [ "$(id -u)" = 0 ] || { skip "no $1; install the package $2, or run this as root"; return; }
    echo "installing the package $2: there is no $1"
    { apt-get update && apt-get install --yes --no-install-recommends "$2"; } >"$work/apt.log" 2>&1 ||
        { skip "the package $2 cannot be installed; see $work/apt.log"; return; }
}

# python_with PACKAGE...: $python is a Python that has the packages, in an environment of its own.
python_with() {
    command -v python3 >/dev/null || { skip "no python3"; return; }
    python=$work/python/bin/python
    [ -x "$python" ] || python3 -m venv "$work/python" >"$work/python.log" 2>&1 ||
        { skip "python3 has no venv; see $work/python.log"; return; }
    "$python" -m pip install --quiet "$@" >"$work/pip.log" 2>&1 || { skip "no $* from PyPI; see $work/pip.log"; return; }
}

# npm_with PACKAGE...: the packages are in $work/node_modules, where scripts in $work find them.
npm_with() {
    command -v npm >/dev/null || { skip "no npm"; return; }
    npm install --silent --no-save --prefix "$work" "$@" >"$work/npm.log" 2>&1 ||
        { skip "no $* from npm; see $work/npm.log"; return; }
}

mkdir -p "$work"
passed=0 failed=0 skipped=0
[ $# -gt 0 ] || set -- "${PROOFS[@]}"
for proof; do
    if ! declare -F "proof_$proof" >/dev/null; then
        echo "there is no proof $proof; there are: ${PROOFS[*]}" >&2
        exit 2
    fi
    printf '\n== %s\n' "$proof"
    status=0
    "proof_$proof" || status=$?
    case $status in
        0) passed=$((passed + 1)) ;;
        "$SKIP") skipped=$((skipped + 1)) ;;
        *) failed=$((failed + 1)) && echo "FAILED: $proof" ;;
    esac
done
printf '\n%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
