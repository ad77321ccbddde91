//! Formations: shapes of props that are stamped into a room.

use super::{Anchor, AnchorPoint};
use crate::{
    digest::Digest,
    geom::{Direction, Extent},
    model::{PropKind, TurnedFootprintSize},
    preset::Ramp,
};

/// A shape filled with one kind of prop, stamped at one or several anchors of a room.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Formation {
    /// The shape to stamp, as an index into the preset's drawings.
    pub(crate) drawing: u16,
    /// The points of the room at which the shape is centred.
    pub at: Anchor,
    /// Cells between the wall and an anchor at a corner, a wall or a door.
    pub inset: i32,
    /// The kind of prop, as an index into the preset's kinds.
    pub kind: u16,
    /// The size of the formation's mask.
    pub size: MaskSize,
    /// Whether the formation's props may share cells with props below or above them.
    pub stack: bool,
    /// The offset by which every anchor is moved, in cells to the right and down.
    pub shift: (i32, i32),
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
    /// The footprint and turn of the formation's props, unless they are turned at random.
    pub(crate) stance: TurnedFootprintSize,
    /// The index of the formation's [`FormationPattern`], if it has one.
    pub(crate) pattern: Option<u16>,
    /// A bitmap's columns and rows, which `size` cannot change; `None` for other shapes.
    pub(crate) own_size: Option<Extent>,
}

/// The properties that decide where a formation's props may stand in an empty room.
///
/// Only formations whose cells depend on nothing else but the room's width and height have one.
/// Equal formations share it, so that furnishing computes their cells once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FormationPattern {
    drawing: u16,
    at: Anchor,
    inset: i32,
    size: MaskSize,
    /// The columns and rows of cells that one prop covers.
    footprint: (u8, u8),
}

/// The size of a mask, relative to its room or fixed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MaskSize {
    /// The mask's width and height in cells.
    Cells(Extent),
    /// The mask's width and height, both as this fraction of the room's longer side; rounded up.
    Ratio(Ramp),
    /// The mask's sides as this fraction of the room's width and height; rounded up.
    Fit(Ramp),
    /// The mask's width and height in cells, at least one of them not a constant.
    RampedCells(Ramp, Ramp),
}

/// How the props of a formation are turned.
///
/// Props turn clockwise by quarter turns. An odd number of turns exchanges width and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropTurn {
    /// The prop's north side faces this direction.
    Fixed(Direction),
    /// A random turn: of each prop if its footprint is square, else one for all props at an anchor.
    Random,
}

impl Formation {
    /// Whether the formation's points depend on nothing but the room, and nothing refers to what it
    /// places at one of them.
    ///
    /// It has then no random anchors, no `count`, `least` or `name`, and no `shift`.
    pub(crate) fn is_fixed(&self) -> bool {
        let is_random = matches!(self.at, Anchor::Of(_) | Anchor::Between(..) | Anchor::Anywhere);
        let is_bare = self.count.is_none() && self.least.is(0.0) && self.name.is_none();
        !is_random && is_bare && self.shift == (0, 0)
    }

    /// The formation's pattern; `None` if doors, ramps or random numbers decide where props stand.
    /// Its shape has a mask.
    pub(in crate::preset) fn pattern(&self, kind: &PropKind) -> Option<FormationPattern> {
        let is_constant = match &self.size {
            _ if self.own_size.is_some() => true,
            MaskSize::Cells(_) => true,
            MaskSize::Ratio(share) | MaskSize::Fit(share) => share.is_constant(),
            MaskSize::RampedCells(..) => false,
        };
        let Self { drawing, at, inset, ref size, .. } = *self;
        let has_one_footprint = self.turn != PropTurn::Random || kind.width == kind.height;
        let footprint = (self.stance.width(), self.stance.height());
        let has_pattern = self.is_fixed() && at != Anchor::Doors && is_constant && has_one_footprint;
        has_pattern.then(|| FormationPattern { drawing, at, inset, size: size.clone(), footprint })
    }

    /// Adds the formation to a digest, without its drawing.
    pub(super) fn digest(&self, digest: &mut Digest) {
        let Self {
            at,
            inset,
            kind,
            size,
            stack,
            shift,
            count,
            least,
            name,
            turn,
            // A position in a list whose items are added by themselves.
            drawing: _,
            // These follow from the other fields.
            stance: _,
            pattern: _,
            own_size: _,
        } = self;
        let (code, detail) = match *at {
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
        // The turn goes into the bits above those of the kind, so that a formation without turns
        // keeps the digest from before turns existed.
        let turn = match turn {
            PropTurn::Fixed(direction) => i64::from(direction.quarter_turns()),
            PropTurn::Random => 4,
        };
        let kind = i64::from(*kind) | turn << 16;
        // `stack` adds 8 to the code of the anchor, so that formations without it keep the digest
        // from before `stack` existed.
        let code = if *stack { code + 8 } else { code };
        digest.number(code).real(detail[0]).real(detail[1]).number(*inset).number(kind);
        match size {
            MaskSize::Cells(extent) => {
                digest.number(0).number(extent.width).number(extent.height);
            }
            MaskSize::Ratio(share) => share.digest(digest.number(1)),
            MaskSize::Fit(share) => share.digest(digest.number(2)),
            MaskSize::RampedCells(width, height) => {
                width.digest(digest.number(3));
                height.digest(digest);
            }
        }
        // Most formations do not have the rest, which is added only where it is given.
        if let Anchor::Between(from, to) = *at {
            for spot in [from, to] {
                let (code, detail) = match spot {
                    AnchorPoint::Center => (0, [0.0; 2]),
                    AnchorPoint::Corner(corner) => (1, [corner as u8 as f32, 0.0]),
                    AnchorPoint::Wall(direction) => (2, [direction as u8 as f32, 0.0]),
                    AnchorPoint::At(u, v) => (3, [u, v]),
                };
                digest.number(code).real(detail[0]).real(detail[1]);
            }
        }
        if *shift != (0, 0) {
            digest.text("shift").number(shift.0).number(shift.1);
        }
        if let Some(count) = count {
            count.digest_whole(digest.text("count"));
        }
        if !least.is(0.0) {
            least.digest(digest.text("least"));
        }
        if let Some(name) = name {
            digest.text("name").number(*name);
        }
    }
}
