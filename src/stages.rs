//! Digests of what each stage of generation made, to find the first stage in which two runs differ.
//!
//! Consumes a generator and a request. Produces the level and a digest for each stage. Generation
//! itself computes no digests.

use std::borrow::{Borrow, Cow};

use crate::{
    digest::Digest,
    generate::{Generator, Request},
    geom::Rect,
    level::{Connection, DoorKind, Level, LevelTerrain, Parting, Passage},
    preset::Preset,
    trace::Step,
};

pub use crate::trace::Stage;

/// The digests of what each stage made, the same on every platform.
///
/// A stage's digest covers the product of that stage only, not of those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StageDigests([u64; Stage::ALL.len()]);

impl StageDigests {
    /// The digest of one stage.
    #[must_use]
    pub const fn get(&self, stage: Stage) -> u64 {
        self.0[stage as usize]
    }

    /// The first stage whose digests differ; `None` if all are equal.
    #[must_use]
    pub fn first_difference(&self, other: &Self) -> Option<Stage> {
        Stage::ALL.iter().copied().find(|&stage| self.get(stage) != other.get(stage))
    }
}

/// Generates a level as [`Generator::generate`] does, and a digest of what each stage made.
///
/// Cost: that of generating the level with an observer, plus a sort of its cuts and a pass over its
/// cells and props.
///
/// ```
/// use roomgen::{Generator, Preset, stages::{self, Stage}};
///
/// let crypt = Preset::built_in("crypt")?;
/// let wider = Preset::parse("(name: \"wider\", base: \"crypt\", clearance: 2)")?;
/// let digests = [crypt, wider].map(|preset| stages::digests(&mut Generator::new(preset), 42).1);
/// assert_eq!(digests[0].first_difference(&digests[1]), Some(Stage::Furnishing));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn digests<P: Borrow<Preset>>(generator: &mut Generator<P>, request: impl Into<Request>) -> (Level, StageDigests) {
    let mut recorder = StageRecorder::default();
    let level = generator.generate_stepwise(request, &mut |step| recorder.see(&step));
    let kinds = recorder.door_kinds(generator.preset(), &level);
    let planned = recorder.planned(generator.preset(), &level);
    let of = |stage| match stage {
        Stage::Partition => recorder.cuts_digest(),
        Stage::Route => level.route_digest(),
        Stage::Passages => planned.passages_digest(),
        Stage::Roles => level.roles_digest(kinds.iter().copied()),
        Stage::Mission => level.mission_digest(),
        Stage::Tiles => planned.tiles_digest(),
        Stage::Allowances => level.allowances_digest(),
        Stage::Furnishing => recorder.furnishing_digest(&level),
        Stage::Population => level.population_digest(),
        Stage::Level => level.digest(),
    };
    let digests = StageDigests(std::array::from_fn(|number| of(Stage::ALL[number])));
    (level, digests)
}

/// What a level does not store, recorded from the steps.
#[derive(Default)]
struct StageRecorder {
    /// The cuts of the level: the part that is cut, whether along a column, and the columns or rows
    /// before the cut.
    cuts: Vec<(Rect, bool, i32)>,
    /// The rooms of passages whose doors a rule decided, in the order of passages, with the number
    /// of the rule.
    doors: Vec<([u32; 2], u32)>,
    /// The passages that were opened, each with its door as it was before.
    widened: Vec<(u32, Rect)>,
    /// The terrain that the plan lays, and then that of formations: the kind by position in the
    /// preset, and the cells.
    covers: [Vec<(Option<u32>, Rect)>; 2],
    /// Whether the plan is complete.
    is_planned: bool,
}

impl StageRecorder {
    fn see(&mut self, step: &Step) {
        if let Step::Split { part, is_column, before } = *step {
            self.cuts.push((part, is_column, before));
        } else if let Step::Part { part, is_column, before, width } = *step {
            // As two cuts: the first and the last column or row of the band.
            self.cuts.extend([before, before + width - 1].map(|before| (part, is_column, before)));
        } else if let Step::Hang { rooms, rule } = *step {
            self.doors.push((rooms, rule));
        } else if let Step::Widen { passage, from, .. } = *step {
            self.widened.push((passage, from));
        } else if let Step::Cover { terrain, cells } = *step {
            self.covers[usize::from(self.is_planned)].push((terrain, cells));
        } else if let Step::End { stage: Stage::Tiles, .. } = step {
            self.is_planned = true;
        }
    }

    /// The level with the doors that its passages had before some were opened, and with the terrain
    /// that it had before formations laid theirs.
    fn planned<'level>(&self, preset: &Preset, level: &'level Level) -> Cow<'level, Level> {
        let mut planned = Cow::Borrowed(level);
        for &(passage, door) in &self.widened {
            if let Some(passage) = planned.to_mut().passages.get_mut(passage as usize) {
                passage.connection = Connection::Door(door);
            }
        }
        if !self.covers[1].is_empty() {
            planned.to_mut().terrain = self.planned_terrain(preset, level);
        }
        planned
    }

    /// The terrain of the plan of a level.
    #[cold]
    fn planned_terrain(&self, preset: &Preset, level: &Level) -> Option<Box<LevelTerrain>> {
        let kinds: Vec<_> = preset.terrain().cloned().collect();
        let mut cells = level.terrain_cells()?.clone();
        cells.fill_rect(cells.bounds(), 0);
        for &(terrain, covered) in &self.covers[0] {
            cells.fill_rect(covered, terrain.map_or(0, |terrain| terrain as u8 + 1));
        }
        let in_preset = |parting: &Parting| {
            let kind = level.terrain_kinds().get(usize::from(parting.terrain))?;
            let terrain = kinds.iter().position(|known| known.name == kind.name)? as u16;
            Some(Parting { terrain, ..parting.clone() })
        };
        let partings = level.partings().iter().filter_map(in_preset).collect();
        // Features are laid behind what this is the digest of.
        LevelTerrain { kinds, cells, partings, features: Vec::new() }.in_use()
    }

    /// The digest of what furnishing made. The terrain of formations counts only where there is
    /// some.
    fn furnishing_digest(&self, level: &Level) -> u64 {
        let [_, laid] = &self.covers;
        if laid.is_empty() {
            return level.furnishing_digest();
        }
        let digest = &mut Digest::default();
        digest.wide(level.furnishing_digest()).list(laid, |digest, &(terrain, cells)| {
            digest.number(terrain.map_or(0, |terrain| terrain + 1));
            digest.numbers([cells.left(), cells.top(), cells.width(), cells.height()].map(i64::from));
        });
        digest.finish()
    }

    /// The kind of each passage's doors, before the mission locks some.
    fn door_kinds(&self, preset: &Preset, level: &Level) -> Vec<DoorKind> {
        let mut decided = self.doors.iter().peekable();
        let kind = |passage: &Passage| {
            let decided = decided.next_if(|(rooms, _)| *rooms == passage.rooms);
            let rule = decided.and_then(|&(_, rule)| preset.door_rules.get(rule as usize));
            rule.map_or(DoorKind::Closed, |rule| rule.kind)
        };
        level.passages().iter().map(kind).collect()
    }

    /// The digest of all cuts. They are sorted first, so that the order of events does not count.
    fn cuts_digest(&self) -> u64 {
        let of = |&(part, is_column, before): &(Rect, bool, i32)| {
            [part.left(), part.top(), part.width(), part.height(), i32::from(is_column), before]
        };
        let mut cuts: Vec<_> = self.cuts.iter().map(of).collect();
        cuts.sort_unstable();
        let mut digest = Digest::default();
        digest.list(&cuts, |digest, cut| {
            for &number in cut {
                digest.number(number);
            }
        });
        digest.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geom::Cell,
        level::{RoomKind, RoomShape, Tile},
    };

    /// The digests of the stages whose product a level stores.
    fn of(level: &Level) -> [u64; 8] {
        [
            level.route_digest(),
            level.passages_digest(),
            level.roles_digest(level.passages().iter().map(|passage| passage.kind)),
            level.mission_digest(),
            level.tiles_digest(),
            level.allowances_digest(),
            level.furnishing_digest(),
            level.population_digest(),
        ]
    }

    /// The first of two values that differs from `it`.
    fn other<T: PartialEq>(it: &T, [one, other]: [T; 2]) -> T {
        if *it == one { other } else { one }
    }

    #[test]
    fn each_part_of_a_level_counts_for_the_stage_that_made_it_and_no_other() {
        let mut level = crate::generate::generate(&Preset::built_in("crypt").unwrap(), 7);
        level.population.budgets.get_or_insert_default();
        let before = of(&level);
        let changed = |change: fn(&mut Level)| {
            let mut level = level.clone();
            change(&mut level);
            let same: Vec<_> = of(&level).iter().zip(&before).map(|(ours, theirs)| ours == theirs).collect();
            assert_eq!(same.iter().filter(|same| !**same).count(), 1, "{same:?}");
            Stage::ALL[1 + same.iter().position(|same| !same).unwrap()]
        };
        assert_eq!(
            changed(|level| level.rooms[0].kind = other(&level.rooms[0].kind, [RoomKind::Bonus, RoomKind::Path])),
            Stage::Route
        );
        assert_eq!(changed(|level| level.rooms[0].progress += 0.5), Stage::Route);
        assert_eq!(changed(|level| level.path.truncate(1)), Stage::Route);
        assert_eq!(changed(|level| level.passages[0].rooms[0] += 1), Stage::Passages);
        // Tags of keys belong to the mission.
        let hide = |level: &mut Level| {
            level.rooms[0].tags ^= 1 << level.tags.iter().position(|tag| tag == "hidden").unwrap();
        };
        assert_eq!(changed(hide), Stage::Roles);
        assert_eq!(
            changed(|level| level.passages[0].kind = other(&level.passages[0].kind, [DoorKind::Secret, DoorKind::Open])),
            Stage::Roles
        );
        assert_eq!(changed(|level| level.passages[0].one_way = Some(0)), Stage::Mission);
        assert_eq!(changed(|level| level.passages[0].saves = Some(0)), Stage::Mission);
        assert_eq!(changed(|level| level.tiles.set(Cell::new(0, 0), Tile::Door)), Stage::Tiles);
        // Rectangles of rooms that are dug are of their shape.
        let round = |level: &mut Level| {
            let room = level.rooms.iter_mut().find(|room| !room.shape.shrinks()).unwrap();
            room.shape = other(&room.shape, [RoomShape::Round, RoomShape::Octagon]);
        };
        assert_eq!(changed(round), Stage::Tiles);
        assert_eq!(
            changed(|level| level.rooms[0].layout = other(&level.rooms[0].layout, [None, Some(0)])),
            Stage::Furnishing
        );
        assert_eq!(changed(|level| level.entry.x += 1), Stage::Furnishing);
        assert_eq!(changed(|level| level.props[0].x += 1), Stage::Furnishing);
        assert_eq!(changed(|level| level.rooms[0].allowance.loot += 1), Stage::Allowances);
        let alone = |level: &mut Level| {
            let (group, room, cost, cells) = (None, 0, 1, Vec::new());
            level.population.encounters.push(crate::level::Encounter { group, room, cost, cells, removed_cost: 0 });
        };
        assert_eq!(changed(alone), Stage::Population);
    }

    #[test]
    fn cuts_count_in_whatever_order_they_are_told() {
        let part = |left| Rect::of(left, 1, 20, 10);
        let digest = |cuts: &[(Rect, bool, i32)]| {
            StageRecorder { cuts: cuts.to_vec(), ..StageRecorder::default() }.cuts_digest()
        };
        let cuts = [(part(1), true, 5), (part(22), false, 4)];
        assert_eq!(digest(&cuts), digest(&[cuts[1], cuts[0]]));
        assert_ne!(digest(&cuts), digest(&cuts[..1]));
        assert_ne!(digest(&cuts), digest(&[(part(1), false, 5), cuts[1]]));
    }
}
