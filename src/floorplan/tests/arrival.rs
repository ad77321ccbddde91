//! Tests the arrival cell: cuts, demands and rooms inside leaves make room for it.

use std::collections::BTreeSet;

use super::*;
use crate::{
    floorplan::{
        arrival::ArrivalCell,
        inset,
        partition::{DemandSource, LeafDemand},
    },
    geom::Extent,
    preset::RoomMargin,
};

/// A demand: extent, whether it may be turned, spare others, and be the start.
type Wish = (Extent, bool, bool, bool);

fn demand((number, &(extent, or_turned, spares_others, may_be_start)): (u16, &Wish)) -> LeafDemand {
    let source = DemandSource::Size(number);
    let demand = match spares_others {
        true => LeafDemand::beside_others(source, extent, or_turned),
        false => LeafDemand::new(source, extent, or_turned),
    };
    demand.or_start(may_be_start)
}

/// Leaf sides for rooms with a margin, the margin, demands, and a cell as fractions of the level.
#[derive(Clone, Debug)]
struct Case {
    size: Size,
    sides: PartitionSpec,
    margin: i32,
    wishes: Vec<Wish>,
    at: (f32, f32),
}

fn cases() -> impl Strategy<Value = Case> {
    (cuts(), 0..4i32, (0.0..1.0f32, 0.0..1.0f32)).prop_flat_map(|((size, sides), margin, at)| {
        let with_margins = |cells: i32| cells + 2 * margin;
        let sides = PartitionSpec { min: with_margins(sides.min), max: sides.max + 4 * margin, ..sides };
        let size = Size::new(i64::from(with_margins(size.width())), i64::from(with_margins(size.height())));
        let size = size.expect("a size within the limits");
        let side = sides.min..sides.min + 12;
        let wish = ((side.clone(), side), any::<bool>(), any::<bool>(), any::<bool>());
        let wish = wish.prop_map(|(extent, turned, spares, start)| (extent.into(), turned, spares, start));
        proptest::collection::vec(wish, 0..5).prop_map(move |wishes| Case { size, sides, margin, wishes, at })
    })
}

/// A cell that a room can hold.
fn cell(Case { size, margin, at, .. }: &Case) -> Cell {
    let along = |side: i32, at: f32| 1 + margin + (at * (side - 2 - 2 * margin) as f32) as i32;
    Cell::new(along(size.width(), at.0), along(size.height(), at.1))
}

fn cut_around(case: &Case, seed: u64) -> (Partition, ArrivalCell) {
    let arrival = ArrivalCell::new(cell(case), case.size, case.margin).expect("a cell that a room can hold");
    let demands: Vec<_> = (0..).zip(&case.wishes).map(demand).collect();
    let inputs = PartitionInputs {
        size: case.size,
        rules: case.sides,
        demands: &demands,
        arrival: Some(arrival),
        parting: None,
    };
    (cut_by(&inputs, seed), arrival)
}

/// Whether the cell lies in the rectangle, at least `margin` cells from its edge.
fn is_held(rect: Rect, cell: Cell, margin: i32) -> bool {
    let columns = rect.left() + margin..rect.right() - margin;
    let rows = rect.top() + margin..rect.bottom() - margin;
    columns.contains(&cell.x) && rows.contains(&cell.y)
}

/// Whether a wall along a column of the rectangle can leave two leaves of the least side, one of
/// which holds the cell: tries all.
fn has_column_cut(rect: Rect, cell: Cell, Case { sides, margin, .. }: &Case) -> bool {
    (rect.left() + sides.min..rect.right() - sides.min).any(|x| {
        let before = Rect::from_ltrb(rect.left(), rect.top(), x, rect.bottom());
        let behind = Rect::from_ltrb(x + 1, rect.top(), rect.right(), rect.bottom());
        [before, behind].into_iter().flatten().any(|half| is_held(half, cell, *margin))
    })
}

/// The same for a wall along a row.
fn has_row_cut(rect: Rect, cell: Cell, case: &Case) -> bool {
    let turned = Rect::of(rect.top(), rect.left(), rect.height(), rect.width());
    has_column_cut(turned, Cell::new(cell.y, cell.x), case)
}

proptest! {
    #[test]
    fn one_leaf_holds_the_arrival_cell_and_the_others_follow_the_rules(case in cases(), seed: u64) {
        let (partition, _) = cut_around(&case, seed);
        let (cell, sides) = (cell(&case), case.sides);
        let inside = Rect::of(1, 1, case.size.width() - 2, case.size.height() - 2);
        let holders = partition.leaves.iter().filter(|leaf| is_held(**leaf, cell, case.margin)).count();
        prop_assert_eq!(holders, 1, "{} in {:?}", cell, &partition.leaves);
        let demanded: BTreeSet<_> = partition.met_demands.iter().map(|&(leaf, _)| leaf).collect();
        for (leaf, number) in partition.leaves_of_sizes() {
            let (leaf, (extent, or_turned, _, may_be_start)) =
                (partition.leaves[leaf.index()], case.wishes[usize::from(number)]);
            let is_turned = or_turned && leaf.extent() == Extent::new(extent.height, extent.width);
            prop_assert!(leaf.extent() == extent || is_turned);
            prop_assert!(may_be_start || !leaf.contains(cell), "{leaf} of {extent} has {cell}");
        }
        for (number, leaf) in LeafId::all().zip(&partition.leaves) {
            prop_assert!(inside.contains_rect(*leaf) && leaf.width() >= sides.min && leaf.height() >= sides.min);
            if !demanded.contains(&number) {
                let is_too_wide = leaf.width() > sides.max;
                prop_assert!(!is_too_wide || leaf.contains(cell) && !has_column_cut(*leaf, cell, &case), "{leaf} and {cell}");
                let is_too_high = leaf.height() > sides.max;
                prop_assert!(!is_too_high || leaf.contains(cell) && !has_row_cut(*leaf, cell, &case), "{leaf} and {cell}");
            }
        }
        for (number, one) in partition.leaves.iter().enumerate() {
            let around = one.grown(1).expect("a small rectangle");
            prop_assert!(partition.leaves[number + 1..].iter().all(|other| !around.overlaps(*other)));
        }
        let pairs: Vec<_> = neighbours(&partition, 1).walls.iter().map(|wall| wall.leaves).collect();
        prop_assert_eq!(connected(partition.leaves.len(), &pairs), partition.leaves.len());
    }

    #[test]
    fn the_room_inside_a_leaf_holds_the_arrival_cell_with_margins_of_the_rule(
        case in cases(), more in 0..4i32, seed: u64,
    ) {
        // Margins of 0 to 1 are no rule.
        let most = if (case.margin, more) == (0, 1) { 2 } else { case.margin + more };
        let margin = RoomMargin { least: case.margin, most };
        let (min, max) = (case.sides.min - 2 * case.margin, (case.sides.max - 2 * most).max(2 * (case.sides.min - 2 * case.margin)));
        let case = Case { wishes: Vec::new(), sides: PartitionSpec { max: max + 2 * most, ..case.sides }, ..case };
        let (partition, arrival) = cut_around(&case, seed);
        let (cell, mut rooms) = (cell(&case), Vec::new());
        let rule = PartitionSpec { min, max, ..case.sides };
        let draw = &mut FloorSeed::new(seed, 0).stream(SeedStage::Rooms);
        inset::place(&partition, &rule, margin, Some(arrival), draw, &mut rooms);
        for (leaf, room) in partition.leaves.iter().zip(&rooms) {
            let margins = [
                room.left() - leaf.left(), room.top() - leaf.top(), leaf.right() - room.right(), leaf.bottom() - room.bottom(),
            ];
            let is_margin = |cells: &i32| (margin.least..=margin.most).contains(cells) && (margin.least > 0 || *cells != 1);
            prop_assert!(margins.iter().all(is_margin), "{room} in {leaf}: {margin:?}");
            prop_assert!(room.width() >= min && room.height() >= min, "{room}");
            prop_assert_eq!(room.contains(cell), leaf.contains(cell), "{} in {}", cell, room);
            prop_assert!(leaf.contains(cell) || room.width() <= max && room.height() <= max, "{room} exceeds {max}");
        }
    }
}

#[test]
fn cells_in_the_outer_wall_or_outside_or_within_the_least_margin_are_no_arrival_cells() {
    let size = Size::new(30, 20).expect("a size");
    for margin in [0, 1, 3] {
        for (x, y) in (-2..32).flat_map(|x| (-2..22).map(move |y| (x, y))) {
            let is_held = (1 + margin..29 - margin).contains(&x) && (1 + margin..19 - margin).contains(&y);
            assert_eq!(ArrivalCell::new(Cell::new(x, y), size, margin).is_some(), is_held, "({x}, {y})");
        }
    }
}
