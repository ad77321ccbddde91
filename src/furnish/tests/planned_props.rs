//! Tests that each prop that the plan decides has a cell of its own, which stays free.

use std::collections::BTreeSet;

use super::pictures::{furnished, plan, preset};
use crate::{
    floorplan::{PlacedVault, PlannedProp, PlannedPropSource},
    furnish::LevelFurnishing,
    geom::{Cell, Rect},
    preset::{AnchorPoint, Preset},
};

/// Moss in each of these rooms, near a point or on a random cell.
fn moss(preset: &Preset, rooms: &[(u32, Option<AnchorPoint>)]) -> Vec<PlannedProp> {
    let kind = preset.kinds.iter().position(|kind| kind.name.as_str() == "m").expect("moss") as u16;
    let planned = |(number, &(room, at))| PlannedProp { room, kind, at, source: PlannedPropSource::Key(number) };
    (0..).zip(rooms).map(planned).collect()
}

/// The names of the kinds of the props that cover a cell.
fn kinds_at<'a>(preset: &'a Preset, furnishing: &LevelFurnishing, cell: Cell) -> Vec<&'a str> {
    let props = furnishing.props.iter().filter(|prop| prop.cells().contains(cell));
    props.map(|prop| preset.kinds[usize::from(prop.kind)].name.as_str()).collect()
}

#[test]
fn several_planned_props_of_a_room_lie_apart_and_formations_keep_off_all_of_them() {
    for prop in ["o", "m"] {
        let preset = preset(&format!("(shape: Square, fill: true, size: Fit(1.0), prop: \"{prop}\")"));
        let rects = [Rect::of(5, 3, 5, 4), Rect::of(12, 3, 4, 4), Rect::of(20, 3, 20, 20)];
        let mut plan = plan(&rects, &[]);
        let center = Some(AnchorPoint::Center);
        plan.props = moss(&preset, &[(0, center), (0, center), (2, None), (2, center), (2, center)]);
        for seed in 0..20 {
            let furnishing = furnished(&preset, &plan, seed);
            assert_eq!(furnishing.planned[..2], [Cell::new(7, 4), Cell::new(7, 5)], "both nearest to the middle");
            assert_eq!(furnishing.planned.iter().collect::<BTreeSet<_>>().len(), plan.props.len());
            for (planned, &cell) in plan.props.iter().zip(&furnishing.planned) {
                assert!(rects[planned.room as usize].contains(cell));
                assert_eq!(kinds_at(&preset, &furnishing, cell), ["m"], "{cell}, seed {seed}");
            }
        }
    }
}

#[test]
fn planned_props_take_the_places_of_the_props_of_a_vault_that_fills_its_room() {
    let text = "(name: \"full\", props: {
        \"m\": (glyph: 'm', color: \"#408040\", blocks: false),
        \"v\": (glyph: 'v', color: \"#808080\", blocks: false),
    }, vaults: [(name: \"drawn\", rows: [\"vvv\"], legend: { 'v': \"v\" }, at: North)])";
    let preset = Preset::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let rect = Rect::of(5, 3, 3, 1);
    for (number, wanted) in [(0, "vvv"), (1, "vmv"), (2, "vmm"), (3, "mmm"), (4, "mmmm")] {
        let mut plan = plan(&[rect], &[]);
        plan.rooms[0].vault =
            Some(PlacedVault { vault: 0, drawing: 0, at: Cell::new(0, 0), has_walls: false, is_stripped: false });
        plan.props = moss(&preset, &vec![(0, Some(AnchorPoint::Center)); number]);
        let furnishing = furnished(&preset, &plan, 1);
        let kinds: String = rect.cells().flat_map(|cell| kinds_at(&preset, &furnishing, cell)).collect();
        assert_eq!(kinds, wanted, "{number} planned props");
        assert_eq!(furnishing.planned.len(), number);
    }
}
