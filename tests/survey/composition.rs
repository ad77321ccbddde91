//! Metrics of layouts side by side and of furnished rooms from their definitions: all pairs of
//! rooms one by one, and sets of cells.

use std::collections::BTreeSet;

use roomgen::{
    Level, Room,
    survey::{Metric, Survey},
};

/// The values of those of these metrics that a level has.
pub(super) fn plain(level: &Level) -> Vec<(Metric, f64)> {
    let is_joined = |one: u32, other: u32| {
        level.passages().iter().any(|passage| passage.rooms == [one, other] || passage.rooms == [other, one])
    };
    let all = || level.rooms().iter().map(|room| room.id);
    let is_near =
        |one, other| is_joined(one, other) || all().any(|room| is_joined(one, room) && is_joined(room, other));
    let layout = |room: u32| level.layout(&level.rooms()[room as usize]);
    let pairs = || all().flat_map(|one| (0..one).map(move |other| (one, other)));
    let furnished_pairs: Vec<_> =
        pairs().filter(|&(one, other)| layout(one).is_some() && layout(other).is_some()).collect();
    let twins = |is_pair: &dyn Fn(u32, u32) -> bool| {
        let of: Vec<_> = furnished_pairs.iter().filter(|(one, other)| is_pair(*one, *other)).collect();
        fraction(of.iter().filter(|(one, other)| layout(*one) == layout(*other)).count(), of.len())
    };
    let rooms: Vec<_> = level.rooms().iter().map(|room| (room, covered(level, room))).collect();
    let furnished: Vec<_> = rooms.iter().filter(|(_, cells)| !cells.is_empty()).collect();
    let count = |has: fn(&Room, &BTreeSet<(i32, i32)>) -> bool| {
        fraction(furnished.iter().filter(|(room, cells)| has(room, cells)).count(), furnished.len())
    };
    let values = [
        (Metric::TwinsBeside, twins(&is_joined)),
        (Metric::TwinsNear, twins(&is_near)),
        (Metric::SymmetricRooms, count(is_symmetric)),
        (Metric::CentredRooms, count(is_centred)),
    ];
    values.into_iter().filter_map(|(metric, value)| Some((metric, value?))).collect()
}

fn fraction(part: usize, all: usize) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

/// The cells of a room with a prop that is no marker.
fn covered(level: &Level, room: &Room) -> BTreeSet<(i32, i32)> {
    let props = level.props_in(room.id).filter(|prop| !prop.kind.marker);
    props.flat_map(|prop| prop.cells.cells().map(|cell| (cell.x, cell.y)).collect::<Vec<_>>()).collect()
}

fn is_symmetric(room: &Room, cells: &BTreeSet<(i32, i32)>) -> bool {
    let (across, down) = (room.rect.left() + room.rect.right() - 1, room.rect.top() + room.rect.bottom() - 1);
    cells.iter().all(|&(x, y)| cells.contains(&(across - x, y)) && cells.contains(&(x, down - y)))
}

fn is_centred(room: &Room, cells: &BTreeSet<(i32, i32)>) -> bool {
    let mean = |values: Vec<i32>| values.iter().map(|&value| f64::from(value)).sum::<f64>() / values.len() as f64;
    let (x, y) = (mean(cells.iter().map(|cell| cell.0).collect()), mean(cells.iter().map(|cell| cell.1).collect()));
    let middle = |from: i32, to: i32| f64::from(from + to - 1) / 2.0;
    let (across, down) =
        (x - middle(room.rect.left(), room.rect.right()), y - middle(room.rect.top(), room.rect.bottom()));
    // A mean at the border of the half cell is a fraction with a rounded last digit.
    across.abs() < 0.5 + 1e-9 && down.abs() < 0.5 + 1e-9
}

#[test]
fn the_levels_have_twins_and_composed_rooms_and_others() {
    let (mut measurer, mut survey) = (roomgen::survey::Measurer::default(), Survey::default());
    super::some_levels().iter().for_each(|level| _ = survey.add(level, &mut measurer));
    // Otherwise a comparison would say nothing.
    for metric in [Metric::TwinsBeside, Metric::TwinsNear, Metric::SymmetricRooms, Metric::CentredRooms] {
        let (least, most) = (survey.statistics(metric).min(), survey.statistics(metric).max());
        assert!(least.is_some_and(|least| least.value < 0.5) && most.is_some_and(|most| most.value > 0.0), "{metric}");
    }
}
