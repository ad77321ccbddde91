//! Checks room filters: which rooms a rule applies to.

use super::{
    checker::{Checker, suggestion},
    floorplan::RoomSideLimits,
};
use crate::{
    model::RoomKind,
    preset::{
        RoomFilter,
        locate::ValueStep::{self, Field, Index},
        raw::{RawFilter, RawRoomKind},
    },
};

/// Checks a room filter. Returns it with the largest width and height of the rooms that pass it.
///
/// `None` instead of the latter if a number that it depends on was refused.
pub(super) fn filter(
    check: &mut Checker<'_>,
    field: ValueStep,
    raw: &RawFilter,
    sides: RoomSideLimits,
    tags: &[String],
) -> (RoomFilter, Option<(i32, i32)>) {
    check.inside(field, |check| {
        let side = 1..=i64::from(crate::geom::Size::MAX_SIDE);
        let min = check.pair(Field("min"), raw.min, side.clone());
        let max = match raw.max {
            Some(max) => check.pair(Field("max"), max, side),
            None => sides.range.map(|(_, most)| (most, most)),
        };
        let largest = largest(check, min, max, sides);
        let progress = check.range(Field("progress"), raw.progress, 0.0..=1.0);
        let filter = RoomFilter {
            min: min.unwrap_or((1, 1)).into(),
            max: max.unwrap_or((1, 1)).into(),
            kinds: kinds_of(check, raw, progress),
            progress: progress.unwrap_or_default(),
            tags: tags_of(check, raw, tags),
        };
        (filter, largest)
    })
}

/// The largest width and height of the floor plan's rooms that pass the filter.
///
/// Refuses a filter that no room passes. `None` if a number was refused, here or before.
fn largest(
    check: &mut Checker<'_>,
    min: Option<(i32, i32)>,
    max: Option<(i32, i32)>,
    sides: RoomSideLimits,
) -> Option<(i32, i32)> {
    let ((min, max), (least, most)) = (min.zip(max)?, sides.range?);
    let fits = |from: i32, to: i32| from <= to && from <= most && to >= least;
    if fits(min.0, max.0) && fits(min.1, max.1) {
        return Some((max.0.min(most), max.1.min(most)));
    }
    check.refuse(
        "no room can match this filter",
        format!(
            "it asks for rooms from {}x{} to {}x{}; the floor plan makes sides of {least} to {most}",
            min.0, min.1, max.0, max.1
        ),
    );
    None
}

fn kinds_of(check: &mut Checker<'_>, raw: &RawFilter, progress: Option<(f32, f32)>) -> Vec<RoomKind> {
    let Some(given) = &raw.kinds else { return RoomKind::ALL.to_vec() };
    let named: Vec<_> = given
        .iter()
        .map(|kind| match kind {
            RawRoomKind::Start => RoomKind::Start,
            RawRoomKind::Path => RoomKind::Path,
            RawRoomKind::Bonus => RoomKind::Bonus,
            RawRoomKind::End => RoomKind::End,
        })
        .collect();
    let kinds: Vec<_> = RoomKind::ALL.into_iter().filter(|kind| named.contains(kind)).collect();
    let Some(progress) = progress else { return kinds };
    let met = kinds.iter().any(|kind| match kind {
        RoomKind::Start => progress.0 <= 0.0,
        RoomKind::End => progress.1 >= 1.0,
        RoomKind::Path => progress.1 > 0.0 && progress.0 < 1.0,
        RoomKind::Bonus => true,
    });
    if !met {
        check.inside(Field("kinds"), |check| {
            check.refuse(
                "no room can match this filter",
                format!(
                    "it asks for {:?} with a progress from {} to {}; the start room has 0, the end room has 1, path rooms lie between",
                    kinds, progress.0, progress.1
                ),
            );
        });
    }
    kinds
}

/// The filter's tags as a bit mask over `tags`. Refuses a tag that no tag rule gives.
fn tags_of(check: &mut Checker<'_>, raw: &RawFilter, tags: &[String]) -> u32 {
    check.inside(Field("tags"), |check| {
        let mut bits = 0;
        for (number, name) in raw.tags.iter().enumerate() {
            match tags.iter().position(|tag| tag == name) {
                Some(position) => bits |= 1 << position,
                None => check.inside(Index(number), |check| {
                    let known = tags.iter().map(String::as_str);
                    check.refuse(format!("no rule gives the tag {name:?}"), suggestion(name, known));
                }),
            }
        }
        bits
    })
}
