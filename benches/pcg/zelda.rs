//! Zelda: a player takes a key to a door, between a few enemies.
//!
//! The entry is the player, the exit the door; it lies behind a lock, whose key is the key.

use roomgen::Level;

use crate::{
    dice::SplitMix,
    problem::Problem,
    sequence,
    tile_map::{PLAYER, TileMap, WALL},
};

const WIDTH: u32 = 11;
const HEIGHT: u32 = 7;
const KEY: u8 = 3;
const DOOR: u8 = 4;
const ENEMY: u8 = 5;
/// Three, one more or fewer.
const ENEMIES: std::ops::RangeInclusive<usize> = 2..=4;
/// The least steps from the player over the key to the door: width plus height.
const LEAST_STEPS: u32 = WIDTH + HEIGHT;
/// How far each half of the way may be from what is asked for: a quarter of half the least steps.
const TOLERANCE: u32 = LEAST_STEPS / 8;

pub(crate) enum Zelda {}

pub(crate) struct ZeldaFacts {
    has_one_of_each: bool,
    enemies: usize,
    regions: usize,
    to_key: u32,
    to_door: u32,
    /// The cells of both ways as text.
    way: String,
}

impl Problem for Zelda {
    const NAME: &'static str = "zelda-v0";
    const PRESET: &'static str = include_str!("zelda.ron");

    type Content = TileMap;
    type Facts = ZeldaFacts;
    /// The steps from the player to the key, and from there to the door.
    type Control = [u32; 2];

    fn convert(level: &Level) -> TileMap {
        let mut map = TileMap::of_level(level);
        level.markers().for_each(|marker| map.put(marker.cells.top_left(), ENEMY));
        level.keys().iter().for_each(|key| map.put(key.cell, KEY));
        map.put(level.exit(), DOOR);
        map.put(level.entry(), PLAYER);
        map
    }

    fn random(dice: &mut SplitMix) -> TileMap {
        TileMap::random(dice, WIDTH as usize, HEIGHT as usize, 6)
    }

    fn measure(map: TileMap) -> ZeldaFacts {
        let way = |from, to, is_open: fn(u8) -> bool| match (map.find(from), map.find(to)) {
            (Some(from), Some(to)) => map.way(from, to, is_open),
            _ => Vec::new(),
        };
        let to_key = way(PLAYER, KEY, |tile| tile != WALL && tile != DOOR);
        let to_door = way(KEY, DOOR, |tile| tile != WALL);
        ZeldaFacts {
            has_one_of_each: [PLAYER, KEY, DOOR].iter().all(|tile| map.count(*tile) == 1),
            enemies: map.count(ENEMY),
            regions: map.regions().0,
            to_key: to_key.len().saturating_sub(1) as u32,
            to_door: to_door.len().saturating_sub(1) as u32,
            way: text(&map, to_key.iter().chain(&to_door)),
        }
    }

    fn is_good(facts: &ZeldaFacts) -> bool {
        facts.has_one_of_each
            && ENEMIES.contains(&facts.enemies)
            && facts.regions == 1
            && facts.to_key > 0
            && facts.to_door > 0
            && facts.to_key + facts.to_door >= LEAST_STEPS
    }

    fn differ(one: &ZeldaFacts, other: &ZeldaFacts) -> bool {
        1.0 - sequence::similarity(one.way.as_bytes(), other.way.as_bytes()) >= 0.3
    }

    fn draw(dice: &mut SplitMix) -> [u32; 2] {
        [(); 2].map(|()| dice.between(LEAST_STEPS / 2 + TOLERANCE, WIDTH * HEIGHT / 4))
    }

    fn miss(facts: &ZeldaFacts, [to_key, to_door]: &[u32; 2]) -> u32 {
        facts.to_key.abs_diff(*to_key).saturating_sub(TOLERANCE)
            + facts.to_door.abs_diff(*to_door).saturating_sub(TOLERANCE)
    }
}

/// A way as text, mirrored so that it begins in the upper left quarter: mirror images are alike.
fn text<'way>(map: &TileMap, way: impl Iterator<Item = &'way usize>) -> String {
    let places: Vec<(usize, usize)> = way.map(|at| map.place(*at)).collect();
    let (width, height) = (WIDTH as usize, HEIGHT as usize);
    let Some(&(x, y)) = places.first() else { return String::new() };
    let (is_right, is_low) = (2 * x > width, 2 * y > height);
    let mirrored = places.iter().map(|&(x, y)| {
        let x = if is_right { width - x - 1 } else { x };
        let y = if is_low { height - y - 1 } else { y };
        format!("{x},{y}|")
    });
    mirrored.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: [&str; 7] =
        ["21111111111", "00000000001", "15111111111", "10000000000", "11111111311", "50000000001", "11114115111"];

    fn facts(rows: [&str; 7]) -> ZeldaFacts {
        Zelda::measure(TileMap { width: 11, tiles: rows.concat().bytes().map(|digit| digit - b'0').collect() })
    }

    /// The good level with some row replaced.
    fn changed(row: usize, to: &'static str) -> ZeldaFacts {
        let mut rows = GOOD;
        rows[row] = to;
        facts(rows)
    }

    #[test]
    fn a_level_with_one_of_each_and_three_enemies_is_good() {
        let good = facts(GOOD);
        assert!(Zelda::is_good(&good));
        assert_eq!([good.to_key, good.to_door], [32, 10]);
        for (row, to) in [
            (0, "11111111111"),
            (4, "11111111331"),
            (6, "11111115111"),
            (6, "11114111111"),
            (2, "55511111111"),
            (5, "50000000000"),
        ] {
            assert_eq!(Zelda::is_good(&changed(row, to)), to == "50000000000" || to == "11114111111", "{row} {to}");
        }
        assert!(!Zelda::is_good(&changed(3, "00000000000")), "in two pieces");
    }

    #[test]
    fn the_door_is_no_way_to_the_key() {
        let shut = facts([
            "21400000000",
            "00100000000",
            "00131111111",
            "00000000001",
            "00000000001",
            "00000000001",
            "00000000055",
        ]);
        assert_eq!([shut.to_key, shut.to_door], [0, 3]);
        assert!(!Zelda::is_good(&shut));
    }

    #[test]
    fn mirror_images_are_alike() {
        let mut rows = GOOD.map(str::to_owned);
        rows.reverse();
        let turned: Vec<String> = rows.iter().map(|row| row.chars().rev().collect()).collect();
        let tiles = turned.concat().bytes().map(|digit| digit - b'0').collect();
        let turned = Zelda::measure(TileMap { width: 11, tiles });
        assert_eq!(turned.to_key, 32);
        assert!(!Zelda::differ(&facts(GOOD), &turned));
    }

    #[test]
    fn two_steps_more_or_fewer_are_as_asked_for() {
        let good = facts(GOOD);
        assert_eq!(Zelda::miss(&good, &[34, 12]), 0);
        assert_eq!(Zelda::miss(&good, &[35, 7]), 2);
    }
}
