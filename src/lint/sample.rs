//! A thousand levels of a preset, and what became of its rules in them.

use super::SEEDS;
use crate::{
    floorplan::NoteCode,
    generate::{Generator, Request},
    geom::{Cell, Rect, Size},
    level::Level,
    preset::{Preset, RoomFacts, RoomFilter},
    trace::{Rejection, Trace},
};

/// The longest side of a sample level, in cells: the rooms of a larger one are no other.
const LONGEST: i32 = 256;

/// What was counted.
#[derive(Debug, Default)]
pub(super) struct Sample {
    pub(super) rooms: u32,
    pub(super) layouts: Vec<LayoutTally>,
    /// By name, for each kind of the preset: whether there was a prop of it.
    pub(super) kinds_used: Vec<bool>,
    /// Levels with a room that no layout suits.
    pub(super) levels_with_bare_rooms: u32,
    /// One such room.
    pub(super) bare_room: Option<RoomFacts>,
    /// Levels whose main path, and levels whose bonus rooms, were fewer than asked for.
    pub(super) short_paths: u32,
    pub(super) short_bonus: u32,
}

/// What became of a layout.
#[derive(Clone, Debug, Default)]
pub(super) struct LayoutTally {
    /// Rooms that were furnished with it.
    pub(super) chosen: u32,
    /// Rooms that have a size, a kind, a progress, a tag that it is for, and all of them.
    pub(super) of_size: u32,
    pub(super) of_kind: u32,
    pub(super) of_progress: u32,
    pub(super) of_tag: u32,
    pub(super) suiting: u32,
    pub(super) formations: Vec<FormationTally>,
}

/// What became of a formation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FormationTally {
    /// Rooms in which it was stamped, and rooms in which something of it stayed.
    pub(super) rooms: u32,
    pub(super) stayed: u32,
    /// Levels in which it was stamped.
    pub(super) levels: u32,
    last_level: Option<u32>,
    pub(super) props: Props,
}

/// What became of the props of a formation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Props {
    pub(super) placed: u32,
    pub(super) clipped: u32,
    pub(super) occupied: u32,
    pub(super) clearance: u32,
    pub(super) walkway: u32,
    pub(super) other: u32,
}

impl Sample {
    /// Makes the levels. Cost: see [`SEEDS`]; levels are of a bounded size.
    pub(super) fn take(preset: &Preset) -> Self {
        let (width, height) = (preset.size().width().min(LONGEST), preset.size().height().min(LONGEST));
        let smaller = Size::new(width.into(), height.into()).ok().and_then(|size| preset.clone().with_size(size).ok());
        let preset = smaller.as_ref().unwrap_or(preset);
        let mut sample = Self {
            layouts: preset
                .layouts()
                .iter()
                .map(|layout| LayoutTally {
                    formations: vec![FormationTally::default(); layout.formations.len()],
                    ..LayoutTally::default()
                })
                .collect(),
            kinds_used: vec![false; preset.kinds().len()],
            ..Self::default()
        };
        let mut generator = Generator::new(preset);
        let mut observer = Observer::default();
        for seed in 0..SEEDS {
            /// Steps of difficulty: both ends, the middle, and between.
            const STEPS: u32 = 4;
            let request = Request::new(seed.into());
            let harder = request.with_difficulty((seed % (STEPS + 1)) as f32 / STEPS as f32);
            observer.stamped.clear();
            let level = generator.generate_traced(harder.unwrap_or(request), &mut observer);
            sample.count(preset, &level, seed, &observer);
        }
        sample
    }

    fn count(&mut self, preset: &Preset, level: &Level, seed: u32, observer: &Observer) {
        let mut bare = None;
        for room in level.rooms() {
            let facts = RoomFacts {
                kind: room.kind,
                sides: (room.rect.width(), room.rect.height()),
                progress: room.progress,
                tags: room.tags,
            };
            self.rooms += 1;
            for (layout, tally) in preset.layouts().iter().zip(&mut self.layouts) {
                tally.compare(&layout.rooms, &facts);
            }
            match room.layout {
                Some(layout) => self.layouts[usize::from(layout)].chosen += 1,
                None => bare = bare.or(Some(facts)),
            }
        }
        self.levels_with_bare_rooms += u32::from(bare.is_some());
        self.bare_room = self.bare_room.or(bare);
        for stamped in &observer.stamped {
            let layout = level.rooms().get(stamped.room as usize).and_then(|room| room.layout);
            let tally = layout.and_then(|layout| {
                self.layouts.get_mut(usize::from(layout))?.formations.get_mut(stamped.formation as usize)
            });
            if let Some(tally) = tally {
                tally.add(&stamped.props, seed);
            }
        }
        for (kind, used) in preset.kinds().iter().zip(&mut self.kinds_used) {
            *used |= level.kinds().binary_search_by(|known| known.name.cmp(&kind.name)).is_ok();
        }
        let short = |code| u32::from(level.notes().iter().any(|note| note.code == code));
        self.short_paths += short(NoteCode::PathShort);
        self.short_bonus += short(NoteCode::BonusShort);
    }
}

impl LayoutTally {
    fn compare(&mut self, filter: &RoomFilter, room: &RoomFacts) {
        let within = |side: i32, least: i32, most: i32| (least..=most).contains(&side);
        let is_of_size =
            within(room.sides.0, filter.min.0, filter.max.0) && within(room.sides.1, filter.min.1, filter.max.1);
        self.of_size += u32::from(is_of_size);
        self.of_kind += u32::from(filter.kinds.contains(&room.kind));
        self.of_progress += u32::from((filter.progress.0..=filter.progress.1).contains(&room.progress));
        self.of_tag += u32::from(filter.tags == 0 || filter.tags & room.tags != 0);
        self.suiting += u32::from(filter.suits(room));
    }
}

impl FormationTally {
    fn add(&mut self, props: &Props, level: u32) {
        self.rooms += 1;
        self.stayed += u32::from(props.placed > 0);
        self.levels += u32::from(self.last_level != Some(level));
        self.last_level = Some(level);
        let all = &mut self.props;
        all.placed += props.placed;
        all.clipped += props.clipped;
        all.occupied += props.occupied;
        all.clearance += props.clearance;
        all.walkway += props.walkway;
        all.other += props.other;
    }
}

/// What is seen of a level as it is made.
#[derive(Debug, Default)]
struct Observer {
    /// In the order of rooms and formations.
    stamped: Vec<Stamped>,
    /// The props that the formations of the present room have placed, each with the position of its formation in `stamped`.
    placed: Vec<(Rect, usize)>,
}

/// A formation in a room.
#[derive(Debug)]
struct Stamped {
    room: u32,
    formation: u32,
    props: Props,
}

impl Trace for Observer {
    fn stamp(&mut self, room: u32, formation: u32, _: Cell) {
        let last = self.stamped.last().map(|last| (last.room, last.formation));
        if last.is_none_or(|(last, _)| last != room) {
            self.placed.clear();
        }
        if last != Some((room, formation)) {
            self.stamped.push(Stamped { room, formation, props: Props::default() });
        }
    }

    fn place(&mut self, _: u32, prop: Rect) {
        if let Some(last) = self.stamped.last_mut() {
            last.props.placed += 1;
            self.placed.push((prop, self.stamped.len() - 1));
        }
    }

    fn reject(&mut self, _: u32, prop: Rect, reason: Rejection) {
        let Some(last) = self.stamped.len().checked_sub(1) else { return };
        // Walkways take away what was placed before; all else was not placed.
        let number = match reason {
            Rejection::Walkway => match self.placed.iter().position(|(placed, _)| *placed == prop) {
                Some(placed) => self.placed.swap_remove(placed).1,
                None => return,
            },
            _ => last,
        };
        let props = &mut self.stamped[number].props;
        match reason {
            Rejection::Clipped => props.clipped += 1,
            Rejection::Occupied => props.occupied += 1,
            Rejection::Clearance => props.clearance += 1,
            Rejection::Walkway => {
                props.placed -= 1;
                props.walkway += 1;
            }
            #[allow(unreachable_patterns, reason = "there may be more reasons")]
            _ => props.other += 1,
        }
    }
}
