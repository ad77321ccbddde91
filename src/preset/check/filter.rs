//! Checks room filters: which rooms a rule applies to.

use super::{
    checker::Checker,
    context::{CheckContext, RoomSideLimits},
};
use crate::{
    error::ProblemCode,
    geom::{Extent, Size},
    model::RoomKind,
    preset::{
        RoomFilter,
        rules::RawFilter,
        syntax::{
            ValueStep::{self, Field, Index},
            suggestion,
        },
    },
};

/// The message about a filter that no room passes.
const NO_ROOM: &str = "no room can match this filter";

/// Checks a room filter, the field `rooms`. Returns it with the largest width and height of the
/// rooms that pass it, in whatever orientation.
///
/// `None` instead of the latter if a number that it depends on was refused.
pub(super) fn filter(
    check: &mut Checker<'_>,
    raw: &RawFilter,
    known: CheckContext<'_>,
) -> (RoomFilter, Option<Extent>) {
    filter_at(check, Field("rooms"), raw, known)
}

/// As [`filter`], for the field at `step`.
pub(super) fn filter_at(
    check: &mut Checker<'_>,
    step: ValueStep,
    raw: &RawFilter,
    CheckContext { sides, tags, .. }: CheckContext<'_>,
) -> (RoomFilter, Option<Extent>) {
    check.inside(step, |check| {
        let (min, max, largest) = room_extents(check, raw.min, raw.max, sides, NO_ROOM);
        let progress = check.range(Field("progress"), raw.progress, 0.0..=1.0);
        let tags = tags_of(check, raw, tags);
        let turning = tags & sides.turning;
        let filter = RoomFilter {
            min,
            max,
            kinds: kinds_of(check, raw, progress, sides.has_detours),
            progress: progress.unwrap_or_default(),
            tags,
            turning,
        };
        // A room that lies across is as wide as another is high.
        let square = |side: i32| Extent::new(side, side);
        let either = |Extent { width, height }: Extent| square(width.max(height));
        (filter, if turning == 0 { largest } else { largest.map(either) })
    })
}

/// Checks `min` and `max`, the least and the largest rooms that a rule is for. Returns them with
/// the extent of the largest rooms of the floor plan within them.
///
/// Refuses, with `message`, sizes that no room has. The third value is `None` if a number that it
/// depends on was refused, here or before.
pub(super) fn room_extents(
    check: &mut Checker<'_>,
    min: (i64, i64),
    max: Option<(i64, i64)>,
    sides: RoomSideLimits,
    message: &str,
) -> (Extent, Extent, Option<Extent>) {
    let allowed = 1..=i64::from(Size::MAX_SIDE);
    let min = check.extent(Field("min"), min, allowed.clone());
    let given = max.map(|max| check.extent(Field("max"), max, allowed));
    let max = given.unwrap_or_else(|| sides.range.map(|(_, most)| Extent::new(most, most)));
    let one_cell = Extent::new(1, 1);
    let unchecked = (min.unwrap_or(one_cell), max.unwrap_or(one_cell), None);
    if let (Some(min), Some(Some(max))) = (min, given)
        && !are_ordered(check, min, max)
    {
        return unchecked;
    }
    let (Some(min), Some(max), Some((least, most))) = (min, max, sides.range) else { return unchecked };
    let fits = |from: i32, to: i32| from <= most && to >= least;
    if !fits(min.width, max.width) || !fits(min.height, max.height) {
        let asked = if given.is_some() { format!("from {min} to {max}") } else { format!("of at least {min}") };
        let help = format!("it asks for rooms {asked}; the floor plan makes sides of {least} to {most}");
        check.refuse(ProblemCode::Unsatisfiable, message, help);
        return unchecked;
    }
    (min, max, Some(Extent::new(max.width.min(most), max.height.min(most))))
}

/// Whether the smallest room is at most as large as the largest. Refuses `max` if not.
pub(super) fn are_ordered(check: &mut Checker<'_>, min: Extent, max: Extent) -> bool {
    if !max.holds(min) {
        let message = format!("the smallest room of {min} cells exceeds the largest of {max}");
        let help = "`min` must not exceed `max`, neither in width nor in height".to_owned();
        check.refuse_at([Field("max")], ProblemCode::Unsatisfiable, message, help);
    }
    max.holds(min)
}

/// The kinds of rooms that a filter asks for, without those that the floor plan never makes.
///
/// So a preset without cycles has the same filters, and the same digest, as before there were any.
fn kinds_of(
    check: &mut Checker<'_>,
    raw: &RawFilter,
    progress: Option<(f32, f32)>,
    has_detours: bool,
) -> Vec<RoomKind> {
    let possible = RoomKind::ALL.into_iter().filter(|kind| has_detours || *kind != RoomKind::Detour);
    let Some(given) = &raw.kinds else { return possible.collect() };
    let kinds: Vec<_> = possible.filter(|kind| given.contains(kind)).collect();
    if kinds.is_empty() && given.contains(&RoomKind::Detour) {
        let help = "`floorplan.cycles` makes detours, and this preset has none".to_owned();
        check.refuse_at([Field("kinds")], ProblemCode::Unsatisfiable, NO_ROOM, help);
        return kinds;
    }
    let Some(progress) = progress else { return kinds };
    let met = kinds.iter().any(|kind| match kind {
        RoomKind::Start => progress.0 <= 0.0,
        RoomKind::End => progress.1 >= 1.0,
        // A detour's progress lies between those of two rooms of the path.
        RoomKind::Path | RoomKind::Detour => progress.1 > 0.0 && progress.0 < 1.0,
        RoomKind::Bonus => true,
    });
    if !met {
        let (least, most) = progress;
        let help = format!(
            "it asks for {kinds:?} with a progress from {least} to {most}; the start room has 0, the end room has 1, path rooms lie \
             between"
        );
        check.refuse_at([Field("kinds")], ProblemCode::Unsatisfiable, NO_ROOM, help);
    }
    kinds
}

/// The filter's tags as a bit mask over `tags`. Refuses a tag that no tag rule gives.
fn tags_of(check: &mut Checker<'_>, raw: &RawFilter, tags: &[String]) -> u32 {
    check.inside(Field("tags"), |check| {
        let mut bits = 0;
        for (number, name) in raw.tags.iter().enumerate() {
            bits |= tag_named(check, Index(number), name, tags).map_or(0, |position| 1 << position);
        }
        bits
    })
}

/// The position of a tag in `tags`. Refuses, at `step`, a tag that no rule gives.
pub(super) fn tag_named(check: &mut Checker<'_>, step: ValueStep, name: &str, tags: &[String]) -> Option<u8> {
    let position = tags.iter().position(|tag| tag == name);
    if position.is_none() {
        let mut help = suggestion(name, tags.iter().map(String::as_str));
        if check.has_base() {
            help += "; a list replaces that of the base: repeat its rule for the tag, or `remove` what asks for it";
        }
        check.refuse_at([step], ProblemCode::UnknownName, format!("no rule gives the tag {name:?}"), help);
    }
    position.and_then(|position| u8::try_from(position).ok())
}
