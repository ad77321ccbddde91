//! Embedding roomgen in a game: load a preset, generate a level, and walk through it.
//!
//! Run: `cargo run --example embed`

use std::error::Error;

use roomgen::{Cell, Level, Preset, RoomKind};

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
    let level = roomgen::generate(&preset, 7);
    let mut player = Player { cell: level.entry(), coins: 0 };
    let mut left: Vec<Cell> =
        level.props().filter(|prop| !prop.kind.blocks).flat_map(|prop| prop.cells.cells()).collect();
    let mut turns = 0;

    // The game loop: one step to the nearest coin while there is one, then to the exit.
    while let Some(goal) = nearest(&level, player.cell, &left).or((player.cell != level.exit()).then(|| level.exit())) {
        player.cell = step_towards(&level, player.cell, goal);
        turns += 1;
        let before = left.len();
        left.retain(|&coin| coin != player.cell);
        player.coins += before - left.len();
        if let Some(room) = level.room_at(player.cell).filter(|room| room.kind == RoomKind::End && left.is_empty()) {
            println!("turn {turns}: all coins found, and room {} has the exit", room.id);
            break;
        }
    }
    print!("{}", roomgen::export::text::write(&level));
    println!("{} coins in {turns} turns; {} rooms on the way from start to end", player.coins, level.path().len());
    Ok(())
}

/// The goal with the fewest steps.
fn nearest(level: &Level, from: Cell, goals: &[Cell]) -> Option<Cell> {
    let distances = level.distances(from);
    goals.iter().copied().min_by_key(|&goal| distances.get(goal).unwrap_or(u32::MAX))
}

/// The neighbour one step nearer to the goal.
fn step_towards(level: &Level, from: Cell, goal: Cell) -> Cell {
    level.shortest_path(from, goal).and_then(|path| path.get(1).copied()).unwrap_or(from)
}
