//! Sample levels of a preset, and counts of the effects of its rules in them.
//!
//! Consumes a preset; produces a [`SampleCounts`], which the other lint modules read.

mod budgets;
mod observer;
mod tally;
mod variety;

use std::collections::{BTreeMap, BTreeSet};

use super::SEEDS;
use crate::{
    generate::{Generator, Request},
    geom::{Cell, Extent, Size},
    level::Level,
    model::{DoorKind, Note, NoteCode, RoomKind, RoomShape, Tile},
    preset::{Preset, Ramp, RoomFacts, ShapeRule, Vault, least_at},
};
use observer::SampleObserver;
pub(super) use tally::{
    FormationTally, GroupTally, LayoutTally, LockTally, LonelyRoom, RuleTally, ShortTally, UnfurnishedRoom, VaultTally,
};

/// The number of difficulties of sample levels, from 0 to 1 in equal steps.
pub(super) const DIFFICULTIES: usize = 5;

/// The longest side of a sample level, in cells. Larger levels have rooms of the same sorts.
const LONGEST: i32 = 256;

/// The notes of levels on what their budgets could not place.
pub(super) const SHORT_BUDGETS: [NoteCode; 6] = [
    NoteCode::BossShort,
    NoteCode::GroupShort,
    NoteCode::GuardShort,
    NoteCode::MeteredShort,
    NoteCode::EncountersShort,
    NoteCode::LootShort,
];

/// Counts over all sample levels: of rooms, passages, and the effects of the preset's rules.
#[derive(Debug, Default)]
pub(super) struct SampleCounts {
    /// The number of rooms in all sample levels.
    pub(super) rooms: u32,
    /// The number of passages in all sample levels.
    pub(super) passages: u32,
    /// How often each layout of the preset was used, in the preset's order. The next four fields
    /// count the same of vaults, tag rules, door rules and shape rules.
    pub(super) layouts: Vec<LayoutTally>,
    pub(super) vaults: Vec<VaultTally>,
    pub(super) tag_rules: Vec<RuleTally>,
    pub(super) door_rules: Vec<RuleTally>,
    pub(super) shapes: Vec<RuleTally>,
    /// For each kind of prop of the preset, in its order: whether any level has such a prop.
    pub(super) kinds_used: Vec<bool>,
    /// The kinds of the rooms without a vault.
    pub(super) room_kinds: BTreeSet<RoomKind>,
    /// The widths of the rooms without a vault, in cells.
    pub(super) widths: BTreeSet<i32>,
    /// The heights of the rooms without a vault, in cells.
    pub(super) heights: BTreeSet<i32>,
    /// The number of levels with a bare room: one that has neither a layout nor a vault.
    pub(super) levels_with_bare_rooms: u32,
    /// The first bare room of the sample levels.
    pub(super) bare_room: Option<UnfurnishedRoom>,
    /// The number of levels whose main path has fewer rooms than the preset asks for.
    pub(super) short_paths: u32,
    /// The number of levels with fewer bonus rooms than the preset asks for.
    pub(super) short_bonus: u32,
    /// The levels without a place for their parting, and those with ends on one side of it.
    pub(super) short_partings: [u32; 2],
    /// For each rule for cycles of the preset, the levels that lack some of its cycles.
    pub(super) short_cycles: Vec<ShortTally>,
    /// For each rule for sizes, the levels that lack some of its rooms, or have them elsewhere.
    pub(super) short_sizes: Vec<ShortTally>,
    /// For each rule for sizes of the preset, the levels whose great rooms are too small.
    pub(super) small_sizes: Vec<u32>,
    /// For each rule for locks of the preset, its locks and the rooms for its keys.
    pub(super) locks: Vec<LockTally>,
    /// The number of openings in all sample levels.
    pub(super) openings: u32,
    /// The number of mouths of caves in all sample levels.
    pub(super) mouths: u32,
    /// The number of shortcuts in all sample levels.
    pub(super) shortcuts: u32,
    /// The number of levels with fewer shortcuts than the preset asks for.
    pub(super) short_shortcuts: u32,
    /// The levels with secret doors that the mission closed, though a rule asks for all of them.
    pub(super) opened_secrets: u32,
    /// For each group of the preset, the levels that have it.
    pub(super) groups: Vec<GroupTally>,
    /// For each item of the preset, the levels that have it.
    pub(super) items: Vec<GroupTally>,
    /// For each rule for stairs beside the exit, the levels without them.
    pub(super) short_stairs: Vec<u32>,
    /// For each pool of the preset, the number of levels that lack one of its entries.
    pub(super) short_pools: Vec<u32>,
    /// The number of levels in which vaults leave nothing of the budget of encounters, and of that
    /// of loot: less than the cheapest group or item takes.
    pub(super) drawn_budgets: [u32; 2],
    /// The number of levels with each of the notes [`SHORT_BUDGETS`].
    pub(super) short_budgets: [u32; SHORT_BUDGETS.len()],
    /// The `least` of each rule for cycles and for locks.
    leasts: [Vec<Ramp>; 2],
    /// The number of levels with the entry, and with the exit, beside a wall.
    pub(super) stairs_at_walls: [u32; 2],
}

/// Generates the sample levels one by one, and counts.
#[derive(Debug)]
pub(super) struct Sampler {
    generator: Generator<Preset>,
    observer: SampleObserver,
    counts: SampleCounts,
    /// The number of levels counted so far, which is the seed of the next one.
    levels: u32,
}

impl Sampler {
    pub(super) fn new(preset: &Preset) -> Self {
        let mut preset = of_bounded_size(preset);
        // So that few levels show each entry: at most every other level has none of a pool.
        preset.pools.iter_mut().for_each(|pool| pool.skip = pool.skip.min(1));
        let counts = SampleCounts::new(&preset);
        let preset = with_notes_on_wishes(preset);
        Self { generator: Generator::new(preset), observer: SampleObserver::default(), counts, levels: 0 }
    }

    /// The number of levels counted so far.
    pub(super) fn levels(&self) -> u32 {
        self.levels
    }

    /// The counts of all sample levels; `None` before all are counted.
    pub(super) fn counts(&self) -> Option<&SampleCounts> {
        (self.levels == SEEDS).then_some(&self.counts)
    }

    /// Generates the next level and counts its rooms, passages and props.
    ///
    /// Cost: generating a level of at most 256 cells on each side.
    pub(super) fn advance(&mut self) {
        self.observer.clear();
        let observer = &mut self.observer;
        let level = self.generator.generate_stepwise(request(self.levels), &mut |step| observer.see(&step));
        self.counts.count(self.generator.preset(), &level, self.levels, &self.observer);
        self.levels += 1;
    }
}

impl SampleCounts {
    /// The counts of no levels.
    fn new(preset: &Preset) -> Self {
        let layout = |formations: usize| LayoutTally {
            formations: vec![FormationTally::default(); formations],
            ..LayoutTally::default()
        };
        Self {
            layouts: preset.layouts().iter().map(|given| layout(given.formations.len())).collect(),
            vaults: vec![VaultTally::default(); preset.vaults().len()],
            tag_rules: vec![RuleTally::default(); preset.tag_rules.len()],
            door_rules: vec![RuleTally::default(); preset.door_rules.len()],
            shapes: vec![RuleTally::default(); preset.shapes.len()],
            kinds_used: vec![false; preset.kinds().len()],
            short_cycles: vec![ShortTally::default(); preset.cycles.len()],
            short_sizes: vec![ShortTally::default(); preset.sides.sizes.len()],
            small_sizes: vec![0; preset.sides.sizes.len()],
            leasts: [
                preset.cycles.iter().map(|rule| rule.least.clone()).collect(),
                preset.mission.locks.iter().map(|rule| rule.least.clone()).collect(),
            ],
            locks: vec![LockTally::default(); preset.mission.locks.len()],
            groups: vec![GroupTally::default(); preset.groups.len()],
            items: vec![GroupTally::default(); preset.loot.items.len()],
            short_stairs: vec![0; preset.stairs.len()],
            short_pools: vec![0; preset.pools.len()],
            ..Self::default()
        }
    }

    fn count(&mut self, preset: &Preset, level: &Level, seed: u32, observer: &SampleObserver) {
        let facts: Vec<_> = level.rooms().iter().map(|room| facts_of(level, room.id)).collect();
        self.rooms += facts.len() as u32;
        for (layout, tally) in preset.layouts().iter().zip(&mut self.layouts) {
            facts.iter().for_each(|room| tally.rooms.count(&layout.rooms, room));
        }
        // The facts by which rooms were chosen before they were shaped.
        let extents = observer.extents.iter();
        let unshaped: Vec<_> = facts.iter().zip(extents).map(|(&room, &extent)| RoomFacts { extent, ..room }).collect();
        self.count_vaults(preset, level, &unshaped);
        self.count_rules(preset, level, &unshaped, observer);
        self.count_mission(preset, level, &unshaped);
        self.count_budgets(preset, level, &facts);
        self.count_variety(preset, level, &facts, seed);
        let mut bare = None;
        for (room, &facts) in level.rooms().iter().zip(&facts) {
            let is_furnished = room.vault.is_some();
            if let Some(layout) = room.layout {
                self.layouts[usize::from(layout)].chosen += 1;
            } else if !is_furnished {
                bare = bare.or(Some(UnfurnishedRoom { room: facts, difficulty: level.origin().difficulty }));
            }
            if !is_furnished {
                self.room_kinds.insert(facts.kind);
                self.widths.insert(facts.extent.width);
                self.heights.insert(facts.extent.height);
            }
        }
        self.levels_with_bare_rooms += u32::from(bare.is_some());
        self.bare_room = self.bare_room.or(bare);
        for stamped in &observer.stamped {
            let Some(room) = level.rooms().get(stamped.room as usize) else { continue };
            let tally = match stamped.formation {
                Some(formation) => {
                    let layout = room.layout.and_then(|layout| self.layouts.get_mut(usize::from(layout)));
                    layout.and_then(|layout| layout.formations.get_mut(formation as usize))
                }
                None => {
                    let vault = vault_of(preset, room.vault);
                    vault.and_then(|vault| self.vaults.get_mut(vault)).map(|vault| &mut vault.drawn)
                }
            };
            let required = stamped.formation.zip(room.layout).and_then(|(formation, layout)| {
                preset.layouts().get(usize::from(layout))?.formations.get(formation as usize)?.required
            });
            if let Some(tally) = tally {
                tally.add(&stamped.props, required.unwrap_or_default(), seed);
            }
        }
        for (kind, used) in preset.kinds().iter().zip(&mut self.kinds_used) {
            *used |= level.kinds().binary_search_by(|known| known.name.cmp(&kind.name)).is_ok();
        }
        let short = |code| u32::from(level.notes().iter().any(|note| note.code == code));
        self.short_paths += short(NoteCode::PathShort);
        self.short_bonus += short(NoteCode::BonusShort);
        self.short_partings[0] += short(NoteCode::PartingShort);
        self.short_partings[1] += short(NoteCode::EndsTogether);
        self.opened_secrets += short(NoteCode::SecretOpened);
        self.count_short_rules(preset, level, &facts);
        for (rule, short) in preset.stairs.iter().zip(&mut self.short_stairs) {
            *short += u32::from(level.stairs().iter().all(|stairs| stairs.to != rule.to));
        }
        for (count, cell) in self.stairs_at_walls.iter_mut().zip([level.entry(), level.exit()]) {
            let is_wall = |beside: Cell| matches!(level.tile(beside), Tile::Wall | Tile::Rock);
            *count += u32::from(cell.neighbours().any(is_wall));
        }
    }

    fn count_short_rules(&mut self, preset: &Preset, level: &Level, facts: &[RoomFacts]) {
        let notes = |code| level.notes().iter().filter(move |note| note.code == code);
        let difficulty = level.origin().difficulty;
        let about = |note: &&Note, start: &str| note.about.as_deref().is_some_and(|about| about.starts_with(start));
        let rules = preset.cycles.iter().zip(&self.leasts[0]).zip(&mut self.short_cycles);
        for (number, ((rule, least), short)) in rules.enumerate() {
            let place = format!("floorplan.cycles[{number}]");
            let note = notes(NoteCode::CycleShort).find(|note| about(note, &place));
            short.add(note, least_at(least, &rule.most, difficulty));
        }
        for ((size, short), small) in preset.sides.sizes.iter().zip(&mut self.short_sizes).zip(&mut self.small_sizes) {
            let is_fitting = |room: &&RoomFacts| room.tags >> size.tag & 1 == 1 && size.wants(room.kind, room.progress);
            let fitting = facts.iter().filter(is_fitting).count() as u32;
            short.wished += u32::from(fitting < size.count_at(difficulty).0);
            let name = preset.tags.get(usize::from(size.tag)).map_or("", String::as_str);
            let is_about = |about: &str| about.strip_prefix(name).is_some_and(|rest| rest.starts_with(": "));
            let has_note = |code| notes(code).any(|note| note.about.as_deref().is_some_and(is_about));
            short.least += u32::from(has_note(NoteCode::SizeShort));
            *small += u32::from(has_note(NoteCode::FractionShort));
        }
    }

    fn count_mission(&mut self, preset: &Preset, level: &Level, facts: &[RoomFacts]) {
        let notes = |code| level.notes().iter().filter(move |note| note.code == code);
        for ((rule, least), tally) in preset.mission.locks.iter().zip(&self.leasts[1]).zip(&mut self.locks) {
            let name = preset.kinds.get(usize::from(rule.kind)).map_or("", |kind| kind.name.as_str());
            facts.iter().for_each(|room| tally.rooms.count(&rule.key.rooms, room));
            tally.levels += u32::from(level.locks().iter().any(|lock| lock.as_str() == name));
            let note = notes(NoteCode::LockShort).find(|note| note.about.as_deref() == Some(name));
            tally.short.add(note, least_at(least, &rule.count.0, level.origin().difficulty));
        }
        self.shortcuts += level.passages().iter().filter(|passage| passage.saves.is_some()).count() as u32;
        self.short_shortcuts += u32::from(notes(NoteCode::ShortcutShort).next().is_some());
    }

    fn count_vaults(&mut self, preset: &Preset, level: &Level, facts: &[RoomFacts]) {
        for (number, (vault, tally)) in preset.vaults().iter().zip(&mut self.vaults).enumerate() {
            for room in facts {
                tally.rooms.count(&vault.rooms, room);
                let fits = vault.drawings.iter().any(|drawing| room.extent.holds(drawing.extent));
                tally.fitting += u32::from(fits && vault.rooms.suits(room));
            }
            let is_here = level.rooms().iter().any(|room| vault_of(preset, room.vault) == Some(number));
            tally.levels += u32::from(is_here);
            reasons(level, vault).for_each(|why| *tally.missing.entry(why).or_default() += 1);
        }
    }

    fn count_rules(&mut self, preset: &Preset, level: &Level, facts: &[RoomFacts], observer: &SampleObserver) {
        observer.applied_tag_rules.iter().for_each(|&rule| self.tag_rules[rule as usize].applied += 1);
        let made: BTreeMap<_, _> = level.passages().iter().map(|passage| (passage.rooms, passage)).collect();
        for &(rooms, rule) in &observer.decided_doors {
            let (tally, kind) = (&mut self.door_rules[rule as usize], preset.door_rules[rule as usize].kind);
            tally.decided += 1;
            tally.applied += u32::from(made.get(&rooms).is_some_and(|passage| passage.kind == kind));
        }
        for &passage in &observer.widened {
            let [room, _] = level.passages()[passage as usize].rooms;
            let is_cave = level.rooms()[room as usize].shape == RoomShape::Cave;
            *(if is_cave { &mut self.mouths } else { &mut self.openings }) += 1;
        }
        for (rule, tally) in preset.tag_rules.iter().zip(&mut self.tag_rules) {
            facts.iter().for_each(|room| tally.rooms.count(&rule.rooms, room));
        }
        let is_step =
            |rooms: [u32; 2]| level.path().windows(2).any(|step| step == rooms || step == [rooms[1], rooms[0]]);
        self.passages += level.passages().len() as u32;
        for (rule, tally) in preset.door_rules.iter().zip(&mut self.door_rules) {
            facts.iter().for_each(|room| tally.rooms.count(&rule.rooms, room));
            let meant = level.passages().iter().filter(|passage| {
                passage.rooms.iter().any(|&room| rule.rooms.suits(&facts[room as usize]))
                    && (rule.on_path && rule.kind != DoorKind::Secret || !is_step(passage.rooms))
            });
            tally.passages += meant.count() as u32;
        }
        let own = ShapeRule::own_tags(&preset.shapes);
        let most = *RoomShape::DUG_SIDES.end();
        for (room, facts) in level.rooms().iter().zip(facts).filter(|(room, _)| room.vault.is_none()) {
            let Extent { width, height } = facts.extent;
            let is_shaped = preset.shapes.iter().any(|rule| rule.admits(facts.extent, facts.tags, own));
            let as_large = Extent::new(width.min(most), height.min(most));
            for (rule, tally) in preset.shapes.iter().zip(&mut self.shapes) {
                let suits = rule.admits(facts.extent, facts.tags, own);
                tally.rooms.admitted += u32::from(suits);
                tally.applied += u32::from(suits && room.shape == rule.shape);
                let is_dug = rule.shape.is_dug() && rule.admits(as_large, facts.tags, own);
                tally.too_large += u32::from(is_dug && !is_shaped && width.max(height) > most);
            }
        }
    }
}

/// The same preset with notes on what each level asks for, whether or not it must have it.
///
/// Its levels are the same. A cycle that depends on a chance is no wish of each level.
fn with_notes_on_wishes(mut preset: Preset) -> Preset {
    for cycle in preset.cycles.iter_mut().filter(|cycle| cycle.chance.is(1.0)) {
        cycle.least = cycle.most.clone();
    }
    preset.mission.locks.iter_mut().for_each(|lock| lock.least = lock.count.0.clone());
    preset
}

/// Why levels lack the vault at position `number` even if it is required.
///
/// `None` unless more than half of the levels name the same reason in their notes.
pub(super) fn why_absent(preset: &Preset, number: usize) -> Option<String> {
    /// The number of levels generated: enough to tell the usual reason from exceptions.
    const LEVELS: u32 = 50;
    let mut asked = of_bounded_size(preset);
    asked.vaults.get_mut(number)?.required = true;
    let mut generator = Generator::new(&asked);
    let mut whys: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..LEVELS {
        let level = generator.generate(request(seed));
        reasons(&level, &asked.vaults[number]).for_each(|why| *whys.entry(why).or_default() += 1);
    }
    whys.into_iter().max_by_key(|(_, levels)| *levels).filter(|(_, levels)| *levels > LEVELS / 2).map(|(why, _)| why)
}

/// The reasons that a level's notes give for the absence of a required vault.
fn reasons(level: &Level, vault: &Vault) -> impl Iterator<Item = String> {
    let about = level.notes().iter().filter(|note| note.code == NoteCode::VaultShort);
    let about = about.filter_map(|note| note.about.as_deref()?.strip_prefix(&vault.name)?.strip_prefix(": "));
    about.map(str::to_owned)
}

fn of_bounded_size(preset: &Preset) -> Preset {
    let (width, height) = (preset.size().width().min(LONGEST), preset.size().height().min(LONGEST));
    let smaller = Size::new(width.into(), height.into()).ok().and_then(|size| preset.clone().with_size(size).ok());
    smaller.unwrap_or_else(|| preset.clone())
}

fn request(seed: u32) -> Request {
    let request = Request::new(seed.into());
    let (difficulties, number) = (DIFFICULTIES as u32, seed % DIFFICULTIES as u32);
    request.clone().with_difficulty(number as f32 / (difficulties - 1) as f32).unwrap_or(request)
}

/// The facts about the room with this id that room filters test.
fn facts_of(level: &Level, id: u32) -> RoomFacts {
    let room = &level.rooms()[id as usize];
    RoomFacts { kind: room.kind, extent: room.rect.extent(), progress: room.progress, tags: room.tags }
}

/// A room's vault, as its position in the preset's vaults.
///
/// Rooms number layouts and vaults together: the layouts first, then the vaults.
fn vault_of(preset: &Preset, vault: Option<u16>) -> Option<usize> {
    usize::from(vault?).checked_sub(preset.layouts().len())
}
