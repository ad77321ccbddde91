//! Matches the recorded steps of generation with props: those of the finished level, and those
//! rejected or removed while it was furnished.

use std::collections::{HashMap, HashSet, VecDeque};

use super::story::RecordedSteps;
use crate::light::Lighting;
use roomgen::{
    geom::{HalfCell, Rect},
    level::Level,
    preset::{Formation, Preset},
    trace::{Rejection, Step},
};

/// A level to which rejected and removed props are added, and the events of furnishing its rooms.
///
/// After the level's own props come the rejected and removed ones, so that both can be drawn alike.
#[derive(Clone, Debug)]
pub(super) struct AnimatedLevel {
    pub(super) level: Level,
    /// The events of each room's furnishing, in order; by room id.
    pub(super) events: Vec<Vec<FurnishingEvent>>,
    /// The number of props of the finished level, which come first in `level`.
    pub(super) own: usize,
    /// The light of the finished level.
    pub(super) lighting: Lighting,
}

/// An event in the furnishing of a room. A `usize` is the position of a prop in
/// [`AnimatedLevel::level`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FurnishingEvent {
    /// The clearance of a door, the entry or the exit: cells that stay free of obstacles.
    Clear(Rect),
    /// A formation, by its position in the layout, is centred at an anchor.
    Anchor(HalfCell, u32),
    /// A prop appears.
    Appear(usize),
    /// A prop on these cells is rejected. The prop is `None` if its kind is unknown or it lies
    /// outside the level.
    Refuse(Rect, Option<usize>, Rejection),
    /// A prop on these cells that has appeared is removed again.
    Leave(Rect, usize, Rejection),
}

/// The maximum distance in cells from a room at which its rejected props are shown.
const CLIPPED: i32 = 2;

/// For each step of a room, whether it places a prop that is removed for a walkway.
fn removed(steps: &[Step]) -> Vec<bool> {
    let mut removed = vec![false; steps.len()];
    for (end, step) in steps.iter().enumerate() {
        let Step::Reject { prop: gone, reason: Rejection::Walkway, .. } = *step else { continue };
        let places = |at: &usize| matches!(steps[*at], Step::Place { prop, .. } if prop == gone) && !removed[*at];
        if let Some(at) = (0..end).rev().find(places) {
            removed[at] = true;
        }
    }
    removed
}

impl AnimatedLevel {
    pub(super) fn new(level: &Level, preset: &Preset, story: &RecordedSteps) -> Self {
        let theme = preset.theme();
        let lighting = Lighting::new(level, theme, theme.ambient, level.tiles().bounds());
        let mut cast = Self { level: level.clone(), events: Vec::new(), own: level.props().len(), lighting };
        let mut props_of = vec![Vec::new(); level.rooms().len()];
        for (number, prop) in level.props().enumerate() {
            props_of[prop.room as usize].push((number, prop.cells));
        }
        for (room, props) in level.rooms().iter().zip(props_of) {
            let mut acts = Vec::new();
            // What a budget places lies behind the other props of the room, in the order of its
            // steps. It may lie where a prop was that is gone.
            let placed_count = story.steps(room.id).iter().filter(|step| matches!(step, Step::Populate { .. })).count();
            let (furnished, placed) = props.split_at(props.len().saturating_sub(placed_count));
            let mut placed = placed.iter().map(|&(number, _)| number);
            let mut standing: HashMap<Rect, VecDeque<usize>> = HashMap::new();
            for &(number, cells) in furnished {
                standing.entry(cells).or_default().push_back(number);
            }
            let layout = level.layout(room).and_then(|name| preset.layouts().iter().find(|layout| layout.name == name));
            let mut formation: Option<&Formation> = None;
            let lays = |formation: &Formation| preset.terrain_of(formation).is_some();
            // The cells of terrain that formations have laid. It is there with the floor.
            let mut laid: HashSet<Rect> = HashSet::new();
            // The slots of the room, which are placed as markers and are no props.
            let is_slot = |step: &Step| if let Step::Slot { cells, .. } = step { Some(*cells) } else { None };
            let mut slots: Vec<Rect> = story.steps(room.id).iter().filter_map(is_slot).collect();
            // Props that have appeared and are not in the finished level, with their cells.
            let mut passing: Vec<(Rect, usize)> = Vec::new();
            let steps = story.steps(room.id);
            for (step, is_removed) in steps.iter().zip(removed(steps)) {
                match *step {
                    Step::Clear { cells, .. } => acts.push(FurnishingEvent::Clear(cells)),
                    Step::Stamp { formation: number, anchor, .. } => {
                        formation = layout.and_then(|layout| layout.formations.get(number as usize));
                        acts.push(FurnishingEvent::Anchor(anchor, number));
                    }
                    Step::Populate { .. } => acts.extend(placed.next().map(FurnishingEvent::Appear)),
                    Step::Place { prop: cell, .. } if formation.is_some_and(lays) => drop(laid.insert(cell)),
                    Step::Place { prop: cells, .. } => {
                        let kind = formation.and_then(|formation| preset.kinds().get(usize::from(formation.kind)));
                        let may_be_slot = kind.is_none_or(|kind| kind.marker);
                        if let Some(slot) = slots.iter().position(|&slot| may_be_slot && slot == cells) {
                            slots.swap_remove(slot);
                            continue;
                        }
                        // Another prop may stand later where one was removed.
                        let stays = standing.get_mut(&cells).filter(|_| !is_removed);
                        let own = stays.and_then(VecDeque::pop_front);
                        if let Some(own) = own {
                            acts.push(FurnishingEvent::Appear(own));
                        } else if let Some(other) =
                            formation.and_then(|formation| cast.add(preset, formation, room.id, cells))
                        {
                            passing.push((cells, other));
                            acts.push(FurnishingEvent::Appear(other));
                        }
                    }
                    Step::Reject { prop: cells, reason, .. } => {
                        let is_terrain = if reason == Rejection::Walkway {
                            laid.contains(&cells)
                        } else {
                            formation.is_some_and(lays)
                        };
                        let goes = passing.iter().rposition(|&(there, prop)| {
                            there == cells
                                && match reason {
                                    Rejection::Walkway | Rejection::NotNear => true,
                                    Rejection::Occupied => {
                                        cast.level.prop(prop as u32).is_some_and(|prop| prop.kind.marker)
                                    }
                                    _ => false,
                                }
                        });
                        acts.push(match goes {
                            Some(position) => FurnishingEvent::Leave(cells, passing.remove(position).1, reason),
                            // Formations larger than the room reach far beyond it; rejections at
                            // its walls suffice.
                            None if is_terrain => continue,
                            None if !room.rect.grown(CLIPPED).is_some_and(|near| near.contains_rect(cells)) => continue,
                            None => {
                                let prop = formation.and_then(|formation| cast.add(preset, formation, room.id, cells));
                                FurnishingEvent::Refuse(cells, prop, reason)
                            }
                        });
                    }
                    // Of a room, no other steps are recorded.
                    _ => {}
                }
            }
            cast.events.push(acts);
        }
        cast
    }

    /// Adds a prop that is not in the finished level, and returns its position; `None` if it lies
    /// outside the level or its kind is unknown.
    fn add(&mut self, preset: &Preset, formation: &Formation, room: u32, cells: Rect) -> Option<usize> {
        let turn = formation.turn.direction().unwrap_or_default();
        let kind = preset.kinds().get(usize::from(formation.kind))?;
        self.level.add_prop(kind, room, cells, turn).map(|id| id as usize)
    }
}
