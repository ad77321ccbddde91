//! The automaton: floor is where at least five of the nine cells around are floor. What lies
//! outside of the room counts as rock.

use super::rows::{CaveRows, LANES, NARROW};

/// The words of a room of up to 16 by 16 cells.
const WORDS: usize = 4;

/// The cells of a narrow room, four rows to a word.
type Block = [u64; WORDS];

impl CaveRows {
    /// Takes steps of the automaton; `pinned` cells stay floor.
    pub(super) fn step(&mut self, steps: u32, pinned: &Self) {
        if self.extent().width <= NARROW && self.extent().height <= NARROW {
            return self.step_block(steps, pinned);
        }
        for _ in 0..steps {
            self.step_rows();
            self.unite(pinned);
        }
    }

    fn step_rows(&mut self) {
        let columns = self.columns();
        let [mut above, mut here] = [[0; 2], sums(self.row(0), u64::MAX, u64::MAX)];
        for y in 0..self.extent().height {
            let below = sums(self.row(y + 1), u64::MAX, u64::MAX);
            self.set_row(y, most(above, here, below) & columns);
            (above, here) = (here, below);
        }
    }

    /// The same, four rows at a time.
    fn step_block(&mut self, steps: u32, pinned: &Self) {
        /// All columns but the last, and but the first.
        const WEST: u64 = 0x7fff_7fff_7fff_7fff;
        const EAST: u64 = 0xfffe_fffe_fffe_fffe;
        let mut room = self.clone();
        room.fill();
        let (room, pinned, mut cells) = (room.block(), pinned.block(), self.block());
        for _ in 0..steps {
            let sums = cells.map(|word| sums(word, WEST, EAST));
            for (number, cells) in cells.iter_mut().enumerate() {
                let here = sums[number];
                let [before, after] = [number.wrapping_sub(1), number + 1].map(|at| sums.get(at).copied());
                let [before, after] = [before.unwrap_or_default(), after.unwrap_or_default()];
                let above = [0, 1].map(|bit| here[bit] << NARROW | before[bit] >> (u64::BITS as i32 - NARROW));
                let below = [0, 1].map(|bit| here[bit] >> NARROW | after[bit] << (u64::BITS as i32 - NARROW));
                *cells = most(above, here, below) & room[number] | pinned[number];
            }
        }
        for (rows, mut word) in self.rows_mut().chunks_mut(LANES as usize).zip(cells) {
            for row in rows {
                *row = word & u64::from(u16::MAX);
                word >>= NARROW;
            }
        }
    }

    fn block(&self) -> Block {
        let mut words = [0; WORDS];
        for (word, rows) in words.iter_mut().zip(self.rows().chunks(LANES as usize)) {
            *word = rows.iter().rev().fold(0, |word, row| word << NARROW | row);
        }
        words
    }
}

/// For each cell, the sum of it and its two neighbours along the row: the lower and the higher
/// bits.
/// `west` and `east` are the columns with a neighbour in the same row on their east and west.
fn sums(row: u64, west: u64, east: u64) -> [u64; 2] {
    let (before, after) = ((row & west) << 1, (row & east) >> 1);
    [row ^ before ^ after, two_of(row, before, after)]
}

/// The cells that have at least five in the sums of three rows.
fn most([a, d]: [u64; 2], [b, e]: [u64; 2], [c, f]: [u64; 2]) -> u64 {
    // The sum is `odd` plus twice the number of d, e, f and `carry` that are set.
    let (odd, carry) = (a ^ b ^ c, two_of(a, b, c));
    let two_of_three = two_of(d, e, f);
    let two = two_of_three | carry & (d | e | f);
    let three = two_of_three & carry | d & e & f;
    three | two & odd
}

/// The bits that are set in at least two of three words.
fn two_of(a: u64, b: u64, c: u64) -> u64 {
    a & b | c & (a | b)
}
