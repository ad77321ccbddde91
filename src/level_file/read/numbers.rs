//! Checks the numbers of the props of a raw level in their rooms.

use std::collections::BTreeSet;

use super::value::{ValueFault, faulty, in_object, number};
use crate::{
    level_file::{LevelError, record::PlacedPropRecord},
    model::PropRecord,
};

/// The numbers of the props; none if they count up in the order of ids, as they do in a file
/// without them. A prop without a number has one more than the greatest of its room.
pub(super) fn numbers(
    raw: &[PlacedPropRecord<'_>],
    props: &[PropRecord],
    rooms: usize,
) -> Result<Vec<u32>, LevelError> {
    let mut next = vec![0; rooms];
    let mut counted = |room: u32| {
        let next: &mut i64 = &mut next[room as usize];
        std::mem::replace(next, *next + 1)
    };
    if raw.iter().zip(props).all(|(raw, prop)| [None, Some(counted(prop.room))].contains(&raw.number.0)) {
        return Ok(Vec::new());
    }
    let (mut taken, mut next) = (BTreeSet::new(), vec![0; rooms]);
    let mut numbers = Vec::with_capacity(props.len());
    for is_given in [true, false] {
        for (id, (raw, prop)) in
            raw.iter().zip(props).enumerate().filter(|(_, (raw, _))| raw.number.0.is_some() == is_given)
        {
            let read = || -> Result<u32, ValueFault> {
                let next: &mut i64 = &mut next[prop.room as usize];
                let own = raw.number.0.unwrap_or(*next);
                *next = own.saturating_add(1).max(*next);
                let own = number("number", own, 0..=u32::MAX.into())?;
                let is_new = taken.insert((prop.room, own));
                let twice =
                    || faulty("number", format!("{own} twice in room {}", prop.room), "each number once in a room");
                if is_new { Ok(own) } else { Err(twice()) }
            };
            numbers.push((id, in_object(read, || format!("prop {id}"))?));
        }
    }
    numbers.sort_unstable();
    Ok(numbers.into_iter().map(|(_, number)| number).collect())
}
