//! Edits of levels, compared with plain lists.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::{
    color::Color,
    grid::Grid,
    level::{DoorKind, NumberInRoom, OfferTable, Passage, fixture},
    model::{Hundredths, Labels, Light, Metres, Offer},
    preset::{BUILT_IN, Preset},
    spatial::PropIndex,
};

#[test]
fn a_prop_of_a_new_kind_is_added_and_the_others_keep_theirs() {
    let mut level = fixture::level();
    let before: Vec<_> = level.props().map(|prop| prop.kind.name.to_string()).collect();
    level.kind_ids = [3, 4, 7, 8, 9].map(Some).to_vec();
    let ids = |level: &Level| level.props().map(|prop| prop.kind_id).collect::<Vec<_>>();
    let ids_before = ids(&level);
    let new = PropKind { name: "barrel".into(), ..level.kinds()[0].clone() };
    let id = level.add_prop(&new, 1, Rect::of(8, 2, 1, 1), Direction::East).unwrap();
    assert_eq!(id as usize, before.len());
    let names: Vec<_> = level.props().map(|prop| prop.kind.name.to_string()).collect();
    assert_eq!(names[..before.len()], before);
    assert_eq!(ids(&level), [&ids_before[..], &[None]].concat());
    let prop = level.prop(id).unwrap();
    assert_eq!((prop.kind.name.as_str(), prop.room, prop.turn), ("barrel", 1, Direction::East));
    assert!(level.props_in(1).any(|prop| prop.cells == Rect::of(8, 2, 1, 1)));
    assert!(level.kinds().is_sorted_by_key(|kind| kind.name.as_str()));
    assert_eq!(level.add_prop(&new, 1, Rect::of(9, 3, 1, 1), Direction::North), Some(id + 1));
}

#[test]
fn impossible_props_are_not_added() {
    let mut level = fixture::level();
    let (kind, same) = (level.kinds()[0].clone(), level.clone());
    for (room, cells) in [(9, [1, 1, 1, 1]), (0, [22, 1, 2, 1]), (0, [-1, 1, 1, 1]), (0, [1, 1, 9, 1])] {
        let [x, y, width, height] = cells;
        assert_eq!(level.add_prop(&kind, room, Rect::of(x, y, width, height), Direction::North), None);
    }
    assert_eq!(level, same);
}

#[test]
fn a_kind_that_no_save_can_hold_is_not_added() {
    let mut level = fixture::level();
    let same = level.clone();
    let good = PropKind { name: "anvil".into(), ..level.kinds()[2].clone() };
    let metres = |length| Metres::exact(length).unwrap();
    let labels = |tags: &[&str], text: &str| {
        let values = [("note".to_owned(), text.to_owned())].into();
        Labels::new(tags.iter().map(|tag| (*tag).to_owned()).collect(), values)
    };
    let light = lamp_light();
    let shining = |light: Light| PropKind { light: Some(light), ..good.clone() };
    for bad in [
        PropKind { name: "".into(), ..good.clone() },
        PropKind { name: "a\u{3164}b".into(), ..good.clone() },
        PropKind { width: 0, ..good.clone() },
        PropKind { height: PropKind::MAX_SIDE + 1, ..good.clone() },
        PropKind { tall: metres(-1.0), ..good.clone() },
        PropKind { elevation: metres(-1.0), ..good.clone() },
        PropKind { tall: Metres::whole(256) + metres(0.5), ..good.clone() },
        PropKind { glyph: '#', ..good.clone() },
        PropKind { body: [metres(0.0), metres(1.0)], ..good.clone() },
        PropKind { body: [metres(2.0), metres(1.0)], ..good.clone() },
        PropKind { marker: true, ..good.clone() },
        PropKind { labels: labels(&["twice", "twice"], ""), ..good.clone() },
        PropKind { labels: labels(&[" "], ""), ..good.clone() },
        PropKind { labels: labels(&[], "\u{7}"), ..good.clone() },
        shining(Light { radius: metres(0.0), ..light }),
        shining(Light { radius: metres(16.5), ..light }),
        shining(Light { fade: Hundredths::exact(1.01).unwrap(), ..light }),
        shining(Light { strength: Hundredths::ZERO, ..light }),
        shining(Light { strength: Hundredths::exact(2.01).unwrap(), ..light }),
    ] {
        assert_eq!(level.add_prop(&bad, 0, Rect::of(1, 1, 1, 1), Direction::North), None, "{bad:?}");
        assert!(serde_json::to_string(&bad).is_err(), "{bad:?}");
    }
    assert_eq!(level, same);
    assert!(serde_json::to_string(&good).is_ok());
    assert!(level.add_prop(&good, 0, Rect::of(1, 1, 1, 1), Direction::North).is_some());
    // The level would put down its own kind of that name, which `can_place` was not asked about.
    for other in [PropKind { blocks: !good.blocks, ..good.clone() }, shining(light)] {
        assert_eq!(level.add_prop(&other, 0, Rect::of(2, 1, 1, 1), Direction::North), None);
    }
}

#[test]
fn absent_props_are_neither_removed_nor_changed() {
    let mut level = fixture::level();
    let same = level.clone();
    assert_eq!([6, u32::MAX].map(|id| level.remove_prop(id)), [None, None]);
    assert_eq!([0, 6, u32::MAX].map(|id| level.set_lit(id, false)), [None; 3], "a table has no light");
    for cell in [Cell::new(-1, 0), Cell::new(23, 0), Cell::new(i32::MAX, i32::MIN)] {
        assert_eq!(level.set_tile(cell, Tile::Floor), None);
    }
    assert_eq!(level, same);
}

#[test]
fn a_wall_is_dug_and_the_last_obstacle_over_a_cell_frees_it() {
    let mut level = fixture::level();
    let (wall, under_table) = (Cell::new(0, 1), Cell::new(2, 3));
    assert!(!level.is_walkable(wall) && !level.is_reachable(under_table));
    assert_eq!(level.set_tile(wall, Tile::Floor), Some(Tile::Wall));
    assert!(level.is_reachable(wall) && level.room_at(wall).is_none());
    let rock = level.kinds()[2].clone();
    let second = level.add_prop(&rock, 0, Rect::from_cell(under_table), Direction::North).unwrap();
    assert_eq!(level.remove_prop(0), Some(second), "the rock takes the id of the table");
    assert!(!level.is_walkable(under_table) && level.is_walkable(Cell::new(3, 3)));
    assert_eq!(level.remove_prop(0), Some(5));
    assert!(level.is_reachable(under_table));
}

fn lamp_light() -> Light {
    Light::new(Color::new(255, 176, 96), Metres::whole(5)).unwrap()
}

/// The fixture, with a light in its lamp.
fn with_light() -> Level {
    let mut level = fixture::level();
    level.kinds[1].light = Some(lamp_light());
    level
}

#[derive(Clone, Debug)]
enum Edit {
    Dig(Cell, Tile),
    Add(PropKind, u32, Rect, Direction),
    Remove(u32),
    /// Takes a prop of an offer.
    Take(u32),
    /// Lights a prop or puts it out.
    Light(u32, bool),
    /// Asks some of the queries, so that the tables for these exist.
    Ask([bool; 5]),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let cell = || (-1..24, -1..11).prop_map(|(x, y)| Cell::new(x, y));
    let add = |(kind, room, cell, sides, turn): (usize, u32, Cell, (i32, i32), usize)| {
        let known = with_light().kinds;
        let new = |name: &str, of: usize| PropKind { name: name.into(), ..known[of].clone() };
        let screen = PropKind { opaque: true, ..new("screen", 0) };
        let banner = PropKind { opaque: true, ..new("banner", 1) };
        let kinds = [known.clone(), vec![new("anvil", 2), new("mat", 3), new("vase", 1), screen, banner]].concat();
        let marker = PropKind { marker: true, ..new("omen", 3) };
        let kind = kinds.get(kind).unwrap_or(&marker).clone();
        Edit::Add(kind, room, Rect::of(cell.x, cell.y, sides.0, sides.1), Direction::ALL[turn])
    };
    let edit = prop_oneof![
        (cell(), 0..5usize).prop_map(|(cell, tile)| Edit::Dig(cell, Tile::ALL[tile])),
        (0..11usize, 0..6u32, cell(), (1..4, 1..4), 0..4usize).prop_map(add),
        (0..9u32).prop_map(Edit::Remove),
        (0..9u32).prop_map(Edit::Take),
        (0..12u32, any::<bool>()).prop_map(|(id, is_lit)| Edit::Light(id, is_lit)),
        any::<[bool; 5]>().prop_map(Edit::Ask),
    ];
    prop::collection::vec(edit, 0..40)
}

/// The tiles and props of a level in plain lists, edited beside it.
struct PlainLevel {
    tiles: Grid<Tile>,
    /// The last part says whether the prop's light burns.
    props: Vec<PlainProp>,
    /// A number for each prop that it keeps whatever is removed.
    tokens: Vec<u32>,
    /// The number of each prop in its room.
    numbers: Vec<u32>,
    /// How many props of each offer may be taken, and the tokens of its props.
    offers: Vec<(u32, BTreeSet<u32>)>,
    next_token: u32,
    index: PropIndex,
}

type PlainProp = (PropKind, u32, Rect, Direction, bool);

fn plain_props(level: &Level) -> Vec<PlainProp> {
    level.props().map(|prop| (prop.kind.clone(), prop.room, prop.cells, prop.turn, prop.lit)).collect()
}

impl PlainLevel {
    fn of(level: &Level) -> Self {
        let offers = level.offers().iter().map(|offer| (offer.take, offer.props.iter().copied().collect()));
        let (props, tokens) = (plain_props(level), (0..level.props.len() as u32).collect());
        Self {
            tiles: level.tiles.clone(),
            numbers: (0..props.len())
                .map(|id| props[..id].iter().filter(|prop| prop.1 == props[id].1).count() as u32)
                .collect(),
            props,
            tokens,
            offers: offers.collect(),
            next_token: 0,
            index: level.index(),
        }
    }

    /// Removes a prop; the last one takes its id.
    fn remove(&mut self, id: u32, former: u32) {
        self.props.swap_remove(id as usize);
        self.numbers.swap_remove(id as usize);
        let token = self.tokens.swap_remove(id as usize);
        if let Some(number) = self.offers.iter().position(|(_, tokens)| tokens.contains(&token)) {
            let (take, tokens) = &mut self.offers[number];
            tokens.remove(&token);
            if tokens.len() <= *take as usize {
                self.offers.swap_remove(number);
            }
        }
        let _ = self.index.remove(id);
        if let Ok(footprint) = self.index.remove(former) {
            self.index.insert(id, footprint).unwrap();
        }
    }

    /// The offers, by ids.
    fn offered(&self) -> Vec<Offer> {
        let of = |tokens: &BTreeSet<u32>| {
            (0..).zip(&self.tokens).filter(|(_, token)| tokens.contains(token)).map(|(id, _)| id).collect()
        };
        self.offers.iter().map(|(take, tokens)| Offer { props: of(tokens), take: *take }).collect()
    }

    /// Makes an edit here and in the level, and compares what the level returns.
    fn edit(&mut self, level: &mut Level, edit: Edit) {
        match edit {
            Edit::Dig(cell, tile) => {
                assert_eq!(level.set_tile(cell, tile), self.tiles.get(cell));
                self.tiles.set(cell, tile);
            }
            Edit::Add(kind, room, cells, turn) => {
                let is_taken = room < 5 && self.tiles.bounds().contains_rect(cells);
                let id = level.add_prop(&kind, room, cells, turn);
                assert_eq!(id, is_taken.then_some(self.props.len() as u32));
                if let Some(id) = id {
                    if !kind.marker {
                        self.index.insert(id, kind.footprint(cells)).unwrap();
                    }
                    let here = self.props.iter().zip(&self.numbers).filter(|(prop, _)| prop.1 == room);
                    let next = here.map(|(_, number)| number + 1).max().unwrap_or(0);
                    self.numbers.push(next);
                    self.props.push((kind, room, cells, turn, true));
                    // A token that no other prop has, or had.
                    self.tokens.push(1000 + self.next_token);
                    self.next_token += 1;
                }
            }
            Edit::Remove(id) => {
                let is_there = (id as usize) < self.props.len();
                let former = level.remove_prop(id);
                assert_eq!(former, is_there.then(|| self.props.len() as u32 - 1));
                if let Some(former) = former {
                    self.remove(id, former);
                }
            }
            Edit::Take(id) => {
                let token = self.tokens.get(id as usize).copied();
                let offer =
                    self.offers.iter().position(|(_, tokens)| token.is_some_and(|token| tokens.contains(&token)));
                let removed = level.take_offered(id);
                assert_eq!(removed.is_some(), offer.is_some());
                let (Some(removed), Some(number)) = (removed, offer) else { return };
                let (take, tokens) = &mut self.offers[number];
                let goes: BTreeSet<u32> = if *take > 1 { token.into_iter().collect() } else { tokens.clone() };
                *take -= u32::from(*take > 1);
                let mut gone = BTreeSet::new();
                for (id, former) in removed {
                    gone.insert(self.tokens[id as usize]);
                    self.remove(id, former);
                }
                assert_eq!(gone, goes);
            }
            Edit::Light(id, is_lit) => {
                let mut prop = self.props.get_mut(id as usize).filter(|prop| prop.0.light.is_some());
                assert_eq!(level.set_lit(id, is_lit), prop.as_ref().map(|prop| prop.4));
                if let Some(prop) = &mut prop {
                    prop.4 = is_lit;
                }
            }
            Edit::Ask([walkable, reachable, props, opaque, gates]) => {
                let _ = gates && level.can_block(&[]);
                let _ = opaque && level.is_opaque(Cell::new(1, 1));
                let _ = walkable && level.is_walkable(Cell::new(1, 1));
                let _ = reachable && level.is_reachable(Cell::new(1, 1));
                let _ = props && level.props_in(0).len() > 0 && level.role(0).is_some();
            }
        }
    }

    fn is_opaque(&self, level: &Level, cell: Cell) -> bool {
        let is_open = |way: &Passage| way.kind == DoorKind::Open && way.doors().iter().any(|door| door.contains(cell));
        let is_hidden =
            |prop: &PlainProp| prop.0.opaque && prop.0.elevation < Metres::whole(2) && prop.2.contains(cell);
        match self.tiles.get(cell) {
            None | Some(Tile::Rock | Tile::Wall) => true,
            Some(Tile::Door) if !level.passages().iter().any(is_open) => true,
            Some(_) => self.props.iter().any(is_hidden),
        }
    }

    fn assert_answers_of(&self, level: &Level) {
        assert_eq!(plain_props(level), self.props);
        assert_eq!(level.offers(), self.offered());
        for (id, prop) in (0..).zip(level.props()) {
            let number = level.offers().iter().position(|offer| offer.props.contains(&id));
            assert_eq!(prop.offer, number.map(|number| number as u32));
        }
        let fresh = Level { lookup: OnceLock::new(), ..level.clone() };
        for (id, (prop, &number)) in (0..).zip(self.props.iter().zip(&self.numbers)) {
            let own = NumberInRoom { room: prop.1, number };
            assert_eq!((level.number_in_room(id), level.prop_in_room(own)), (Some(own), Some(id)));
            assert_eq!((level.role(id), level.prop(id).unwrap().id), (fresh.role(id), id));
        }
        let lights: Vec<_> = level.props().map(|prop| prop.light()).collect();
        let burning = self.props.iter().map(|prop| if prop.4 { prop.0.light } else { None });
        assert_eq!(lights, burning.collect::<Vec<_>>());
        for room in 0..7 {
            let listed: Vec<_> = level.props_in(room).map(|prop| (prop.kind, prop.cells)).collect();
            let plain = self.props.iter().filter(|prop| prop.1 == room).map(|prop| (&prop.0, prop.2));
            assert_eq!(listed, plain.collect::<Vec<_>>());
        }
        let count = |kind: &PropKind| self.props.iter().filter(|prop| prop.0.name == kind.name).count() as u32;
        assert_eq!(level.counts(), level.kinds().iter().map(count).collect::<Vec<_>>());

        let tile = |cell| self.tiles.get(cell).unwrap_or(Tile::Rock);
        let is_blocked = |cell| self.props.iter().any(|prop| prop.0.is_obstacle() && prop.2.contains(cell));
        let is_walkable = |cell| tile(cell).is_open() && !is_blocked(cell);
        let mut reached = vec![level.entry()];
        reached.retain(|&cell| is_walkable(cell));
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            let beyond: Vec<_> =
                cell.neighbours().filter(|&cell| is_walkable(cell) && !reached.contains(&cell)).collect();
            reached.extend(beyond);
        }
        for cell in self.tiles.bounds().grown(1).into_iter().flat_map(Rect::cells) {
            assert_eq!(level.tile(cell), tile(cell), "{cell}");
            assert_eq!(level.is_walkable(cell), is_walkable(cell), "{cell}");
            assert_eq!(level.is_reachable(cell), reached.contains(&cell), "{cell}");
            assert_eq!(level.is_opaque(cell), self.is_opaque(level, cell), "{cell}");
            let room = level.rooms().iter().find(|room| room.rect.contains(cell) && tile(cell) == Tile::Floor);
            assert_eq!(level.room_at(cell), room, "{cell}");
        }

        let pockets: Vec<_> = level.unreachable().into_iter().flat_map(Rect::cells).collect();
        let enclosed = self.tiles.bounds().cells().filter(|&cell| is_walkable(cell) && !reached.contains(&cell));
        assert_eq!(pockets, enclosed.collect::<Vec<_>>());

        let index = level.index();
        assert!(index.iter().eq(self.index.iter()));
        assert!(index.iter().all(|id| index.get(id) == self.index.get(id)));
        let octree = level.octree();
        let boxes: Vec<_> = octree.ids().map(|id| octree.get(id).unwrap().shape).collect();
        assert_eq!(boxes, level.props().map(|prop| prop.body().into()).collect::<Vec<_>>());
    }
}

#[test]
fn a_door_that_becomes_floor_parts_no_regions() {
    for (name, _) in BUILT_IN {
        let level = crate::generate(&Preset::built_in(name).unwrap(), 42);
        for door in level.passages().iter().flat_map(Passage::doors).flat_map(|door| door.cells()).step_by(3) {
            let mut edited = level.clone();
            assert!(edited.can_block(&[]));
            edited.set_tile(door, Tile::Corridor);
            let fresh: Level = serde_json::from_str(&serde_json::to_string(&edited).unwrap()).unwrap();
            assert_eq!(edited.can_block(&[door]), fresh.can_block(&[door]), "{name}, {door}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Whatever tables exist before an edit, all answers are those of plain lists afterwards.
    #[test]
    fn an_edited_level_answers_as_plain_lists_do(edits in edits()) {
        let mut level = with_light();
        level.passages[2].kind = DoorKind::Open;
        let offer = |props: &[u32], take| Offer { props: props.to_vec(), take };
        level.offers = OfferTable::new([offer(&[0, 2], 1), offer(&[1, 3, 5], 2)]);
        let mut plain = PlainLevel::of(&level);
        for edit in edits {
            plain.edit(&mut level, edit);
            // A clone, so that the tables of the level itself are those that `Ask` builds.
            plain.assert_answers_of(&level.clone());
        }
        // Saved and loaded, it is the same level with the same answers.
        let read: Level = serde_json::from_str(&serde_json::to_string(&level).unwrap()).unwrap();
        prop_assert_eq!(&read, &level);
        for cell in level.tiles.bounds().cells() {
            prop_assert_eq!(read.can_block(&[cell]), level.can_block(&[cell]), "{}", cell);
        }
        plain.assert_answers_of(&read);
    }
}

#[test]
fn members_and_loot_leave_the_level_with_their_props() {
    let level = fixture::populated();
    let mut edited = level.clone();
    // Props 6 and 7 are the wolves of a pack; then the last prop, the treasure, is prop 6.
    assert_eq!(edited.remove_prop(6), Some(9));
    assert_eq!(edited.encounters()[1].cells, [Cell::new(11, 8)]);
    assert_eq!((edited.encounters()[0].cells.len(), edited.loot().len()), (1, 1));
    assert_eq!(edited.remove_prop(7), Some(8));
    let (left, pack) = (edited.encounters(), &level.encounters()[1]);
    assert_eq!((&left[0], &left[1].group, left[1].cost), (&level.encounters()[0], &pack.group, pack.cost));
    assert!(left[1].cells.is_empty() && edited.members(1).is_empty(), "a group stays without members");
    assert_eq!(edited.remove_prop(6), Some(7));
    assert_eq!((edited.loot(), edited.budgets()), (&[][..], level.budgets()));
    assert_eq!(edited.check(), []);

    // Any order of removals leaves a level of which all members and things are there.
    for step in 1..level.props.len() {
        let mut edited = level.clone();
        while !edited.props.is_empty() {
            edited.remove_prop((step * 7 % edited.props.len()) as u32);
            assert!(edited.check().iter().all(|breach| breach.invariant != 13), "{:?}", edited.check());
            let save = serde_json::to_string(&edited).unwrap();
            assert_eq!(serde_json::from_str::<Level>(&save).unwrap(), edited);
        }
        assert_eq!((edited.encounters().len(), edited.spent()[3].encounters), (2, 5));
        assert!(edited.loot().is_empty());
    }
}

#[test]
fn members_and_things_that_were_never_there_leave_with_the_last_props() {
    let mut level = fixture::populated();
    level.population.encounters[0].cells = vec![Cell::new(1, 1); 6];
    level.population.loot = vec![level.population.loot[0].clone(); 10];
    while level.remove_prop(0).is_some() {
        let save = serde_json::to_string(&level).unwrap();
        assert_eq!(serde_json::from_str::<Level>(&save).unwrap(), level);
    }
    assert!(level.encounters().iter().all(|encounter| encounter.cells.is_empty()) && level.loot().is_empty());
}

#[test]
fn a_prop_that_is_no_member_and_no_loot_takes_nothing_with_it() {
    let mut level = fixture::populated();
    let population = level.population.clone();
    // A rug lies where a wolf stands, a wolf of another room and treasure beside the loot.
    for (kind, room, x, y) in [(3, 3, 8, 7), (6, 1, 8, 4), (5, 4, 15, 8), (5, 3, 14, 8)] {
        level.props.push(fixture::prop(kind, room, x, y));
        assert!(level.remove_prop(level.props.len() as u32 - 1).is_some());
        assert_eq!(level.population, population);
    }
}

#[test]
fn opening_or_closing_a_cell_removes_its_terrain() {
    let mut level = fixture::parted();
    let [water, bridge, rock] = [(13, 1), (14, 2), (15, 7)].map(Cell::from);
    let name = |level: &Level, cell| level.terrain(cell).map(|kind| kind.name.to_string());
    assert!(!level.is_opaque(water) && !level.is_opaque(bridge));
    level.set_tile(rock, Tile::Wall);
    level.set_tile(bridge, Tile::Floor);
    assert_eq!(name(&level, rock).as_deref(), Some("water"), "it is as solid as before");
    assert_eq!(name(&level, bridge).as_deref(), Some("planks"), "it is as open as before");
    level.set_tile(water, Tile::Corridor);
    level.set_tile(bridge, Tile::Wall);
    assert_eq!([name(&level, water), name(&level, bridge)], [None, None]);
    assert!(!level.is_opaque(water) && level.is_opaque(bridge), "earth, and a wall");
    level.set_tile(water, Tile::Wall);
    assert_eq!((name(&level, water), level.is_opaque(water)), (None, true), "the terrain does not come back");
    assert_eq!((level.terrain_kinds().len(), level.partings().len()), (2, 1));
    assert!(level.check().iter().any(|breach| breach.invariant == 15));
}

#[test]
fn a_pond_stays_floor_and_goes_where_it_is_paved() {
    let mut level = fixture::parted();
    let [filled, paved, kept] = [(1, 1), (2, 1), (3, 1)].map(Cell::from);
    for cell in [filled, paved, kept] {
        level.terrain.as_mut().unwrap().cells.set(cell, fixture::WATER);
    }
    assert!([filled, paved, kept].into_iter().all(|cell| !level.is_walkable(cell)));
    level.set_tile(kept, Tile::Floor);
    level.set_tile(paved, Tile::Corridor);
    level.set_tile(filled, Tile::Wall);
    assert_eq!([filled, paved, kept].map(|cell| level.is_walkable(cell)), [false, true, false]);
    level.set_tile(filled, Tile::Floor);
    assert_eq!([filled, paved, kept].map(|cell| level.terrain(cell).is_some()), [false, false, true]);
    assert_eq!([filled, paved, kept].map(|cell| level.is_walkable(cell)), [true, true, false]);
    // What breaks over a pond leaves water.
    let rock = level.kinds()[2].clone();
    let id = level.add_prop(&rock, 0, Rect::from_cell(kept), Direction::North).unwrap();
    level.remove_prop(id);
    assert!(!level.is_walkable(kept));
}
