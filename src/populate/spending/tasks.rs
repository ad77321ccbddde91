//! What is done in the space of a furnished room: reserved groups are placed, and allowances spent.

use super::{Candidate, Spending, SpendingBuffers, Wares};
use crate::{
    furnish::{CELLS_PER_MEMBER, SpaceSets},
    grid::CellSet,
    populate::places::ThingPlaces,
};

/// What is done in the space of a room, of either kind of set. Counts the words that it visits.
pub(super) trait SpaceTask {
    type Output: Default;

    fn run<S: CellSet>(
        &mut self,
        spending: &mut Spending<'_>,
        id: u32,
        space: &mut SpaceSets<S>,
        steps: &mut u64,
    ) -> Self::Output;
}

/// Places a reserved group, given by its number and its cost. Returns whether it has a place.
pub(super) struct PlaceReserved(pub(super) u16, pub(super) u32);

impl SpaceTask for PlaceReserved {
    type Output = bool;

    fn run<S: CellSet>(
        &mut self,
        spending: &mut Spending<'_>,
        id: u32,
        space: &mut SpaceSets<S>,
        steps: &mut u64,
    ) -> bool {
        let mut places = spending.member_places(id, space, steps);
        let most = places.vacancies(spending.buffers.crowds[id as usize]);
        spending.place_group((self.0, self.1), id, most, &mut places)
    }
}

/// Spends an allowance on the candidates. Returns what is left of it.
pub(super) struct SpendOn {
    pub(super) wares: Wares,
    pub(super) allowance: u32,
}

impl SpaceTask for SpendOn {
    type Output = u32;

    fn run<S: CellSet>(
        &mut self,
        spending: &mut Spending<'_>,
        id: u32,
        space: &mut SpaceSets<S>,
        steps: &mut u64,
    ) -> u32 {
        match self.wares {
            Wares::Groups => {
                let mut places = spending.member_places(id, space, steps);
                loop {
                    let most = places.vacancies(spending.buffers.crowds[id as usize]);
                    spending.buffers.candidates.retain(|group| group.least <= most);
                    let Some(chosen) = spending.draw(self.wares, id, self.allowance) else { break };
                    let Candidate { number, price, .. } = spending.buffers.candidates[chosen];
                    if spending.place_group((number, price), id, most, &mut places) {
                        self.allowance -= price;
                    } else {
                        spending.buffers.candidates.swap_remove(chosen);
                    }
                }
            }
            Wares::Items => {
                let extent = spending.plan.rooms[id as usize].rect.extent();
                let least_open = CELLS_PER_MEMBER * spending.buffers.crowds[id as usize];
                let mut places = ThingPlaces::new(extent, space, spending.slots_of(id, true), least_open, steps);
                while let Some(chosen) = spending.draw(self.wares, id, self.allowance) {
                    let number = spending.buffers.candidates[chosen].number;
                    let value = spending.place_things(number, id, self.allowance, &mut places);
                    self.allowance -= value;
                    let SpendingBuffers { candidates, items, .. } = &mut *spending.buffers;
                    let bought = &items[usize::from(number)];
                    if value == 0 {
                        // As many things that take their cells in the same way have no place
                        // either.
                        spending.work += candidates.len() as u64;
                        candidates.retain(|other| {
                            let price = &items[usize::from(other.number)];
                            price.pieces.0 < bought.pieces.0 || price.class != bought.class
                        });
                    } else if !bought.is_in_stock() {
                        candidates.swap_remove(chosen);
                    }
                }
            }
        }
        self.allowance
    }
}
