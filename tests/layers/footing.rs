//! Who asks tiles alone where one walks: a tile that is open may have terrain that blocks.
//!
//! Queries ask `Level::is_open`, which knows both, and checks a function of their own.

use super::*;

/// The files and folders that may ask tiles alone, with the reason.
const ALLOWED: [(&str, &str); 20] = [
    ("src/level/terrain.rs", "is where tiles and terrain become one"),
    ("src/level/outlines.rs", "one sees through open tiles, and across terrain"),
    ("src/level/edit.rs", "terrain goes where a tile becomes open or solid"),
    ("src/level/audience.rs", "who sees a room sees its ponds"),
    ("src/check/flood.rs", "is where they become one for the checks"),
    ("src/check/terrain.rs", "tests on which tiles terrain lies; nobody swims round a parting either"),
    ("src/check/tiles.rs", "tests tiles"),
    ("src/check/budgets.rs", "who swims to the entry, flies or shoots is as near as who walks"),
    ("src/check/mission/diagonals.rs", "beside a door is wall, and no pond either"),
    ("src/export/text/check.rs", "drawings have tiles alone"),
    ("src/export/text/read.rs", "drawings have tiles alone"),
    ("src/floorplan/features/", "lays terrain on tiles"),
    ("src/level/feature.rs", "who sees a shore sees its lake"),
    ("src/floorplan/quiet.rs", "who swims, flies or shoots is as near as who walks"),
    ("src/survey/ground.rs", "measures the plan, without what rooms are furnished with"),
    ("src/survey/stakes.rs", "measures the quiet zone, as the check does"),
    ("crates/cli/src/check.rs", "drawings have tiles alone"),
    ("crates/export/src/svg/lights.rs", "light falls on water"),
    ("crates/export/src/picture/", "draws ground by its tiles, and terrain in their place"),
    ("src/model/tile.rs", "is where tiles say it"),
];

#[test]
fn walking_asks_tiles_and_terrain_together() {
    let crates = ["cli", "export", "find"].map(|name| root().join("crates").join(name).join("src"));
    let folders = crates.into_iter().chain(["src", "python/src", "web/engine/src"].map(|name| root().join(name)));
    let (mut breaches, mut seen) = (Vec::new(), BTreeSet::new());
    for file in folders.flat_map(|folder| rust_files(&folder)) {
        let name = file.strip_prefix(root()).expect("a file of the repository").to_string_lossy().replace('\\', "/");
        let is_test = ["/tests/", "/tests.rs", "/fixture.rs"].iter().any(|part| name.contains(part));
        let text = fs::read_to_string(&file).expect("a source file");
        let code = code(text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default());
        // Only tiles have a method of this name without arguments.
        let asks = |line: &str| {
            line.contains(".is_open()") || line.contains("Tile::is_open") || line.contains("fn is_open(self)")
        };
        if is_test || !code.lines().any(asks) {
            continue;
        }
        match ALLOWED.iter().find(|(allowed, _)| name.starts_with(allowed)) {
            Some((allowed, _)) => drop(seen.insert(*allowed)),
            None => breaches.push(name),
        }
    }
    assert_eq!(breaches, [""; 0], "ask `Level::is_open`, or give the reason above");
    let unused = ALLOWED.iter().map(|(allowed, _)| *allowed).filter(|allowed| !seen.contains(allowed));
    assert_eq!(unused.collect::<Vec<_>>(), [""; 0], "these ask no tiles");
}
