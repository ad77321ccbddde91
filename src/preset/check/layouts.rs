use super::{
    checker::Checker,
    entries::{Sheet, entries},
    floorplan::Sides,
    formations::Known,
    props::Kind,
    ramps::ROOM,
};
use crate::{
    model::RoomKind,
    preset::{
        Drawing, Layout, Ramp,
        locate::Step::{Field, Index},
        raw::{RawFilter, RawLayout, RawRamp, RawRoomKind},
    },
};

/// The most layouts, and the largest weight of one: their sum fits 32 bits.
const MAX_LAYOUTS: usize = 1024;
const MAX_WEIGHT: f32 = 1_000_000.0;

pub(super) fn layouts(
    check: &mut Checker<'_>,
    raw: &[RawLayout],
    kinds: Option<&[Kind]>,
    sides: Sides,
) -> (Vec<Layout>, Vec<Drawing>) {
    let mut drawings = Vec::new();
    if raw.len() > MAX_LAYOUTS {
        check.refuse(format!("{} layouts are too many", raw.len()), format!("at most {MAX_LAYOUTS} are allowed"));
        return (Vec::new(), drawings);
    }
    let mut layouts = Vec::new();
    for (number, layout) in raw.iter().enumerate() {
        check.inside(Index(number), |check| {
            check.name(Field("name"), &layout.name);
            check.is_new(Field("name"), &layout.name, raw[..number].iter().map(|earlier| earlier.name.as_str()));
            let (mut checked, largest) = filtered(check, &layout.rooms, sides);
            let known = Known { kinds, largest };
            let mut sheet = Sheet { known, drawings: &mut drawings, names: Vec::new(), formations: Vec::new() };
            checked.entries = check.inside(Field("formations"), |check| entries(check, &layout.formations, &mut sheet));
            let formations = sheet.formations;
            let cover = check.ramp(Field("cover"), &layout.cover, 0.0..=1.0, &ROOM);
            checked.cover = cover.unwrap_or(Ramp::Constant(1.0));
            checked.weight = weight(check, &layout.weight);
            layouts.push(Layout { name: layout.name.clone(), formations, ..checked });
        });
    }
    (layouts, drawings)
}

/// A weight: a whole number from 1, or a ramp, which may come down to 0.
pub(super) fn weight(check: &mut Checker<'_>, raw: &RawRamp) -> Ramp {
    let least = if matches!(raw, RawRamp::Plain(_)) { 1.0 } else { 0.0 };
    check.whole_ramp(Field("weight"), raw, least..=MAX_WEIGHT, &ROOM).unwrap_or(Ramp::Constant(1.0))
}

/// A layout without name and formations, for the rooms that the filter lets through; and the largest width and height of
/// those rooms, if they are known.
fn filtered(check: &mut Checker<'_>, raw: &RawFilter, sides: Sides) -> (Layout, Option<(i32, i32)>) {
    check.inside(Field("rooms"), |check| {
        let side = 1..=i64::from(crate::geom::Size::MAX_SIDE);
        let min = check.pair(Field("min"), raw.min, side.clone());
        let max = match raw.max {
            Some(max) => check.pair(Field("max"), max, side),
            None => sides.range.map(|(_, most)| (most, most)),
        };
        let largest = largest(check, min, max, sides);
        let progress = check.reach(Field("progress"), raw.progress, 0.0..=1.0);
        let layout = Layout {
            name: String::new(),
            weight: Ramp::Constant(1.0),
            min: min.unwrap_or((1, 1)),
            max: max.unwrap_or((1, 1)),
            kinds: kinds_of(check, raw, progress),
            progress: progress.unwrap_or_default(),
            formations: Vec::new(),
            entries: Vec::new(),
            cover: Ramp::Constant(1.0),
        };
        (layout, largest)
    })
}

/// The largest width and height of the rooms between `min` and `max` that the floor plan makes, if all of that is known;
/// refused if there are none.
fn largest(
    check: &mut Checker<'_>,
    min: Option<(i32, i32)>,
    max: Option<(i32, i32)>,
    sides: Sides,
) -> Option<(i32, i32)> {
    let ((min, max), (least, most)) = (min.zip(max)?, sides.range?);
    let fits = |from: i32, to: i32| from <= to && from <= most && to >= least;
    if fits(min.0, max.0) && fits(min.1, max.1) {
        return Some((max.0.min(most), max.1.min(most)));
    }
    check.refuse(
        "no room can ever take this layout",
        format!(
            "it wants rooms from {}x{} to {}x{}, the floor plan makes sides of {least} to {most}",
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
                "no room can ever take this layout",
                format!(
                    "it wants {:?} with a progress from {} to {}; the start room has 0, the end room 1, path rooms lie between",
                    kinds, progress.0, progress.1
                ),
            );
        });
    }
    kinds
}
