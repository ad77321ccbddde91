//! Embedding roomgen in a game: load a preset, generate a level, and walk through it.
//!
//! Run: `cargo run --example embed`

use std::error::Error;

use roomgen::{
    Cell, Preset, RoomKind,
    play::{Floor, StepOutcome, Walker},
};

/// A designer's preset, as a game would include it.
const PRESET: &str = r##"(
    name: "cellar",
    size: (48, 24),
    floorplan: (path: (fraction: (0.4, 0.6))),
    props: {
        "barrel": (glyph: 'o', color: "#8a5a2c"),
        "coin": (glyph: '$', color: "#ffd75e", blocks: false, tall: 0.0),
    },
    layouts: [
        (name: "store", formations: [
            (shape: Square, at: Corners, size: Cells(3), prop: "barrel"),
            (shape: Diamond, prop: "coin", checker: true),
        ]),
    ],
)"##;

struct Player {
    cell: Cell,
    coins: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let preset = Preset::parse(PRESET)?;
    let mut floor = Floor::new(roomgen::generate(&preset, 7));
    let (level, exit) = (floor.level(), floor.level().exit());
    let mut player = Player { cell: level.entry(), coins: 0 };
    let mut left: Vec<Cell> =
        level.props().filter(|prop| !prop.kind.blocks).flat_map(|prop| prop.cells.cells()).collect();
    let mut turns = 0;

    // The game loop: one step to the nearest coin while there is one, then to the exit.
    while let Some(goal) = nearest(&floor, player.cell, &left).or((player.cell != exit).then_some(exit)) {
        let path = floor.path(player.cell, goal, Walker::Hero).ok_or("no way leads there")?;
        // A step opens the door that is in the way.
        if let Some(&next) = path.get(1).filter(|next| floor.step(player.cell, **next) == StepOutcome::Moved) {
            player.cell = next;
        }
        turns += 1;
        let before = left.len();
        left.retain(|&coin| coin != player.cell);
        player.coins += before - left.len();
        let level = floor.level();
        if let Some(room) = level.room_at(player.cell).filter(|room| room.kind == RoomKind::End && left.is_empty()) {
            println!("turn {turns}: all coins found, and room {} has the exit", room.id);
            break;
        }
    }
    print!("{}", roomgen::export::text::write(floor.level()));
    println!("{} coins in {turns} turns; {} rooms are on the main path", player.coins, floor.level().path().len());
    Ok(())
}

/// The goal with the fewest steps.
fn nearest(floor: &Floor, from: Cell, goals: &[Cell]) -> Option<Cell> {
    let distances = floor.distances(from, Walker::Hero);
    goals.iter().copied().min_by_key(|&goal| distances.get(goal).unwrap_or(u32::MAX))
}
