//! The shapes of rooms: which cells they lose at their corners.
//!
//! Consumes the rooms, the doors between them and random words of each leaf; produces the floors of
//! those that are no whole rectangles. A shaped room stays connected. Cuts leave rows and columns
//! at least two cells and the narrowest door wide. They never take the cells before doors, the
//! entry or the exit.

mod outline;
#[cfg(test)]
mod tests;

use std::iter;

use super::{Passage, PlanContext, PlannedRoom, ShapedFloors};
use crate::{
    geom::{Cell, Direction, Extent, Rect, RectCorner},
    grid::CellWords,
    model::RoomShape,
    rng::{RandomSource, SeedStage},
    trace::{Step, Trace},
    weights,
};
use outline::{RoomOutline, rounded};

/// The least number of floor cells that corner cuts leave in a row or column: two characters can
/// pass each other.
const ARM: i32 = 2;

/// For each corner of a room, how many columns and rows a shape may cut there.
type CornerLimits = [Extent; 4];

/// Gives each room a shape among those whose rules suit its size; rooms with vaults stay whole.
///
/// `protected` lists cells that must stay floor. Each leaf draws one word for the shape, then three
/// for an L (corner, columns, rows) or two for a plus (columns, rows). Cost: linear in rooms times
/// rules, plus passages.
pub(super) fn shape_rooms(
    context: &mut PlanContext<'_, impl Trace>,
    rooms: &mut [PlannedRoom],
    passages: &[Passage],
    protected: &[Option<Cell>],
) -> ShapedFloors {
    let preset = context.preset;
    context.trace.count(|| (passages.len() + rooms.len() * preset.shapes.len()) as u64);
    let limits = corner_limits(rooms, passages, protected);
    let arm = ARM.max(preset.doors.width.0);
    let mut draw = context.seed.leaves(SeedStage::Shapes);
    let mut floors = ShapedFloors::default();
    for ((id, room), limits) in (0..).zip(rooms).zip(&limits) {
        let extent = room.rect.extent();
        if room.vault.is_some() {
            continue;
        }
        draw.move_to(room.leaf);
        let weights = preset.shapes.iter().map(|rule| rule.admits(extent).then_some(&rule.weight));
        let chosen = weights::choose(weights, room.ramp_input(context.difficulty), &mut draw);
        let rule = chosen.and_then(|number| preset.shapes.get(number));
        let shape = rule.map_or(RoomShape::Rectangle, |rule| rule.shape);
        let outline = outline(shape, extent, limits, arm, &mut draw);
        if !outline.is_whole() {
            let rows = (0..extent.height).map(|y| (y, outline.row(y, extent)));
            let runs = rows.map(|(y, row)| Rect::of(row.start, y, row.end - row.start, 1));
            (room.cut, room.floor) = (outline.shape(), floors.add(extent, runs));
        }
        report(id, room, floors.of(room), context.trace);
    }
    floors
}

/// For each room, the columns and rows that each corner may lose without losing a protected cell or
/// a cell before a door.
fn corner_limits(rooms: &[PlannedRoom], passages: &[Passage], protected: &[Option<Cell>]) -> Vec<CornerLimits> {
    let mut limits: Vec<CornerLimits> = rooms.iter().map(|room| [room.rect.extent(); 4]).collect();
    for passage in passages {
        let doors = passage.doors();
        for (id, door) in passage.rooms.into_iter().zip([doors.first(), doors.last()]) {
            let room = rooms.get(id as usize).map(|room| room.rect);
            if let (Some(door), Some(room), Some(limits)) = (door, room, limits.get_mut(id as usize)) {
                keep_door(limits, room, *door);
            }
        }
    }
    for (room, limits) in rooms.iter().zip(&mut limits) {
        let inside = protected.iter().flatten().filter(|cell| room.rect.contains(**cell));
        inside.for_each(|&cell| keep_cell(limits, room.rect, cell));
    }
    limits
}

/// Protects the cells before a door: the corners on either side lose no more than the wall between
/// them and the door.
fn keep_door(limits: &mut CornerLimits, room: Rect, door: Rect) {
    let (is_east, is_south) = (door.left() >= room.right(), door.top() >= room.bottom());
    let is_beside = is_east || door.right() <= room.left();
    for (limit, corner) in limits.iter_mut().zip(RectCorner::ALL) {
        let (east, south) = corner.sides();
        let across = if east { room.right() - door.right() } else { door.left() - room.left() };
        let down = if south { room.bottom() - door.bottom() } else { door.top() - room.top() };
        if is_beside && east == is_east {
            limit.height = limit.height.min(down).max(0);
        } else if !is_beside && south == is_south {
            limit.width = limit.width.min(across).max(0);
        }
    }
}

/// Protects a cell: each corner is limited to the columns or to the rows before it, whichever
/// leaves more to cut.
fn keep_cell(limits: &mut CornerLimits, room: Rect, cell: Cell) {
    for (limit, corner) in limits.iter_mut().zip(RectCorner::ALL) {
        let (east, south) = corner.sides();
        let across = if east { room.right() - 1 - cell.x } else { cell.x - room.left() };
        let down = if south { room.bottom() - 1 - cell.y } else { cell.y - room.top() };
        if i64::from(across) * i64::from(room.height()) >= i64::from(down) * i64::from(room.width()) {
            limit.width = limit.width.min(across);
        } else {
            limit.height = limit.height.min(down);
        }
    }
}

/// Draws a room's outline; the whole rectangle where the shape does not fit.
fn outline(
    shape: RoomShape,
    extent: Extent,
    limits: &CornerLimits,
    arm: i32,
    draw: &mut impl RandomSource,
) -> RoomOutline {
    let legs = match shape {
        RoomShape::Rectangle | RoomShape::Vault => return RoomOutline::default(),
        RoomShape::L => legs_of_l(extent, limits, arm, draw),
        RoomShape::Plus => legs_of_plus(extent, limits, arm, draw),
        RoomShape::Round => limits.map(|limit| round_leg(extent, limit, arm)),
        RoomShape::Octagon => {
            let side = extent.width.min(extent.height);
            // Three tenths of the shorter side, rounded: all eight sides of a square room are then
            // about equally long.
            let leg = ((3 * side + 5) / 10).min((side - arm) / 2);
            limits.map(|limit| leg.min(limit.width).min(limit.height)).map(|leg| Extent::new(leg, leg))
        }
    };
    RoomOutline::new(shape, legs)
}

/// The corner cuts of a room that is an L: one corner, drawn from those that can lose a quarter of
/// both sides. The cut takes up to two thirds of each side.
fn legs_of_l(room: Extent, limits: &CornerLimits, arm: i32, draw: &mut impl RandomSource) -> [Extent; 4] {
    let least = |side: i32| ((side + 3) / 4).max(2);
    let least = Extent::new(least(room.width), least(room.height));
    let most = |side: i32, limit: i32| limit.min(2 * side / 3).min(side - arm);
    let most = limits.map(|limit| Extent::new(most(room.width, limit.width), most(room.height, limit.height)));
    let corners = (0..most.len()).filter(|&corner| most[corner].holds(least));
    let mut legs = [Extent::default(); 4];
    if corners.clone().next().is_some()
        && let Some(corner) = draw.pick(corners)
    {
        legs[corner].width = draw.within(least.width, most[corner].width);
        legs[corner].height = draw.within(least.height, most[corner].height);
    }
    legs
}

/// The corner cuts of a room that is a plus: the same block at each corner, a fifth to a third of
/// each side. Doors shrink a corner's block or remove it.
fn legs_of_plus(room: Extent, limits: &CornerLimits, arm: i32, draw: &mut impl RandomSource) -> [Extent; 4] {
    let least = |side: i32| (side / 5).max(1);
    let most = |side: i32| (side / 3).max(1).min((side - arm) / 2);
    let [least, most] =
        [Extent::new(least(room.width), least(room.height)), Extent::new(most(room.width), most(room.height))];
    let (width, height) = (draw.within(least.width, most.width), draw.within(least.height, most.height));
    if !most.holds(least) {
        return [Extent::default(); 4];
    }
    limits.map(|limit| {
        let leg = Extent::new(width.min(limit.width), height.min(limit.height));
        if leg.holds(least) { leg } else { Extent::default() }
    })
}

/// The columns and rows of a round corner: up to the middle of both walls, neither more than twice
/// the other, and smaller where doors require it.
fn round_leg(room: Extent, limit: Extent, arm: i32) -> Extent {
    let (width, height) = (limit.width.min((room.width - 1) / 2), limit.height.min((room.height - 1) / 2));
    let mut leg = Extent::new(width.min(2 * height), height.min(2 * width));
    let most = |side: i32| (side - arm).max(0) / 2;
    // In a narrow room a flat ellipse would close the ends. No row loses more than `width` cells
    // and no column more than `height`, so these loops take few steps.
    while leg.width > 0 && leg.height > 0 && rounded(leg, 0) > most(room.width) {
        leg.width -= 1;
    }
    while leg.width > 0 && leg.height > 0 && rounded(leg.turned(Direction::East), 0) > most(room.height) {
        leg.height -= 1;
    }
    leg
}

/// Reports the cells that a room's shape cuts off its rectangle to `trace`, row by row.
fn report<T: Trace>(id: u32, room: &PlannedRoom, floor: CellWords<'_>, trace: &mut T) {
    if !T::DETAILED || floor.words().is_none() {
        return;
    }
    let rect = room.rect;
    for y in 0..rect.height() {
        let mut end = 0;
        for run in floor.runs(y).chain(iter::once(rect.width()..rect.width())) {
            if let Some(cells) = Rect::from_xywh(rect.left() + end, rect.top() + y, run.start - end, 1) {
                trace.see(|| Step::Cut { room: id, cells });
            }
            end = run.end;
        }
    }
}
