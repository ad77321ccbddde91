//! Maps of tiles, with the measures that the rules of several problems use.

use std::collections::VecDeque;

use roomgen::{Level, geom::Cell};

use crate::dice::SplitMix;

pub(crate) const WALL: u8 = 0;
pub(crate) const EMPTY: u8 = 1;
pub(crate) const PLAYER: u8 = 2;

/// A map of tiles, row by row. All steps go to one of four neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TileMap {
    pub(crate) width: usize,
    pub(crate) tiles: Vec<u8>,
}

impl TileMap {
    /// Independent tiles, each below `kinds` with the same chance: the benchmark's random content.
    pub(crate) fn random(dice: &mut SplitMix, width: usize, height: usize, kinds: u8) -> Self {
        let tiles = (0..width * height).map(|_| dice.between(0, kinds.into()) as u8).collect();
        Self { width, tiles }
    }

    /// The level inside of its outer wall: what can be walked is empty, the rest is wall.
    pub(crate) fn of_level(level: &Level) -> Self {
        let cells = (1..level.height() - 1).flat_map(|y| (1..level.width() - 1).map(move |x| Cell { x, y }));
        let tiles = cells.map(|cell| if level.is_walkable(cell) { EMPTY } else { WALL }).collect();
        Self { width: level.width() as usize - 2, tiles }
    }

    /// Puts a tile at a cell of the level that the map was made of.
    pub(crate) fn put(&mut self, cell: Cell, tile: u8) {
        self.tiles[(cell.y as usize - 1) * self.width + cell.x as usize - 1] = tile;
    }

    /// Column and row of a position.
    pub(crate) fn place(&self, at: usize) -> (usize, usize) {
        (at % self.width, at / self.width)
    }

    pub(crate) fn count(&self, tile: u8) -> usize {
        self.tiles.iter().filter(|other| **other == tile).count()
    }

    /// The first position of a tile, row by row.
    pub(crate) fn find(&self, tile: u8) -> Option<usize> {
        self.tiles.iter().position(|other| *other == tile)
    }

    /// The positions beside one, in the order left, right, up, down.
    pub(crate) fn beside(&self, at: usize) -> [Option<usize>; 4] {
        let (x, width) = (at % self.width, self.width);
        [
            (x > 0).then(|| at - 1),
            (x + 1 < width).then_some(at + 1),
            at.checked_sub(width),
            (at + width < self.tiles.len()).then_some(at + width),
        ]
    }

    /// The steps from a position to each other, over tiles that `is_open` accepts.
    pub(crate) fn distances(&self, from: usize, is_open: impl Fn(u8) -> bool) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.tiles.len()];
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((at, steps)) = queue.pop_front() {
            if distances[at].is_some() || !is_open(self.tiles[at]) {
                continue;
            }
            distances[at] = Some(steps);
            queue.extend(self.beside(at).into_iter().flatten().map(|next| (next, steps + 1)));
        }
        distances
    }

    /// A shortest way with both its ends, over tiles that `is_open` accepts; empty if there is
    /// none.
    pub(crate) fn way(&self, from: usize, to: usize, is_open: impl Fn(u8) -> bool) -> Vec<usize> {
        let distances = self.distances(from, is_open);
        let Some(mut steps) = distances[to] else { return Vec::new() };
        let mut way = vec![to];
        let mut at = to;
        while steps > 0 {
            steps -= 1;
            let nearer = |next: &usize| distances[*next] == Some(steps);
            at = self.beside(at).into_iter().flatten().find(nearer).expect("a step back");
            way.push(at);
        }
        way.reverse();
        way
    }

    /// The number of regions of tiles other than walls, and the longest of the shortest ways in
    /// them, in steps.
    ///
    /// In each region, a search from the first tile finds the farthest one, and a search from there
    /// the length. Where a region has circles, this can be less than the longest.
    pub(crate) fn regions(&self) -> (usize, u32) {
        let is_open = |tile| tile != WALL;
        let mut seen = vec![false; self.tiles.len()];
        let (mut regions, mut longest) = (0, 0);
        for first in 0..self.tiles.len() {
            if seen[first] || !is_open(self.tiles[first]) {
                continue;
            }
            regions += 1;
            let distances = self.distances(first, is_open);
            seen.iter_mut().zip(&distances).for_each(|(seen, steps)| *seen |= steps.is_some());
            let most = distances.iter().max().copied().flatten();
            let farthest = distances.iter().position(|steps| *steps == most).unwrap_or(first);
            longest = longest.max(self.distances(farthest, is_open).into_iter().flatten().max().unwrap_or(0));
        }
        (regions, longest)
    }

    /// The number of positions at which two maps of one size differ.
    pub(crate) fn difference(&self, other: &Self) -> usize {
        self.tiles.iter().zip(&other.tiles).filter(|(one, other)| one != other).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A map drawn by digits.
    fn map(rows: &[&str]) -> TileMap {
        TileMap { width: rows[0].len(), tiles: rows.concat().bytes().map(|digit| digit - b'0').collect() }
    }

    #[test]
    fn regions_meet_at_sides_and_not_at_corners() {
        assert_eq!(map(&["110", "001", "011"]).regions().0, 2);
        assert_eq!(map(&["000", "000"]).regions(), (0, 0));
    }

    #[test]
    fn the_longest_way_follows_the_bends() {
        let bends = map(&["11111", "00001", "11111", "10000", "11111"]);
        assert_eq!(bends.regions(), (1, 16));
    }

    #[test]
    fn a_way_has_both_ends_and_avoids_what_is_closed() {
        let doors = map(&["141", "101", "111"]);
        assert_eq!(doors.way(0, 2, |tile| tile != WALL), [0, 1, 2]);
        assert_eq!(doors.way(0, 2, |tile| tile != WALL && tile != 4), [0, 3, 6, 7, 8, 5, 2]);
        assert_eq!(doors.way(0, 4, |tile| tile != WALL), [0_usize; 0]);
        assert_eq!(doors.way(3, 3, |tile| tile != WALL), [3]);
    }
}
