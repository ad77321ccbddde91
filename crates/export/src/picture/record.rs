//! Records generation steps for overlays: cuts, anchors, clearances and removed props.
//!
//! Consumes a level and its preset, generates the level again and observes it. Produces a
//! [`GenerationRecord`], which holds data that no level file stores.

use roomgen::{
    Recipe, ReproduceError,
    geom::{HalfCell, Rect},
    level::Level,
    reproduce_stepwise,
    trace::{Rejection, Step},
};

/// The generation steps that overlays show, recorded by an observer of generation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GenerationRecord {
    /// The walls that cut the level into leaves, in generation order.
    pub(crate) cuts: Vec<RecordedCut>,
    /// A stack of the parts yet to be cut, with their depths. The next part is on top.
    uncut: Vec<(Rect, u32)>,
    /// The formations stamped at anchors, in generation order.
    pub(super) stamps: Vec<AnchoredFormation>,
    /// The cells that stay free of obstacles: before doors, the entry and the exit.
    pub(super) clearances: Vec<Rect>,
    /// The footprints of props that were rejected because they would stand on cells of
    /// `clearances`.
    pub(super) rejected_by_clearance: Vec<Rect>,
    /// The footprints of props that were removed to open walkways.
    pub(super) removed_for_walkways: Vec<Rect>,
}

/// A wall that cuts a part of the level in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecordedCut {
    /// The cells of the wall.
    pub(crate) wall: Rect,
    /// The depth in the tree of cuts; 0 for the first cut.
    pub(crate) depth: u32,
}

/// One formation stamped at one anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AnchoredFormation {
    pub(super) room: u32,
    /// The position of the formation in its layout.
    pub(super) formation: u32,
    pub(super) anchor: HalfCell,
    /// The bounding box of the props placed here by this formation, even if removed later.
    pub(super) bounds: Option<Rect>,
}

impl GenerationRecord {
    /// Generates a level again from its preset and seed, and records the steps.
    ///
    /// # Errors
    ///
    /// [`ReproduceError`] if generation does not give exactly this level.
    pub fn of<'a>(level: &Level, preset: impl Into<Recipe<'a>>) -> Result<Self, ReproduceError> {
        let mut making = Self::default();
        reproduce_stepwise(level, preset, &mut |step| making.see(&step))?;
        Ok(making)
    }

    /// Records a step.
    pub(crate) fn see(&mut self, step: &Step) {
        match *step {
            Step::Split { part, is_column, before } => self.split(part, is_column, before, 1),
            Step::Part { part, is_column, before, width } => self.split(part, is_column, before, width),
            Step::Clear { cells, .. } => self.clearances.push(cells),
            Step::Stamp { room, formation, anchor } => {
                self.stamps.push(AnchoredFormation { room, formation, anchor, bounds: None });
            }
            Step::Place { room, prop } => self.place(room, prop),
            Step::Reject { prop, reason: Rejection::Clearance, .. } => self.rejected_by_clearance.push(prop),
            Step::Reject { prop, reason: Rejection::Walkway, .. } => self.removed_for_walkways.push(prop),
            // No overlay shows other steps; the library may add some.
            _ => {}
        }
    }

    fn split(&mut self, part: Rect, is_column: bool, before: i32, width: i32) {
        let (left, top, right, bottom) = (part.left(), part.top(), part.right(), part.bottom());
        let [wall, low, high] = if is_column {
            let at = left + before;
            [(at, top, at + width, bottom), (left, top, at, bottom), (at + width, top, right, bottom)]
        } else {
            let at = top + before;
            [(left, at, right, at + width), (left, top, right, at), (left, at + width, right, bottom)]
        };
        let [wall, low, high] = [wall, low, high].map(|(l, t, r, b)| Rect::from_ltrb(l, t, r, b));
        // Generation cuts depth-first. Parts above this one on the stack were not cut: they are
        // leaves.
        let mut depth = 0;
        while let Some((waiting, its_depth)) = self.uncut.pop() {
            if waiting == part {
                depth = its_depth;
                break;
            }
        }
        self.cuts.extend(wall.map(|wall| RecordedCut { wall, depth }));
        self.uncut.extend([high, low].into_iter().flatten().map(|part| (part, depth + 1)));
    }

    fn place(&mut self, room: u32, prop: Rect) {
        let Some(stamped) = self.stamps.last_mut().filter(|stamped| stamped.room == room) else { return };
        stamped.bounds = match stamped.bounds {
            None => Some(prop),
            Some(reach) => Rect::from_ltrb(
                reach.left().min(prop.left()),
                reach.top().min(prop.top()),
                reach.right().max(prop.right()),
                reach.bottom().max(prop.bottom()),
            ),
        };
    }
}
