//! Formations: what is stamped into a room, where, how large, and of which prop.

use super::{Anchor, Spot};
use crate::{
    digest::Digest,
    geom::Direction,
    model::{PropKind, Stance},
    preset::Ramp,
};

/// A shape of one kind of prop, stamped at an anchor.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Formation {
    /// The drawing, as an index into the preset's list.
    pub(crate) drawing: u16,
    /// Where it is centred.
    pub at: Anchor,
    /// The distance of corner, wall and door anchors from the wall, in cells.
    pub inset: i32,
    /// The kind of prop, as an index into the preset's list.
    pub kind: u16,
    /// How large its mask is.
    pub size: MaskSize,
    /// Whether its props may share cells with props at other heights.
    pub stack: bool,
    /// The offset of every anchor, in cells to the right and down.
    pub shift: (i32, i32),
    /// How many anchors are used, chosen at random; `None` is all, or one if anchors are random.
    ///
    /// For a scatter, border or route it is the most props; `None` is no limit.
    pub count: Option<Ramp>,
    /// The least fraction of its cells that must remain after clipping; with fewer it is dropped.
    pub least: Ramp,
    /// The number of its name in the layout, if it has one. Later formations may be anchored to it.
    pub name: Option<u16>,
    /// How its props are turned.
    pub turn: Turn,
    /// The footprint and turn of its props, unless they are turned at random.
    pub(crate) stance: Stance,
    /// Whether it is a mask at fixed anchors, without `count`, `least`, `name` or `shift`.
    pub(crate) is_mask: bool,
    /// Whether it is such a mask and its props stand wherever the floor is free.
    ///
    /// That excludes rules, stacking, markers, and turns that change the covered cells.
    pub(crate) is_plain: bool,
    /// Whether random words are drawn for each prop: for its variant, turn or offset.
    pub(crate) varies: bool,
    /// The index of its pattern, if it has one.
    pub(crate) pattern: Option<u16>,
    /// The size of a drawing that no rule changes: a bitmap's columns and rows.
    pub(crate) own_size: Option<(i32, i32)>,
}

/// What decides where props may stand, for a formation that depends on the room's sides alone.
///
/// Many formations share one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pattern {
    drawing: u16,
    at: Anchor,
    inset: i32,
    size: MaskSize,
    /// Columns and rows that a prop covers.
    footprint: (u8, u8),
}

/// The size of a mask, relative to its room or fixed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MaskSize {
    /// Cells, across and down.
    Cells(i32, i32),
    /// A fraction of the room's longer side, both across and down; rounded up.
    Ratio(Ramp),
    /// A fraction of the room's width across and of its height down; rounded up.
    Fit(Ramp),
    /// Cells, across and down, at least one of them not a constant.
    RampedCells(Ramp, Ramp),
}

/// How the props of a formation are turned.
///
/// They are turned clockwise by quarter turns; an odd number of them exchanges width and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The north side of the kind faces this direction.
    Fixed(Direction),
    /// Random: for each prop if its footprint is square, else once for all props at an anchor.
    Random,
}

impl Formation {
    /// Its pattern; `None` if doors, ramps or random words decide where its props may stand.
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
        // Above the bits of the kind, so that a formation without turns keeps the digest from
        // before turns existed.
        let turn = match self.turn {
            Turn::Fixed(direction) => i64::from(direction.quarter_turns()),
            Turn::Random => 4,
        };
        let kind = i64::from(self.kind) | turn << 16;
        // Stacking adds 8 to the code, so that other formations keep the digest from before it
        // existed.
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

    /// Digests what most formations do not have, only if it is given.
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
