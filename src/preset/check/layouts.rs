use super::{
    checker::Checker,
    filter::filter,
    floorplan::Sides,
    formations::{Known, formation},
    props::Kind,
};
use crate::preset::{
    Drawing, Layout, Placing,
    locate::Step::{Field, Index},
    raw::RawLayout,
};

/// The most layouts, and the largest weight of one: their sum fits 32 bits.
const MAX_LAYOUTS: usize = 1024;
const MAX_WEIGHT: i64 = 1_000_000;
/// The most formations in a layout: the work in a room is bounded by it.
const MAX_FORMATIONS: usize = 64;

pub(super) fn layouts(
    check: &mut Checker<'_>,
    raw: &[RawLayout],
    kinds: Option<&[Kind]>,
    placings: &[Placing],
    sides: Sides,
    tags: &[String],
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
            let (rooms, largest) = filter(check, Field("rooms"), &layout.rooms, sides, tags);
            let formations = check.inside(Field("formations"), |check| {
                if layout.formations.len() > MAX_FORMATIONS {
                    check.refuse(
                        format!("{} formations are too many", layout.formations.len()),
                        format!("a layout has at most {MAX_FORMATIONS}"),
                    );
                }
                let known = Known { kinds, placings, largest };
                let each = layout.formations.iter().enumerate();
                each.map(|(number, raw)| {
                    check.inside(Index(number), |check| formation(check, raw, known, &mut drawings))
                })
                .collect()
            });
            let weight = check.whole(Field("weight"), layout.weight, 1..=MAX_WEIGHT).unwrap_or(1).unsigned_abs();
            layouts.push(Layout { name: layout.name.clone(), weight, rooms, formations });
        });
    }
    (layouts, drawings)
}
