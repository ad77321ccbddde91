//! Compares tags of rooms and kinds of doors with plain scans, rule by rule.

use super::*;
use crate::{
    floorplan::roles::{choose_doors, tag_rooms},
    geom::Extent,
    preset::{DoorRule, RampInput, RoomFilter, TagRule, TagSelection},
    rng::{RandomSource, WordStream},
};

/// Random rooms and passages without positions, and a path through them.
fn random_rooms(draw: &mut WordStream) -> (Vec<PlannedRoom>, Vec<Passage>, Vec<u32>) {
    let count = draw.within(2, 14) as u32;
    // Path ids are shuffled, so they are in no particular order.
    let mut ids: Vec<u32> = (0..count).collect();
    draw.shuffle(&mut ids);
    let path = ids[..draw.within(1, count as i32) as usize].to_vec();
    let room = |leaf| PlannedRoom {
        kind: RoomKind::ALL[draw.below(4) as usize],
        rect: Rect::of(1, 1, draw.within(4, 9), draw.within(4, 9)),
        depth: draw.below(6),
        progress: draw.within(0, 8) as f32 / 8.0,
        host: None,
        cycle: None,
        leaf,
        tags: 0,
        cut: RoomShape::Rectangle,
        floor: 0,
        layout: None,
        vault: None,
    };
    let rooms = (0..count).map(room).collect();
    let door = Rect::of(1, 1, 1, 1);
    let mut passages = Vec::new();
    for to in 1..count {
        for _ in 0..draw.within(1, 2) {
            let ends = [draw.below(to), to];
            passages.push(Passage::closed(ends, Connection::Door(door)));
        }
    }
    (rooms, passages, path)
}

fn filter(draw: &mut WordStream, with_tags: bool) -> RoomFilter {
    let kinds: Vec<_> = RoomKind::ALL.into_iter().filter(|_| draw.chance(0.7)).collect();
    let from = draw.within(0, 4);
    let min = Extent::new(draw.within(1, 6), draw.within(1, 6));
    let tags = if with_tags && draw.chance(0.5) { 1 << draw.below(3) } else { 0 };
    let progress = (from as f32 / 8.0, draw.within(from, 8) as f32 / 8.0);
    RoomFilter { min, max: Extent::new(min.width + draw.within(1, 6), 9), kinds, progress, tags, turning: 0 }
}

/// The step of a room on the path.
fn step(path: &[u32], room: u32) -> Option<usize> {
    path.iter().position(|&id| id == room)
}

#[test]
fn a_rule_for_tags_picks_the_rooms_that_it_is_for() {
    let (mut limited, mut picked) = (0, 0);
    let crypt = Preset::built_in("crypt").unwrap();
    for seed in 0..1500 {
        let draw = &mut FloorSeed::new(seed, 0).stream(SeedStage::Route);
        let (mut rooms, passages, path) = random_rooms(draw);
        // The tag of a cycle or a size, which is no reason to have no other.
        rooms.iter_mut().step_by(3).for_each(|room| room.tags |= 1 << 5);
        let mut preset = crypt.clone();
        preset.tag_rules.clear();
        let mut before = rooms.clone();
        for tag in 0..3 {
            let every = draw.within(1, 4);
            let rule = TagRule {
                tag,
                pick: [
                    TagSelection::All,
                    TagSelection::DeadEnds,
                    TagSelection::Farthest,
                    TagSelection::Every((every as f32).into()),
                ][draw.below(4) as usize]
                    .clone(),
                rooms: filter(draw, tag > 0),
                chance: if draw.chance(0.7) { 1.0.into() } else { 0.5.into() },
                most: draw.chance(0.3).then(|| (draw.within(0, 3) as f32).into()),
                shared: draw.chance(0.5),
            };
            preset.tag_rules.push(rule.clone());
            // The same rooms, tagged with one more rule.
            let mut after = rooms.clone();
            let words = FloorSeed::new(seed, 1);
            let mut trace = NoTrace;
            let context = &mut PlanContext::new(&preset, &words, 0.0, &mut trace);
            tag_rooms(context, &mut after, &passages, &path);

            let ways = |id: u32| passages.iter().filter(|passage| passage.rooms.contains(&id)).count();
            let is_meant = |&(id, room): &(u32, &PlannedRoom)| {
                let picks = match rule.pick {
                    TagSelection::All | TagSelection::Farthest => true,
                    TagSelection::DeadEnds => ways(id) == 1,
                    TagSelection::Every(_) => {
                        step(&path, id).is_some_and(|step| step > 0 && step % every as usize == 0)
                    }
                };
                picks && rule.rooms.suits(&room.facts()) && (rule.shared || room.tags & 0b111 == 0)
            };
            let mut wanted: Vec<u32> = (0..).zip(&before).filter(is_meant).map(|(id, _)| id).collect();
            if rule.pick == TagSelection::Farthest {
                let depth = |id: &u32| before[*id as usize].depth;
                let most = wanted.iter().map(depth).max();
                wanted.retain(|id| Some(depth(id)) == most);
                wanted.truncate(1);
            }
            let has = |room: &PlannedRoom| room.tags >> tag & 1 == 1;
            let got: Vec<u32> = (0..).zip(&after).filter(|(_, room)| has(room)).map(|(id, _)| id).collect();
            let most = rule.most.as_ref().map_or(u32::MAX, |most| most.whole_at(RampInput::default()) as u32) as usize;
            assert!(got.iter().all(|id| wanted.contains(id)) && got.len() <= most, "{rule:?}: {got:?} of {wanted:?}");
            if rule.chance.is(1.0) {
                assert_eq!(got.len(), wanted.len().min(most), "{rule:?}: {got:?} of {wanted:?}");
            }
            limited += usize::from(wanted.len() > most);
            picked += got.len();
            for (room, earlier) in after.iter().zip(&before) {
                assert_eq!(room.tags & !(1 << tag), earlier.tags, "earlier rules are as they were");
            }
            before = after;
        }
    }
    assert!(limited > 50 && picked > 1000, "{limited} {picked}");
}

#[test]
fn the_first_rule_for_doors_that_is_for_a_passage_decides() {
    let mut counts = [0; 3];
    let mut preset = Preset::built_in("crypt").unwrap();
    for seed in 0..800 {
        let draw = &mut FloorSeed::new(seed, 0).stream(SeedStage::Route);
        let (mut rooms, mut passages, path) = random_rooms(draw);
        rooms.iter_mut().for_each(|room| room.tags = draw.below(8));
        let rule = |kind, draw: &mut WordStream| DoorRule {
            kind,
            rooms: filter(draw, true),
            chance: if draw.chance(0.2) { 0.0.into() } else { 1.0.into() },
            on_path: draw.chance(0.5),
        };
        let rules = vec![rule(DoorKind::Open, draw), rule(DoorKind::Secret, draw)];
        preset.door_rules.clone_from(&rules);
        let words = FloorSeed::new(seed, 1);
        let mut trace = NoTrace;
        let context = &mut PlanContext::new(&preset, &words, 0.0, &mut trace);
        choose_doors(context, &mut passages, &rooms, &path);
        for passage in &passages {
            let [one, other] = passage.rooms.map(|room| step(&path, room));
            let is_on_path = one.zip(other).is_some_and(|(one, other)| one.abs_diff(other) == 1);
            let is_for = |rule: &&DoorRule| {
                let suits = passage.rooms.iter().any(|&id| rule.rooms.suits(&rooms[id as usize].facts()));
                let is_for_path = rule.on_path && rule.kind != DoorKind::Secret;
                suits && !rule.chance.is(0.0) && (is_for_path || !is_on_path)
            };
            let wanted = rules.iter().find(is_for).map_or(DoorKind::Closed, |rule| rule.kind);
            assert_eq!(passage.kind, wanted, "seed {seed}: {passage:?} by {rules:?}");
            let number = [DoorKind::Open, DoorKind::Secret, DoorKind::Closed].iter().position(|kind| *kind == wanted);
            number.into_iter().for_each(|number| counts[number] += 1);
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}
