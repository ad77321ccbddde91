//! `PropIndex` against peers: one-cell props on a fifth of the cells of a square world.
//!
//! The props come in random order, the hardest one to build from; a second row of builds has them
//! in row-major order. Each entrant gets the input that suits it best: ours takes cells; rstar
//! takes integers, so that its closed boxes end at a cell's last row and column; the other two take
//! slightly smaller boxes, since touching is not overlapping.

use std::{cell::RefCell, hint::black_box, ops::ControlFlow, rc::Rc};

use packed_spatial_index::{Box2D, Index2D, Index2DBuilder, SimdIndex2D};
use parry2d::{
    bounding_volume::Aabb,
    math::Vector,
    partitioning::{Bvh, BvhBuildStrategy, BvhNode, TraversalAction},
};
use roomgen::{Cell, Rect, Size, spatial::PropIndex};
use rstar::{
    AABB, RTree,
    primitives::{GeomWithData, Rectangle},
};

use super::queries::{Workspace, queries};
use crate::{
    contest::Entrant,
    lots::{Lots, checksum},
    table::Table,
};

/// Queries, or removals and insertions, per piece of work.
const BATCH: usize = 1000;

pub fn run(table: &Table) {
    for (count, size) in [(1_000, "1k"), (10_000, "10k"), (100_000, "100k"), (1_000_000, "1M")] {
        let world = World::new(count);
        table.contest("props: build", size, 1, builds(&world));
        table.contest("props: build, row by row", size, 1, builds(&world.in_rows()));
        let bars = if count >= 100_000 { [11.0, 9.0, 4.0] } else { [5.5, 4.5, 2.0] };
        if table.wants("props: rectangle of 4x4") {
            let built = Built::new(&world);
            let corners = world.corners(4);
            table.contest("props: rectangle of 4x4", size, BATCH as u32, built.rectangles(&corners, bars));
        }
        if count == 100_000 {
            let built = Built::new(&world);
            let corners = world.corners(1);
            table.contest("props: at a cell", size, BATCH as u32, built.cells(&corners));
            table.contest("props: insert or remove one", size, 2 * BATCH as u32, changes(&world, built));
        }
    }
}

/// Props with ids counting up from 0.
struct World {
    side: i32,
    cells: Vec<(i32, i32)>,
}

impl World {
    fn new(count: usize) -> Self {
        let side = (5.0 * count as f64).sqrt().round() as i32;
        let mut all = (0..side * side).map(|at| (at % side, at / side)).collect();
        draw(&mut all, count, &mut Lots::new(count as u64));
        Self { side, cells: all }
    }

    /// The same cells with ids in row-major order.
    fn in_rows(&self) -> Self {
        let mut cells = self.cells.clone();
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        Self { cells, ..*self }
    }

    fn size(&self) -> Size {
        Size::new(self.side.into(), self.side.into()).expect("a side within bounds")
    }

    fn rects(&self) -> Vec<(u32, Rect)> {
        let rect = |&(x, y): &(i32, i32)| Rect::from_xywh(x, y, 1, 1).expect("a cell");
        (0..).zip(self.cells.iter().map(rect)).collect()
    }

    /// The top left cells of random squares inside the world.
    fn corners(&self, side: i32) -> Vec<(i32, i32)> {
        let mut lots = Lots::new(7);
        let end = (self.side - side + 1) as u32;
        (0..BATCH).map(|_| (lots.below(end) as i32, lots.below(end) as i32)).collect()
    }
}

/// Keeps `count` random elements in random order.
fn draw<T>(all: &mut Vec<T>, count: usize, lots: &mut Lots) {
    for at in 0..count {
        let other = at + lots.below((all.len() - at) as u32) as usize;
        all.swap(at, other);
    }
    all.truncate(count);
}

/// A prop in the form that rstar takes.
type Leaf = GeomWithData<Rectangle<[i32; 2]>, u32>;

fn leaves(world: &World) -> Vec<Leaf> {
    let leaf = |(&(x, y), id)| Leaf::new(Rectangle::from_corners([x, y], [x, y]), id);
    world.cells.iter().zip(0..).map(leaf).collect()
}

/// A square of cells, smaller by a quarter of a cell on each side.
fn packed_box((x, y): (i32, i32), side: i32) -> Box2D {
    let [left, top, side] = [x, y, side].map(f64::from);
    Box2D::new(left + 0.25, top + 0.25, left + side - 0.25, top + side - 0.25)
}

fn parry_box((x, y): (i32, i32), side: i32) -> Aabb {
    let [left, top, side] = [x, y, side].map(|at| at as f32);
    Aabb::new(Vector::new(left + 0.25, top + 0.25), Vector::new(left + side - 0.25, top + side - 0.25))
}

fn pack(boxes: &[Box2D]) -> Index2DBuilder {
    let mut builder = Index2DBuilder::new(boxes.len());
    boxes.iter().for_each(|&one| builder.add(one));
    builder
}

fn builds(world: &World) -> Vec<Entrant<'static>> {
    let (size, rects, leaves) = (world.size(), world.rects(), leaves(world));
    let boxes: Vec<_> = world.cells.iter().map(|&cell| packed_box(cell, 1)).collect();
    let (third, side) = (world.side / 3, world.side / 3 + 1);
    let middle = Rect::from_xywh(third, third, side, side).expect("a rectangle");
    vec![
        Entrant::new(
            "roomgen",
            1.0,
            move || PropIndex::build(size, rects.iter().copied()).expect("props inside the world"),
            move |index| {
                let mut found = Vec::new();
                index.collect_in(middle, &mut found);
                checksum(found.into_iter().map(u64::from))
            },
        ),
        Entrant::prepared(
            "rstar",
            15.0,
            move || leaves.clone(),
            RTree::bulk_load,
            move |tree| {
                let envelope = AABB::from_corners([third; 2], [third + side - 1; 2]);
                checksum(tree.locate_in_envelope_intersecting(envelope).map(|leaf| leaf.data.into()))
            },
        ),
        Entrant::new(
            "packed_spatial_index",
            5.0,
            move || pack(&boxes).finish().expect("boxes in order"),
            move |index: &Index2D| checksum(index.search(packed_box((third, third), side)).iter().map(|&id| id as u64)),
        ),
    ]
}

/// All structures, built over one world.
struct Built {
    ours: PropIndex,
    rstar: RTree<Leaf>,
    parry: Bvh,
    packed: SimdIndex2D,
}

impl Built {
    fn new(world: &World) -> Self {
        let boxes: Vec<_> = world.cells.iter().map(|&cell| packed_box(cell, 1)).collect();
        let aabbs: Vec<_> = world.cells.iter().map(|&cell| parry_box(cell, 1)).collect();
        Self {
            ours: PropIndex::build(world.size(), world.rects()).expect("props inside the world"),
            rstar: RTree::bulk_load(leaves(world)),
            parry: Bvh::from_leaves(BvhBuildStrategy::Binned, &aabbs),
            packed: pack(&boxes).finish_simd().expect("boxes in order"),
        }
    }

    fn rectangles(&self, corners: &[(i32, i32)], bars: [f64; 3]) -> Vec<Entrant<'_>> {
        let rects = corners.iter().map(|&(x, y)| Rect::from_xywh(x, y, 4, 4).expect("a square")).collect();
        let envelopes = corners.iter().map(|&(x, y)| AABB::from_corners([x, y], [x + 3, y + 3])).collect();
        let aabbs = corners.iter().map(|&corner| parry_box(corner, 4)).collect();
        let boxes = corners.iter().map(|&corner| packed_box(corner, 4)).collect();
        vec![
            queries("roomgen", 1.0, rects, |&rect, found| self.ours.collect_in(rect, found)),
            queries("rstar", bars[0], envelopes, |&envelope, found: &mut Vec<u32>| {
                found.clear();
                let _: ControlFlow<()> = self.rstar.locate_in_envelope_intersecting_int(envelope, |leaf| {
                    found.push(leaf.data);
                    ControlFlow::Continue(())
                });
            }),
            queries("parry2d", bars[1], aabbs, |aabb, found: &mut Vec<u32>| {
                found.clear();
                let wanted = BvhNode::leaf(*aabb, 0);
                self.parry.traverse(|node| {
                    if !node.intersects(&wanted) {
                        return TraversalAction::Prune;
                    }
                    found.extend(node.leaf_data());
                    TraversalAction::Continue
                });
            }),
            queries("packed_spatial_index", bars[2], boxes, |&one, found: &mut Workspace| {
                self.packed.search_with(one, &mut found.0);
            }),
        ]
    }

    fn cells(&self, corners: &[(i32, i32)]) -> Vec<Entrant<'_>> {
        let cells = corners.iter().map(|&(x, y)| Cell::new(x, y)).collect();
        let points = corners.iter().map(|&(x, y)| [x, y]).collect();
        let aabbs = corners.iter().map(|&corner| parry_box(corner, 1)).collect();
        let boxes = corners.iter().map(|&corner| packed_box(corner, 1)).collect();
        vec![
            queries("roomgen", 1.0, cells, |&cell, found: &mut Option<u32>| *found = self.ours.first_at(cell)),
            queries("rstar", 4.5, points, |&point, found: &mut Option<u32>| {
                *found = self.rstar.locate_at_point_int(point).map(|leaf| leaf.data);
            }),
            queries("parry2d", 4.5, aabbs, |aabb, found: &mut Option<u32>| {
                *found = self.parry.intersect_aabb(aabb).next();
            }),
            queries("packed_spatial_index", 4.5, boxes, |&one, found: &mut Option<usize>| {
                *found = self.packed.first(one)
            }),
        ]
    }
}

/// Entrants that remove random props and insert them again.
fn changes(world: &World, built: Built) -> Vec<Entrant<'static>> {
    let mut ids: Vec<usize> = (0..world.cells.len()).collect();
    draw(&mut ids, BATCH, &mut Lots::new(11));
    let (rects, leaves) = (world.rects(), leaves(world));
    let rects: Vec<_> = ids.iter().map(|&id| rects[id]).collect();
    let leaves: Vec<_> = ids.iter().map(|&id| leaves[id]).collect();
    let ours = Rc::new(RefCell::new(built.ours));
    let rstar = Rc::new(RefCell::new(built.rstar));
    let (our_result, rstar_result) = (ours.clone(), rstar.clone());
    vec![
        Entrant::new(
            "roomgen",
            1.0,
            move || {
                let index = &mut *ours.borrow_mut();
                for &(id, _) in &rects {
                    black_box(index.remove(id).is_ok());
                }
                for &(id, rect) in &rects {
                    black_box(index.insert(id, rect).is_ok());
                }
            },
            move |()| checksum(our_result.borrow().iter().map(u64::from)),
        ),
        Entrant::new(
            "rstar",
            50.0,
            move || {
                let tree = &mut *rstar.borrow_mut();
                for leaf in &leaves {
                    black_box(tree.remove(leaf).is_some());
                }
                for &leaf in &leaves {
                    tree.insert(leaf);
                }
            },
            move |()| checksum(rstar_result.borrow().iter().map(|leaf| leaf.data.into())),
        ),
    ]
}
