//! Spends the budget of a formation's points.

use super::pictures::plan;
use crate::{
    furnish::{FurnishTask, Furnisher},
    geom::Rect,
    preset::Preset,
    rng::FloorSeed,
    trace::{Step, StepObserver},
};

/// The number of points where formations are stamped in a room of ten by ten cells.
fn points_of(formations: &str) -> usize {
    let text = format!(
        "(name: \"points\", floorplan: (rooms: (max: 30)), props: {{
            \"m\": (glyph: 'm', color: \"#408040\", blocks: false),
            \"tall\": (glyph: 't', color: \"#808080\", blocks: false, footprint: (1, 3)),
        }}, layouts: [(name: \"all\", formations: [{formations}])])"
    );
    let preset = Preset::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let plan = plan(&[Rect::of(5, 3, 10, 10)], &[]);
    let mut points = 0;
    let mut see = |step| points += usize::from(matches!(step, Step::Stamp { .. }));
    let _ = Furnisher::default()
        .furnish(FurnishTask::first(&preset, &plan, &FloorSeed::new(1, 0), 0.0), &mut StepObserver::new(&mut see));
    points
}

#[test]
fn a_formation_stops_at_the_point_where_its_steps_are_spent() {
    let points = |prop: &str, others: &str| {
        let formation =
            format!("shape: Square, fill: true, size: Box(10, 9), at: Anywhere, count: 100, prop: \"{prop}\"");
        points_of(&format!("({formation}), {others}"))
    };
    assert_eq!(points("m", ""), 100, "ninety steps each, and less at the walls");
    // The room has 65 steps for each of its cells. At each point, between a quarter and all of
    // ninety cells are tried: two steps for each row of a prop, and four more.
    let tall = points("tall", "");
    let (fewest, most) = (6500 / (2 * 90 + 4), 6500 / (2 * 90 / 4 + 4) + 1);
    assert!((fewest..=most.min(99)).contains(&tall), "{fewest} to {most}: {tall}");
    // Anchors whose number is fixed are no matter of the budget, nor are patterns.
    let corners = "shape: Square, fill: true, at: Corners, prop: \"tall\"";
    assert_eq!(points("tall", &format!("({corners}, size: Fit((from: 0.9, to: 1.0)))")), tall + 4);
    assert_eq!(points("tall", &format!("({corners}, size: Cells(3))")), tall + 4);
}
