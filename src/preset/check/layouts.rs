//! Checks layouts, and collects the distinct drawings of their formations.

use super::{
    checker::Checker,
    entries::entries,
    filter::filter,
    layout_draft::{FormationContext, LayoutDraft},
    props::PropKindDraft,
    ramps::ROOM,
    side_limits::RoomSideLimits,
};
use crate::error::ProblemCode;
use crate::preset::{
    Layout, MaskDrawing, Ramp,
    rules::RawLayout,
    syntax::ValueStep::{Field, Index},
};

/// The most layouts: so few that the sum of their weights fits 32 bits.
const MAX_LAYOUTS: usize = 1024;

pub(super) fn layouts(
    check: &mut Checker<'_>,
    raw: &[RawLayout],
    kinds: Option<&[PropKindDraft]>,
    sides: RoomSideLimits,
    tags: &[String],
) -> (Vec<Layout>, Vec<MaskDrawing>) {
    let (mut drawings, mut patterns) = (Vec::new(), Vec::new());
    if raw.len() > MAX_LAYOUTS {
        check.refuse(
            ProblemCode::TooMany,
            format!("{} layouts are too many", raw.len()),
            format!("at most {MAX_LAYOUTS} are allowed"),
        );
        return (Vec::new(), drawings);
    }
    let mut layouts = Vec::new();
    for (number, layout) in raw.iter().enumerate() {
        check.inside(Index(number), |check| {
            check.name(Field("name"), &layout.name);
            check.is_new(Field("name"), &layout.name, raw[..number].iter().map(|earlier| earlier.name.as_str()));
            let (rooms, largest) = filter(check, Field("rooms"), &layout.rooms, sides, tags);
            let known = FormationContext { kinds, largest };
            let mut sheet = LayoutDraft {
                known,
                drawings: &mut drawings,
                patterns: &mut patterns,
                names: Vec::new(),
                formations: Vec::new(),
            };
            let entries = check.inside(Field("formations"), |check| entries(check, &layout.formations, &mut sheet));
            let formations = sheet.formations;
            let cover = check.ramp(Field("cover"), &layout.cover, 0.0..=1.0, ROOM).unwrap_or(Ramp::Constant(1.0));
            let weight = check.weight(Field("weight"), &layout.weight);
            layouts.push(Layout { name: layout.name.clone(), weight, rooms, formations, entries, cover });
        });
    }
    (layouts, drawings)
}
