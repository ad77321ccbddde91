#!/usr/bin/env bash
# Packs the crates, the wheel and the source of the Python package, installs each into an empty project, and runs ten
# lines with it: all show one digest. The npm package has `web/npm/test.sh`.
#
#   tests/packages/run.sh
#
# Without Python, its module venv or PyPI the Python package is skipped, and this says so.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# Outside of the repository, whose workspace would claim them.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The crates: what `cargo publish` would send, unpacked, in place of those of the registry.
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' Cargo.toml)
crates=(roomgen roomgen-{text,spatial,find,export,cli})
cargo package --quiet --locked --allow-dirty --no-verify "${crates[@]/#/--package=}"
mkdir -p "$work/crates" "$work/game/src"
for crate in "${crates[@]}"; do tar -xzf "$target/package/$crate-$version.crate" -C "$work/crates"; done
cp tests/packages/main.rs "$work/game/src"
{
    printf '[package]\nname = "game"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n'
    for crate in roomgen roomgen-export roomgen-find; do echo "$crate = \"$version\""; done
} >"$work/game/Cargo.toml"
# Cargo reads this for both commands below.
mkdir "$work/.cargo"
{
    echo '[patch.crates-io]'
    for crate in "${crates[@]}"; do echo "$crate = { path = \"$work/crates/$crate-$version\" }"; done
} >"$work/.cargo/config.toml"
game() { (cd "$work/game" && CARGO_TARGET_DIR=$target/packages cargo run --quiet); }
game
digest=$(game | cut -d : -f 1)
(cd "$work" && CARGO_TARGET_DIR=$target/packages cargo install --quiet --debug --path "crates/roomgen-cli-$version" --root installed)
"$work/installed/bin/roomgen" --preset crypt --seed 42 --out "$work/level.json"
grep -q "$digest" "$work/level.json" || { echo "FAILED: the installed tool writes another level than $digest" >&2; exit 1; }
echo "crates: $digest"

skip() {
    echo "skipped: the Python package: $*"
    exit 0
}
command -v python3 >/dev/null || skip "no python3"
python3 -m venv "$work/maker" >"$work/venv.log" 2>&1 || skip "python3 has no venv; see $work/venv.log"
"$work/maker/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.9,<2' >"$work/pip.log" 2>&1 || skip "no maturin; see $work/pip.log"
wheel=$(python/build-wheel.sh "$work/maker/bin/python")
"$work/maker/bin/python" -m maturin sdist --manifest-path python/Cargo.toml --out "$work/source" >"$work/source.log" 2>&1
for archive in "$wheel" "$work"/source/*.tar.gz; do
    python3 -m venv --clear "$work/venv"
    "$work/venv/bin/pip" install --quiet --disable-pip-version-check "$archive"
    # Not from the repository, where a folder has the package's name.
    (cd "$work" && "$work/venv/bin/python" - "$digest") <<'PYTHON'
import sys
import roomgen

crypt = roomgen.Preset.built_in("crypt")
level = crypt.generate(42)
assert f"{level.digest:016x}" == sys.argv[1], f"{level.digest:016x}"
assert roomgen.Level.from_json(level.to_json()).digest == level.digest
batch = crypt.with_size(25, 25).generate_batch(range(100), metrics=["rooms"])
print(level.walkthrough().steps, "steps;", batch.tiles.shape, batch.metrics["rooms"].mean())
PYTHON
    echo "$(basename "$archive"): $digest"
done
