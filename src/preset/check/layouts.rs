//! Checks layouts, and collects the distinct drawings of their formations.

use super::{
    checker::Checker,
    context::{CheckContext, RoomSideLimits},
    entries::entries,
    filter::filter,
    layout_draft::{FormationContext, LayoutDraft},
    pools::{depth, pool_named, size_named},
    ramps::ROOM,
};
use crate::{
    error::ProblemCode,
    geom::{Extent, Size},
    model::RoomKind,
    preset::{Layout, MaskDrawing, Ramp, RoomFilter, rules::RawLayout, syntax::ValueStep::Field},
};

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
        let pool = pool_named(check, layout.pool.as_deref(), known);
        let size = size_named(check, layout, known);
        let (rooms, largest) = rooms_of(check, layout, size, known);
        let sides = known.sides;
        let known = FormationContext { kinds: known.kinds, terrain: known.terrain, needed: known.needed, largest };
        let (drawings, patterns) = (&mut drawings, &mut patterns);
        let mut sheet = LayoutDraft { known, drawings, patterns, names: Vec::new(), formations: Vec::new() };
        let entries = check.inside(Field("formations"), |check| entries(check, &layout.formations, &mut sheet));
        let formations = sheet.formations;
        let cover = check.ramp(Field("cover"), &layout.cover, 0.0..=1.0, ROOM).unwrap_or(Ramp::Constant(1.0));
        let weight = match &layout.weight {
            Some(weight) if layout.pool.is_some() => {
                let help = "a pool deals all its entries alike; remove `weight`".to_owned();
                let message = "a layout with a `pool` cannot have a `weight`";
                check.refuse_at([Field("weight")], ProblemCode::Conflict, message, help);
                check.weight(Field("weight"), weight)
            }
            Some(weight) => check.weight(Field("weight"), weight),
            None => Ramp::Constant(1.0),
        };
        let needs = layout.needs.and_then(|needs| needed_floor(check, needs, largest, sides));
        let (name, first) = (layout.name.clone(), Vec::new());
        let depth = depth(check, layout.depth, layout.pool.as_deref());
        Layout { name, weight, rooms, formations, entries, cover, needs, pool, size, depth, first }
    });
    (layouts, drawings)
}

/// The rooms that a layout suits, and the width and height of the largest of them.
///
/// Those of its `size`, where it names one; else those of its filter.
fn rooms_of(
    check: &mut Checker<'_>,
    raw: &RawLayout,
    size: Option<u16>,
    known: CheckContext<'_>,
) -> (RoomFilter, Option<Extent>) {
    let Some(rule) = size.and_then(|size| known.sizes.get(usize::from(size))) else {
        return filter(check, &raw.rooms, known);
    };
    if !raw.rooms.is_default() {
        let message = "a layout with a `size` cannot have `rooms`";
        let help = "it is for the room of that size which its pool asks for; remove `rooms`".to_owned();
        check.refuse_at([Field("rooms")], ProblemCode::Conflict, message, help);
    }
    let kinds = RoomKind::ALL.into_iter().filter(|kind| known.sides.has_detours || *kind != RoomKind::Detour);
    let tags = 1 << rule.tag;
    let turning = if rule.turns { tags } else { 0 };
    let (min, max) = (rule.min.least(), rule.max.greatest());
    let rooms = RoomFilter { min, max, kinds: kinds.collect(), progress: (0.0, 1.0), tags, turning };
    let side = max.width.max(max.height);
    (rooms, Some(if rule.turns { Extent::new(side, side) } else { max }))
}

/// The rectangle that the floor of a layout's rooms must hold. Refuses one that none of them holds.
fn needed_floor(
    check: &mut Checker<'_>,
    needs: (i64, i64),
    largest: Option<Extent>,
    sides: RoomSideLimits,
) -> Option<Extent> {
    let needs = check.extent(Field("needs"), needs, 1..=i64::from(Size::MAX_SIDE))?;
    let largest = largest.or_else(|| sides.range.map(|(_, most)| Extent::new(most, most)));
    if let Some(largest) = largest.filter(|largest| !largest.holds(needs)) {
        let message = format!("no room that takes this layout can hold {needs} cells of floor");
        let help = format!("the largest of these rooms have {largest} cells");
        check.refuse_at([Field("needs")], ProblemCode::Unsatisfiable, message, help);
    }
    Some(needs)
}
