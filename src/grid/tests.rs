//! Both cell sets compared with the simplest possible one, a `BTreeSet` of cells.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::geom::{Cell, Direction, Size};

type Plain = BTreeSet<(i32, i32)>;

fn room(width: i32, height: i32) -> Plain {
    Rect::of(0, 0, width, height).cells().map(|cell| (cell.x, cell.y)).collect()
}

fn built<S: CellSet>(width: i32, height: i32, cells: &Plain) -> S {
    let mut set = S::default();
    set.reset(width, height);
    cells.iter().for_each(|&(x, y)| set.insert(x, y));
    set
}

fn listed<S: CellSet>(set: &S) -> Vec<(i32, i32)> {
    let mut cells = Vec::new();
    set.for_each(|x, y| cells.push((x, y)));
    assert!(cells.is_sorted_by_key(|&(x, y)| (y, x)), "cells come in row order");
    cells
}

fn plain<S: CellSet>(set: &S) -> Plain {
    listed(set).into_iter().collect()
}

fn neighbours(&(x, y): &(i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    Cell::new(x, y).neighbours().map(|cell| (cell.x, cell.y))
}

fn flooded(seeds: &Plain, free: &Plain) -> Plain {
    let mut reached = seeds.clone();
    loop {
        let next: Plain = reached.iter().flat_map(neighbours).filter(|cell| free.contains(cell)).collect();
        let before = reached.len();
        reached.extend(next);
        if reached.len() == before {
            return reached;
        }
    }
}

fn agrees_with_the_plain_set<S: CellSet>(width: i32, height: i32, a: &Plain, b: &Plain, rect: Rect, at: (i32, i32)) {
    let all = room(width, height);
    let (sa, sb) = (built::<S>(width, height, a), built::<S>(width, height, b));
    assert_eq!(&plain(&sa), a);
    assert_eq!(sa.is_empty(), a.is_empty());
    let in_rect: Plain = all.iter().copied().filter(|&(x, y)| rect.contains(Cell::new(x, y))).collect();
    assert_eq!(sa.intersects_rect(rect), !a.is_disjoint(&in_rect));
    assert_eq!(sa.contains(at.0, at.1), a.contains(&at));

    let changed = |change: &dyn Fn(&mut S)| {
        let mut set = built::<S>(width, height, b);
        set.assign(&sa);
        change(&mut set);
        plain(&set)
    };
    assert_eq!(changed(&|set| set.unite(&sb)), a | b);
    assert_eq!(changed(&|set| set.subtract(&sb)), a - b);
    assert_eq!(changed(&|set| set.intersect(&sb)), a & b);
    assert_eq!(changed(&|set| set.retain_rect(rect)), a & &in_rect);
    assert_eq!(changed(&|set| set.insert_rect(rect)), a | &in_rect);
    assert_eq!(changed(&|set| set.remove_rect(rect)), a - &in_rect);
    assert_eq!(changed(&|set| _ = set.flood(&sb, &mut Vec::new())), flooded(a, b));
    let reached = flooded(a, b);
    let mut rest = built::<S>(width, height, &reached);
    rest.flood_rect(rect, &sb, &mut Vec::new());
    assert_eq!(plain(&rest), flooded(&(&reached | &in_rect), b));
    assert_eq!(changed(&|set| set.insert(at.0, at.1)), a | &(&Plain::from([at]) & &all));
    assert_eq!(changed(&|set| set.remove(at.0, at.1)), a - &Plain::from([at]));
    let first_area = flooded(&a.iter().take(1).copied().collect(), a);
    assert!(!sa.is_known_connected() || &first_area == a, "{a:?} is not connected");
    let is_inner =
        |&&(x, y): &&(i32, i32)| [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].iter().all(|cell| b.contains(cell));
    let of = built::<S>(width, height, b);
    assert_eq!(changed(&|set| set.assign_eroded(&of)), b.iter().filter(is_inner).copied().collect());
    let is_even = |&&(x, y): &&(i32, i32)| (x + y) % 2 == 0;
    for is_odd in [false, true] {
        let is_kept = |cell: &&(i32, i32)| is_even(cell) != is_odd;
        assert_eq!(changed(&|set| set.keep_checkerboard(is_odd)), a.iter().filter(is_kept).copied().collect());
    }
    assert_eq!(of.count_cells() as usize, b.len());
    let in_rows = listed(&sa);
    assert!((0..).zip(&in_rows).all(|(at, &(x, y))| sa.nth(at) == Cell::new(x, y)));
    assert_eq!(sa.nth(in_rows.len() as u32), Cell::default());
    let cells = at.0.abs();
    for side in Direction::ALL {
        let (dx, dy) = side.delta();
        let beyond: Plain = a.iter().flat_map(|&(x, y)| (0..=cells).map(move |n| (x + dx * n, y + dy * n))).collect();
        assert_eq!(changed(&|set| set.extend(side, cells)), &beyond & &all, "{side:?} {cells}");
    }
    let near: Plain = all
        .iter()
        .copied()
        .filter(|&(x, y)| {
            Rect::from_cell(Cell::new(x, y))
                .grown(cells)
                .is_some_and(|near| a.iter().any(|&cell| near.contains(cell.into())))
        })
        .collect();
    assert_eq!(changed(&|set| set.grow(cells)), near, "grown by {cells}");
    let mask = FormationMask::new(built::<BitGrid>(width, height, b));
    let moved: Plain = b.iter().map(|&(x, y)| (x + at.0, y + at.1)).collect();
    for within in [a, b, &all] {
        let set = built::<S>(width, height, within);
        assert_eq!(changed(&|to| to.insert_mask(&mask, at.0, at.1, &set)), a | &(&moved & within));
    }
}

fn cells(width: i32, height: i32) -> impl Strategy<Value = Plain> {
    proptest::collection::vec(any::<u8>(), (width * height) as usize).prop_flat_map(move |values| {
        (0u8..=255).prop_map(move |fraction| {
            room(width, height)
                .into_iter()
                .zip(&values)
                .filter(|(_, value)| **value < fraction)
                .map(|(cell, _)| cell)
                .collect()
        })
    })
}

/// Two sets of one room, and a rectangle and an offset that may lie partly or wholly outside it.
fn case(side: i32) -> impl Strategy<Value = ((i32, i32), Plain, Plain, Rect, (i32, i32))> {
    (1..=side, 1..=side).prop_flat_map(move |(width, height)| {
        let rect = (-3..side, -3..side, 1..=side, 1..=side).prop_map(|(x, y, w, h)| Rect::of(x, y, w, h));
        (Just((width, height)), cells(width, height), cells(width, height), rect, (-side..side, -side..side))
    })
}

#[test]
fn a_room_with_pillars_and_niches_is_surely_connected_and_one_with_a_wall_across_is_not() {
    let connected = |obstacles: &[(i32, i32, i32, i32)]| {
        let mut room = CellBlock::default();
        room.fill(9, 7);
        obstacles.iter().for_each(|&(x, y, width, height)| room.remove_rect(Rect::of(x, y, width, height)));
        room.is_known_connected()
    };
    assert!(connected(&[]));
    assert!(connected(&[(1, 1, 1, 1), (7, 1, 1, 1), (1, 5, 1, 1), (7, 5, 1, 1)]), "pillars");
    assert!(connected(&[(0, 0, 1, 1), (3, 0, 4, 1), (8, 3, 1, 2), (2, 2, 2, 2)]), "along the walls, and a block");
    assert!(!connected(&[(4, 0, 1, 7)]), "a wall across");
    assert!(!connected(&[(2, 2, 3, 1), (2, 4, 3, 1), (2, 3, 1, 1), (4, 3, 1, 1)]), "a ring");
    assert!(!connected(&[(1, 0, 1, 1), (0, 1, 1, 1)]), "a corner cut off");
}

proptest! {
    #[test]
    fn a_block_is_the_set_of_its_cells((size, a, b, rect, at) in case(CellBlock::SIDE)) {
        agrees_with_the_plain_set::<CellBlock>(size.0, size.1, &a, &b, rect, at);
    }

    #[test]
    fn a_bit_grid_is_the_set_of_its_cells((size, a, b, rect, at) in case(20)) {
        agrees_with_the_plain_set::<BitGrid>(size.0, size.1, &a, &b, rect, at);
    }
}

#[test]
fn the_bounds_of_a_bit_grid_are_the_least_and_most_of_its_cells() {
    assert_eq!(BitGrid::new(70, 3).bounds(), None);
    assert_eq!(BitGrid::new(0, 0).bounds(), None);
    for width in [1, 63, 64, 65, 130] {
        for (a, b) in (0..width).flat_map(|a| (a..width).step_by(7).map(move |b| (a, b))) {
            let (top, bottom) = (a % 4, 4 + b % 3);
            let cells: Plain = [(b, top), (a, (top + bottom) / 2), (a, bottom)].into();
            let bounds = Rect::of(a, top, b - a + 1, bottom - top + 1);
            assert_eq!(built::<BitGrid>(width, 7, &cells).bounds(), Some(bounds), "columns {a} to {b} of {width}");
        }
    }
}

#[test]
fn a_bit_grid_wider_than_a_word_carries_across_words() {
    for width in [63, 64, 65, 127, 128, 130] {
        // A corridor that winds through three rows: the flood crosses each word boundary twice.
        let free: Plain = room(width, 3).into_iter().filter(|&(x, y)| y != 1 || x == width - 1).collect();
        let start = Plain::from([(0, 0)]);
        let rect = Rect::of(60, 0, 10, 2);
        agrees_with_the_plain_set::<BitGrid>(width, 3, &start, &free, rect, (-61, 1));
        agrees_with_the_plain_set::<BitGrid>(width, 3, &free, &start, rect, (61, -1));
    }
}

#[test]
fn a_mask_too_large_for_a_block_is_stamped_into_one_all_the_same() {
    let cells: Plain = room(40, 40).into_iter().filter(|(x, y)| (x * 7 + y * 3) % 5 == 0).collect();
    let mask = FormationMask::new(built::<BitGrid>(40, 40, &cells));
    for (x, y) in [(0, 0), (-13, -20), (5, -39), (-40, 0), (15, 15)] {
        let mut set = CellBlock::default();
        set.reset(16, 13);
        set.insert_mask(&mask, x, y, &built(16, 13, &room(16, 13)));
        let moved: Plain = cells.iter().map(|&(cx, cy)| (cx + x, cy + y)).collect();
        assert_eq!(plain(&set), &moved & &room(16, 13), "at {x}, {y}");
    }
}

#[test]
fn sets_of_different_rectangles_combine_where_both_are() {
    let small: Plain = room(70, 3).into_iter().filter(|(x, y)| (x + y) % 3 == 0).collect();
    let large: Plain = room(140, 9).into_iter().filter(|(x, y)| (x * y) % 2 == 0).collect();
    for ((width, height, own), other) in [((70, 3, &small), (140, 9, &large)), ((140, 9, &large), (70, 3, &small))] {
        let others = built::<BitGrid>(other.0, other.1, other.2);
        let combined = |change: fn(&mut BitGrid, &BitGrid)| {
            let mut set = built::<BitGrid>(width, height, own);
            change(&mut set, &others);
            plain(&set)
        };
        assert_eq!(combined(BitGrid::union_with), own | &(other.2 & &room(width, height)));
        assert_eq!(combined(BitGrid::intersect_with), own & other.2);
        assert_eq!(combined(BitGrid::difference_with), own - other.2);
    }
}

#[test]
fn frames_and_lines_are_what_they_are_cell_by_cell() {
    let size = Size::new(48, 12).expect("a size");
    for width in 1..=40 {
        for height in 2..=5 {
            let rect = Rect::of(3, 4, width, height);
            let (edge, inner): (Vec<_>, Vec<_>) = (0..width).map(|x| (100 + x, 200 + x)).unzip();
            let mut framed = Grid::filled(size, 0);
            framed.copy_framed(rect, &edge, &inner);
            for cell in Rect::from(size).cells() {
                let is_edge = cell.y == rect.top() || cell.y == rect.bottom() - 1;
                let wanted = if is_edge { 100 } else { 200 } + cell.x - rect.left();
                assert_eq!(framed.get(cell), Some(if rect.contains(cell) { wanted } else { 0 }), "{rect}, {cell}");
            }
        }
    }
    for line in [Rect::of(45, 0, 3, 1), Rect::of(47, 9, 1, 3), Rect::of(0, 0, 1, 1)] {
        let (mut fast, mut plain) = (Grid::filled(size, 0), Grid::filled(size, 0));
        fast.fill_line(line, 7);
        plain.fill_rect(line, 7);
        assert_eq!(fast, plain, "{line}");
    }
}

#[test]
fn a_grid_gives_each_cell_once_in_row_order_with_its_value() {
    let size = Size::new(9, 13).expect("a size");
    let mut grid = Grid::filled(size, 0);
    (0..).zip(Rect::from(size).cells()).for_each(|(number, cell)| grid.set(cell, number));
    let scanned = Rect::from(size).cells().map(|cell| (cell, grid.get(cell).expect("a cell of the grid")));
    assert!((&grid).into_iter().map(|(cell, &value)| (cell, value)).eq(scanned));
    assert_eq!((&grid).into_iter().len(), 9 * 13);
}
