//! Flood fill of a `BitGrid`, 64 cells at a time.

use super::{BitGrid, WORD};
use crate::{geom::Cell, grid::words::fill_row};

impl BitGrid {
    /// The cells of the set that are connected to `cell` in four directions, `cell` included.
    pub(crate) fn connected_to(&self, cell: Cell) -> Self {
        let mut connected = Self::new(self.width, self.height);
        connected.flood_from(cell, self, &mut Vec::new());
        connected
    }

    /// Adds `cell`, if it is in `free`, and what is connected to it there in four directions.
    ///
    /// Requires that the set has all or none of the cells of each connected part of `free`. Cost:
    /// linear in the words of the part.
    pub(crate) fn flood_from(&mut self, cell: Cell, free: &Self, work: &mut Vec<u32>) {
        if free.get(cell) {
            self.set(cell, true);
            work.clear();
            work.push(self.position(cell.x, cell.y) as u32);
            self.spread(free, work);
        }
    }

    /// Adds what is connected in `free` to the cells of the words in `work`; returns the number of
    /// words looked at.
    pub(super) fn spread(&mut self, free: &Self, work: &mut Vec<u32>) -> u64 {
        let stride = self.stride();
        let mut flooded = 0;
        while let Some(position) = work.pop() {
            flooded += 1;
            let position = position as usize;
            let word = fill_row(self.words[position], free.words[position]);
            self.words[position] = word;
            let column = position % stride;
            let mut give = |neighbour: usize, bits: u64| {
                let new = bits & free.words[neighbour] & !self.words[neighbour];
                if new != 0 {
                    self.words[neighbour] |= new;
                    work.push(neighbour as u32);
                }
            };
            if column > 0 {
                give(position - 1, word << (WORD - 1));
            }
            if column + 1 < stride {
                give(position + 1, word >> (WORD - 1));
            }
            if position >= stride {
                give(position - stride, word);
            }
            if position + stride < free.words.len() {
                give(position + stride, word);
            }
        }
        flooded
    }
}
