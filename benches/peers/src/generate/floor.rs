//! The least that any generator of such levels does: asks for a grid of tiles, fills it once, and draws its random words once.

use std::{any::Any, hint::black_box};

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use roomgen::Size;

use crate::contest::Entrant;

/// Random words for a room: two of the blocks that furnishing reads by, which is about what it takes to cut, connect and furnish one.
const WORDS: usize = 32;

/// The floor under the levels of `size` with so many rooms. No peer: its time divided by ours is how much of our time nobody could do
/// without.
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
