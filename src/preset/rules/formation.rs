//! Formations: shapes of props that are stamped into a room.

use serde::Deserialize;

use super::{Anchor, AnchorShift, FormationShape, MaskSize, RawRequired, one};
use crate::{
    geom::{Direction, Extent, Size},
    model::{PropKind, TurnedFootprintSize},
    preset::{Ramp, RawRamp},
};

/// A formation or a group of formations, as a preset file states it.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawFormation {
    /// Given for a formation. A group of formations gives `one_of` or `all_of` instead.
    pub(crate) shape: Option<FormationShape>,
    pub(crate) at: Option<Anchor<String>>,
    pub(crate) along: Option<MaskAxis>,
    pub(crate) from: Option<Anchor<String>>,
    pub(crate) to: Option<Anchor<String>>,
    pub(crate) inset: Option<i64>,
    pub(crate) prop: Option<String>,
    pub(crate) size: Option<MaskSize<RawRamp>>,
    pub(crate) facing: Direction,
    pub(crate) fill: bool,
    pub(crate) checker: bool,
    pub(crate) one_of: Option<Vec<RawFormation>>,
    pub(crate) all_of: Option<Vec<RawFormation>>,
    // The only fields whose defaults are not those of their types.
    #[serde(default = "one")]
    pub(crate) chance: RawRamp,
    #[serde(default = "one")]
    pub(crate) weight: RawRamp,
    pub(crate) count: Option<RawRamp>,
    pub(crate) name: Option<String>,
    pub(crate) shift: Option<(RawRamp, RawRamp)>,
    pub(crate) least: Option<RawRamp>,
    pub(crate) stack: bool,
    pub(crate) turn: Option<PropTurn>,
    pub(crate) choose: Option<i64>,
    pub(crate) required: Option<RawRequired>,
    pub(crate) clip: Option<ClipRule>,
    pub(crate) via: Option<RouteVia>,
    /// Given in the place of `prop`.
    pub(crate) terrain: Option<String>,
}

/// A shape filled with one kind of prop or of terrain, stamped at one or several anchors of a room.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Formation {
    /// The shape to stamp, as an index into the preset's drawings.
    pub(crate) drawing: u32,
    /// With `along`, the shape turned for a door on each side of the room, in the order of
    /// [`Direction::ALL`]; else four times `drawing`.
    pub(crate) turned: [u32; 4],
    /// The points of the room at which the shape is centred.
    pub at: Anchor,
    /// Cells between the wall and an anchor at a corner, a wall or a door. An anchor is never
    /// moved beyond the middle of the room.
    pub inset: i32,
    /// The line on which the mask is laid at each anchor; `None` if the mask is not turned.
    pub along: Option<MaskAxis>,
    /// Where a route begins; `None` is the first door.
    pub from: Option<Anchor>,
    /// Where a route ends; `None` is each door where it does not begin, or the centre if there is
    /// no such door.
    pub to: Option<Anchor>,
    /// What a route leads along; `None` is the shortest way.
    pub via: Option<RouteVia>,
    /// The kind of prop, as an index into the preset's kinds; for a formation of terrain, an index
    /// behind the last, where the preset has stand-ins. See [`Preset::terrain_of`].
    ///
    /// [`Preset::terrain_of`]: crate::Preset::terrain_of
    pub kind: u16,
    /// The size of the formation's mask.
    pub size: MaskSize,
    /// Whether the formation's props may share cells with props below or above them.
    pub stack: bool,
    /// The offset by which every anchor is moved.
    pub shift: AnchorShift,
    /// How many of the anchors are used, chosen at random.
    ///
    /// `None` is all of them, or one if the anchors are random points. For a scatter, border or
    /// route it is the largest number of props, and `None` is no limit.
    pub count: Option<Ramp>,
    /// The least fraction of the mask's cells that must remain after clipping, from 0 to 1.
    ///
    /// Where fewer remain at an anchor, the formation places nothing there.
    pub least: Ramp,
    /// The formation's name, as an index into the layout's list of names; `None` without a name.
    ///
    /// Later formations refer to it by [`Anchor::Of`].
    pub name: Option<u16>,
    /// How the formation's props are turned.
    pub turn: PropTurn,
    /// How many of the formation's props in a room may be taken; the others then go. `None` if all
    /// of them may be taken.
    pub choose: Option<u32>,
    /// The least number of props that a room with the formation must have, if it is required.
    ///
    /// A required formation is stamped before others where it can be, and elsewhere in the room
    /// where it does not stand at its anchors. A room with fewer has a note, so none with 0.
    pub required: Option<u32>,
    /// What becomes of the other props of the mask where one is refused.
    pub clip: ClipRule,
    /// The footprint and turn of the formation's props, unless they differ in their turn.
    pub(crate) stance: TurnedFootprintSize,
    /// The index of the formation's [`FormationPattern`], if it has one.
    pub(crate) pattern: Option<u16>,
    /// With [`MaskAxis::Long`], the formation as it lies in rooms of the other orientation.
    pub(crate) transposed: Option<Box<TransposedFormation>>,
}

/// A formation whose columns are the rows of another one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TransposedFormation {
    /// Whether it is for rooms that are higher than wide, and not for those that are wider.
    pub(crate) is_for_high: bool,
    pub(crate) formation: Formation,
}

/// The properties that decide where a formation's props may stand in an empty room.
///
/// Only formations whose cells depend on nothing else but the room's width and height have one.
/// Equal formations share it, so that furnishing computes their cells once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FormationPattern {
    drawing: u32,
    at: Anchor,
    inset: i32,
    size: MaskSize,
    /// The columns and rows of cells that one prop covers.
    footprint: (u8, u8),
}

/// A line on which the mask of a formation is laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Along"))]
#[non_exhaustive]
pub enum MaskAxis {
    /// The line from the middle of the anchor's door straight into the room.
    ///
    /// A bitmap is turned with its bottom to the door.
    Door,
    /// The longer side of the room.
    ///
    /// The formation is written for a room that is wider than high, or a vertical line for one that
    /// is higher than wide. In a room of the other orientation, its rows become columns.
    Long,
}

/// What a route leads along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Via"))]
#[non_exhaustive]
pub enum RouteVia {
    /// The long axis of the room: its middle row if it is wider than high, else its middle column;
    /// of two, the northern or western one.
    ///
    /// From each end, the way leads straight to the axis, and on along it. A way of which a cell is
    /// no floor is the shortest one instead.
    Axis,
}

/// What becomes of the props of a formation at a point where one of them cannot stand.
///
/// Props that are removed later, to open a walkway, take no other with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Clip"))]
#[non_exhaustive]
pub enum ClipRule {
    /// The others stand.
    #[default]
    Cells,
    /// None of them stands. A cell of the mask beyond the room is a refused prop, too.
    Whole,
    /// Those at its mirror images do not stand either: west and east, north and south, and both,
    /// about the middle of the mask, or of the room for a border. What remains is as symmetric as
    /// the mask.
    Symmetric,
}

/// How the props of a formation are turned: the direction that their north sides face.
///
/// Props turn clockwise by quarter turns. An odd number of turns exchanges width and height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Turn"))]
pub enum PropTurn {
    /// Not turned.
    #[default]
    North,
    /// To the east: one quarter turn.
    East,
    /// To the south: two quarter turns.
    South,
    /// To the west: three quarter turns.
    West,
    /// A random turn: of each prop if its footprint is square, else one for all props at an anchor.
    Random,
    /// Away from the nearest wall: that of each prop if its footprint is square, else for all props
    /// at an anchor that of the anchor.
    ///
    /// The nearest wall lies behind the fewest floor cells in a straight line to the north, east,
    /// south or west; of several, the first in this order.
    Inward,
}

impl PropTurn {
    /// The turn that exchanges rows and columns. A random one stays random, and inward is inward.
    pub(in crate::preset) const fn transposed(self) -> Self {
        match self {
            Self::North => Self::West,
            Self::East => Self::South,
            Self::South => Self::East,
            Self::West => Self::North,
            Self::Random | Self::Inward => self,
        }
    }

    /// The direction that the props' north sides face; `None` if it is not the same for all.
    #[must_use]
    pub const fn direction(self) -> Option<Direction> {
        match self {
            Self::North => Some(Direction::North),
            Self::East => Some(Direction::East),
            Self::South => Some(Direction::South),
            Self::West => Some(Direction::West),
            Self::Random | Self::Inward => None,
        }
    }
}

impl RawFormation {
    /// The names of the given fields that only a formation has. A group has `chance` and `weight`,
    /// too, and `one_of` or `all_of`.
    pub(in crate::preset) fn fields_of_one(&self) -> impl Iterator<Item = &'static str> {
        let fields = [
            ("shape", self.shape.is_some()),
            ("prop", self.prop.is_some()),
            ("at", self.at.is_some()),
            ("along", self.along.is_some()),
            ("from", self.from.is_some()),
            ("to", self.to.is_some()),
            ("size", self.size.is_some()),
            ("count", self.count.is_some()),
            ("name", self.name.is_some()),
            ("shift", self.shift.is_some()),
            ("least", self.least.is_some()),
            ("inset", self.inset.is_some_and(|inset| inset != 0)),
            ("fill", self.fill),
            ("checker", self.checker),
            ("stack", self.stack),
            ("turn", self.turn.is_some()),
            ("choose", self.choose.is_some()),
            ("required", self.required.is_some()),
            ("clip", self.clip.is_some()),
            ("via", self.via.is_some()),
            ("terrain", self.terrain.is_some()),
            ("facing", self.facing != Direction::default()),
        ];
        fields.into_iter().filter(|(_, is_given)| *is_given).map(|(field, _)| field)
    }
}

impl Formation {
    /// The inset of [`Anchor::DoorAxis`] by default: at least half of the side of any room.
    pub(crate) const INSET_TO_MIDDLE: i32 = Size::MAX_SIDE;

    /// The index of the shape in the preset's drawings, as turned at an anchor of a door on this
    /// side of the room.
    #[inline]
    pub(crate) fn drawing_at(&self, door: Option<Direction>) -> u32 {
        door.map_or(self.drawing, |side| self.turned[side as usize])
    }

    /// Whether its anchors are kept on the lines of doors, where the room's shape has cut them
    /// away.
    pub(crate) fn stays_on_axis(&self) -> bool {
        self.at == Anchor::DoorAxis || self.along == Some(MaskAxis::Door)
    }

    /// The formation as it lies in a room of this extent.
    #[inline]
    pub(crate) fn in_room(&self, Extent { width, height }: Extent) -> &Self {
        match &self.transposed {
            Some(other) if if other.is_for_high { height > width } else { width > height } => &other.formation,
            _ => self,
        }
    }

    /// The number of props that a required formation is tried elsewhere for.
    pub(crate) fn sought(&self) -> u32 {
        self.required.map_or(0, |least| least.max(1))
    }

    /// Whether the formation's points depend on nothing but the room, and nothing refers to what it
    /// places at one of them.
    ///
    /// It has then no random anchors, no `count`, `least`, `name` or `clip`, and no `shift`, and is
    /// not required.
    pub(crate) fn is_fixed(&self) -> bool {
        let is_bare = self.count.is_none() && self.least.is(0.0) && self.name.is_none() && self.clip == ClipRule::Cells;
        !self.at.is_random() && is_bare && self.shift.is_none() && self.required.is_none()
    }

    /// The formation's pattern; `None` if doors, ramps or random numbers decide where props stand.
    /// `shape` is that of the formation's drawing, and has a mask.
    pub(in crate::preset) fn pattern(&self, shape: &FormationShape, kind: &PropKind) -> Option<FormationPattern> {
        let is_constant = shape.own_size().is_some() || self.size.is_constant();
        let Self { drawing, ref at, inset, ref size, .. } = *self;
        let has_one_footprint = self.turn.direction().is_some() || kind.width == kind.height;
        let footprint = (self.stance.width(), self.stance.height());
        let has_pattern = self.is_fixed() && at.is_of_room() && is_constant && has_one_footprint;
        has_pattern.then(|| FormationPattern { drawing, at: at.clone(), inset, size: size.clone(), footprint })
    }
}
