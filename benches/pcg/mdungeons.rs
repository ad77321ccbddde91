//! MiniDungeons: a player must fight a number of enemies on the way to the exit.
//!
//! Entry and exit are the player's and the exit; markers are potions, treasures and enemies.

use roomgen::Level;

use crate::{
    dice::SplitMix,
    problem::Problem,
    sequence,
    solver::{self, EXIT, GOBLIN, OGRE, POTION, Solution, TREASURE},
    tile_map::{EMPTY, PLAYER, TileMap, WALL},
};

const WIDTH: u32 = 8;
const HEIGHT: u32 = 12;
/// Enemies that lie on the player's way.
const ENEMIES: usize = 8;
/// The fewest cells of the player's way, with both ends.
const LEAST_CELLS: usize = ENEMIES + 2;
/// How far the collected treasures may be from those asked for: a fifth of width plus height.
const TREASURE_TOLERANCE: u32 = (WIDTH + HEIGHT) / 5;
/// How far the steps may be from those asked for: half of the enemies.
const STEP_TOLERANCE: u32 = ENEMIES as u32 / 2;

pub(crate) enum MiniDungeons {}

pub(crate) struct MiniDungeonFacts {
    map: TileMap,
    /// Absent unless the map has one region, one player and one exit.
    solution: Option<Solution>,
}

/// What a way is to be like.
pub(crate) struct WayControl {
    treasures: u32,
    steps: u32,
}

impl Problem for MiniDungeons {
    const NAME: &'static str = "mdungeons-v0";
    const PRESET: &'static str = include_str!("mdungeons.ron");

    type Content = TileMap;
    type Facts = MiniDungeonFacts;
    type Control = WayControl;

    fn convert(level: &Level) -> TileMap {
        let mut map = TileMap::of_level(level);
        for marker in level.markers() {
            let tile = match marker.kind.name.as_str() {
                "potion" => POTION,
                "treasure" => TREASURE,
                "ogre" => OGRE,
                _ => GOBLIN,
            };
            map.put(marker.cells.top_left(), tile);
        }
        map.put(level.exit(), EXIT);
        map.put(level.entry(), PLAYER);
        map
    }

    fn random(dice: &mut SplitMix) -> TileMap {
        TileMap::random(dice, WIDTH as usize, HEIGHT as usize, 8)
    }

    fn measure(map: TileMap) -> MiniDungeonFacts {
        let is_whole = map.count(PLAYER) == 1 && map.count(EXIT) == 1 && map.regions().0 == 1;
        let solution = if is_whole { solver::solve(&map) } else { None };
        MiniDungeonFacts { map, solution }
    }

    fn is_good(facts: &MiniDungeonFacts) -> bool {
        let Some(solution) = &facts.solution else { return false };
        let is_enemy = |at: &usize| [GOBLIN, OGRE].contains(&facts.map.tiles[*at]);
        let mut met: Vec<usize> = solution.positions.iter().copied().filter(is_enemy).collect();
        met.sort_unstable();
        met.dedup();
        let plain = facts.map.count(WALL) + facts.map.count(EMPTY);
        met.len() >= ENEMIES && solution.positions.len() >= LEAST_CELLS && 2 * plain >= facts.map.tiles.len()
    }

    /// A fraction of 0.4, four fifths of it for the ways and one for the tiles.
    fn differ(one: &MiniDungeonFacts, other: &MiniDungeonFacts) -> bool {
        let text = |facts: &MiniDungeonFacts| facts.solution.as_ref().map_or("", |solution| &solution.text).to_owned();
        let ways = 1.0 - sequence::similarity(text(one).as_bytes(), text(other).as_bytes());
        let tiles = one.map.difference(&other.map) as f64 / one.map.tiles.len() as f64;
        0.8 * ways + 0.2 * tiles >= 0.4
    }

    fn draw(dice: &mut SplitMix) -> WayControl {
        WayControl {
            treasures: dice.between(0, WIDTH + HEIGHT),
            steps: dice.between(2 * ENEMIES as u32, WIDTH * HEIGHT / 2),
        }
    }

    fn miss(facts: &MiniDungeonFacts, control: &WayControl) -> u32 {
        let (treasures, steps) = match &facts.solution {
            Some(solution) => (solution.treasures, solution.positions.len() as u32 - 1),
            None => return u32::MAX,
        };
        treasures.abs_diff(control.treasures).saturating_sub(TREASURE_TOLERANCE)
            + steps.abs_diff(control.steps).saturating_sub(STEP_TOLERANCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight goblins in a corridor, with potions between them.
    const GOOD: [&str; 12] = [
        "21611611", "00000006", "11461511", "40000000", "16161646", "00000001", "30000001", "10000001", "11111111",
        "00000000", "00000000", "00000000",
    ];

    fn facts(rows: [&str; 12]) -> MiniDungeonFacts {
        MiniDungeons::measure(TileMap { width: 8, tiles: rows.concat().bytes().map(|digit| digit - b'0').collect() })
    }

    /// The good map with some row replaced.
    fn changed(row: usize, to: &'static str) -> MiniDungeonFacts {
        let mut rows = GOOD;
        rows[row] = to;
        facts(rows)
    }

    #[test]
    fn eight_enemies_on_the_way_are_good() {
        let good = facts(GOOD);
        assert!(MiniDungeons::is_good(&good));
        assert!(!MiniDungeons::is_good(&changed(4, "16161641")), "seven enemies");
        assert!(!MiniDungeons::is_good(&changed(2, "11161511")), "the player dies");
        assert!(!MiniDungeons::is_good(&changed(9, "00000001").clone_with(11, 3)), "two exits");
        assert!(!MiniDungeons::is_good(&changed(11, "00010000")), "two regions");
        let far = changed(8, "11111116");
        assert!(MiniDungeons::is_good(&far), "an enemy on the way is more than enough");
    }

    impl MiniDungeonFacts {
        /// The facts of the map with another tile.
        fn clone_with(&self, at: usize, tile: u8) -> Self {
            let mut map = self.map.clone();
            map.tiles[at] = tile;
            MiniDungeons::measure(map)
        }
    }

    #[test]
    fn treasures_and_steps_are_counted() {
        let good = facts(GOOD);
        let solution = good.solution.as_ref().expect("a good map");
        let steps = solution.positions.len() as u32 - 1;
        assert_eq!((solution.treasures, steps), (1, 38));
        let miss = |treasures, steps| MiniDungeons::miss(&good, &WayControl { treasures, steps });
        assert_eq!([miss(5, 42), miss(0, 34), miss(6, 42), miss(5, 43), miss(7, 33)], [0, 0, 1, 1, 3]);
    }

    #[test]
    fn maps_differ_by_their_ways() {
        let good = facts(GOOD);
        assert!(!MiniDungeons::differ(&good, &good));
        assert!(!MiniDungeons::differ(&good, &changed(9, "11110000")), "the ways are the same");
        let mut mirrored = good.map.clone();
        mirrored.tiles.chunks_mut(8).for_each(<[u8]>::reverse);
        assert!(MiniDungeons::differ(&good, &MiniDungeons::measure(mirrored)), "left is right");
    }
}
