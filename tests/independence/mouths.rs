//! Another mission changes the mouths and the openings at passages that it locks or frees, with the
//! floors of the two rooms there, and no other tile.

use std::collections::BTreeSet;

use roomgen::{Passage, Preset, Rect, Request, level::DoorKind};

use super::{level_and_leaves, parsed};
use crate::tier;

/// Caves that merge, beside rooms that open, without and with a wall between any two rooms.
const PLANS: [&str; 3] = [
    "rooms: (min: 5, max: 15), style: Adjacent(door: (1, 2)), open: (chance: 0.7), loops: (chance: 0.4)",
    "rooms: (min: 6, max: 20), style: Adjacent(door: (1, 1)), entry: (at: Wall), exit: (at: Wall), bonus: (chance: 0.7)",
    "rooms: (min: 6, max: 14), style: Corridors(width: (1, 2), margin: (0, 0)), open: (chance: 0.7), coverage: 0.9",
];

const SHAPES: &str = "shapes: [(shape: Cave, weight: 4, open: (from: 0.45, to: 0.75), rough: 0.5, merge: 0.8), (shape: Tunnels), \
     (shape: Octagon), (shape: Rectangle)]";

const MISSIONS: [&str; 4] = [
    "",
    "(name: \"key\", lock: Path((0.2, 0.7)))",
    "(name: \"key\", lock: Path((0.6, 1.0)), count: 2), (name: \"other\", lock: Bonus)",
    "(name: \"key\", lock: Bonus, count: 3)",
];

fn preset(plan: &str, locks: &str) -> Preset {
    parsed(&format!(
        "(name: \"a\", size: (70, 50), floorplan: ({plan}, {SHAPES}), mission: (locks: [{locks}]), layouts: [], props: {{\
         \"key\": (glyph: 'k', color: \"#ffd27a\", blocks: false), \"other\": (glyph: 'o', color: \"#ff0000\", blocks: false)}})"
    ))
}

/// Whether a passage may be opened.
fn is_plain(passage: &Passage) -> bool {
    passage.one_way.is_none() && matches!(passage.kind, DoorKind::Open | DoorKind::Closed)
}

#[test]
fn another_mission_changes_tiles_at_the_passages_alone_that_it_locks_or_frees() {
    let (mut kept, mut changed, mut dug) = (0, 0, 0);
    for plan in PLANS {
        let presets = MISSIONS.map(|locks| preset(plan, locks));
        for seed in 0..tier::size(6, 200) {
            let request = Request::new(seed).with_difficulty((seed % 3) as f32 / 2.0).expect("a difficulty");
            let (first, leaves) = level_and_leaves(&presets[0], &request);
            for preset in &presets[1..] {
                let (other, others) = level_and_leaves(preset, &request);
                assert_eq!(leaves, others, "{plan}, seed {seed}");
                let passages = || first.passages().iter().zip(other.passages());
                let touched = passages().filter(|(old, new)| is_plain(old) != is_plain(new));
                let touched: BTreeSet<u32> = touched.flat_map(|(old, _)| old.rooms).collect();
                for (old, new) in passages() {
                    if !old.rooms.iter().any(|room| touched.contains(room)) {
                        assert_eq!((&old.connection, old.kind), (&new.connection, new.kind), "{plan}, seed {seed}");
                        kept += usize::from(old.is_opening());
                    }
                }
                let near: Vec<Rect> = touched.iter().filter_map(|&room| leaves[room as usize].grown(1)).collect();
                for cell in first.tiles().bounds().cells().filter(|&cell| first.tile(cell) != other.tile(cell)) {
                    assert!(near.iter().any(|leaf| leaf.contains(cell)), "{plan}, seed {seed}: {cell}");
                    changed += 1;
                }
                dug += first.rooms().iter().zip(other.rooms()).filter(|(old, new)| old.rect != new.rect).count();
            }
        }
    }
    assert!(kept > 100 && changed > 200 && dug > 3, "{kept} openings are kept, {changed} tiles and {dug} rooms change");
}
