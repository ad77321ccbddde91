//! Door leaves: thin boxes in the middle of the wall, one or two to a door.
//!
//! The hinge of a leaf is the origin of its mesh, so a game opens a door by turning its leaves. A
//! barred door is a grate; a secret door looks like a piece of the wall.

use roomgen::glam::Vec3;

use super::geometry::box_between;
use roomgen::{
    geom::{Direction, Rect},
    level::{DoorKind, Level},
    mesh::WALL_HEIGHT,
    spatial::Aabb3,
};

/// The height of leaves and grates in metres: above
/// [`PropKind::HEADROOM`](roomgen::PropKind::HEADROOM), and below the top of the walls, so that
/// doors show from above.
const HEIGHT: f32 = 2.5;

/// The thickness of a door leaf, in metres.
const THICKNESS: f32 = 0.125;

/// The grate of a barred door, in metres: the width of its bars (`BAR`), the distance between
/// upright bars (`BARS`), and the heights of its two crossbars (`CROSSBARS`).
const BAR: f32 = 0.0625;
const BARS: f32 = 0.25;
const CROSSBARS: [f32; 2] = [0.5, 2.0];

/// The width, position and direction of a door leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DoorLeaf {
    /// The width of the leaf, in half metres.
    pub(super) width: u16,
    /// The position of the hinge on the floor, in metres.
    pub(super) hinge: Vec3,
    /// The direction to which the leaf is turned from north. A leaf turned north extends east from
    /// its hinge.
    pub(super) turn: Direction,
}

/// The leaves of a door: one for a narrow door, two that meet in the middle for a wide one.
///
/// Barred and secret doors are one leaf of the full width. Open leaves stand at right angles to the
/// wall, half in the doorway and half over the cells before it, which are free of obstacles.
pub(super) fn leaves(level: &Level, door: Rect, kind: DoorKind) -> impl Iterator<Item = DoorLeaf> {
    let along_x = level.leads_north(door);
    let (left, top) = (door.left() as f32, door.top() as f32);
    let (length, first, along) = if along_x {
        (door.width(), Vec3::new(left, 0.0, top + 0.5), Vec3::X)
    } else {
        (door.height(), Vec3::new(left + 0.5, 0.0, top), Vec3::Z)
    };
    // A level's width and height fit in 16 bits, so the length of a door does.
    let halves = length as u16 * 2;
    let last = first + along * length as f32;
    let (on, back) = if along_x { (Direction::North, Direction::South) } else { (Direction::East, Direction::West) };
    let (first, second) = match kind {
        DoorKind::Barred | DoorKind::Secret => (DoorLeaf { width: halves, hinge: first, turn: on }, None),
        DoorKind::Closed if length == 1 => (DoorLeaf { width: 2, hinge: first, turn: on }, None),
        DoorKind::Closed => (
            DoorLeaf { width: length as u16, hinge: first, turn: on },
            Some(DoorLeaf { width: length as u16, hinge: last, turn: back }),
        ),
        DoorKind::Open => {
            // Keeps the whole thickness of the leaf in the doorway, and none of it in the wall
            // beside it.
            let inward = along * (THICKNESS / 2.0);
            let turn = if along_x { Direction::East } else { Direction::North };
            let leaf = |hinge| DoorLeaf { width: 2, hinge, turn };
            (leaf(first + inward), (length > 1).then(|| leaf(last - inward)))
        }
    };
    [Some(first), second].into_iter().flatten()
}

/// Returns the boxes of a leaf `half_metres` half metres wide. The hinge is at the origin, and the
/// leaf extends east from it.
pub(super) fn parts(kind: DoorKind, half_metres: u16) -> Vec<Aabb3> {
    let width = f32::from(half_metres) / 2.0;
    let part = |x: [f32; 2], y: [f32; 2], thickness: f32| {
        box_between([x[0], y[0], -thickness / 2.0], [x[1], y[1], thickness / 2.0])
    };
    match kind {
        DoorKind::Open | DoorKind::Closed => vec![part([0.0, width], [0.0, HEIGHT], THICKNESS)],
        DoorKind::Secret => vec![part([0.0, width], [0.0, WALL_HEIGHT], 1.0)],
        DoorKind::Barred => {
            let count = u16::max(half_metres * 2, 1);
            let upright = (0..count).map(|bar| {
                let middle = (f32::from(bar) + 0.5) * BARS;
                part([middle - BAR / 2.0, middle + BAR / 2.0], [0.0, HEIGHT], BAR)
            });
            // Crossbars are thicker than upright bars, so that no two faces are coplanar.
            let across = CROSSBARS.map(|y| part([0.0, width], [y, y + BAR], BAR * 1.5));
            upright.chain(across).collect()
        }
    }
}
