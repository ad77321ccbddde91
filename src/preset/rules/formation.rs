//! Formations: what is stamped into a room, where, how large, and of which prop.

use super::{Anchor, Spot};
use crate::{
    digest::Digest,
    geom::Direction,
    model::{PropKind, Stance},
    preset::Ramp,
};

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
    /// Whether it is that, and its props stand wherever the floor is free: no rules, no heights, no markers, and all of them turned
    /// so that they cover the same cells.
    pub(crate) is_plain: bool,
    /// Whether random words are drawn for each of its props: for its variant, its own turn or its place.
    pub(crate) varies: bool,
    /// The number of its pattern, if it has one.
    pub(crate) pattern: Option<u16>,
    /// The size of what it draws, if no rule changes that.
    pub(crate) own_size: Option<(i32, i32)>,
}

/// What decides where the props of a formation may stand, if that is the sides of a room and nothing else: the same of many
/// formations.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pattern {
    drawing: u16,
    at: Anchor,
    inset: i32,
    size: MaskSize,
    /// Columns and rows that a prop covers.
    footprint: (u8, u8),
}

/// How the size of a mask follows from its room.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
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

impl Formation {
    /// Its pattern, if no door, progress or difficulty and no random word has a part in it.
    pub(in crate::preset) fn pattern(&self, kind: &PropKind) -> Option<Pattern> {
        let is_constant = match &self.size {
            _ if self.own_size.is_some() => true,
            MaskSize::Cells(..) => true,
            MaskSize::Ratio(share) | MaskSize::Fit(share) => share.is_constant(),
            MaskSize::RampedCells(..) => false,
        };
        let has_one_footprint = self.turn != Turn::Random || kind.width == kind.height;
        let Self { drawing, at, inset, ref size, .. } = *self;
        let footprint = (self.stance.width(), self.stance.height());
        (self.is_mask && at != Anchor::Doors && is_constant && has_one_footprint).then(|| Pattern {
            drawing,
            at,
            inset,
            size: size.clone(),
            footprint,
        })
    }

    pub(super) fn digest(&self, digest: &mut Digest) {
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
