//! Binary: a maze of walls and floor in one piece, with a long way in it.

use roomgen::Level;

use crate::{dice::SplitMix, problem::Problem, tile_map::TileMap};

const SIDE: u32 = 14;
/// The least longest way: width plus height.
const LEAST_WAY: u32 = 2 * SIDE;
/// How far the longest way may be from the one asked for: a quarter of the least.
const TOLERANCE: u32 = LEAST_WAY / 4;

pub(crate) enum Binary {}

pub(crate) struct BinaryFacts {
    map: TileMap,
    regions: usize,
    longest: u32,
}

impl Problem for Binary {
    const NAME: &'static str = "binary-v0";
    const PRESET: &'static str = include_str!("binary.ron");

    type Content = TileMap;
    type Facts = BinaryFacts;
    /// The longest way.
    type Control = u32;

    fn convert(level: &Level) -> TileMap {
        TileMap::of_level(level)
    }

    fn random(dice: &mut SplitMix) -> TileMap {
        TileMap::random(dice, SIDE as usize, SIDE as usize, 2)
    }

    fn measure(map: TileMap) -> BinaryFacts {
        let (regions, longest) = map.regions();
        BinaryFacts { map, regions, longest }
    }

    fn is_good(facts: &BinaryFacts) -> bool {
        facts.regions == 1 && facts.longest >= LEAST_WAY
    }

    /// Two in five cells differ.
    fn differ(one: &BinaryFacts, other: &BinaryFacts) -> bool {
        5 * one.map.difference(&other.map) >= 2 * (SIDE * SIDE) as usize
    }

    fn draw(dice: &mut SplitMix) -> u32 {
        dice.between(LEAST_WAY + TOLERANCE, SIDE * SIDE / 2)
    }

    fn miss(facts: &BinaryFacts, longest: &u32) -> u32 {
        facts.longest.abs_diff(*longest).saturating_sub(TOLERANCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of floor, joined at alternating ends if `is_joined`.
    fn rows(is_joined: bool, is_turned: bool) -> BinaryFacts {
        let side = SIDE as usize;
        let tile = |at: usize| {
            let (x, y) = if is_turned { (at / side, at % side) } else { (at % side, at / side) };
            let joint = if y % 4 == 1 { side - 1 } else { 0 };
            u8::from(y % 2 == 0 || is_joined && x == joint && y + 1 < side)
        };
        Binary::measure(TileMap { width: side, tiles: (0..side * side).map(tile).collect() })
    }

    #[test]
    fn a_maze_in_one_piece_is_good() {
        let bends = rows(true, false);
        assert!(Binary::is_good(&bends));
        // Seven rows of thirteen steps, and two steps from each to the next.
        assert_eq!(bends.longest, 7 * 13 + 6 * 2);
        assert!(!Binary::is_good(&rows(false, false)));
        let open = TileMap { width: 14, tiles: vec![1; 196] };
        assert!(!Binary::is_good(&Binary::measure(open)), "26 steps are too few");
    }

    #[test]
    fn mazes_differ_in_two_of_five_cells() {
        assert!(Binary::differ(&rows(true, false), &rows(true, true)));
        assert!(!Binary::differ(&rows(true, false), &rows(false, false)));
    }

    #[test]
    fn seven_steps_more_or_fewer_are_as_asked_for() {
        let bends = rows(true, false);
        assert_eq!([96, 103, 110].map(|asked| Binary::miss(&bends, &asked)), [0; 3]);
        assert_eq!([95, 111, 90].map(|asked| Binary::miss(&bends, &asked)), [1, 1, 6]);
    }
}
