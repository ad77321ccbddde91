//! The generators of other crates, called in their most favourable way.

use std::any::Any;

use rand_for_mapgen::SeedableRng as _;

/// Makes a level of a number of columns and rows from a seed; returns it with its number of rooms.
pub type Make = fn((i64, i64), u64) -> (Box<dyn Any>, usize);

/// A generator of rooms and corridors.
pub struct Peer {
    pub crate_name: &'static str,
    /// The algorithm of the crate that is used.
    pub name: &'static str,
    /// Its column in `Bars`, if it has one.
    pub column: Option<usize>,
    pub make: Make,
}

pub const PEERS: [Peer; 4] = [
    Peer { crate_name: "mapgen", name: "BspRooms + NearestCorridors", column: Some(0), make: mapgen_rooms },
    Peer { crate_name: "mapgen", name: "BspInterior", column: Some(1), make: mapgen_interior },
    Peer { crate_name: "here_be_dragons", name: "BspRooms + NearestCorridors", column: None, make: dragons_rooms },
    Peer { crate_name: "here_be_dragons", name: "BspInterior", column: None, make: dragons_interior },
];

fn mapgen_rooms((width, height): (i64, i64), seed: u64) -> (Box<dyn Any>, usize) {
    use mapgen::filter::{BspRooms, NearestCorridors};
    let mut random = rand_for_mapgen::rngs::StdRng::seed_from_u64(seed);
    let mut builder = mapgen::MapBuilder::new(width as usize, height as usize);
    let map = builder.with(BspRooms::new()).with(NearestCorridors::new()).build_with_rng(&mut random);
    let rooms = map.rooms.len();
    (Box::new(map), rooms)
}

fn mapgen_interior((width, height): (i64, i64), seed: u64) -> (Box<dyn Any>, usize) {
    let mut random = rand_for_mapgen::rngs::StdRng::seed_from_u64(seed);
    let mut builder = mapgen::MapBuilder::new(width as usize, height as usize);
    let map = builder.with(mapgen::filter::BspInterior::new()).build_with_rng(&mut random);
    let rooms = map.rooms.len();
    (Box::new(map), rooms)
}

/// Noise, the automaton, and rock wherever no way leads from the middle: one cave, and no rooms.
pub fn mapgen_caves((width, height): (i64, i64), seed: u64) -> (Box<dyn Any>, usize) {
    use mapgen::filter::{
        CellularAutomata, CullUnreachable, NoiseGenerator,
        starting_point::{AreaStartingPosition, XStart, YStart},
    };
    let mut random = rand_for_mapgen::rngs::StdRng::seed_from_u64(seed);
    let mut builder = mapgen::MapBuilder::new(width as usize, height as usize);
    let builder = builder.with(NoiseGenerator::uniform()).with(CellularAutomata::new());
    let builder = builder.with(AreaStartingPosition::new(XStart::CENTER, YStart::CENTER)).with(CullUnreachable::new());
    (Box::new(builder.build_with_rng(&mut random)), 1)
}

fn dragons_rooms((width, height): (i64, i64), seed: u64) -> (Box<dyn Any>, usize) {
    use here_be_dragons::filter::{BspRooms, NearestCorridors};
    let mut random = <rand_for_dragons::rngs::StdRng as rand_for_dragons::SeedableRng>::seed_from_u64(seed);
    let mut builder = here_be_dragons::MapBuilder::<here_be_dragons::NoData>::new(width as usize, height as usize);
    let map = builder.with(BspRooms::new()).with(NearestCorridors::new()).build_with_rng(&mut random);
    let rooms = map.rooms.len();
    (Box::new(map), rooms)
}

fn dragons_interior((width, height): (i64, i64), seed: u64) -> (Box<dyn Any>, usize) {
    let mut random = <rand_for_dragons::rngs::StdRng as rand_for_dragons::SeedableRng>::seed_from_u64(seed);
    let mut builder = here_be_dragons::MapBuilder::<here_be_dragons::NoData>::new(width as usize, height as usize);
    let map = builder.with(here_be_dragons::filter::BspInterior::new()).build_with_rng(&mut random);
    let rooms = map.rooms.len();
    (Box::new(map), rooms)
}

/// One floor of the level's size, in cells of four tiles, with walls of one tile between rooms.
///
/// Everything else is at its defaults, which put items, enemies and traps into rooms.
pub fn tatami((width, height): (i64, i64), seed: u64) -> (Box<dyn Any>, usize) {
    use tatami_dungeon::{Dungeon, GenerateDungeonParams};
    const TILES_PER_CELL: u32 = 4;
    let parameters = GenerateDungeonParams {
        dimensions: (width as u32 / TILES_PER_CELL, height as u32 / TILES_PER_CELL),
        tiles_per_cell: TILES_PER_CELL,
        wall_dimensions: (1, 1),
        num_floors: 1,
        // The most that it accepts on such a small floor; it also makes rooms of the corridors.
        min_rooms_per_floor: 4,
        max_rooms_per_floor: 4,
        ..GenerateDungeonParams::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let dungeon = Dungeon::generate_with_seed_and_params(bytes, parameters);
    match dungeon {
        Ok(dungeon) => {
            let rooms = dungeon.floors.iter().map(|floor| floor.rooms.len()).sum();
            (Box::new(dungeon), rooms)
        }
        Err(error) => panic!("tatami-dungeon makes no level: {error:?}"),
    }
}
