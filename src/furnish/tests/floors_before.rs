//! Compares floors as words with the outlines of corners that they replace, for every shape.

use crate::{
    floorplan::RoomOutline,
    furnish::floor::RoomFloor,
    geom::{Cell, Direction, Extent, HalfCell, Rect, RectCorner},
    grid::{BitGrid, CellBlock, CellSet, CellWords},
    model::RoomShape,
};

fn compare<S: CellSet>(outline: &RoomOutline, extent: Extent) {
    let Extent { width, height } = extent;
    let rows: Vec<_> = (0..height).map(|y| outline.row(y, extent)).collect();
    let mut set = S::default();
    set.reset(width, height);
    (0..).zip(&rows).for_each(|(y, row)| set.insert_rect(Rect::of(0, y, row.end - row.start, 1).shifted(row.start)));
    let words = CellWords::of(set.as_words(), extent);
    let mut floor = RoomFloor::<S>::default();
    floor.assign(words, None);
    let what = || format!("{outline:?} of {extent:?}");
    assert_eq!(floor.first(), Cell::new(rows[0].start, 0), "{}", what());
    for side in Direction::ALL {
        assert_eq!(floor.frame().middle(side), outline.middle(side, extent), "{side:?} {}", what());
    }
    let row = |y: i32| if (0..height).contains(&y) { outline.row(y, extent) } else { 0..0 };
    for y in 0..height {
        let (above, here, below) = (row(y - 1), row(y), row(y + 1));
        for x in 0..width {
            assert_eq!(words.contains(x, y), here.contains(&x));
            let is_before = here.contains(&x)
                && (x == here.start || x + 1 == here.end || !above.contains(&x) || !below.contains(&x));
            let beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            assert_eq!(
                is_before,
                words.contains(x, y) && beside.into_iter().any(|(x, y)| !words.contains(x, y)),
                "{}",
                what()
            );
        }
    }
    for (x, y) in (0..=2 * height).flat_map(|y| (0..=2 * width).map(move |x| (x, y))) {
        let point = HalfCell::new(x, y);
        assert_eq!(floor.nearest(point), outline.nearest(point, extent), "{point:?} {}", what());
        let is_inside = (1..2 * width).contains(&x) && (1..2 * height).contains(&y);
        if is_inside {
            assert_eq!(floor.nearest(point) == point, outline.touches(point, extent), "{point:?} {}", what());
        }
    }
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        for (across, down) in [(1, 1), (2, 1), (1, 3), (3, 2)] {
            let rect = Rect::of(x, y, across, down);
            if rect.right() <= width && rect.bottom() <= height {
                assert_eq!(
                    floor.covers(rect),
                    rect.cells().all(|cell| row(cell.y).contains(&cell.x)),
                    "{rect:?} {}",
                    what()
                );
            }
        }
    }
}

trait Shifted {
    fn shifted(self, by: i32) -> Self;
}

impl Shifted for Rect {
    fn shifted(self, by: i32) -> Self {
        Rect::of(self.left() + by, self.top(), self.width(), self.height())
    }
}

#[test]
fn floors_of_every_shape_answer_as_outlines_did() {
    let mut count = 0;
    for (width, height) in (1..=16).flat_map(|width| (1..=16).map(move |height| (width, height))) {
        let extent = Extent::new(width, height);
        for shape in [RoomShape::L, RoomShape::Plus, RoomShape::Round, RoomShape::Octagon] {
            let (across, down) = if shape == RoomShape::L { (width - 1, height - 1) } else { (width / 2, height / 2) };
            for (across, down) in (1..=across).flat_map(|across| (1..=down).map(move |down| (across, down))) {
                if shape == RoomShape::Octagon && across != down {
                    continue;
                }
                for corners in 1..16 {
                    if shape == RoomShape::L && i32::count_ones(corners) != 1 {
                        continue;
                    }
                    let leg = |corner| {
                        if corners >> (corner as i32) & 1 == 1 { Extent::new(across, down) } else { Extent::default() }
                    };
                    let outline = RoomOutline::new(shape, RectCorner::ALL.map(leg));
                    let rows: Vec<_> = (0..height).map(|y| outline.row(y, extent)).collect();
                    let has_all = |line: i32| rows.iter().any(|row| row.contains(&line));
                    let is_joined =
                        rows.windows(2).all(|pair| pair[0].start < pair[1].end && pair[1].start < pair[0].end);
                    if outline.is_whole()
                        || rows.iter().any(|row| row.is_empty())
                        || !(0..width).all(has_all)
                        || !is_joined
                    {
                        continue;
                    }
                    count += 1;
                    compare::<CellBlock>(&outline, extent);
                }
            }
        }
    }
    println!("{count} outlines");
    // Larger rooms, in grids of one and of two words a row.
    for (width, height) in [(17, 20), (63, 9), (64, 30), (65, 12), (90, 70)] {
        let extent = Extent::new(width, height);
        for shape in [RoomShape::Plus, RoomShape::Round, RoomShape::Octagon] {
            let leg = Extent::new(width.min(height) / 3, width.min(height) / 3);
            compare::<BitGrid>(&RoomOutline::new(shape, [leg, leg, Extent::default(), leg]), extent);
            compare::<BitGrid>(
                &RoomOutline::new(RoomShape::L, [Extent::default(), leg, Extent::default(), Extent::default()]),
                extent,
            );
        }
    }
    assert!(count > 10_000, "{count}");
}
