//! The timeline of an animation: assigns events to frames, and aims the camera.
//!
//! A whole level takes at most 150 frames, 7.5 s: in a larger level more happens at once.

use super::{
    cast::{AnimatedLevel, FurnishingEvent},
    story::{PassagePart, RecordedSteps},
};
use roomgen::{
    color::Color,
    geom::Rect,
    level::{Level, Room, RoomKind},
};

/// The duration of a frame in hundredths of a second. Viewers slow down frames shorter than two
/// hundredths, and the file grows with the number of frames.
pub(super) const FRAME: u16 = 5;

/// An event of an animation, with its first frame and its duration in frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TimelineEvent {
    pub(super) start: u32,
    pub(super) frames: u32,
    pub(super) what: TimelineEventKind,
}

/// What happens in a [`TimelineEvent`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TimelineEventKind {
    /// A wall appears, which cuts a part of the level in two.
    Cut(Rect),
    /// A leaf of the partition becomes the room with this id.
    Room(u32),
    /// The main path is drawn from start to end.
    Path,
    /// A door or a part of a corridor appears.
    Way(PassagePart),
    /// A door gets a lock of this colour.
    Lock(Rect, Color),
    /// The room with this id gets a key, which opens locks of this colour.
    Key(u32, Color),
    /// The room with this id is painted with its walls and its floor, row by row.
    Build(u32),
    /// The parting with this position in the level's list is painted with its banks, from one
    /// border of the level to the other.
    Cover(u32),
    /// All walls and floors are painted, and the path fades out.
    Built,
    /// An event in the furnishing of a room.
    Act(FurnishingEvent),
}

/// What the camera shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TimelineCameraTarget {
    /// The camera shows the whole window of the animation.
    Whole,
    /// A close-up of the camera, centred on these cells.
    Near(Rect),
}

/// The events, camera targets and captions of an animation, each with the frame in which it begins.
#[derive(Clone, Debug, Default)]
pub(super) struct AnimationTimeline {
    /// The events of the animation, sorted by first frame.
    pub(super) cues: Vec<TimelineEvent>,
    /// The camera targets, each with the frame from which it holds.
    pub(super) looks: Vec<(u32, TimelineCameraTarget)>,
    /// The captions below the picture, with their first frames.
    pub(super) captions: Vec<(u32, &'static str)>,
    /// The number of frames of the animation.
    pub(super) frames: u32,
    /// Whether it shows anchors, clearances, and props that are rejected or removed.
    pub(super) has_marks: bool,
}

/// The number of frames that show the finished level before it is made: what a viewer shows of an
/// animation that does not play.
pub(super) const OPENING: u32 = 12;
/// The number of frames between the opening and the first event.
const LEAD: u32 = 2;
/// How long the events of a phase take, in frames.
#[derive(Clone, Copy)]
struct PhaseTiming {
    /// The frames over which the events start, one after the other.
    spread: u32,
    /// The duration of each event.
    each: u32,
}

/// The timing of each phase. The path is a single event.
const CUTS: PhaseTiming = PhaseTiming { spread: 6, each: 3 };
const ROOMS: PhaseTiming = PhaseTiming { spread: 4, each: 3 };
const BONUS: PhaseTiming = PhaseTiming { spread: 3, each: 3 };
const DOORS: PhaseTiming = PhaseTiming { spread: 3, each: 3 };
const MISSION: PhaseTiming = PhaseTiming { spread: 4, each: 4 };
const BUILD: PhaseTiming = PhaseTiming { spread: 6, each: 3 };
const COVER: PhaseTiming = PhaseTiming { spread: 0, each: 10 };
const PATH: u32 = 6;
/// The number of frames between two phases.
const REST: u32 = 1;
/// The number of frames of a camera move; of furnishing the room of a close-up; and of furnishing
/// one of its neighbouring rooms.
const MOVE: u32 = 3;
const NEAR: u32 = 14;
const BESIDE: u32 = 10;
/// The maximum number of other rooms in view that are furnished during the close-up of a room.
const MAX_NEIGHBOURS: usize = 3;
/// The furnishing of rooms without a close-up.
const REMAINDER: PhaseTiming = PhaseTiming { spread: 10, each: 5 };
/// The number of frames of furnishing a room that is shown alone.
const ALONE: u32 = 96;
/// The number of frames for which a rejected or removed prop is shown.
const REFUSED: u32 = 3;
/// The number of frames for which a prop that appears glows.
const APPEAR: u32 = 3;
/// The number of frames for which the finished level is shown.
pub(super) const HOLD: u32 = 30;

impl AnimationTimeline {
    /// The timeline of a whole level, with up to `close_ups` close-ups of `reach` cells across and
    /// down.
    pub(super) fn whole(
        cast: &AnimatedLevel,
        story: &RecordedSteps,
        close_ups: usize,
        reach: [i32; 2],
        has_marks: bool,
    ) -> Self {
        let level = &cast.level;
        let mut script = Self { frames: OPENING + LEAD, has_marks, ..Self::default() };
        script.plan(level, story);
        script.build(level);

        let mut remaining: Vec<&Room> = level.rooms().iter().collect();
        // Rooms are sorted along the main path, with bonus rooms after path rooms of equal
        // progress, nearest first.
        remaining
            .sort_by_key(|room| ((room.progress * 65536.0) as i64, room.kind == RoomKind::Bonus, room.depth, room.id));
        script.say("formations, stamped at their anchors");
        for number in 0..close_ups {
            let Some(room) = chosen(&remaining, cast, number == 0) else { break };
            let near = seen_about(room.rect, reach, level.tiles().bounds());
            script.looks.push((script.frames, TimelineCameraTarget::Near(room.rect)));
            let start = script.frames + MOVE;
            script.furnish(cast, room, start, NEAR);
            let neighbours: Vec<&Room> = remaining
                .iter()
                .copied()
                .filter(|other| other.id != room.id && near.contains_rect(other.rect))
                .take(MAX_NEIGHBOURS)
                .collect();
            for (number, other) in (1..).zip(&neighbours) {
                script.furnish(cast, other, start + number * (NEAR - BESIDE) / MAX_NEIGHBOURS as u32, BESIDE);
            }
            remaining.retain(|other| other.id != room.id && neighbours.iter().all(|done| done.id != other.id));
            script.frames = start + NEAR + REFUSED;
        }
        if close_ups > 0 {
            script.looks.push((script.frames, TimelineCameraTarget::Whole));
            script.frames += MOVE;
        }
        if !remaining.is_empty() {
            let start = script.frames;
            for (number, room) in remaining.iter().enumerate() {
                let offset = start_offset(REMAINDER.spread, number, remaining.len());
                script.furnish(cast, room, start + offset, REMAINDER.each);
            }
            script.frames = start + REMAINDER.spread + REMAINDER.each + REFUSED;
        }
        script.end()
    }

    /// The timeline of a single room's furnishing.
    pub(super) fn room(cast: &AnimatedLevel, room: &Room, has_marks: bool) -> Self {
        let mut script = Self { frames: OPENING + LEAD, has_marks, ..Self::default() };
        script.cue(OPENING, 1, TimelineEventKind::Built);
        script.say("formations, stamped at their anchors");
        let start = script.frames;
        script.furnish(cast, room, start, ALONE);
        script.frames += ALONE + REFUSED;
        script.end()
    }

    fn end(mut self) -> Self {
        self.say("");
        self.frames += HOLD;
        self.cues.sort_by_key(|cue| cue.start);
        self
    }

    fn cue(&mut self, start: u32, frames: u32, what: TimelineEventKind) {
        self.cues.push(TimelineEvent { start, frames, what });
    }

    fn say(&mut self, caption: &'static str) {
        self.captions.push((self.frames, caption));
    }

    /// Schedules the events of one phase, if there are any, below a caption: evenly spaced starts,
    /// equal durations.
    fn phase(
        &mut self,
        caption: &'static str,
        PhaseTiming { spread, each }: PhaseTiming,
        kinds: impl Iterator<Item = TimelineEventKind>,
    ) {
        let kinds: Vec<TimelineEventKind> = kinds.collect();
        let Some(last) = kinds.len().checked_sub(1) else { return };
        self.say(caption);
        for (number, &what) in kinds.iter().enumerate() {
            self.cue(self.frames + start_offset(spread, number, kinds.len()), each, what);
        }
        self.frames += start_offset(spread, last, kinds.len()) + each + REST;
    }

    /// Schedules cuts, path rooms, main path, bonus rooms, doors, locks and keys.
    fn plan(&mut self, level: &Level, story: &RecordedSteps) {
        self.say("the level is cut in two, and again, into leaves");
        // All cuts of one depth start at once, so that halves become quarters.
        let depths = story.cuts().iter().map(|cut| cut.depth + 1).max().unwrap_or(0);
        for cut in story.cuts() {
            self.cue(
                self.frames + start_offset(CUTS.spread, cut.depth as usize, depths as usize),
                CUTS.each,
                TimelineEventKind::Cut(cut.wall),
            );
        }
        self.frames += CUTS.spread + CUTS.each;
        self.phase("rooms on the main path", ROOMS, level.path().iter().map(|&id| TimelineEventKind::Room(id)));
        self.say("the main path, from start to end");
        self.cue(self.frames, PATH, TimelineEventKind::Path);
        self.frames += PATH + REST;
        let detours = story.detours.iter().map(|&id| TimelineEventKind::Room(id));
        self.phase("detours: second ways between rooms of the path", BONUS, detours);
        let bonus = by_depth(level).into_iter().filter(|room| room.kind == RoomKind::Bonus);
        self.phase("bonus rooms", BONUS, bonus.map(|room| TimelineEventKind::Room(room.id)));
        self.phase("doors", DOORS, story.ways.iter().map(|&way| TimelineEventKind::Way(way)));
        let marked = level.passages().iter().filter_map(|passage| Some((passage, level.lock_mark(passage)?)));
        let locks = marked.flat_map(|(passage, mark)| {
            passage.doors().iter().map(move |&door| TimelineEventKind::Lock(door, mark.color))
        });
        let keys = level.keys().iter().map(|key| TimelineEventKind::Key(key.room, level.key_mark(key).color));
        self.phase("locks, and the rooms of their keys", MISSION, locks.chain(keys));
    }

    /// Schedules walls and floors, room by room by distance from the start; then partings.
    fn build(&mut self, level: &Level) {
        let rooms = by_depth(level).into_iter().map(|room| TimelineEventKind::Build(room.id));
        self.phase("walls and floors", BUILD, rooms);
        let partings = (0..).zip(level.partings()).map(|(number, _)| TimelineEventKind::Cover(number));
        self.phase("terrain that parts the level, and its banks", COVER, partings);
        self.cue(self.frames, REST, TimelineEventKind::Built);
        self.frames += REST;
    }

    /// Schedules the furnishing of a room within `frames`. Rejected and removed props stay visible
    /// for up to [`REFUSED`] frames more.
    fn furnish(&mut self, cast: &AnimatedLevel, room: &Room, start: u32, frames: u32) {
        let is_shown = |event: &&FurnishingEvent| {
            self.has_marks || matches!(event, FurnishingEvent::Appear(prop) if *prop < cast.own)
        };
        let acts: Vec<_> = cast.events.get(room.id as usize).into_iter().flatten().filter(is_shown).collect();
        // Clearances come first.
        let clears = if self.has_marks { frames / 5 } else { 0 };
        // The fraction of the time that belongs to an event, and the duration of the event.
        let timing = |event: &FurnishingEvent| match event {
            FurnishingEvent::Clear(_) => (0, clears + REFUSED),
            FurnishingEvent::Anchor(..) => (6, REFUSED),
            FurnishingEvent::Appear(_) => (2, APPEAR),
            FurnishingEvent::Refuse(..) => (1, REFUSED),
            FurnishingEvent::Leave(..) => (4, REFUSED),
        };
        let total: u32 = acts.iter().map(|event| timing(event).0).sum();
        let mut gone = 0;
        for event in acts {
            let (weight, duration) = timing(event);
            let passed = (u64::from(frames - clears) * u64::from(gone) / u64::from(total.max(1))) as u32;
            let at = if matches!(event, FurnishingEvent::Clear(_)) { start } else { start + clears + passed };
            self.cue(at, duration, TimelineEventKind::Act(*event));
            gone += weight;
        }
    }
}

/// All rooms by distance from the start.
fn by_depth(level: &Level) -> Vec<&Room> {
    let mut rooms: Vec<&Room> = level.rooms().iter().collect();
    rooms.sort_by_key(|room| (room.depth, room.id));
    rooms
}

/// The offset of the event with index `number`, of `parts` events spread evenly over `length`.
fn start_offset(length: u32, number: usize, parts: usize) -> u32 {
    (u64::from(length) * number as u64 / parts.max(1) as u64) as u32
}

/// The cells in view when the camera is close to a room, clamped to the level.
fn seen_about(room: Rect, [across, down]: [i32; 2], level: Rect) -> Rect {
    let (x, y) = ((room.left() + room.right() - across) / 2, (room.top() + room.bottom() - down) / 2);
    let x = x.clamp(level.left(), (level.right() - across).max(level.left()));
    let y = y.clamp(level.top(), (level.bottom() - down).max(level.top()));
    Rect::from_xywh(x, y, across, down).unwrap_or(level)
}

/// Chooses the next room for a close-up among `waiting`: the first room with enough events if
/// `is_first`, else the room with the most varied events.
fn chosen<'level>(waiting: &[&'level Room], cast: &AnimatedLevel, is_first: bool) -> Option<&'level Room> {
    let worth = |room: &Room| {
        let acts = cast.events.get(room.id as usize).map_or(&[][..], Vec::as_slice);
        let number =
            |of: fn(&FurnishingEvent) -> bool, most: usize| acts.iter().filter(|event| of(event)).count().min(most);
        number(|event| matches!(event, FurnishingEvent::Anchor(..)), 6)
            + number(|event| matches!(event, FurnishingEvent::Refuse(..)), 6)
            + 3 * number(|event| matches!(event, FurnishingEvent::Leave(..)), 4)
            + number(|event| matches!(event, FurnishingEvent::Appear(_)), 12) / 2
    };
    let mut busy = waiting.iter().copied().filter(|room| worth(room) > 4);
    if is_first {
        return busy.next();
    }
    // Of rooms with equal worth, the first is chosen.
    busy.fold(None, |best: Option<&Room>, room| match best {
        Some(best) if worth(best) >= worth(room) => Some(best),
        _ => Some(room),
    })
}
