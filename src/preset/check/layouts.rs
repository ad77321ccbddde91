//! Checks layouts, and collects the distinct drawings of their formations.

use super::{
    checker::Checker,
    context::CheckContext,
    entries::entries,
    filter::filter,
    layout_draft::{FormationContext, LayoutDraft},
    ramps::ROOM,
};
use crate::preset::{Layout, MaskDrawing, Ramp, rules::RawLayout, syntax::ValueStep::Field};

/// The most layouts: so few that the sum of their weights fits 32 bits.
const MAX_LAYOUTS: usize = 1024;

pub(super) fn layouts(
    check: &mut Checker<'_>,
    raw: &[RawLayout],
    known: CheckContext<'_>,
) -> (Vec<Layout>, Vec<MaskDrawing>) {
    let (mut drawings, mut patterns) = (Vec::new(), Vec::new());
    if check.has_too_many(raw.len(), MAX_LAYOUTS, "layouts") {
        return (Vec::new(), drawings);
    }
    let layouts = check.each(raw, |check, number, layout| {
        check.name(Field("name"), &layout.name);
        check.is_new(Field("name"), &layout.name, raw[..number].iter().map(|earlier| earlier.name.as_str()));
        let (rooms, largest) = filter(check, &layout.rooms, known);
        let known = FormationContext { kinds: known.kinds, needed: known.needed, largest };
        let (drawings, patterns) = (&mut drawings, &mut patterns);
        let mut sheet = LayoutDraft { known, drawings, patterns, names: Vec::new(), formations: Vec::new() };
        let entries = check.inside(Field("formations"), |check| entries(check, &layout.formations, &mut sheet));
        let formations = sheet.formations;
        let cover = check.ramp(Field("cover"), &layout.cover, 0.0..=1.0, ROOM).unwrap_or(Ramp::Constant(1.0));
        let weight = check.weight(Field("weight"), &layout.weight);
        Layout { name: layout.name.clone(), weight, rooms, formations, entries, cover }
    });
    (layouts, drawings)
}
