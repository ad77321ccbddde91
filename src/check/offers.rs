//! Invariant 14: offers are whole, have nothing that a player needs, and are never a way.

use std::collections::BTreeSet;

use super::{
    doors::kept_clear,
    flood::{dry_cells, flood},
};
use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet},
    level::Level,
    model::{PropKind, Tile},
};

/// Tests invariant 14: of each offer some props may be taken and some not; they are props of one
/// room, in ascending order, and of no other offer; none is needed; none parts its room.
///
/// Cost: linear in the props of offers, times the logarithm of their number; and in the cells of
/// the rooms in which one is an obstacle.
pub(super) fn offers_are_whole(level: &Level) -> Result<(), String> {
    let mut offered = BTreeSet::new();
    for (number, offer) in level.offers().iter().enumerate() {
        if offer.take == 0 || offer.take as usize >= offer.props.len() {
            let (take, count) = (offer.take, offer.props.len());
            return Err(format!("of offer {number}, {take} of {count} props may be taken; allowed: some, and not all"));
        }
        let mut before: Option<u32> = None;
        for &id in &offer.props {
            if before.is_some_and(|before| before >= id) {
                return Err(format!("the props of offer {number} are not in ascending order at prop {id}"));
            }
            let Some(record) = level.props.get(id as usize) else {
                return Err(format!("offer {number} has prop {id}, which does not exist"));
            };
            if !offered.insert(id) {
                return Err(format!("{} is part of offer {number} and of another one", level.prop_name(id as usize)));
            }
            let first = offer.props.first().and_then(|&first| level.props.get(first as usize));
            if let Some(first) = first.filter(|first| first.room != record.room) {
                let name = level.prop_name(id as usize);
                return Err(format!("{name} of offer {number} is in room {}, not in room {}", record.room, first.room));
            }
            if let Some(does) = is_needed(level, &level.kinds[usize::from(record.kind)]) {
                return Err(format!("{} of offer {number} {does}", level.prop_name(id as usize)));
            }
            before = Some(id);
        }
    }
    no_room_is_parted(level)
}

/// What a kind of prop is needed for, in words, so that no offer may have one.
fn is_needed(level: &Level, kind: &PropKind) -> Option<&'static str> {
    level.locks.contains(&kind.name).then_some("has the name of a lock, whose keys must stay")
}

/// Tests that doors and stairs of a room reach each other inside of it, if an offer of the
/// room has an obstacle. So no way leads through a cell that a choice frees.
fn no_room_is_parted(level: &Level) -> Result<(), String> {
    let is_obstacle = |record: &crate::model::PropRecord| level.kinds[usize::from(record.kind)].is_obstacle();
    let props = level.offers().iter().flat_map(|offer| &offer.props).filter_map(|&id| level.props.get(id as usize));
    let rooms: BTreeSet<u32> = props.filter(|record| is_obstacle(record)).map(|record| record.room).collect();
    if rooms.is_empty() {
        return Ok(());
    }
    let [mut free, mut reached] = [(); 2].map(|()| BitGrid::new(level.width(), level.height()));
    for room in rooms.iter().filter_map(|&room| level.rooms.get(room as usize)) {
        room.rect.cells().filter(|&cell| level.tile(cell) == Tile::Floor).for_each(|cell| free.set(cell, true));
    }
    free.intersect_with(&dry_cells(level));
    for record in level.props.iter().filter(|record| is_obstacle(record)) {
        free.remove_rect(record.cells());
    }
    let mut ends = vec![Vec::new(); level.rooms.len()];
    for passage in &level.passages {
        for room in passage.rooms.into_iter().filter(|room| rooms.contains(room)) {
            let bounds = level.rooms.get(room as usize).map(|room| room.rect);
            let beside = passage.doors().iter().flat_map(|&door| kept_clear(door)).flat_map(Cell::neighbours);
            ends[room as usize].extend(beside.filter(|&cell| bounds.is_some_and(|bounds| bounds.contains(cell))));
        }
    }
    for cell in level.stair_cells() {
        let is_in = |rect: Rect| rect.contains(cell);
        let room = rooms.iter().find(|&&room| level.rooms.get(room as usize).is_some_and(|room| is_in(room.rect)));
        room.into_iter().for_each(|&room| ends[room as usize].push(cell));
    }
    for (room, ends) in ends.iter().enumerate() {
        let Some(&first) = ends.first() else { continue };
        flood(&free, first, &mut reached, |_, _, _| ());
        if let Some(end) = ends.iter().find(|&&end| !reached.get(end)) {
            return Err(format!(
                "room {room} has an offer with obstacles, and leads from {first} to {end} only by another room"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        level::{
            OfferTable,
            fixture::{self, prop},
        },
        model::Offer,
    };

    /// The fixture, whose first room has three candles (6 to 8) besides its table, candle and lamp.
    fn level() -> Level {
        let mut level = fixture::level();
        level.props.extend([prop(0, 0, 1, 1), prop(0, 0, 3, 1), prop(0, 0, 5, 1)]);
        level
    }

    fn breach(offers: &[(&[u32], u32)], change: impl Fn(&mut Level)) -> Option<String> {
        let mut level = level();
        level.offers = OfferTable::new(offers.iter().map(|&(props, take)| Offer { props: props.to_vec(), take }));
        change(&mut level);
        let breaches: Vec<_> = level.check().iter().map(ToString::to_string).collect();
        assert!(breaches.len() <= 1, "{breaches:?}");
        breaches.into_iter().next()
    }

    #[test]
    fn offers_that_are_whole_are_sound_and_others_are_told_by_what_is_wrong() {
        let none = |_: &mut Level| {};
        assert_eq!(breach(&[(&[6, 7, 8], 1), (&[0, 1, 2], 2)], none), None);
        /// The props of offers and how many may be taken, and the breach.
        type Case<'a> = (&'a [(&'a [u32], u32)], &'a str);
        let cases: [Case<'_>; 7] = [
            (&[(&[6, 7], 0)], "of offer 0, 0 of 2 props may be taken; allowed: some, and not all"),
            (&[(&[0, 1], 1), (&[6, 7], 2)], "of offer 1, 2 of 2 props may be taken; allowed: some, and not all"),
            (&[(&[7, 6], 1)], "the props of offer 0 are not in ascending order at prop 6"),
            (&[(&[6, 6], 1)], "the props of offer 0 are not in ascending order at prop 6"),
            (&[(&[6, 9], 1)], "offer 0 has prop 9, which does not exist"),
            (&[(&[3, 6], 1)], "prop 6 (candle at (1, 1)) of offer 0 is in room 0, not in room 1"),
            (&[(&[4, 6], 1)], "prop 4 (rug at (21, 4)) of offer 0 has the name of a lock, whose keys must stay"),
        ];
        for (offers, what) in cases {
            assert_eq!(breach(offers, none), Some(format!("invariant 14: {what}")), "{offers:?}");
        }
    }

    #[test]
    fn no_way_leads_through_what_a_choice_removes() {
        // Room 1 has doors in the west, the east and the south.
        let walled = |rocks: &[(u16, u16)]| {
            let mut level = fixture::level();
            let first = level.props.len() as u32;
            level.props.extend(rocks.iter().map(|&(x, y)| prop(2, 1, x, y)));
            let props = (first..level.props.len() as u32).collect();
            level.offers = OfferTable::new([Offer { props, take: 1 }]);
            offers_are_whole(&level)
        };
        assert_eq!(walled(&[(8, 1), (8, 2), (8, 3)]), Ok(()), "one walks around them");
        let told = "room 1 has an offer with obstacles, and leads from (7, 2) to (12, 2) only by another room";
        assert_eq!(walled(&[(8, 1), (8, 2), (8, 3), (8, 4)]), Err(told.to_owned()));
        assert_eq!(walled(&[(11, 4), (12, 3)]), Ok(()), "they enclose a corner where nothing is");
    }
}
