//! Compares the floor of a room with plain definitions, for floors with holes too.

use proptest::prelude::*;

use crate::{
    furnish::floor::RoomFloor,
    geom::{Cell, Direction, Extent, HalfCell, Rect},
    grid::{BitGrid, CellBlock, CellSet, CellWords, FormationMask},
};

/// Floors of at most `side` cells a side: some cells of a rectangle, among them one of each row and
/// of each side. Smaller `share`s, in 16ths, have larger holes.
fn floors(side: i32) -> impl Strategy<Value = (Extent, Vec<Cell>)> {
    let cells = |width: i32, height: i32| {
        let seen = prop::collection::vec(0..16u8, (width * height) as usize);
        let kept = prop::collection::vec(0..width, height as usize);
        (1..16u8, seen, kept, 0..height, 0..height).prop_map(move |(share, seen, kept, west, east)| {
            let is_floor = |cell: &Cell| {
                seen[(cell.y * width + cell.x) as usize] < share
                    || kept[cell.y as usize] == cell.x
                    || [Cell::new(0, west), Cell::new(width - 1, east)].contains(cell)
            };
            (Extent::new(width, height), Rect::of(0, 0, width, height).cells().filter(is_floor).collect())
        })
    };
    (1..=side, 1..=side).prop_flat_map(move |(width, height)| cells(width, height))
}

/// The middle of the longest run of the numbers, in half cells; of several, of the one nearest to
/// the middle of `length`, then of the first.
fn middle(along: &[i32], length: i32) -> Option<i32> {
    let runs = || along.chunk_by(|one, other| one + 1 == *other);
    let longest = runs().map(<[i32]>::len).max()?;
    let middles = runs().filter(|run| run.len() == longest).map(|run| run[0] + run[run.len() - 1] + 1);
    middles.min_by_key(|middle| (middle - length).abs())
}

/// Compares floors that a shape or a vault has cut to these cells.
fn is_as_defined<S: CellSet>(extent: Extent, cells: &[Cell]) {
    let Extent { width, height } = extent;
    let mut floor = RoomFloor::<S>::default();
    let mut walls = BitGrid::new(width, height);
    Rect::of(0, 0, width, height).cells().for_each(|cell| walls.set(cell, !cells.contains(&cell)));
    let is_whole = walls.count() == 0;
    floor.assign(CellWords::whole(extent), Some((&FormationMask::new(walls), Cell::new(0, 0))));
    agrees(&floor, extent, cells);
    let mut set = S::default();
    set.reset(width, height);
    cells.iter().for_each(|cell| set.insert(cell.x, cell.y));
    floor.assign(CellWords::of(set.as_words(), extent), None);
    agrees(&floor, extent, cells);
    if is_whole {
        floor.assign(CellWords::whole(extent), None);
        agrees(&floor, extent, cells);
    }
}

/// Compares the answers of a floor with those of a scan of its cells.
fn agrees<S: CellSet>(floor: &RoomFloor<S>, extent: Extent, cells: &[Cell]) {
    let Extent { width, height } = extent;
    assert_eq!(floor.first(), cells[0]);
    for side in Direction::ALL {
        let outside = |cell: &&Cell| !Rect::of(0, 0, width, height).contains(cell.step(side));
        let along = cells.iter().filter(outside).map(|cell| if side.is_east_west() { cell.y } else { cell.x });
        let length = if side.is_east_west() { height } else { width };
        assert_eq!(Some(floor.frame().middle(side)), middle(&Vec::from_iter(along), length), "{side:?} of {cells:?}");
    }
    for point in (0..=2 * height).flat_map(|y| (0..=2 * width).map(move |x| HalfCell::new(x, y))) {
        let away = |cell: &Cell| ((2 * cell.x + 1 - point.x).abs(), (2 * cell.y + 1 - point.y).abs());
        let nearest = floor.nearest(point);
        if cells.iter().map(away).any(|(across, down)| across <= 1 && down <= 1) {
            assert_eq!(nearest, point, "it touches floor");
            continue;
        }
        let order = |cell: &Cell| {
            let (across, down) = away(cell);
            (across * across + down * down, (2 * cell.x + 1 - width).abs(), (2 * cell.y + 1 - height).abs())
        };
        let chosen = Cell::new((nearest.x - 1) / 2, (nearest.y - 1) / 2);
        assert_eq!(Some(order(&chosen)), cells.iter().map(order).min(), "{point:?} of {cells:?}");
        assert!(cells.contains(&chosen) && nearest == HalfCell::center_of(chosen));
    }
    for (corner, down) in Rect::of(0, 0, width, height).cells().zip((1..4).cycle()) {
        let footprint = Rect::of(corner.x, corner.y, (width - corner.x).min(3), (height - corner.y).min(down));
        let is_floor = footprint.cells().all(|cell| cells.contains(&cell));
        assert_eq!(floor.covers(footprint), is_floor, "{footprint:?} of {cells:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_floor_answers_as_a_look_at_each_cell_does((extent, cells) in floors(16)) {
        is_as_defined::<CellBlock>(extent, &cells);
    }

    #[test]
    fn the_floor_of_a_large_room_does_too((width, height) in (60..70i32, 17..20i32), seen in prop::collection::vec(0..9u8, 1400)) {
        let is_floor = |cell: &Cell| cell.x == cell.y || cell.x == width - 1 || seen[(cell.y * width + cell.x) as usize] == 0;
        let cells: Vec<_> = Rect::of(0, 0, width, height).cells().filter(is_floor).collect();
        is_as_defined::<BitGrid>(Extent::new(width, height), &cells);
    }

    #[test]
    fn mirrored_points_stay_mirrored((extent, cells) in floors(12)) {
        let mirrored = |cell: &Cell| Cell::new(extent.width - 1 - cell.x, cell.y);
        let mut set = CellBlock::default();
        set.reset(extent.width, extent.height);
        cells.iter().flat_map(|cell| [*cell, mirrored(cell)]).for_each(|cell| set.insert(cell.x, cell.y));
        let mut floor = RoomFloor::<CellBlock>::default();
        floor.assign(CellWords::of(set.as_words(), extent), None);
        let mirrored = |point: HalfCell| HalfCell::new(2 * extent.width - point.x, point.y);
        // On the axis itself, both sides are equally near.
        for point in Rect::of(0, 0, extent.width, 2 * extent.height).cells().map(|cell| HalfCell::new(cell.x, cell.y)) {
            prop_assert_eq!(floor.nearest(mirrored(point)), mirrored(floor.nearest(point)), "{:?}", point);
        }
    }
}
