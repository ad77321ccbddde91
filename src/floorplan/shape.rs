//! The shapes of rooms: which cells they lose at their corners.
//!
//! Consumes the rooms, the doors between them and random words of each leaf; gives each room an
//! [`Outline`]. A shaped room stays connected. Cuts leave rows and columns at least two cells and
//! the narrowest door wide. They never take the cells before doors, the entry or the exit.

#[cfg(test)]
mod tests;

use super::{
    Passage, PlannedRoom,
    outline::{Outline, RoomExtent, rounded},
};
use crate::{
    geom::{Cell, Corner, Rect},
    model::RoomShape,
    preset::{Preset, ShapeRule},
    rng::{FloorSeed, RandomSource, SeedStage},
    trace::Trace,
    weights,
};

/// The least width of what cuts leave of a room, in cells: two characters can pass each other.
const ARM: i32 = 2;

/// For each corner of a room, how many columns and rows a shape may cut there.
type CornerLimits = [(i32, i32); 4];

/// Reusable buffers of shaping.
#[derive(Clone, Debug, Default)]
pub(super) struct Shaper {
    /// The limits of each room.
    free: Vec<CornerLimits>,
    /// Counted steps: passages, shape rules tried, and steps of fitting round corners.
    pub(super) work: u64,
}

impl Shaper {
    /// Gives each room a shape among those whose rules suit its size; rooms with vaults stay whole.
    ///
    /// `kept` lists cells that must stay floor. Each leaf draws one word for the shape, then three
    /// for an L (corner, columns, rows) or two for a plus (columns, rows). Cost: linear in rooms
    /// times rules, plus passages.
    pub(super) fn shape(
        &mut self,
        (preset, difficulty): (&Preset, f32),
        rooms: &mut [PlannedRoom],
        passages: &[Passage],
        protected: &[Cell],
        seed: &FloorSeed,
        trace: &mut impl Trace,
    ) {
        self.work = (passages.len() + rooms.len() * preset.shapes.len()) as u64;
        self.free.clear();
        self.free.extend(rooms.iter().map(|room| [(room.rect.width(), room.rect.height()); 4]));
        for passage in passages {
            let doors = passage.doors();
            for (id, door) in passage.rooms.into_iter().zip([doors.first(), doors.last()]) {
                let room = rooms.get(id as usize).map(|room| room.rect);
                if let (Some(door), Some(room), Some(free)) = (door, room, self.free.get_mut(id as usize)) {
                    keep_door(free, room, *door);
                }
            }
        }
        for (room, free) in rooms.iter().zip(&mut self.free) {
            protected
                .iter()
                .filter(|cell| room.rect.contains(**cell))
                .for_each(|&cell| keep_cell(free, room.rect, cell));
        }
        let arm = ARM.max(preset.doors.width.0);
        let mut draw = seed.leaves(SeedStage::Shapes);
        for ((id, room), free) in (0..).zip(rooms).zip(&self.free) {
            let sides = (room.rect.width(), room.rect.height());
            if room.vault.is_some() {
                continue;
            }
            draw.move_to(room.leaf);
            let each = preset.shapes.iter().map(|rule| suits(rule, sides).then_some(&rule.weight));
            let chosen = weights::choose(each, room.ramp_input(difficulty), &mut draw);
            let chosen = chosen.and_then(|number| preset.shapes.get(number));
            let shape = chosen.map_or(RoomShape::Rectangle, |rule| rule.shape);
            room.outline = outline(shape, sides, free, arm, &mut draw);
            // Fitting a round corner shrinks it by one row or column at a time.
            self.work += if shape == RoomShape::Round { 2 * u64::from((sides.0 + sides.1).unsigned_abs()) } else { 0 };
            report(id, room, trace);
        }
    }
}

fn suits(rule: &ShapeRule, (width, height): RoomExtent) -> bool {
    (rule.min.0..=rule.max.0).contains(&width) && (rule.min.1..=rule.max.1).contains(&height)
}

/// Protects the cells before a door: the corners on either side lose no more than the wall between
/// them and the door.
fn keep_door(free: &mut CornerLimits, room: Rect, door: Rect) {
    let [north_west, north_east, south_east, south_west] = free;
    let limit = |leg: &mut i32, cells: i32| *leg = (*leg).min(cells).max(0);
    let (before, after) = if door.right() <= room.left() || door.left() >= room.right() {
        (door.top() - room.top(), room.bottom() - door.bottom())
    } else {
        (door.left() - room.left(), room.right() - door.right())
    };
    if door.bottom() == room.top() {
        limit(&mut north_west.0, before);
        limit(&mut north_east.0, after);
    } else if door.top() == room.bottom() {
        limit(&mut south_west.0, before);
        limit(&mut south_east.0, after);
    } else if door.right() == room.left() {
        limit(&mut north_west.1, before);
        limit(&mut south_west.1, after);
    } else {
        limit(&mut north_east.1, before);
        limit(&mut south_east.1, after);
    }
}

/// Protects a cell: each corner is limited to the columns or to the rows before it, whichever
/// leaves more to cut.
fn keep_cell(free: &mut CornerLimits, room: Rect, cell: Cell) {
    for (legs, corner) in free.iter_mut().zip(Corner::ALL) {
        let (east, south) = corner.sides();
        let across = if east { room.right() - 1 - cell.x } else { cell.x - room.left() };
        let down = if south { room.bottom() - 1 - cell.y } else { cell.y - room.top() };
        if i64::from(across) * i64::from(room.height()) >= i64::from(down) * i64::from(room.width()) {
            legs.0 = legs.0.min(across);
        } else {
            legs.1 = legs.1.min(down);
        }
    }
}

/// Draws a room's outline; the whole rectangle where the shape does not fit.
fn outline(
    shape: RoomShape,
    sides: RoomExtent,
    free: &CornerLimits,
    arm: i32,
    draw: &mut impl RandomSource,
) -> Outline {
    let legs = match shape {
        RoomShape::Rectangle | RoomShape::Vault => return Outline::default(),
        RoomShape::L => ell(sides, free, arm, draw),
        RoomShape::Plus => plus(sides, free, arm, draw),
        RoomShape::Round => free.map(|free| round(sides, free, arm)),
        RoomShape::Octagon => {
            let side = sides.0.min(sides.1);
            // Three tenths of the shorter side, rounded: all eight sides of a square room are then
            // about equally long.
            let leg = ((3 * side + 5) / 10).min((side - arm) / 2);
            free.map(|(across, down)| [leg, across, down].into_iter().min().unwrap_or(leg)).map(|leg| (leg, leg))
        }
    };
    Outline::new(shape, legs)
}

/// An L: cuts one random corner of those that can lose a quarter of each side, by up to two thirds
/// of each.
fn ell((width, height): RoomExtent, free: &CornerLimits, arm: i32, draw: &mut impl RandomSource) -> CornerLimits {
    let least = |side: i32| ((side + 3) / 4).max(2);
    let most = |side: i32, free: i32| free.min(2 * side / 3).min(side - arm);
    let losses = free.map(|(across, down)| (most(width, across), most(height, down)));
    let can_lose = |corner: &usize| losses[*corner].0 >= least(width) && losses[*corner].1 >= least(height);
    let corners = (0..losses.len()).filter(can_lose);
    let mut legs = CornerLimits::default();
    let count = corners.clone().count();
    if count > 0
        && let Some(corner) = corners.clone().nth(draw.below(count as u32) as usize)
    {
        let across = draw.within(least(width), losses[corner].0);
        legs[corner] = (across, draw.within(least(height), losses[corner].1));
    }
    legs
}

/// A plus: cuts the same block at each corner, a fifth to a third of each side. Doors shrink a
/// corner's block or remove it.
fn plus((width, height): RoomExtent, free: &CornerLimits, arm: i32, draw: &mut impl RandomSource) -> CornerLimits {
    let least = |side: i32| (side / 5).max(1);
    let most = |side: i32| (side / 3).max(1).min((side - arm) / 2);
    let (across, down) = (draw.within(least(width), most(width)), draw.within(least(height), most(height)));
    if most(width) < least(width) || most(height) < least(height) {
        return CornerLimits::default();
    }
    free.map(|free| {
        let legs = (across.min(free.0), down.min(free.1));
        if legs.0 >= least(width) && legs.1 >= least(height) { legs } else { (0, 0) }
    })
}

/// The legs of a round corner: up to the middle of both walls, at most 2:1, and smaller where doors
/// require it.
fn round((width, height): RoomExtent, free: (i32, i32), arm: i32) -> (i32, i32) {
    let (across, down) = (free.0.min((width - 1) / 2), free.1.min((height - 1) / 2));
    let (mut across, mut down) = (across.min(2 * down), down.min(2 * across));
    // In a narrow room a flat ellipse would close the ends. No row loses more than `across` cells
    // and no column more than `down`, so these loops take few steps.
    while across > 0 && down > 0 && rounded(across, down, 0) > (width - arm).max(0) / 2 {
        across -= 1;
    }
    while across > 0 && down > 0 && rounded(down, across, 0) > (height - arm).max(0) / 2 {
        down -= 1;
    }
    (across, down)
}

/// Reports the cells that a room has lost, row by row.
fn report<T: Trace>(id: u32, room: &PlannedRoom, trace: &mut T) {
    if !T::DETAILED || room.outline.is_whole() {
        return;
    }
    let rect = room.rect;
    for y in 0..rect.height() {
        let (first, end) = room.outline.row(y, (rect.width(), rect.height()));
        for (from, to) in [(0, first), (end, rect.width())] {
            if let Some(cells) = Rect::from_xywh(rect.left() + from, rect.top() + y, to - from, 1) {
                trace.cut(id, cells);
            }
        }
    }
}
