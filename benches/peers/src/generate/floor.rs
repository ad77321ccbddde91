//! A lower bound for generators: allocate a grid of tiles, fill it once, draw random words.

use std::{any::Any, hint::black_box};

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use roomgen::Size;

use crate::contest::Entrant;

/// Random words per room: two of furnishing's blocks, about what a furnished room takes.
const WORDS: usize = 32;

/// The lower bound for levels of `size` with this number of rooms.
///
/// It is no peer: the ratio of its time to ours is the fraction of our time that cannot be avoided.
pub fn entrant(size: Size, rooms: f64) -> Entrant<'static> {
    let (cells, words) = (size.cells() as usize, rooms as usize * WORDS);
    let mut seeds = 0..;
    let work = move || {
        let mut random = ChaCha8Rng::seed_from_u64(seeds.next().unwrap_or_default());
        let sum = (0..words).fold(0_u32, |sum, _| sum.wrapping_add(random.next_u32()));
        let tiles = vec![black_box(sum as u8 | 1); cells];
        Box::new(tiles) as Box<dyn Any>
    };
    Entrant::new("rand_chacha", 0.0, work, |_| 0).labelled("floor: tiles filled, words drawn").making(rooms)
}
