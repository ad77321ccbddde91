//! The automaton: floor is where at least five of the nine cells around are floor. What lies
//! outside of the room counts as rock.

use super::cells::CaveCells;

impl<const COLUMNS: u32, const WORDS: usize> CaveCells<COLUMNS, WORDS> {
    /// Takes steps of the automaton in a room; `pinned` cells stay floor.
    pub(super) fn step(&mut self, steps: u32, room: &Self, pinned: &Self) {
        for _ in 0..steps {
            let [mut before, mut here] = [[0; 2], Self::sums(self.word(0))];
            for number in 0..self.looped() {
                let behind = Self::sums(self.word(number + 1));
                let above = [0, 1].map(|bit| Self::south(before[bit], here[bit]));
                let below = [0, 1].map(|bit| Self::north(here[bit], behind[bit]));
                self.set_word(number, most(above, here, below) & room.word(number) | pinned.word(number));
                (before, here) = (here, behind);
            }
        }
    }

    /// For each cell of a word, the sum of it and its two neighbours along the row: the lower and
    /// the higher bits.
    #[inline]
    fn sums(word: u64) -> [u64; 2] {
        let (east, west) = (Self::east(word), Self::west(word));
        [word ^ east ^ west, two_of(word, east, west)]
    }
}

/// The cells that have at least five in the sums of three rows.
#[inline]
fn most([a, d]: [u64; 2], [b, e]: [u64; 2], [c, f]: [u64; 2]) -> u64 {
    // The sum is `odd` plus twice the number of d, e, f and `carry` that are set.
    let (odd, carry) = (a ^ b ^ c, two_of(a, b, c));
    let two_of_three = two_of(d, e, f);
    let two = two_of_three | carry & (d | e | f);
    let three = two_of_three & carry | d & e & f;
    three | two & odd
}

/// The bits that are set in at least two of three words.
#[inline]
fn two_of(a: u64, b: u64, c: u64) -> u64 {
    a & b | c & (a | b)
}
