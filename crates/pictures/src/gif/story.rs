//! Records the steps of generation: the observer on which an animation is built.

use crate::picture::{GenerationRecord, RecordedCut};
use roomgen::{
    geom::{HalfCell, Rect},
    trace::{Rejection, Step},
};

/// The steps of generating a level, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct RecordedSteps {
    /// The record of generation; only the cuts of the partition are used.
    making: GenerationRecord,
    /// The detours of all cycles, cycle by cycle.
    detours: Vec<u32>,
    /// The doors and corridor segments of the level, passage by passage.
    ways: Vec<PassagePart>,
    /// The furnishing steps of each room, by room id.
    steps: Vec<Vec<FurnishingStep>>,
}

/// A door, or a straight segment of a corridor, with its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassagePart {
    Door(Rect),
    /// The cells of a straight segment of a corridor.
    Leg(Rect),
}

/// A step in the furnishing of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FurnishingStep {
    /// The clearance of a door, the entry or the exit: cells that stay free of obstacles.
    Clear(Rect),
    /// A formation of the layout, by index, is stamped at an anchor.
    Stamp(u32, HalfCell),
    /// A prop was placed on these cells.
    Place(Rect),
    /// A prop on these cells was rejected, or was removed again.
    Reject(Rect, Rejection),
}

impl RecordedSteps {
    /// The walls that cut the level into leaves, in order of creation.
    pub(super) fn cuts(&self) -> &[RecordedCut] {
        &self.making.cuts
    }

    /// The ids of the detours, cycle by cycle, each in order.
    pub(super) fn detours(&self) -> impl Iterator<Item = u32> {
        self.detours.iter().copied()
    }

    /// The doors and corridor segments of the level, passage by passage.
    pub(super) fn ways(&self) -> &[PassagePart] {
        &self.ways
    }

    pub(super) fn steps(&self, room: u32) -> &[FurnishingStep] {
        self.steps.get(room as usize).map_or(&[], Vec::as_slice)
    }

    fn push(&mut self, room: u32, step: FurnishingStep) {
        let room = room as usize;
        if self.steps.len() <= room {
            self.steps.resize_with(room + 1, Vec::new);
        }
        self.steps[room].push(step);
    }

    /// Records a step.
    pub(super) fn see(&mut self, step: &Step) {
        match *step {
            Step::Split { .. } => self.making.see(step),
            Step::Cycle { ref detours } => self.detours.extend(detours),
            Step::Passage { door, .. } => self.ways.push(PassagePart::Door(door)),
            Step::Corridor { leg, .. } => self.ways.push(PassagePart::Leg(leg)),
            Step::Clear { room, cells } => self.push(room, FurnishingStep::Clear(cells)),
            Step::Stamp { room, formation, anchor } => self.push(room, FurnishingStep::Stamp(formation, anchor)),
            Step::Place { room, prop } => self.push(room, FurnishingStep::Place(prop)),
            Step::Reject { room, prop, reason } => self.push(room, FurnishingStep::Reject(prop, reason)),
            // An animation takes the rest from the finished level; the library may add steps.
            _ => {}
        }
    }
}
