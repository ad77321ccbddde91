//! Outlines, colliders, lights and digests of parts of levels, and what level files state of them,
//! compared with plain definitions over cells.

use std::collections::{BTreeMap, BTreeSet};

use roomgen::{
    Cell, Direction, Level, Preset, PropKind, Rect, Request, Tile,
    export::{json, ron},
    generate,
    level::{Collider, OutlineSet},
    model::Light,
    preset::BUILT_IN,
    sight::Lamp,
};
use serde_json::{Value, json};

use crate::{levels::levels, tier};

/// Levels of all presets: small ones, and a thousand in the slow tier.
fn some_levels() -> impl Iterator<Item = Level> {
    let seeds = 0..tier::size(2, 91);
    BUILT_IN.iter().flat_map(move |(name, _)| {
        let preset = Preset::built_in(name).expect("a preset");
        let small = "48x40".parse().ok().and_then(|size| preset.clone().with_size(size).ok());
        let preset = tier::size(small, None).unwrap_or(preset);
        seeds.clone().map(move |seed| generate(&preset, seed))
    })
}

fn is_seen_through(level: &Level, cell: Cell) -> bool {
    matches!(level.tile(cell), Tile::Floor | Tile::Corridor | Tile::Door) || level.terrain(cell).is_some()
}

fn is_walked_on(level: &Level, cell: Cell) -> bool {
    matches!(level.tile(cell), Tile::Floor | Tile::Corridor | Tile::Door)
        && level.terrain(cell).is_none_or(|kind| !kind.blocks)
}

/// Tests that rings are closed, turn at each corner and touch nowhere themselves, and that they go
/// once around each cell of a set, and around no other.
fn assert_rings(rings: &[Vec<[i32; 2]>], bounds: Rect, is_in: impl Fn(Cell) -> bool) {
    // Twice as often as rings wind around a cell: a side counts for all cells to the right of it.
    let mut windings: BTreeMap<Cell, i32> = BTreeMap::new();
    for ring in rings {
        let mut points = BTreeSet::new();
        let ends: Vec<_> = ring.iter().copied().zip(ring.iter().copied().cycle().skip(1)).collect();
        for (number, &([x, y], [to_x, to_y])) in ends.iter().enumerate() {
            // Rings around cells begin to the right, those around holes downwards.
            let is_level = (number % 2 == 0) == (ring[0][1] == ring[1][1]);
            assert!((y == to_y) == is_level && (x == to_x) != is_level, "sides turn by turn: {ring:?}");
            let (steps, along) = ((to_x - x).abs() + (to_y - y).abs(), [(to_x - x).signum(), (to_y - y).signum()]);
            for step in 0..steps {
                assert!(points.insert([x + step * along[0], y + step * along[1]]), "{ring:?} touches itself");
            }
            for row in y.min(to_y)..y.max(to_y) {
                for column in x..bounds.right() {
                    *windings.entry(Cell::new(column, row)).or_default() += (y - to_y).signum();
                }
            }
        }
        assert_eq!(ring.iter().min_by_key(|[x, y]| (*y, *x)), ring.first());
    }
    assert!(rings.is_sorted_by_key(|ring| (ring[0][1], ring[0][0])));
    for cell in bounds.cells() {
        let winding = windings.get(&cell).copied().unwrap_or(0);
        assert_eq!(winding, i32::from(is_in(cell)), "{cell}");
    }
}

#[test]
fn rings_and_colliders_are_the_cells_of_their_sets() {
    let (mut holes, mut terrain) = (0, 0);
    for mut level in some_levels() {
        let bounds = level.tiles().bounds();
        let rings = level.outlines(OutlineSet::Sight);
        assert_rings(&rings, bounds, |cell| is_seen_through(&level, cell));
        holes += rings.len() - 1;
        assert_rings(&level.outlines(OutlineSet::Ground), bounds, |cell| is_walked_on(&level, cell));
        for room in level.rooms() {
            let is_floor = |cell| room.rect.contains(cell) && level.tile(cell) == Tile::Floor;
            assert_rings(&level.outlines(OutlineSet::Room(room.id)), room.rect, is_floor);
        }
        assert!(level.outlines(OutlineSet::Room(level.rooms().len() as u32)).is_empty());
        let covered = |colliders: &[Collider]| {
            let mut cells = BTreeMap::new();
            for collider in colliders {
                for cell in collider.cells.cells() {
                    assert_eq!(cells.insert(cell, collider.blocks_sight), None, "two have {cell}");
                }
            }
            cells
        };
        let colliders = level.colliders();
        let all = covered(&colliders);
        let expected = bounds.cells().filter(|&cell| !is_walked_on(&level, cell));
        assert!(expected.map(|cell| (cell, !is_seen_through(&level, cell))).eq(by_row(&all)));
        terrain += colliders.iter().filter(|collider| !collider.blocks_sight).count();
        let chunks = (-1..=bounds.bottom() / 17).flat_map(|y| (-1..=bounds.right() / 23).map(move |x| (x, y)));
        let mut parts = Vec::new();
        for (x, y) in chunks {
            let chunk = Rect::from_xywh(23 * x, 17 * y, 23, 17).expect("a chunk");
            let own = level.colliders_in(chunk);
            assert!(own.iter().all(|collider| chunk.contains_rect(collider.cells)));
            parts.extend(own);
        }
        assert_eq!(covered(&parts), all);
        assert!(colliders.len() < all.len() / 4, "{} rectangles for {} cells", colliders.len(), all.len());
        // Dug and filled at random, a level has rings that meet others and themselves at corners.
        let places: Vec<_> =
            bounds.cells().filter(|cell| cell.x * cell.x * 7 % 11 + cell.y * cell.y * 3 % 13 < 8).collect();
        for &cell in &places {
            level.set_tile(cell, if level.is_open(cell) { Tile::Wall } else { Tile::Floor });
        }
        assert_rings(&level.outlines(OutlineSet::Sight), bounds, |cell| is_seen_through(&level, cell));
    }
    assert!(holes > 50 && terrain > 10, "{holes} holes, {terrain} rectangles of terrain");
}

fn by_row(cells: &BTreeMap<Cell, bool>) -> impl Iterator<Item = (Cell, bool)> {
    let mut sorted: Vec<_> = cells.iter().map(|(&cell, &blocks)| (cell, blocks)).collect();
    sorted.sort_by_key(|(cell, _)| (cell.y, cell.x));
    sorted.into_iter()
}

#[test]
fn cells_that_meet_at_a_corner_alone_have_rings_of_their_own() {
    let mut level = generate(&Preset::built_in("crypt").expect("a preset"), 42);
    // In rock, far from all else.
    let is_rock = |cell: &Cell| {
        Rect::from_xywh(cell.x, cell.y, 4, 4).is_some_and(|near| {
            near.cells().all(|cell| level.tiles().get(cell) == Some(Tile::Rock) && level.terrain(cell).is_none())
        })
    };
    let Cell { x, y } = level.tiles().bounds().cells().find(is_rock).expect("rock");
    let before = level.outlines(OutlineSet::Sight);
    level.set_tile(Cell::new(x + 1, y + 1), Tile::Floor);
    level.set_tile(Cell::new(x + 2, y + 2), Tile::Floor);
    let square = |x: i32, y: i32| vec![[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
    for set in [OutlineSet::Sight, OutlineSet::Ground] {
        let rings = level.outlines(set);
        assert!(rings.contains(&square(x + 1, y + 1)) && rings.contains(&square(x + 2, y + 2)));
    }
    assert_eq!(level.outlines(OutlineSet::Sight).len(), before.len() + 2);
}

#[test]
fn lights_are_those_of_burning_props_and_merged_ones_keep_their_energy() {
    let (mut merged_away, mut brightest) = (0, 0);
    for mut level in levels() {
        let lit: Vec<u32> = level.lights().map(|(id, _)| id).collect();
        let burns = |id: &u32| level.prop(*id).is_some_and(|prop| prop.kind.light.is_some());
        assert!((0..level.props().len() as u32).filter(burns).eq(lit.iter().copied()));
        if let Some(&out) = lit.last() {
            level.set_lit(out, false);
            assert_eq!(level.lights().count() + 1, lit.len());
        }
        let lamps: Vec<Lamp> = level.lights().map(|(_, lamp)| lamp).collect();
        for (id, lamp) in level.lights() {
            let prop = level.prop(id).expect("a prop");
            let middle = |first: i32, end: i32, offset: f32| (first + end) as f32 / 2.0 + offset;
            let (cells, [right, down]) = (prop.cells, prop.offset);
            let middle = [middle(cells.left(), cells.right(), right), middle(cells.top(), cells.bottom(), down)];
            assert_eq!(lamp.position().map(f32::to_bits), middle.map(f32::to_bits));
        }
        for (most, side) in [(1, 8), (3, 16), (15, 32), (usize::MAX, 8)] {
            let tile = |lamp: &Lamp| (lamp.cell().y / side, lamp.cell().x / side);
            let by_tile = |lamps: &[Lamp]| {
                let mut tiles: BTreeMap<_, Vec<Lamp>> = BTreeMap::new();
                lamps.iter().for_each(|lamp| tiles.entry(tile(lamp)).or_default().push(*lamp));
                tiles
            };
            let merged = Lamp::merged(lamps.iter().copied(), most, side);
            let (before, after) = (by_tile(&lamps), by_tile(&merged));
            assert!(before.keys().eq(after.keys()));
            for (given, left) in before.values().zip(after.values()) {
                assert_eq!(left.len(), given.len().min(most));
                if left.len() == given.len() {
                    assert_eq!(left, given);
                    continue;
                }
                assert!(left.iter().all(|lamp| given.iter().any(|one| (one.at, one.room) == (lamp.at, lamp.room))));
                let energy = |lamps: &[Lamp]| lamps.iter().map(Lamp::energy).sum::<u64>();
                let rounding: u64 =
                    left.iter().map(|lamp| lamp.energy() / u64::from(lamp.light.strength.count())).sum();
                let is_full = left.iter().any(|lamp| lamp.light.strength == Light::MAX_STRENGTH);
                assert!(energy(left) <= energy(given) + rounding);
                assert!(is_full || energy(left) + rounding >= energy(given));
                brightest += usize::from(is_full);
                merged_away += given.len() - left.len();
            }
        }
        assert_eq!(Lamp::merged(lamps.iter().copied(), 0, -3), Lamp::merged(lamps.iter().copied(), 1, 1));
    }
    assert!(merged_away > 500 && brightest > 0, "{merged_away} merged, {brightest} times full");
}

/// The rooms whose digests differ in two levels, and whether the walls do.
fn changed(one: &Level, other: &Level) -> (Vec<u32>, bool) {
    let differs = |id: &u32| one.room_digest(*id) != other.room_digest(*id);
    ((0..one.rooms().len() as u32).filter(differs).collect(), one.wall_digest() != other.wall_digest())
}

#[test]
fn digests_of_rooms_and_walls_change_with_them_alone() {
    let mut rerolled = 0;
    for (seed, (name, _)) in (0..).zip(BUILT_IN) {
        let preset = Preset::built_in(name).expect("a preset");
        let level = generate(&preset, seed);
        assert_eq!(level.room_digest(level.rooms().len() as u32), None);
        assert_eq!(changed(&level, &generate(&preset, seed)), (vec![], false));
        let edited = |edit: &dyn Fn(&mut Level) -> bool| {
            let mut edited = level.clone();
            assert!(edit(&mut edited));
            changed(&level, &edited)
        };
        for prop in level.props().step_by(level.props().len().div_ceil(20)) {
            let id = prop.id;
            assert_eq!(edited(&|level| level.remove_prop(id).is_some()), (vec![prop.room], false), "{name} {id}");
            if prop.light().is_some() {
                assert_eq!(edited(&|level| level.set_lit(id, false).is_some()), (vec![prop.room], false));
            }
        }
        let last = level.rooms().last().expect("a room");
        let cell = last.rect.cells().find(|&cell| level.tile(cell) == Tile::Floor).expect("floor");
        let kind = PropKind::new("a new kind".into(), '%', "#ffffff".parse().expect("a colour"));
        let add = |level: &mut Level| level.add_prop(&kind, last.id, Rect::from_cell(cell), Direction::North).is_some();
        assert_eq!(edited(&add), (vec![last.id], false));
        assert_eq!(edited(&|level| level.set_tile(cell, Tile::Wall).is_some()), (vec![last.id], true));
        assert_eq!(edited(&|level| level.set_tile(Cell::new(0, 0), Tile::Corridor).is_some()), (vec![], true));
        for room in level.rooms().iter().filter(|room| level.layout(room).is_some()).take(3) {
            let again = generate(&preset, Request::new(seed).with_reroll(room.id, 1).expect("a re-roll"));
            let (rooms, walls) = changed(&level, &again);
            assert!(!walls && rooms.iter().all(|id| *id == room.id), "{name}: {rooms:?} by room {}", room.id);
            rerolled += rooms.len();
        }
    }
    assert!(rerolled > 10, "{rerolled}");
}

#[test]
fn files_of_all_presets_state_the_facts_of_their_levels() {
    let (mut rings, mut things) = (0, 0);
    for level in levels() {
        let document: Value = serde_json::from_str(&json::write(&level)).expect("JSON");
        for (passage, stated) in level.passages().iter().zip(document["passages"].as_array().expect("it is there")) {
            for (&door, stated) in passage.doors().iter().zip(stated["doors"].as_array().expect("it is there")) {
                let axis = if level.leads_north(door) { "NorthSouth" } else { "EastWest" };
                assert_eq!(stated["axis"], axis);
            }
        }
        for (room, stated) in level.rooms().iter().zip(document["rooms"].as_array().expect("it is there")) {
            let is_plain = stated["shape"] == "Rectangle";
            assert_eq!(stated.get("outline").is_none(), is_plain);
            let own = level.outlines(OutlineSet::Room(room.id));
            let is_own = |stated: &Value| *stated == json!(own);
            assert!(stated.get("outline").map_or_else(|| own.len() == 1 && own[0].len() == 4, is_own));
            rings += if is_plain { 0 } else { own.len() };
        }
        let number = |id: Option<u32>| id.and_then(|id| level.number_in_room(id)).map(|number| number.number);
        for (id, stated) in (0..).zip(document["keys"].as_array().into_iter().flatten()) {
            assert_eq!(stated["number"], json!(number(level.key_prop(id)).expect("it is there")));
        }
        for (id, stated) in (0..).zip(document["loot"].as_array().into_iter().flatten()) {
            assert_eq!(stated["number"], json!(number(level.loot_prop(id)).expect("it is there")));
            things += 1;
        }
        for (id, stated) in (0..).zip(document["encounters"].as_array().into_iter().flatten()) {
            let cells = stated["cells"]
                .as_array()
                .expect("it is there")
                .iter()
                .zip(stated["numbers"].as_array().expect("it is there"));
            assert_eq!(cells.len(), level.encounters()[id as usize].cells.len());
            for (cell, stated) in cells {
                let is_there = |id: &&u32| {
                    json!([
                        level.prop(**id).expect("it is there").cells.left(),
                        level.prop(**id).expect("it is there").cells.top()
                    ]) == *cell
                };
                let member = level.members(id).iter().find(is_there).copied();
                assert_eq!(*stated, json!(number(member).expect("it is there")));
            }
            things += 1;
        }
        assert_eq!(ron::read(&ron::write(&level)), Ok(level));
    }
    assert!(rings > 50 && things > 50, "{rings} rings, {things} things");
}
