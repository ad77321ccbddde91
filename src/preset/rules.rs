//! The checked rules: what each part of a preset says, in types that hold only values that make sense.

use super::{Entry, Moment, Ramp};
use crate::{
    digest::Digest,
    geom::{Corner, Direction},
    model::{DoorKind, RoomKind, RoomShape, Stance},
};

/// The rules by which the level is cut into leaves, at any difficulty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SidesRule {
    /// As in [`RoomSides`].
    pub(crate) min: i32,
    pub(crate) max: i32,
    pub(crate) ratio: (f32, f32),
    /// These follow the difficulty alone.
    pub(crate) stop: Ramp,
    pub(crate) longer: Ramp,
}

/// How the level is cut into leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoomSides {
    /// The smallest side of a leaf, in cells.
    pub(crate) min: i32,
    /// The largest side, in cells; at least twice the smallest.
    pub(crate) max: i32,
    /// Where a side is cut, as a share of it: least and most.
    pub(crate) ratio: (f32, f32),
    /// The chance to leave a leaf uncut that could be cut but need not.
    pub(crate) stop: f32,
    /// The chance to cut the longer side where both can be cut.
    pub(crate) longer: f32,
}

/// Where the main path starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartRule {
    /// At a leaf on the level's edge.
    Edge = 0,
    /// At any leaf.
    Anywhere = 1,
    /// At a leaf in a corner of the level.
    Corner = 2,
    /// At one end of the longest way, and it ends as far away as it may.
    Farthest = 3,
}

/// How rooms stand in their leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Rooms are the leaves themselves, joined by doors in the walls that they share.
    Adjacent,
    /// Rooms stand inside their leaves, joined by corridors.
    Corridors(Margin),
}

/// Cells between a room and the edge of its leaf, on each side.
///
/// Guarantees: not 0 to 1, which could leave two cells between two rooms; and so small against the smallest side of a room that any
/// two rooms at the end of a wall between their leaves face each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Margin {
    pub(crate) least: i32,
    pub(crate) most: i32,
}

/// How wide doors and corridors are, and where along a wall they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Doors {
    /// Cells, least and most.
    pub(crate) width: (i32, i32),
    pub(crate) place: DoorPlace,
}

/// Where along a wall a door lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DoorPlace {
    Anywhere = 0,
    Middle = 1,
}

/// Extra passages between neighbours. Ramps go by the progress of the two rooms that is greater.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Loops {
    /// The chance that a wall which may be opened is.
    pub(crate) chance: Ramp,
    /// How many passages apart the two rooms are without it, at least.
    pub(crate) detour: Ramp,
}

/// How the main path is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Path {
    /// How many rooms it wants.
    pub(crate) rooms: PathRooms,
    /// 0: the shortest way from start to end; 1: as crooked as random weights make it.
    pub(crate) wander: f32,
}

/// The rules by which the main path is chosen, at any difficulty.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PathRule {
    /// How many rooms it wants, least and most: so many, or a share of all leaves. They follow the difficulty alone.
    pub(crate) rooms: (Ramp, Ramp),
    pub(crate) is_share: bool,
    /// As in [`Path`].
    pub(crate) wander: Ramp,
}

/// A wanted number of rooms, least and most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PathRooms {
    /// So many.
    Count(u32, u32),
    /// A share of all leaves.
    Share(f32, f32),
}

/// How bonus rooms are hung along the main path. Ramps go by the progress of the room on the path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bonus {
    /// The chance that a room which may host one does, and that a chain goes on.
    pub(crate) chance: Ramp,
    /// How many path rooms lie between two hosts, at least.
    pub(crate) spacing: Ramp,
    /// The longest chain of bonus rooms.
    pub(crate) depth: Ramp,
    /// How many bonus rooms there are to be in all, least and most. They follow the difficulty alone.
    pub(crate) rooms: (Ramp, Ramp),
}

/// A shape that rooms may take, and which rooms.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ShapeRule {
    /// The shape.
    pub(crate) shape: RoomShape,
    /// How often it is chosen, in proportion to the weights of the others that suit the room.
    pub(crate) weight: Ramp,
    /// The smallest room, width and height in cells.
    pub(crate) min: (i32, i32),
    /// The largest room, width and height in cells.
    pub(crate) max: (i32, i32),
}

/// The formations that furnish one room, and which rooms it suits.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Layout {
    /// The name, unique in its preset.
    pub name: String,
    /// How often it is chosen, in proportion to the weights of the others that suit the room.
    pub weight: Ramp,
    /// The rooms that it suits.
    pub rooms: RoomFilter,
    /// The formations, in the order in which they are stamped, those of groups included.
    pub formations: Vec<Formation>,
    /// Which of them are stamped, by chance and choice; empty if all are.
    pub entries: Vec<Entry>,
    /// The share of a room's floor that props may cover; those that do not stand on the floor do not count.
    pub cover: Ramp,
}

/// Which rooms a rule is for.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RoomFilter {
    /// The smallest room, width and height in cells.
    pub min: (i32, i32),
    /// The largest room, width and height in cells.
    pub max: (i32, i32),
    /// The kinds of rooms.
    pub kinds: Vec<RoomKind>,
    /// The rooms' progress, least and most.
    pub progress: (f32, f32),
    /// The tags of which a room has one, as bits by their positions in the preset's list; 0 for any room.
    pub(crate) tags: u32,
}

/// What a [`RoomFilter`] looks at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoomFacts {
    pub(crate) kind: RoomKind,
    /// Width and height in cells.
    pub(crate) sides: (i32, i32),
    pub(crate) progress: f32,
    pub(crate) tags: u32,
}

impl RoomFilter {
    /// Whether the rule is for such a room.
    #[inline]
    pub(crate) fn suits(&self, room: &RoomFacts) -> bool {
        let fits = |side: i32, least: i32, most: i32| (least..=most).contains(&side);
        fits(room.sides.0, self.min.0, self.max.0)
            && fits(room.sides.1, self.min.1, self.max.1)
            && (self.progress.0..=self.progress.1).contains(&room.progress)
            && self.kinds.contains(&room.kind)
            && (self.tags == 0 || self.tags & room.tags != 0)
    }

    pub(super) fn digest(&self, digest: &mut Digest) {
        digest.number(self.min.0).number(self.min.1).number(self.max.0).number(self.max.1);
        digest.list(&self.kinds, |digest, kind| {
            digest.text(kind.name());
        });
        digest.real(self.progress.0).real(self.progress.1);
        if self.tags != 0 {
            digest.text("tags").number(self.tags);
        }
    }
}

/// How rooms get a tag.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TagRule {
    /// The tag, as a position in the preset's list.
    pub(crate) tag: u8,
    pub(crate) pick: Pick,
    pub(crate) rooms: RoomFilter,
    /// The chance of each room that is picked.
    pub(crate) chance: Ramp,
    /// So many rooms at the most, if there is a limit; by the difficulty alone.
    pub(crate) most: Option<Ramp>,
    /// Whether rooms that have a tag already can have this one too.
    pub(crate) shared: bool,
}

/// Which of the rooms that a rule is for are picked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pick {
    All,
    /// Rooms with a single passage.
    DeadEnds,
    /// The one with the most passages between it and the start room.
    Farthest,
    /// Every so manieth room of the main path, counted from the start room, which is none of them; by the difficulty
    /// alone.
    Every(Ramp),
}

/// How passages get their kind of door.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DoorRule {
    pub(crate) kind: DoorKind,
    /// One of the two rooms is such a one.
    pub(crate) rooms: RoomFilter,
    /// At the progress of the two rooms that is greater.
    pub(crate) chance: Ramp,
    /// Whether it is for passages of the main path too.
    pub(crate) on_path: bool,
}

impl TagRule {
    pub(super) fn digest(&self, digest: &mut Digest) {
        digest.number(self.tag);
        match &self.pick {
            Pick::All => digest.number(0).number(0),
            Pick::DeadEnds => digest.number(1).number(0),
            Pick::Farthest => digest.number(2).number(0),
            Pick::Every(step) => {
                step.digest_whole(digest.number(3));
                &mut *digest
            }
        };
        self.chance.digest(digest);
        digest_limit(self.most.as_ref(), digest);
        digest.number(self.shared);
        self.rooms.digest(digest);
    }
}

impl DoorRule {
    pub(super) fn digest(&self, digest: &mut Digest) {
        self.chance.digest(digest.text(self.kind.name()));
        digest.number(self.on_path);
        self.rooms.digest(digest);
    }
}

/// Adds a count at the most to a digest.
pub(super) fn digest_limit(most: Option<&Ramp>, digest: &mut Digest) {
    match most {
        Some(most) => most.digest_whole(digest),
        None => {
            digest.number(u32::MAX);
        }
    }
}

/// A count at the most, at a difficulty.
pub(crate) fn limit_at(most: Option<&Ramp>, difficulty: f32) -> u32 {
    most.map_or(u32::MAX, |most| most.whole_at(Moment::of_level(difficulty)).unsigned_abs())
}

/// A shape, made of one kind of prop, at one anchor.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Formation {
    /// The drawing, as a position in the preset's list.
    pub(crate) drawing: u16,
    /// Where it is centred.
    pub at: Anchor,
    /// How many cells corner, wall and door anchors lie off the wall.
    pub inset: i32,
    /// The kind of prop, as a position in the preset's list.
    pub kind: u16,
    /// How large its mask is.
    pub size: MaskSize,
    /// Whether its props may share cells with props at other heights.
    pub stack: bool,
    /// Cells by which every anchor is moved, to the right and down.
    pub shift: (i32, i32),
    /// How many of its anchors are used, chosen at random; of a scatter, border or route, how many props it has at most.
    pub count: Option<Ramp>,
    /// The share of its cells that has to remain after clipping; with fewer it is dropped whole.
    pub least: Ramp,
    /// The number of its name in the layout, if later formations are anchored to it.
    pub name: Option<u16>,
    /// How its props are turned.
    pub turn: Turn,
    /// Footprint and turn of its props, unless they are turned at random.
    pub(crate) stance: Stance,
    /// Whether it is a mask at each of its anchors and nothing else, as most are.
    pub(crate) is_mask: bool,
    /// Whether it is that, and furnishing has no more to do than to place its props as they are: no rules, no random words, no turn,
    /// no heights, no markers.
    pub(crate) is_plain: bool,
    /// The size of what it draws, if no rule changes that.
    pub(crate) own_size: Option<(i32, i32)>,
}

/// What a mask shows, whatever its size.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drawing {
    /// The shape.
    pub shape: Shape,
    /// The side to which a triangle points.
    pub facing: Direction,
    /// Whether all that the outline encloses is filled.
    pub fill: bool,
    /// Whether every other cell is left out.
    pub checker: bool,
}

/// A shape of formation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A line down the middle.
    Vertical,
    /// A line across the middle.
    Horizontal,
    /// A square on its corner.
    Diamond,
    /// A circle, or an ellipse where the sides differ.
    Circle,
    /// Both lines.
    Cross,
    /// Both diagonals.
    X,
    /// An isosceles triangle, its apex on the side that it faces.
    Triangle,
    /// The four sides.
    Square,
    /// Drawn by hand: rows of cells, all of the same length.
    Bitmap(Vec<Vec<bool>>),
    /// Random cells, of which no two are nearer to each other than this in columns and rows; neighbours are at 1.
    Scatter(i32),
    /// The floor along the walls; not anchored.
    Border,
    /// The shortest ways from the first door to the others, or from the only one to the centre; not anchored.
    Route,
}

/// A named point, or several, of a room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anchor {
    /// The room's centre.
    Center,
    /// The four corners.
    Corners,
    /// One corner.
    Corner(Corner),
    /// The midpoints of the four walls.
    Walls,
    /// The midpoint of one wall.
    Wall(Direction),
    /// The four points halfway between the centre and the corners.
    Quarters,
    /// In front of each door.
    Doors,
    /// At shares of the way from the first cell's centre to the last one's, across and down.
    At(f32, f32),
    /// Where formations of this name have placed something, by its number in the layout.
    Of(u16),
    /// A random point between two others.
    Between(Spot, Spot),
    /// A random cell of the floor.
    Anywhere,
}

/// A single point of a room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spot {
    /// The room's centre.
    Center,
    /// A corner.
    Corner(Corner),
    /// The midpoint of a wall.
    Wall(Direction),
    /// At shares of the way from the first cell's centre to the last one's, across and down.
    At(f32, f32),
}

/// How the size of a mask follows from its room.
#[derive(Clone, Debug, PartialEq)]
pub enum MaskSize {
    /// So many cells, across and down.
    Cells(i32, i32),
    /// A share of the room's longer side, both across and down; rounded up.
    Ratio(Ramp),
    /// A share of the room's width across and of its height down; rounded up.
    Fit(Ramp),
    /// So many cells, across and down, of which at least one number is not the same everywhere.
    RampedCells(Ramp, Ramp),
}

/// How the props of a formation are turned: clockwise by quarter turns, their sides exchanged where the number is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// So that their kind's north side looks there.
    Fixed(Direction),
    /// At random: each prop by itself where the footprint is square, else all that are stamped at one anchor alike.
    Random,
}

impl SidesRule {
    /// What they are at a difficulty.
    pub(crate) fn at(&self, difficulty: f32) -> RoomSides {
        let moment = Moment::of_level(difficulty);
        RoomSides {
            min: self.min,
            max: self.max,
            ratio: self.ratio,
            stop: self.stop.at(moment),
            longer: self.longer.at(moment),
        }
    }

    pub(super) fn digest(&self, digest: &mut Digest) {
        digest.number(self.min).number(self.max).real(self.ratio.0).real(self.ratio.1);
        self.stop.digest(digest);
        self.longer.digest(digest);
    }
}

impl RoomSides {
    /// The sides of leaves in which rooms of these sides stand.
    pub(crate) fn around(self, style: Style) -> Self {
        match style {
            Style::Adjacent => self,
            Style::Corridors(Margin { least, most }) => {
                Self { min: self.min + 2 * least, max: self.max + 2 * most, ..self }
            }
        }
    }
}

impl PathRule {
    /// What is asked for at a difficulty.
    pub(crate) fn at(&self, difficulty: f32) -> Path {
        let moment = Moment::of_level(difficulty);
        let (least, most) = &self.rooms;
        // Ramps that ease differently may cross between their ends.
        let rooms = if self.is_share {
            let least = least.at(moment);
            PathRooms::Share(least, most.at(moment).max(least))
        } else {
            let least = least.whole_at(moment);
            PathRooms::Count(least.unsigned_abs(), most.whole_at(moment).max(least).unsigned_abs())
        };
        Path { rooms, wander: self.wander.at(moment) }
    }

    pub(super) fn digest(&self, digest: &mut Digest) {
        let (least, most) = &self.rooms;
        let add = if self.is_share { Ramp::digest } else { Ramp::digest_whole };
        digest.number(self.is_share);
        add(least, digest);
        add(most, digest);
        self.wander.digest(digest);
    }
}

impl Bonus {
    /// How many rooms there are to be at a difficulty, least and most.
    pub(crate) fn rooms_at(&self, difficulty: f32) -> (u32, u32) {
        let moment = Moment::of_level(difficulty);
        let least = self.rooms.0.whole_at(moment);
        // Ramps that ease differently may cross between their ends.
        (least.unsigned_abs(), self.rooms.1.whole_at(moment).max(least).unsigned_abs())
    }

    pub(super) fn digest(&self, digest: &mut Digest) {
        self.chance.digest(digest);
        for whole in [&self.spacing, &self.depth, &self.rooms.0, &self.rooms.1] {
            whole.digest_whole(digest);
        }
    }
}

impl ShapeRule {
    pub(super) fn digest(&self, digest: &mut Digest) {
        self.weight.digest_whole(digest.text(self.shape.name()));
        digest.number(self.min.0).number(self.min.1).number(self.max.0).number(self.max.1);
    }
}

impl Layout {
    /// Whether it asks for a tag.
    pub(crate) fn is_for_tag(&self) -> bool {
        self.rooms.tags != 0
    }

    pub(super) fn digest(&self, digest: &mut Digest, drawings: &[Drawing]) {
        digest.text(&self.name);
        self.weight.digest_whole(digest);
        self.rooms.digest(digest);
        digest.list(&self.formations, |digest, formation| {
            if let Some(drawing) = drawings.get(usize::from(formation.drawing)) {
                drawing.digest(digest);
            }
            formation.digest(digest);
        });
        // What stands below counts only where it is used, so that the digests of presets without it stay.
        if !self.entries.is_empty() {
            digest.text("entries").list(&self.entries, |digest, entry| entry.digest(digest));
        }
        if !self.cover.is(1.0) {
            self.cover.digest(digest.text("cover"));
        }
    }
}

impl Formation {
    fn digest(&self, digest: &mut Digest) {
        let (code, detail) = match self.at {
            Anchor::Center => (0, [0.0; 2]),
            Anchor::Corners => (1, [0.0; 2]),
            Anchor::Corner(corner) => (2, [corner as u8 as f32, 0.0]),
            Anchor::Walls => (3, [0.0; 2]),
            Anchor::Wall(direction) => (4, [direction as u8 as f32, 0.0]),
            Anchor::Quarters => (5, [0.0; 2]),
            Anchor::Doors => (6, [0.0; 2]),
            Anchor::At(u, v) => (7, [u, v]),
            Anchor::Of(name) => (16, [f32::from(name), 0.0]),
            Anchor::Between(..) => (17, [0.0; 2]),
            Anchor::Anywhere => (18, [0.0; 2]),
        };
        // Above the kind's number, so that a formation whose props are not turned counts as it did before they could be.
        let turn = match self.turn {
            Turn::Fixed(direction) => i64::from(direction.quarter_turns()),
            Turn::Random => 4,
        };
        let kind = i64::from(self.kind) | turn << 16;
        // Formations that do not stack have the digests that they had before any could; eight codes lie between for them.
        let code = if self.stack { code + 8 } else { code };
        digest.number(code).real(detail[0]).real(detail[1]).number(self.inset).number(kind);
        match &self.size {
            MaskSize::Cells(width, height) => {
                digest.number(0).number(*width).number(*height);
            }
            MaskSize::Ratio(share) => share.digest(digest.number(1)),
            MaskSize::Fit(share) => share.digest(digest.number(2)),
            MaskSize::RampedCells(width, height) => {
                width.digest(digest.number(3));
                height.digest(digest);
            }
        }
        self.digest_special(digest);
    }
}

impl Formation {
    /// What most formations do not have: it counts only where it is given.
    fn digest_special(&self, digest: &mut Digest) {
        if let Anchor::Between(from, to) = self.at {
            for spot in [from, to] {
                let (code, detail) = match spot {
                    Spot::Center => (0, [0.0; 2]),
                    Spot::Corner(corner) => (1, [corner as u8 as f32, 0.0]),
                    Spot::Wall(direction) => (2, [direction as u8 as f32, 0.0]),
                    Spot::At(u, v) => (3, [u, v]),
                };
                digest.number(code).real(detail[0]).real(detail[1]);
            }
        }
        if self.shift != (0, 0) {
            digest.text("shift").number(self.shift.0).number(self.shift.1);
        }
        if let Some(count) = &self.count {
            count.digest_whole(digest.text("count"));
        }
        if !self.least.is(0.0) {
            self.least.digest(digest.text("least"));
        }
        if let Some(name) = self.name {
            digest.text("name").number(name);
        }
    }
}

impl Drawing {
    /// The outline of a shape that faces north.
    #[must_use]
    pub const fn plain(shape: Shape) -> Self {
        Self { shape, facing: Direction::North, fill: false, checker: false }
    }

    /// The own size of a bitmap, which no rule changes.
    pub(super) fn own_size(&self) -> Option<(i32, i32)> {
        match &self.shape {
            Shape::Bitmap(rows) => Some((rows.first().map_or(1, Vec::len) as i32, rows.len() as i32)),
            _ => None,
        }
    }

    fn digest(&self, digest: &mut Digest) {
        let code = match self.shape {
            Shape::Vertical => 0,
            Shape::Horizontal => 1,
            Shape::Diamond => 2,
            Shape::Circle => 3,
            Shape::Cross => 4,
            Shape::X => 5,
            Shape::Triangle => 6,
            Shape::Square => 7,
            Shape::Bitmap(_) => 8,
            Shape::Scatter(_) => 9,
            Shape::Border => 10,
            Shape::Route => 11,
        };
        digest.number(code).number(self.facing as u8).number(self.fill).number(self.checker);
        if let Shape::Scatter(apart) = self.shape {
            digest.number(apart);
        }
        if let Shape::Bitmap(rows) = &self.shape {
            digest.list(rows, |digest, row| {
                digest.list(row, |digest, &cell| {
                    digest.number(cell);
                });
            });
        }
    }
}
