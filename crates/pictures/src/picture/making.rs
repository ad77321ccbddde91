//! What is known of a level only while it is made: the cuts of the partition, anchors, clearances, what stood in the way.

use roomgen::{
    ReproduceError,
    geom::{Cell, Rect},
    level::Level,
    preset::Preset,
    reproduce_traced,
    trace::{Rejection, Trace},
};

/// The steps of a level's making that overlays show. It is an observer of generation, and keeps what it is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Making {
    /// The cuts, in the order in which they were made.
    pub(crate) cuts: Vec<Cut>,
    /// Parts yet to be cut, the next one last, and their depths.
    parts: Vec<(Rect, u32)>,
    pub(super) stamps: Vec<Stamped>,
    /// Cells that stay free of obstacles.
    pub(super) clearances: Vec<Rect>,
    /// Props that a clearance kept out.
    pub(super) cleared: Vec<Rect>,
    /// Props that walkways were opened through.
    pub(super) opened: Vec<Rect>,
}

/// A wall that cuts a part of the level in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The cells of the wall.
    pub(crate) wall: Rect,
    /// How many cuts this part was made by.
    pub(crate) depth: u32,
}

/// A formation at an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamped {
    pub(super) room: u32,
    /// The formation's position in its layout.
    pub(super) formation: u32,
    /// In half cells; a cell's centre is odd.
    pub(super) anchor: Cell,
    /// About all props that were placed, those aside that did not stay.
    pub(super) reach: Option<Rect>,
}

impl Making {
    /// Makes a level again from its preset and seed, and watches.
    ///
    /// # Errors
    ///
    /// [`ReproduceError`] if that makes another level, down to a byte.
    pub fn of(level: &Level, preset: &Preset) -> Result<Self, ReproduceError> {
        let mut making = Self::default();
        reproduce_traced(level, preset, &mut making)?;
        Ok(making)
    }
}

impl Trace for Making {
    fn split(&mut self, part: Rect, is_column: bool, before: i32) {
        let (left, top, right, bottom) = (part.left(), part.top(), part.right(), part.bottom());
        let [wall, low, high] = if is_column {
            let at = left + before;
            [(at, top, at + 1, bottom), (left, top, at, bottom), (at + 1, top, right, bottom)]
        } else {
            let at = top + before;
            [(left, at, right, at + 1), (left, top, right, at), (left, at + 1, right, bottom)]
        };
        let [wall, low, high] = [wall, low, high].map(|(l, t, r, b)| Rect::from_ltrb(l, t, r, b));
        // Parts that were put by since and are not this one have become leaves.
        let mut depth = 0;
        while let Some((waiting, its_depth)) = self.parts.pop() {
            if waiting == part {
                depth = its_depth;
                break;
            }
        }
        self.cuts.extend(wall.map(|wall| Cut { wall, depth }));
        self.parts.extend([high, low].into_iter().flatten().map(|part| (part, depth + 1)));
    }

    fn clear(&mut self, _room: u32, cells: Rect) {
        self.clearances.push(cells);
    }

    fn stamp(&mut self, room: u32, formation: u32, anchor: Cell) {
        self.stamps.push(Stamped { room, formation, anchor, reach: None });
    }

    fn place(&mut self, room: u32, prop: Rect) {
        let Some(stamped) = self.stamps.last_mut().filter(|stamped| stamped.room == room) else { return };
        stamped.reach = match stamped.reach {
            None => Some(prop),
            Some(reach) => Rect::from_ltrb(
                reach.left().min(prop.left()),
                reach.top().min(prop.top()),
                reach.right().max(prop.right()),
                reach.bottom().max(prop.bottom()),
            ),
        };
    }

    fn reject(&mut self, _room: u32, prop: Rect, reason: Rejection) {
        match reason {
            Rejection::Clearance => self.cleared.push(prop),
            Rejection::Walkway => self.opened.push(prop),
            _ => {}
        }
    }
}
