//! Numbers of things that last: those in their room, which no other room changes.

use serde::{Deserialize, Serialize};

use super::{Encounter, Level, role::RoleTable};
use crate::geom::Cell;

/// A thing of a level by its room and by its number among those of its kind there.
///
/// The re-roll of another room changes neither, and the number of a prop lasts under edits, while
/// ids, which are positions in lists of the whole level, move. A saved game refers to props by
/// these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberInRoom {
    /// The id of the room.
    pub room: u32,
    /// The number in the room, from 0.
    pub number: u32,
}

/// The numbers in their rooms of the props that the keys, the loot and the members of encounters of
/// a level are: of each list as many as there are of these, or none.
#[derive(Clone, Debug, Default)]
pub(crate) struct ThingNumbers {
    pub(crate) keys: Vec<Option<u32>>,
    pub(crate) loot: Vec<Option<u32>>,
    /// Those of each encounter, in the order of its cells; none if one of these has no member.
    pub(crate) members: Vec<Vec<u32>>,
}

/// Numbers in rooms.
///
/// Those of the props of a room count up in the order of [`Level::props`] until a prop is removed:
/// the others keep theirs, and an [added](Level::add_prop) one has one more than the greatest that
/// is left. Level files have them.
impl Level {
    /// The room of a prop, and its number among the props of the room; `None` if there is no such
    /// prop.
    ///
    /// Cost: logarithmic in the props of the room.
    #[must_use]
    pub fn number_in_room(&self, prop: u32) -> Option<NumberInRoom> {
        let room = self.props.get(prop as usize)?.room;
        let counted = || self.prop_ids_in(room).binary_search(&prop).ok().map(|number| number as u32);
        let number = self.numbers.get(prop as usize).copied().or_else(counted)?;
        Some(NumberInRoom { room, number })
    }

    /// The id of the prop with a number in its room; `None` if there is no such prop.
    ///
    /// Constant time; linear in the props of the room if a prop of the level was removed.
    #[must_use]
    pub fn prop_in_room(&self, NumberInRoom { room, number }: NumberInRoom) -> Option<u32> {
        let mut ids = self.prop_ids_in(room).iter();
        let id = match self.numbers.is_empty() {
            true => ids.nth(number as usize),
            false => ids.find(|id| self.numbers.get(**id as usize) == Some(&number)),
        };
        id.copied()
    }

    /// The room of an encounter, and its number among the encounters of the room; `None` if there
    /// is no such encounter. No edit changes it.
    ///
    /// Cost: linear in the encounters.
    #[must_use]
    pub fn encounter_number(&self, encounter: u32) -> Option<NumberInRoom> {
        number_of(self.encounters().iter().map(|encounter| encounter.room), encounter)
    }

    /// The position in [`Level::encounters`] of the encounter with a number in its room; `None` if
    /// there is no such encounter.
    ///
    /// Cost: linear in the encounters.
    #[must_use]
    pub fn encounter_in_room(&self, number: NumberInRoom) -> Option<u32> {
        position_of(self.encounters().iter().map(|encounter| encounter.room), number)
    }

    /// The room of the first prop of an offer, and the offer's number among those of the room;
    /// `None` if there is no such offer. It changes when an offer of the level ends.
    ///
    /// Cost: linear in the offers.
    #[must_use]
    pub fn offer_number(&self, offer: u32) -> Option<NumberInRoom> {
        number_of(self.rooms_of_offers(), offer)
    }

    /// The position in [`Level::offers`] of the offer with a number in the room of its first prop;
    /// `None` if there is no such offer.
    ///
    /// Cost: linear in the offers.
    #[must_use]
    pub fn offer_in_room(&self, number: NumberInRoom) -> Option<u32> {
        position_of(self.rooms_of_offers(), number)
    }

    fn rooms_of_offers(&self) -> impl Iterator<Item = u32> + Clone {
        // An offer has two props or more, all of the level.
        let first = |props: &[u32]| self.props.get(*props.first()? as usize).map(|prop| prop.room);
        self.offers().iter().map(move |offer| first(&offer.props).unwrap_or(u32::MAX))
    }

    /// The numbers of the props that keys, members and loot are.
    ///
    /// Builds no tables of queries. Cost: as that of a first query for [roles](Level::role), with
    /// some words of memory for each prop; none in a level without such things.
    pub(crate) fn thing_numbers(&self) -> ThingNumbers {
        if self.keys.is_empty() && self.encounters().is_empty() && self.loot().is_empty() {
            return ThingNumbers::default();
        }
        let (numbers, roles) = (Vec::from_iter(self.prop_numbers()), RoleTable::new(self));
        let number = |id: u32| numbers.get(id as usize).copied();
        let of_things = |props: &[Option<u32>]| props.iter().map(|prop| prop.and_then(number)).collect();
        let members = |(id, encounter): (u32, &Encounter)| {
            let is_at = |id: &&u32, cell: Cell| self.props[**id as usize].cells().contains(cell);
            let at = |cell: &Cell| roles.members.get(id).iter().find(|id| is_at(id, *cell)).and_then(|id| number(*id));
            encounter.cells.iter().map(at).collect::<Option<_>>().unwrap_or_default()
        };
        let members = (0..).zip(self.encounters()).map(members).collect();
        ThingNumbers { keys: of_things(&roles.keys), loot: of_things(&roles.loot), members }
    }

    /// The numbers of all props, by id. Builds no tables.
    pub(crate) fn prop_numbers(&self) -> impl Iterator<Item = u32> {
        let counted = self.numbers.is_empty().then(|| self.counted_numbers());
        self.numbers.iter().copied().chain(counted.into_iter().flatten())
    }

    /// The numbers of all props if they do not count up in the order of ids.
    pub(super) fn own_numbers(&self) -> Option<&[u32]> {
        let numbers = Some(&self.numbers[..]).filter(|numbers| !numbers.is_empty())?;
        (!self.counted_numbers().eq(numbers.iter().copied())).then_some(numbers)
    }

    /// The numbers of all props as they count up in the order of ids.
    fn counted_numbers(&self) -> impl Iterator<Item = u32> {
        let mut next = vec![0; self.rooms.len()];
        self.props.iter().map(move |prop| {
            let next = &mut next[prop.room as usize];
            std::mem::replace(next, *next + 1)
        })
    }

    /// The number of a prop that is added to a room: `Some(None)` where numbers count up, and
    /// `None` if none is left.
    pub(super) fn next_number(&self, room: u32) -> Option<Option<u32>> {
        if self.numbers.is_empty() {
            return Some(None);
        }
        let here = self.props.iter().zip(&self.numbers).filter(|(prop, _)| prop.room == room);
        here.map(|(_, &number)| number).max().map_or(Some(0), |last| last.checked_add(1)).map(Some)
    }

    /// Follows the removal of the prop at `position`, before it: the last prop takes its place.
    pub(super) fn remove_number(&mut self, position: usize) {
        if self.numbers.is_empty() && position + 1 < self.props.len() {
            self.numbers = self.counted_numbers().collect();
        }
        if position < self.numbers.len() {
            self.numbers.swap_remove(position);
        }
    }
}

/// The number of a thing among those of its room; `rooms` has the room of each.
fn number_of(mut rooms: impl Iterator<Item = u32> + Clone, position: u32) -> Option<NumberInRoom> {
    let before = rooms.clone().take(position as usize);
    let room = rooms.nth(position as usize)?;
    Some(NumberInRoom { room, number: before.filter(|&other| other == room).count() as u32 })
}

/// The position of a thing with a number among those of its room; `rooms` has the room of each.
fn position_of(rooms: impl Iterator<Item = u32>, NumberInRoom { room, number }: NumberInRoom) -> Option<u32> {
    let mut here = (0..).zip(rooms).filter(|&(_, other)| other == room);
    here.nth(number as usize).map(|(position, _)| position)
}
