//! Groups that arrive, compared with a plain search of their level.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::{
    export::json,
    generate::{Request, generate},
    preset::{BUILT_IN, count_at},
};

/// A level in play, as sets of cells.
struct Scene {
    preset: Preset,
    level: Level,
    hero: Cell,
    taken: BitGrid,
    in_view: BitGrid,
}

impl Scene {
    /// The hero stands in one of the level's rooms, its monsters where they were placed.
    fn new(name: &str, seed: u64) -> Self {
        let preset = Preset::built_in(name).unwrap();
        let request = Request::new(seed).on_floor(seed as u32 % 5).with_difficulty(seed as f32 % 3.0 / 2.0).unwrap();
        let level = generate(&preset, request);
        let empty = || BitGrid::new(level.width(), level.height());
        let (mut taken, mut in_view) = (empty(), empty());
        let hero = level.floor_in(seed as u32 % 9).find(|&cell| level.is_reachable(cell)).unwrap_or(level.entry());
        let monsters = level.encounters().iter().flat_map(|encounter| &encounter.cells);
        monsters.chain([&hero]).for_each(|&cell| taken.set(cell, true));
        let cell = |(x, y): (isize, isize)| Cell::new(x as i32, y as i32);
        let is_opaque = &mut |at| level.is_opaque(cell(at));
        symmetric_shadowcasting::compute_fov((hero.x as isize, hero.y as isize), is_opaque, &mut |at| {
            in_view.set(cell(at), true);
        });
        Self { preset, level, hero, taken, in_view }
    }

    fn spawn(&self, level: &Level, group: &str, seed: u64) -> Result<Vec<Spawned<'_>>, SpawnError> {
        let ground = SpawnGround {
            walkable: level.reachable(),
            taken: &self.taken,
            in_view: &self.in_view,
            gone: &BTreeSet::new(),
        };
        spawn(&self.preset, level, ground, group, seed, self.hero)
    }

    /// The cells within so many steps, in four or eight directions.
    fn within(&self, from: Cell, steps: u32, is_open: impl Fn(Cell) -> bool, corners: bool) -> BTreeSet<Cell> {
        let (mut all, mut ring) = (BTreeSet::from([from]), vec![from]);
        for _ in 0..steps {
            for Cell { x, y } in std::mem::take(&mut ring) {
                let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
                let sides = around.filter(|(dx, dy)| corners || dx * dy == 0);
                let cells = sides.map(|(dx, dy)| Cell::new(x + dx, y + dy)).filter(|&cell| is_open(cell));
                ring.extend(cells.filter(|&cell| all.insert(cell)));
            }
        }
        all
    }

    /// The cells of a room on which nothing stands and nothing is promised to anybody.
    fn free(&self, room: u32, near: &BTreeSet<Cell>) -> BTreeSet<Cell> {
        let Self { level, taken, in_view, .. } = self;
        let mut free: BTreeSet<Cell> = level.floor_in(room).filter(|&cell| level.is_reachable(cell)).collect();
        let closes = |prop: &crate::Prop<'_>| prop.kind.marker || prop.kind.value > 0;
        let mut closed: BTreeSet<Cell> = level.props().filter(closes).flat_map(|prop| prop.cells.cells()).collect();
        closed.extend([level.entry(), level.exit()].into_iter().chain(level.keys().iter().map(|key| key.cell)));
        let doors = level.passages().iter().flat_map(|passage| passage.doors()).flat_map(|door| door.cells());
        closed.extend(doors.flat_map(Cell::neighbours));
        free.retain(|cell| !closed.contains(cell) && !near.contains(cell) && !taken.get(*cell) && !in_view.get(*cell));
        free
    }

    /// Compares all groups of the preset with the plain search; returns how many arrive.
    fn compare(&self, seed: u64) -> u32 {
        let Self { preset, level, hero, taken, .. } = self;
        let difficulty = level.origin().difficulty;
        let quiet = preset.encounters.quiet.whole_at(RampInput::of_level(difficulty)).max(8) as u32;
        let is_ground = |cell| level.tile(cell).is_open() || level.terrain(cell).is_some();
        let near = self.within(*hero, quiet, is_ground, true);
        let mut arrived = 0;
        for rule in &preset.groups {
            let what = format!("{}, seed {seed}, {}", preset.name(), rule.name);
            let answer = self.spawn(level, &rule.name, seed);
            assert_eq!(answer, self.spawn(level, &rule.name, seed), "{what}");
            let counts = |kind: u16| rule.members.iter().find(|member| member.kind == kind).map(|of| &of.count);
            let least: u32 = rule.members.iter().map(|of| count_at(&of.count, difficulty).0).sum();
            let facts = |room: &Room| {
                let is_tag = |(at, tag): (usize, &String)| {
                    rule.rooms.tags >> at & 1 == 1 && level.tags(room).any(|of| of == tag)
                };
                let has_tag = rule.rooms.tags == 0 || preset.tags.iter().enumerate().any(is_tag);
                let (from, to) = rule.rooms.progress;
                let (extent, input) = (room.rect.extent(), RampInput { progress: room.progress, difficulty });
                let is_in_size = extent.holds(rule.rooms.min) && rule.rooms.max.holds(extent) || rule.rooms.turning > 0;
                let is_here = has_tag && is_in_size && rule.rooms.kinds.contains(&room.kind);
                is_here && (from..=to).contains(&room.progress) && rule.weight.fixed_at(input) > 0
            };
            let crowd = |room: &Room| {
                let open = level.floor_in(room.id).filter(|&cell| level.is_reachable(cell)).count() as u32 / 3;
                open.saturating_sub(level.floor_in(room.id).filter(|&cell| taken.get(cell)).count() as u32)
            };
            let Ok(members) = answer else {
                assert!(matches!(answer, Err(SpawnError::NoPlace { .. })), "{what}: {answer:?}");
                let mut rooms = level.rooms().iter().filter(|room| rule.rooms.turning == 0 && facts(room));
                let fits = |room: &Room| (self.free(room.id, &near).len() as u32).min(crowd(room)) >= least.max(1);
                assert_eq!(rooms.find(|room| fits(room)), None, "{what}");
                continue;
            };
            arrived += 1;
            let room = level.room_at(members[0].cell).unwrap();
            let free = self.free(room.id, &near);
            let cells: BTreeSet<Cell> = members.iter().map(|member| member.cell).collect();
            assert!(facts(room) && cells.len() == members.len() && cells.is_subset(&free), "{what}: {members:?}");
            assert!(cells.len() as u32 <= crowd(room).max(least), "{what}");
            let is_floor = |cell| level.is_reachable(cell) && level.room_at(cell).is_some_and(|at| at.id == room.id);
            let reach = self.within(members[0].cell, rule.spread(), is_floor, false);
            let is_full = free.intersection(&reach).count() <= members.len();
            assert!(is_full || cells.is_subset(&reach), "{what}: {members:?}");
            let mut kinds: BTreeMap<u16, u32> = rule.members.iter().map(|member| (member.kind, 0)).collect();
            for member in &members {
                assert_eq!(*member.kind, preset.kinds[usize::from(member.kind_id)], "{what}");
                *kinds.entry(member.kind_id).or_default() += 1;
            }
            for (kind, count) in kinds {
                let (least, most) = count_at(counts(kind).unwrap(), difficulty);
                assert!((least..=most).contains(&count), "{what}: {count} of {least} to {most}");
            }
        }
        arrived
    }
}

#[test]
fn a_group_arrives_where_generation_would_lay_it_or_no_room_has_a_place() {
    let mut arrived = 0;
    for (name, _) in BUILT_IN {
        arrived += (0..8).map(|seed| Scene::new(name, seed).compare(seed)).sum::<u32>();
    }
    assert!(arrived > 400, "{arrived} arrive");
}

#[test]
fn a_level_that_was_read_hosts_the_same_groups_and_seeds_choose_the_rooms() {
    let scene = Scene::new("crypt", 4);
    let read = json::read(&json::write(&scene.level)).unwrap();
    let rooms: BTreeSet<_> = (0..40)
        .map(|seed| {
            let members = scene.spawn(&scene.level, "grave watch", seed).unwrap();
            assert_eq!(scene.spawn(&read, "grave watch", seed).as_ref(), Ok(&members));
            scene.level.room_at(members[0].cell).map(|room| room.id)
        })
        .collect();
    assert!(rooms.len() > 3, "{rooms:?}");
}

#[test]
fn each_refusal_says_what_there_is_instead() {
    let mut scene = Scene::new("crypt", 4);
    let told = |scene: &Scene, group| scene.spawn(&scene.level, group, 1).unwrap_err().to_string();
    let unknown = told(&scene, "grave wach");
    assert!(unknown.contains("did you mean \"grave watch\"? Its groups are one who woke, "), "{unknown}");
    // Only the cells beside doors are out of view.
    scene.in_view = scene.level.walkable().clone();
    let doors = scene.level.passages().iter().flat_map(|passage| passage.doors()).flat_map(|door| door.cells());
    doors.flat_map(Cell::neighbours).for_each(|cell| scene.in_view.set(cell, false));
    let no_place = told(&scene, "one who woke");
    assert!(no_place.contains("\"one who woke\" finds no place: of the "), "{no_place}");
    scene.hero = Cell::new(-1, 3);
    assert_eq!(scene.spawn(&scene.level, "grave watch", 1), Err(SpawnError::Rock(scene.hero)));
    scene.preset = Preset::built_in("mine").unwrap();
    assert!(told(&scene, "grave watch").contains("the preset \"mine\" has digest"));
}
