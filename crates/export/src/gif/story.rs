//! Records the steps of generation: the observer on which an animation is built.

use crate::picture::{GenerationRecord, RecordedCut};
use roomgen::{geom::Rect, trace::Step};

/// The steps of generating a level, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct RecordedSteps {
    /// The record of generation; only the cuts of the partition are used.
    making: GenerationRecord,
    /// The detours of all cycles, cycle by cycle.
    pub(super) detours: Vec<u32>,
    /// The doors and corridor segments of the level, passage by passage.
    pub(super) ways: Vec<PassagePart>,
    /// The furnishing steps of each room, by room id.
    steps: Vec<Vec<Step>>,
}

/// A door, or a straight segment of a corridor, with its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassagePart {
    Door(Rect),
    /// The cells of a straight segment of a corridor.
    Leg(Rect),
}

impl RecordedSteps {
    /// The walls that cut the level into leaves, in order of creation.
    pub(super) fn cuts(&self) -> &[RecordedCut] {
        &self.making.cuts
    }

    /// The steps in the furnishing of a room.
    pub(super) fn steps(&self, room: u32) -> &[Step] {
        self.steps.get(room as usize).map_or(&[], Vec::as_slice)
    }

    /// Records a step.
    pub(super) fn see(&mut self, step: &Step) {
        match *step {
            Step::Split { .. } | Step::Part { .. } => self.making.see(step),
            Step::Cycle { ref detours } => self.detours.extend(detours),
            Step::Passage { door, .. } => self.ways.push(PassagePart::Door(door)),
            Step::Widen { from, to, .. } => {
                let is_door = |way: &&mut PassagePart| **way == PassagePart::Door(from);
                self.ways.iter_mut().find(is_door).into_iter().for_each(|way| *way = PassagePart::Door(to));
            }
            Step::Corridor { leg, .. } => self.ways.push(PassagePart::Leg(leg)),
            Step::Clear { room, .. }
            | Step::Stamp { room, .. }
            | Step::Place { room, .. }
            | Step::Slot { room, .. }
            | Step::Populate { room, .. }
            | Step::Reject { room, .. } => {
                let rooms = self.steps.len().max(room as usize + 1);
                self.steps.resize_with(rooms, Vec::new);
                self.steps[room as usize].push(step.clone());
            }
            // An animation takes the rest from the finished level; the library may add steps.
            _ => {}
        }
    }
}
