//! Compares the choice of layouts with a plain scan of all layouts.

use std::fmt::Write;

use crate::{
    floorplan::{PlannedRoom, RoomKind, RoomShape},
    furnish::choice::LayoutChooser,
    geom::Rect,
    preset::{Preset, RampInput},
    rng::{FloorSeed, RandomSource, SeedStage, position_at},
};

const LAYOUTS: u32 = 150;

/// A preset with more than 128 layouts, which need more than two 64-bit words as bits. Each layout
/// has its own filter.
fn preset(draw: &mut impl RandomSource, with_ramps: bool) -> Preset {
    let mut text = String::from(
        "(name: \"choices\", floorplan: (rooms: (min: 5, max: 20, sizes: [(name: \"b\", min: (5, 5), max: (9, 9))]), \
         tags: [(tag: \"a\")]), props: {
            \"o\": (glyph: 'o', color: \"#808080\") }, layouts: [",
    );
    for number in 0..LAYOUTS {
        let min = (draw.within(1, 14), draw.within(1, 14));
        let max = (min.0.max(5) + draw.within(0, 15), min.1.max(5) + draw.within(0, 15));
        let mut rooms = format!("min: {min:?}, max: {max:?}");
        if draw.chance(0.4) {
            let kinds = ["Start", "Path", "End"].map(|kind| draw.chance(0.6).then_some(kind));
            let kinds: Vec<_> = kinds.into_iter().flatten().chain(["Bonus"]).collect();
            rooms += &format!(", kinds: [{}]", kinds.join(", "));
        }
        if draw.chance(0.4) {
            let from = draw.within(0, 8);
            let to = draw.within(from, 8);
            rooms += &format!(", progress: ({}, {})", f64::from(from) / 8.0, f64::from(to) / 8.0);
        }
        if draw.chance(0.3) {
            rooms += [", tags: [\"a\"]", ", tags: [\"b\"]", ", tags: [\"a\", \"b\"]"][draw.below(3) as usize];
        }
        let weight = draw.within(1, 9);
        let weight =
            if with_ramps && draw.chance(0.3) { format!("(from: {weight}, to: 0)") } else { weight.to_string() };
        write!(
            text,
            "(name: \"{number}\", weight: {weight}, rooms: ({rooms}), formations: [(shape: X, prop: \"o\")]),"
        )
        .expect("a string");
    }
    Preset::parse(&(text + "])")).unwrap_or_else(|error| panic!("{error}"))
}

/// Draws by weight a layout that suits a room, preferring layouts that require one of its tags.
fn chosen(
    preset: &Preset,
    room: &PlannedRoom,
    input: RampInput,
    with_ramps: bool,
    draw: &mut impl RandomSource,
) -> Option<u16> {
    let weight = |number: u16| {
        let weight = &preset.layouts[usize::from(number)].weight;
        if with_ramps { weight.fixed_at(input) } else { weight.whole_at(input).unsigned_abs() }
    };
    let suits = |number: &u16| preset.layouts[usize::from(*number)].rooms.suits(&room.facts()) && weight(*number) > 0;
    let mut suitable: Vec<u16> = (0..preset.layouts.len() as u16).filter(suits).collect();
    let asks = |number: &u16| preset.layouts[usize::from(*number)].rooms.tags & room.tags != 0;
    if suitable.iter().any(asks) {
        suitable.retain(asks);
    }
    let total: u64 = suitable.iter().map(|&number| u64::from(weight(number))).sum();
    if total == 0 {
        return None;
    }
    let drawn = if with_ramps { draw.below_wide(total) } else { draw.below(total as u32).into() };
    Some(suitable[position_at(suitable.iter().map(|&number| weight(number)), drawn)?])
}

#[test]
fn a_layout_is_chosen_by_weight_of_those_that_suit_the_room() {
    for seed in 0..6 {
        let draw = &mut FloorSeed::new(seed, 0).stream(SeedStage::Route);
        let with_ramps = seed % 2 == 1;
        let (preset, mut choice) = (preset(draw, with_ramps), LayoutChooser::default());
        let mut counts = [0; 2];
        for leaf in 0..1500 {
            let rect = Rect::of(1, 1, draw.within(1, 30), draw.within(1, 30));
            let progress = draw.within(0, 16) as f32 / 16.0;
            let kind = RoomKind::ALL[draw.below(4) as usize];
            let (tags, cut) = (draw.below(3), RoomShape::Rectangle);
            let room = PlannedRoom {
                kind,
                rect,
                depth: 0,
                progress,
                host: None,
                cycle: None,
                leaf,
                tags,
                cut,
                floor: 0,
                vault: None,
                layout: None,
            };
            let input = room.ramp_input(0.0);
            let words = || FloorSeed::new(seed, leaf).stream(SeedStage::Furnish);
            let wanted = chosen(&preset, &room, input, with_ramps, &mut words());
            choice.begin(&preset.layouts);
            choice.suit(&preset.layouts, &room, input);
            let got = choice.drawn(&mut words());
            assert_eq!(got, wanted, "seed {seed}, {room:?}");
            counts[usize::from(got.is_some())] += 1;
        }
        assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
    }
}
