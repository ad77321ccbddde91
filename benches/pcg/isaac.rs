//! Isaac: a dungeon of four by four places for rooms, with four special ones.
//!
//! Each room of the level is one cell, and its passages are the connections. The entry is the
//! start, the exit the boss; tags say which rooms are the shop and the treasure.

use roomgen::{Level, Room};

use crate::{
    dice::SplitMix,
    problem::Problem,
    tile_map::{TileMap, WALL},
};

const SIDE: usize = 4;
const PLACES: usize = SIDE * SIDE;
/// Rooms that a dungeon must have.
const LEAST_ROOMS: u32 = 6;
/// The bits of a connection to the left, right, up and down, and of the one that comes back.
const SIDES: [(u8, u8); 4] = [(1, 4), (4, 1), (2, 8), (8, 2)];
/// In the map of three by three cells for each room: the middle of a room, and a connection.
const MIDDLE: u8 = 1;
const CONNECTION: u8 = 2;

pub(crate) enum Isaac {}

pub(crate) struct Dungeon {
    /// For each place the sum of its connections: 1 to the left, 2 up, 4 right, 8 down; 0 if there
    /// is no room.
    connections: [u8; PLACES],
    /// Start, boss, shop and treasure.
    special: [usize; 4],
}

pub(crate) struct DungeonFacts {
    /// Three by three cells for each place.
    map: TileMap,
    rooms: u32,
    /// Groups of rooms side by side.
    groups: usize,
    /// Groups of rooms that are connected.
    regions: usize,
    /// Connections to a place whose room does not connect back.
    loose: usize,
    /// Rooms that are start, boss, shop or treasure.
    special: usize,
    /// Steps in `map` from the start to the boss; three for each passage.
    to_boss: u32,
}

impl Problem for Isaac {
    const NAME: &'static str = "isaac-v0";
    const PRESET: &'static str = include_str!("isaac.ron");

    type Content = Dungeon;
    type Facts = DungeonFacts;
    /// The number of rooms.
    type Control = u32;

    fn convert(level: &Level) -> Dungeon {
        let place = |room: &Room| (room.rect.top() as usize - 1) / 2 * SIDE + (room.rect.left() as usize - 1) / 2;
        let places: Vec<usize> = level.rooms().iter().map(place).collect();
        let mut connections = [0; PLACES];
        for passage in level.passages() {
            let [one, other] = passage.rooms.map(|room| places[room as usize]);
            let (first, second) = (one.min(other), one.max(other));
            let bits = if first + 1 == second { [4, 1] } else { [8, 2] };
            connections[first] |= bits[0];
            connections[second] |= bits[1];
        }
        // A level without the tag gets a start twice, which is no good.
        let tagged = |tag: &str| level.rooms().iter().find(|room| level.tags(room).any(|other| other == tag));
        let [shop, treasure] = ["shop", "treasure"].map(|tag| tagged(tag).unwrap_or(level.start()));
        Dungeon { connections, special: [level.start(), level.end(), shop, treasure].map(place) }
    }

    fn random(dice: &mut SplitMix) -> Dungeon {
        Dungeon {
            connections: [(); PLACES].map(|()| dice.between(0, 16) as u8),
            special: [(); 4].map(|()| dice.between(0, PLACES as u32) as usize),
        }
    }

    fn measure(dungeon: Dungeon) -> DungeonFacts {
        let places = TileMap { width: SIDE, tiles: dungeon.connections.to_vec() };
        let mut map = TileMap { width: 3 * SIDE, tiles: vec![WALL; 9 * PLACES] };
        let middle = |place: usize| {
            let (x, y) = places.place(place);
            (3 * y + 1) * 3 * SIDE + 3 * x + 1
        };
        let mut loose = 0;
        for (place, connections) in dungeon.connections.into_iter().enumerate().filter(|(_, sum)| *sum > 0) {
            map.tiles[middle(place)] = MIDDLE;
            let (cells, nexts) = (map.beside(middle(place)), places.beside(place));
            for ((cell, next), (bit, back)) in cells.into_iter().zip(nexts).zip(SIDES) {
                if connections & bit == 0 {
                    continue;
                }
                map.tiles[cell.expect("a middle has four neighbours")] = CONNECTION;
                loose += usize::from(next.is_none_or(|next| dungeon.connections[next] & back == 0));
            }
        }
        let mut special: Vec<usize> = dungeon.special.into_iter().filter(|at| places.tiles[*at] > 0).collect();
        special.sort_unstable();
        special.dedup();
        let way = map.way(middle(dungeon.special[0]), middle(dungeon.special[1]), |tile| tile != WALL);
        DungeonFacts {
            rooms: (PLACES - places.count(0)) as u32,
            groups: places.regions().0,
            regions: map.regions().0,
            map,
            loose,
            special: special.len(),
            to_boss: way.len().saturating_sub(1) as u32,
        }
    }

    fn is_good(facts: &DungeonFacts) -> bool {
        facts.rooms >= LEAST_ROOMS
            && facts.groups == 1
            && facts.regions == 1
            && facts.special == 4
            && facts.to_boss >= 2 * SIDE as u32
            && facts.loose == 0
    }

    /// A fraction of 0.6, a quarter of it for rooms and the rest for connections: for each kind,
    /// the cells that differ by the number of places, 1 at most.
    fn differ(one: &DungeonFacts, other: &DungeonFacts) -> bool {
        let differing = |kind: u8| {
            let pairs = one.map.tiles.iter().zip(&other.map.tiles);
            pairs.filter(|(one, other)| one.abs_diff(**other) == kind).count().min(PLACES)
        };
        10 * (differing(MIDDLE) + 3 * differing(CONNECTION)) >= 6 * 4 * PLACES
    }

    fn draw(dice: &mut SplitMix) -> u32 {
        dice.between(LEAST_ROOMS, PLACES as u32)
    }

    fn miss(facts: &DungeonFacts, rooms: &u32) -> u32 {
        facts.rooms.abs_diff(*rooms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of four rooms, and two below its right end.
    const ROWS: [u8; 16] = [4, 5, 5, 9, 0, 0, 0, 10, 0, 0, 0, 2, 0, 0, 0, 0];

    fn facts(connections: [u8; 16], special: [usize; 4]) -> DungeonFacts {
        Isaac::measure(Dungeon { connections, special })
    }

    #[test]
    fn six_joined_rooms_with_four_special_ones_are_good() {
        let good = facts(ROWS, [0, 11, 1, 2]);
        assert!(Isaac::is_good(&good));
        assert_eq!((good.rooms, good.to_boss), (6, 15));
        assert!(!Isaac::is_good(&facts(ROWS, [0, 2, 1, 3])), "the boss is two rooms away");
        assert!(!Isaac::is_good(&facts(ROWS, [0, 11, 1, 1])), "one room is shop and treasure");
        assert!(!Isaac::is_good(&facts(ROWS, [0, 11, 1, 4])), "the treasure is in no room");
    }

    #[test]
    fn loose_connections_and_separate_rooms_are_no_good() {
        let with = |place: usize, connections| {
            let mut rows = ROWS;
            rows[place] = connections;
            facts(rows, [0, 11, 1, 2])
        };
        assert_eq!(with(0, 5).loose, 1, "out of the map");
        assert_eq!(with(0, 12).loose, 1, "to an empty place");
        assert_eq!(with(1, 1).loose, 1, "to a room that does not connect back");
        assert_eq!(with(1, 1).regions, 2);
        assert_eq!((with(12, 2).groups, with(12, 2).loose), (2, 1));
        assert!(!Isaac::is_good(&with(12, 2)));
    }

    #[test]
    fn dungeons_differ_by_rooms_and_connections() {
        let one = facts(ROWS, [0, 11, 1, 2]);
        // The same along the left and the lower side: seven rooms differ, four on either side.
        let other = facts([8, 0, 0, 0, 10, 0, 0, 0, 10, 0, 0, 0, 6, 5, 1, 0], [0, 14, 4, 8]);
        assert!(Isaac::is_good(&other));
        assert!(Isaac::differ(&one, &other));
        assert!(!Isaac::differ(&one, &facts(ROWS, [11, 0, 2, 1])));
        assert_eq!([6, 5, 9].map(|rooms| Isaac::miss(&one, &rooms)), [0, 1, 3]);
    }
}
