//! MiniDungeons as a game, and the player that looks for a way to the exit.
//!
//! A step takes what lies in its cell: a potion heals 2 up to the full health, an enemy costs its
//! damage. Without health the game is lost. The player is the benchmark's: best-first searches of
//! limited length, one after the other, until one wins.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashSet},
};

use crate::tile_map::{PLAYER, TileMap, WALL};

pub(crate) const EXIT: u8 = 3;
pub(crate) const POTION: u8 = 4;
pub(crate) const TREASURE: u8 = 5;
pub(crate) const GOBLIN: u8 = 6;
pub(crate) const OGRE: u8 = 7;

/// Health of a player at the start, and the most.
const HEALTH: u8 = 5;
/// States that a search takes from its queue.
const LIMIT: u32 = 5000;
/// What each search weighs: the estimate of the rest, and the steps. The last one is breadth first.
const SEARCHES: [(i32, i32); 4] = [(2, 2), (2, 1), (2, 0), (0, 0)];
/// The steps in the order of [`TileMap::beside`].
const STEPS: [u8; 4] = *b"LRUD";

/// A game won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    /// The positions of the player, from the first to the exit.
    pub(crate) positions: Vec<usize>,
    /// Each step, followed by what it takes: `LRUD`, `p`, `$`, or the damage.
    pub(crate) text: String,
    pub(crate) treasures: u32,
}

/// A state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct DungeonGame {
    at: usize,
    health: u8,
    /// A bit for each position whose potion, treasure or enemy is still there.
    left: u128,
}

/// A state that a search has come to.
struct SearchNode {
    state: DungeonGame,
    steps: i32,
    treasures: i32,
    parent: Option<usize>,
}

/// A game won on a map with one player and one exit, of at most 128 cells.
pub(crate) fn solve(map: &TileMap) -> Option<Solution> {
    let (player, exit) = (map.find(PLAYER)?, map.find(EXIT)?);
    let taken = |tile: u8| tile >= POTION;
    let left = (0..map.tiles.len()).filter(|at| taken(map.tiles[*at])).fold(0, |left, at| left | 1 << at);
    let first = DungeonGame { at: player, health: HEALTH, left };
    SEARCHES.iter().find_map(|weights| search(map, first, exit, *weights))
}

/// What a player does to the state by a step to `at`.
fn enter(map: &TileMap, state: DungeonGame, at: usize) -> DungeonGame {
    if map.tiles[at] == WALL {
        return state;
    }
    let mut next = DungeonGame { at, ..state };
    if state.left & 1 << at != 0 {
        next.left &= !(1 << at);
        next.health = match map.tiles[at] {
            POTION => HEALTH.min(next.health + 2),
            GOBLIN => next.health.saturating_sub(1),
            OGRE => next.health.saturating_sub(2),
            _ => next.health,
        };
    }
    next
}

/// A search by the weighted sum of steps and estimate; of equal sums, the one found first.
fn search(map: &TileMap, first: DungeonGame, exit: usize, (rest, steps): (i32, i32)) -> Option<Solution> {
    let (exit_x, exit_y) = map.place(exit);
    let sum = |node: &SearchNode| {
        let (x, y) = map.place(node.state.at);
        let away = (x.abs_diff(exit_x) + y.abs_diff(exit_y)) as i32;
        let estimate = away + 4 * i32::from(HEALTH - node.state.health) - 2 * node.treasures;
        rest * estimate + steps * node.steps
    };
    let mut nodes = vec![SearchNode { state: first, steps: 0, treasures: 0, parent: None }];
    let mut queue = BinaryHeap::from([Reverse((0, 0))]);
    let mut seen = HashSet::new();
    for _ in 0..LIMIT {
        let Reverse((_, number)) = queue.pop()?;
        let SearchNode { state, steps, treasures, .. } = nodes[number];
        if state.health == 0 {
            continue;
        }
        if state.at == exit {
            return Some(solution(map, &nodes, number));
        }
        if !seen.insert(state) {
            continue;
        }
        for at in map.beside(state.at).into_iter().flatten() {
            let next = enter(map, state, at);
            if next == state || seen.contains(&next) {
                continue;
            }
            let finds = state.left != next.left && map.tiles[at] == TREASURE;
            let treasures = treasures + i32::from(finds);
            let node = SearchNode { state: next, steps: steps + 1, treasures, parent: Some(number) };
            queue.push(Reverse((sum(&node), nodes.len())));
            nodes.push(node);
        }
    }
    None
}

/// The way to a node, as positions and as text.
fn solution(map: &TileMap, nodes: &[SearchNode], last: usize) -> Solution {
    let mut numbers = vec![last];
    while let Some(parent) = nodes[numbers[numbers.len() - 1]].parent {
        numbers.push(parent);
    }
    numbers.reverse();
    let mut text = String::new();
    for pair in numbers.windows(2) {
        let [from, to] = [nodes[pair[0]].state, nodes[pair[1]].state];
        let step = map.beside(from.at).iter().position(|next| *next == Some(to.at));
        text.extend(step.map(|step| char::from(STEPS[step])));
        if from.left != to.left {
            text.push(match map.tiles[to.at] {
                POTION => 'p',
                GOBLIN => '1',
                OGRE => '2',
                _ => '$',
            });
        }
    }
    Solution {
        positions: numbers.iter().map(|number| nodes[*number].state.at).collect(),
        text,
        treasures: nodes[last].treasures as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of the solution of a map drawn by digits.
    fn text(rows: &[&str]) -> Option<String> {
        let tiles = rows.concat().bytes().map(|digit| digit - b'0').collect();
        solve(&TileMap { width: rows[0].len(), tiles }).map(|solution| solution.text)
    }

    #[test]
    fn enemies_hurt_and_potions_heal() {
        assert_eq!(text(&["2666613"]).as_deref(), Some("R1R1R1R1RR"));
        assert_eq!(text(&["2666663"]), None, "five enemies kill");
        assert_eq!(text(&["2664663"]).as_deref(), Some("R1R1RpR1R1R"));
        assert_eq!(text(&["2774613"]).as_deref(), Some("R2R2RpR1RR"));
        assert_eq!(text(&["2466663"]).as_deref(), Some("RpR1R1R1R1R"), "a potion does not heal a whole player");
        assert_eq!(text(&["24666663"]), None);
        assert_eq!(text(&["2103"]), None);
    }

    #[test]
    fn a_player_walks_around_an_enemy_and_to_a_treasure() {
        assert_eq!(text(&["27113", "11111"]).as_deref().map(|text| text.contains('2')), Some(false));
        assert_eq!(text(&["21511", "11113"]).as_deref().map(|text| text.contains('$')), Some(true));
    }
}
