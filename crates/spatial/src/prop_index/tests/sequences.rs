//! Random sequences of insertions and removals, compared with a list after every step.

use proptest::{collection::vec, prelude::*};

use super::{super::*, Both};
use crate::geom::Cell;

#[derive(Clone, Debug)]
enum Step {
    Insert(u32, Footprint),
    /// Removes the object at this position of the list, modulo its length.
    Remove(usize),
    RemoveId(u32),
    Clear,
}

impl Both {
    fn step(&mut self, step: &Step) {
        match *step {
            Step::Insert(id, footprint) => self.insert(id, footprint),
            Step::Remove(at) if !self.list.is_empty() => self.remove(self.list[at % self.list.len()].0),
            Step::Remove(_) => (),
            Step::RemoveId(id) => self.remove(id),
            Step::Clear => {
                self.index.clear();
                self.list.clear();
            }
        }
        self.index.verify();
    }
}

/// A rectangle in or near a world of this size, mostly small.
fn rects(width: i32, height: i32) -> impl Strategy<Value = Rect> {
    let side = || prop_oneof![6 => Just(1), 6 => 1..=8, 2 => 1..=20, 1 => 1..=100i32];
    let sides = prop_oneof![20 => (side(), side()), 1 => Just((width, height)), 1 => (side(), Just(height))];
    (-2..width + 2, -2..height + 2, sides).prop_map(|(x, y, (width, height))| Rect::of(x, y, width, height))
}

/// Rectangles as from [`rects`], moved and clipped into the world.
fn inner_rects(width: i32, height: i32) -> impl Strategy<Value = Rect> {
    rects(width, height).prop_map(move |rect| {
        let (across, down) = (rect.width().min(width), rect.height().min(height));
        Rect::of(rect.left().clamp(0, width - across), rect.top().clamp(0, height - down), across, down)
    })
}

fn footprints(width: i32, height: i32) -> impl Strategy<Value = Footprint> {
    let heights =
        prop_oneof![2 => Just((i32::MIN, i32::MAX)), 3 => (0..4, -1..4).prop_map(|(at, tall)| (at, at + tall))];
    let cells = prop_oneof![9 => inner_rects(width, height), 1 => rects(width, height)];
    (cells, heights).prop_map(|(cells, (bottom, top))| Footprint::new(cells).between(bottom, top))
}

fn ids() -> impl Strategy<Value = u32> {
    prop_oneof![8 => 0..40u32, 1 => 1000..3000u32, 1 => any::<u32>(), 1 => Just(u32::MAX)]
}

fn steps(width: i32, height: i32, count: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        12 => (ids(), footprints(width, height)).prop_map(|(id, footprint)| Step::Insert(id, footprint)),
        5 => any::<usize>().prop_map(Step::Remove),
        1 => ids().prop_map(Step::RemoveId),
        1 => (0..20u8).prop_map(|at| if at == 0 { Step::Clear } else { Step::Remove(at.into()) }),
    ];
    vec(step, 1..count)
}

fn cells(width: i32, height: i32) -> impl Strategy<Value = Vec<Cell>> {
    let near = (-9..width + 9, -9..height + 9);
    let cell = prop_oneof![8 => near, 1 => (any::<i32>(), any::<i32>()), 1 => Just((i32::MIN, i32::MAX))];
    vec(cell.prop_map(Cell::from), 6)
}

fn follow(size: (i32, i32), steps: &[Step], rects: &[Rect], cells: &[Cell], radius: u32) {
    let mut both = Both::new(size.0.into(), size.1.into());
    for step in steps {
        both.step(step);
        both.compare(rects, cells, radius);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_small_world_is_as_a_list_says(
        steps in steps(20, 11, 60), rects in vec(rects(20, 11), 12), cells in cells(20, 11), radius in 0..12u32
    ) {
        follow((20, 11), &steps, &rects, &cells, radius);
    }

    #[test]
    fn a_world_of_several_pages_is_as_a_list_says(
        steps in steps(150, 700, 40), rects in vec(rects(150, 700), 12), cells in cells(150, 700), radius in 0..90u32
    ) {
        follow((150, 700), &steps, &rects, &cells, radius);
    }

    #[test]
    fn single_cells_are_as_a_list_says(
        steps in steps(30, 70, 90), rects in vec(rects(30, 70), 12), cells in cells(30, 70), radius in 0..40u32
    ) {
        let single = |step: &Step| match *step {
            Step::Insert(id, Footprint { cells, bottom, top }) => {
                let cell = Rect::from_cell(cells.top_left());
                Step::Insert(id, Footprint { cells: cell, bottom, top })
            }
            ref other => other.clone(),
        };
        follow((30, 70), &steps.iter().map(single).collect::<Vec<_>>(), &rects, &cells, radius);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn the_largest_world_is_as_a_list_says(
        steps in steps(16384, 16384, 24), rects in vec(rects(16384, 16384), 8), cells in cells(16384, 16384), radius in any::<u32>()
    ) {
        follow((16384, 16384), &steps, &rects, &cells, radius);
    }
}
