//! Checks of the invariants that the types of `layer` state, for tests.

use super::OriginTree;
use crate::set_bits::SetBits;

impl OriginTree {
    /// Panics unless the words, pages and ids of all levels agree.
    pub(in super::super) fn verify(&self) {
        if self.pages.is_empty() {
            assert!(self.directory.is_empty() && self.levels() == 0);
            self.ids.verify([].into_iter());
            return;
        }
        assert_eq!(self.pages.len(), self.summaries.len());
        assert!(self.summaries[0] == 0 && self.pages[0].iter().all(|tile| tile.occupied == 0));
        let places = (0..).zip(&self.directory).filter(|(_, number)| **number != 0);
        let in_use: Vec<_> = places.map(|(at, &number)| ((at % self.columns, at / self.columns), number)).collect();
        let mut numbers: Vec<_> = in_use.iter().map(|page| page.1).chain(self.free_pages.iter().copied()).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(1..self.pages.len() as u32), "each page serves one place or is free");

        for &((x, y), number) in &in_use {
            let summary = self.word(1, x, y);
            assert_ne!(summary, 0, "a page that holds nothing has no memory");
            for (tile, at) in self.pages[number as usize].iter().zip(0..) {
                assert_eq!(tile.occupied != 0, summary >> at & 1 != 0);
                tile.verify();
                assert!(self.stacked || !tile.stacked);
                assert!(tile.occupied != 0 || !tile.stacked);
            }
        }
        self.ids.verify(self.pages.iter().flatten().filter(|tile| tile.occupied != 0));
        self.verify_above(in_use.into_iter().map(|page| page.0).collect());
    }

    /// Compares the words of level 2 and above with the occupied pages.
    fn verify_above(&self, mut below: Vec<(u32, u32)>) {
        for level in &self.above.0 {
            let places = (0..).zip(&level.words).map(|(at, &word)| (at % level.columns, at / level.columns, word));
            let (mut set, mut held) = (Vec::new(), Vec::new());
            for (x, y, word) in places.filter(|place| place.2 != 0) {
                set.extend(SetBits(word).map(|bit| (8 * x + (bit & 7), 8 * y + (bit >> 3))));
                held.push((x, y));
            }
            set.sort_unstable();
            below.sort_unstable();
            assert_eq!(set, below, "a word says which of those below hold something");
            below = held;
        }
    }

    /// The occupied cells, found by descending through the words of all levels.
    pub(in super::super) fn occupied_cells(&self) -> Vec<(u32, u32)> {
        let mut cells = vec![(0, 0)];
        for level in (0..self.levels()).rev() {
            let below = |(x, y): (u32, u32)| {
                SetBits(self.word(level, x, y)).map(move |bit| (8 * x + (bit & 7), 8 * y + (bit >> 3)))
            };
            cells = cells.into_iter().flat_map(below).collect();
        }
        cells
    }
}
