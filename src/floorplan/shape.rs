//! The shapes of rooms: corners that are cut, and outlines that are dug.
//!
//! Consumes the rooms, the doors between them and random words of each leaf; produces the floors of
//! those that are no whole rectangles, and shrinks rooms to their floors. A shaped room stays
//! connected. Cuts leave rows and columns at least two cells and the narrowest door wide. No shape
//! takes the cells before doors, the entry or the exit.

mod cave;
mod depth;
mod outline;
mod pins;
#[cfg(test)]
mod tests;

use std::iter;

use super::{Passage, PlanContext, PlannedRoom, ShapedFloors};
use crate::{
    buckets::Buckets,
    geom::{Cell, Direction, Extent, Rect, RectCorner},
    grid::CellWords,
    model::RoomShape,
    preset::{Preset, RampInput, ShapeRule},
    rng::{RandomSource, RoomWordSources, SeedStage},
    trace::{Step, Trace},
    weights,
};
use cave::{CaveDigger, CaveStyle, DigKind};
use depth::{CutDepth, leg_between};
use outline::{RoomOutline, rounded};
use pins::pins_of_rooms;

/// The least number of floor cells that corner cuts leave in a row or column: two characters can
/// pass each other.
const ARM: i32 = 2;

/// For each corner of a room, how many columns and rows a shape may cut there.
type CornerLimits = [Extent; 4];

/// The rule for the shape of a room.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ShapeChoice {
    /// The position of the rule among the preset's; `None` for a room that stays whole.
    rule: Option<usize>,
}

impl ShapeChoice {
    /// The rule, if the room is dug: then it has no straight walls.
    pub(super) fn of_dug<'preset>(self, preset: &'preset Preset, room: &PlannedRoom) -> Option<&'preset ShapeRule> {
        let rule = preset.shapes.get(self.rule?)?;
        let Extent { width, height } = room.rect.extent();
        (rule.shape.is_dug() && width.min(height) >= cave::LEAST_SIDE).then_some(rule)
    }
}

/// Chooses the shape of each room among those whose rules suit its size; rooms with vaults stay
/// whole. Empty if the preset has no rules. Also returns the words of the rooms, for what is drawn
/// next.
///
/// Each leaf draws one word. Cost: linear in rooms times rules.
pub(super) fn choose_shapes(
    context: &mut PlanContext<'_, impl Trace>,
    rooms: &[PlannedRoom],
) -> (Vec<ShapeChoice>, RoomWordSources) {
    let preset = context.preset;
    let rooms = if preset.shapes.is_empty() { &[] } else { rooms };
    context.trace.count(|| (rooms.len() * preset.shapes.len()) as u64);
    let own = ShapeRule::own_tags(&preset.shapes);
    let mut words = RoomWordSources::new(context.seed, SeedStage::Shapes, rooms.iter().map(|room| room.leaf));
    let choice = |(id, room): (u32, &PlannedRoom)| {
        if room.vault.is_some() {
            return ShapeChoice::default();
        }
        let weights =
            preset.shapes.iter().map(|rule| rule.admits(room.rect.extent(), room.tags, own).then_some(&rule.weight));
        ShapeChoice { rule: weights::choose(weights, room.ramp_input(context.difficulty), &mut words.of(id)) }
    };
    ((0..).zip(rooms).map(choice).collect(), words)
}

/// Gives each room the shape that was chosen for it.
///
/// `protected` lists cells that must stay floor. Behind the words of the choice, each leaf draws
/// three for an L (corner, columns, rows) or two for a plus (columns, rows), without columns and
/// rows where the rule says how deep to cut. What is dug has words of its own. Cost: linear in
/// rooms and passages, plus the cells of rooms that are dug.
pub(super) fn shape_rooms(
    context: &mut PlanContext<'_, impl Trace>,
    rooms: &mut [PlannedRoom],
    (choices, mut draw): (&[ShapeChoice], RoomWordSources),
    passages: &[Passage],
    protected: &[Option<Cell>],
) -> ShapedFloors {
    let preset = context.preset;
    context.trace.count(|| (passages.len() + rooms.len()) as u64);
    let limits = corner_limits(rooms, passages, protected);
    let arm = ARM.max(preset.doors.width.0);
    let (mut floors, mut digger) = (ShapedFloors::default(), None);
    let digs = preset.shapes.iter().any(|rule| rule.shape.is_dug());
    let pins = if digs { pins_of_rooms(rooms, passages, protected) } else { Buckets::default() };
    for (((id, room), choice), limits) in (0..).zip(rooms).zip(choices).zip(&limits) {
        let (leaf, extent) = (room.rect, room.rect.extent());
        let Some(rule) = choice.rule.and_then(|rule| preset.shapes.get(rule)) else { continue };
        if let Some(rule) = choice.of_dug(preset, room) {
            context.trace.count(|| leaf.area().unsigned_abs());
            let words = &mut context.seed.leaf_stream(SeedStage::Caves, room.leaf);
            let kind = dig_kind(rule, room.ramp_input(context.difficulty));
            let digger = digger.get_or_insert_with(CaveDigger::default);
            let rows = digger.dig(extent, kind, pins.get(id), words);
            floors.shrink(room, rule.shape, rows);
            report(id, leaf, room, floors.of(room), context.trace);
            continue;
        }
        let depth = rule.cut.as_ref().map(|cut| CutDepth::at(cut, room.ramp_input(context.difficulty)));
        let outline = outline(rule.shape, extent, limits, arm, depth, &mut draw.of(id));
        if !outline.is_whole() {
            let rows = (0..extent.height).map(|y| (y, outline.row(y, extent)));
            let runs = rows.map(|(y, row)| Rect::of(row.start, y, row.end - row.start, 1));
            (room.cut, room.floor) = (outline.shape(), floors.add(extent, runs));
        }
        report(id, leaf, room, floors.of(room), context.trace);
    }
    floors
}

/// What a rule whose shape is dug digs.
fn dig_kind(rule: &ShapeRule, input: RampInput) -> DigKind {
    match rule.shape {
        RoomShape::Tunnels => DigKind::Tunnels,
        RoomShape::Ruin => DigKind::Ruin,
        _ => DigKind::Cave(CaveStyle { open: rule.open.at(input), rough: rule.rough.at(input) }),
    }
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
    depth: Option<CutDepth>,
    draw: &mut impl RandomSource,
) -> RoomOutline {
    let legs = match shape {
        RoomShape::Rectangle
        | RoomShape::Vault
        | RoomShape::Cave
        | RoomShape::Tunnels
        | RoomShape::Ruin
        | RoomShape::Bank
        | RoomShape::Shore => {
            return RoomOutline::default();
        }
        RoomShape::L => legs_of_l(extent, limits, arm, depth, draw),
        RoomShape::Plus => legs_of_plus(extent, limits, arm, depth, draw),
        RoomShape::Round => {
            let of = |side: i32| depth.map_or(side, |depth| depth.of((side - 1) / 2));
            let most = Extent::new(of(extent.width), of(extent.height));
            limits.map(|limit| round_leg(extent, smaller(limit, most), arm))
        }
        RoomShape::Octagon => {
            let side = extent.width.min(extent.height);
            // Three tenths of the shorter side, rounded: all eight sides of a square room are then
            // about equally long.
            let most = (side - arm) / 2;
            let leg = depth.map_or((3 * side + 5) / 10, |depth| depth.of(most)).min(most);
            limits.map(|limit| leg.min(limit.width).min(limit.height)).map(|leg| Extent::new(leg, leg))
        }
    };
    RoomOutline::new(shape, legs)
}

/// The corner cuts of a room that is an L: one corner, drawn from those that can lose a quarter of
/// both sides. The cut takes up to two thirds of each side.
fn legs_of_l(
    room: Extent,
    limits: &CornerLimits,
    arm: i32,
    depth: Option<CutDepth>,
    draw: &mut impl RandomSource,
) -> [Extent; 4] {
    let least = |side: i32| ((side + 3) / 4).max(2);
    let least = Extent::new(least(room.width), least(room.height));
    let most = |side: i32, limit: i32| limit.min(2 * side / 3).min(side - arm);
    let most = limits.map(|limit| Extent::new(most(room.width, limit.width), most(room.height, limit.height)));
    let corners = (0..most.len()).filter(|&corner| most[corner].holds(least));
    let mut legs = [Extent::default(); 4];
    if corners.clone().next().is_some()
        && let Some(corner) = draw.pick(corners)
    {
        legs[corner] = leg_between(least, most[corner], depth, draw);
    }
    legs
}

/// The corner cuts of a room that is a plus: the same block at each corner, a fifth to a third of
/// each side. Doors shrink a corner's block or remove it.
fn legs_of_plus(
    room: Extent,
    limits: &CornerLimits,
    arm: i32,
    depth: Option<CutDepth>,
    draw: &mut impl RandomSource,
) -> [Extent; 4] {
    let least = |side: i32| (side / 5).max(1);
    let most = |side: i32| (side / 3).max(1).min((side - arm) / 2);
    let [least, most] =
        [Extent::new(least(room.width), least(room.height)), Extent::new(most(room.width), most(room.height))];
    let cut = leg_between(least, most, depth, draw);
    if !most.holds(least) {
        return [Extent::default(); 4];
    }
    limits.map(|limit| {
        let leg = smaller(cut, limit);
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

/// The lesser width and the lesser height of two extents.
fn smaller(one: Extent, other: Extent) -> Extent {
    Extent::new(one.width.min(other.width), one.height.min(other.height))
}

/// Reports the cells that a room's shape takes from the room of its leaf to `trace`, row by row.
pub(super) fn report<T: Trace>(id: u32, leaf: Rect, room: &PlannedRoom, floor: CellWords<'_>, trace: &mut T) {
    if !T::DETAILED || floor.words().is_none() && room.rect == leaf {
        return;
    }
    for y in leaf.top()..leaf.bottom() {
        let mut end = leaf.left();
        let runs = floor.runs(y - room.rect.top());
        let runs = runs.map(|run| room.rect.left() + run.start..room.rect.left() + run.end);
        for run in runs.chain(iter::once(leaf.right()..leaf.right())) {
            if let Some(cells) = Rect::from_xywh(end, y, run.start - end, 1) {
                trace.see(|| Step::Cut { room: id, cells });
            }
            end = run.end;
        }
    }
}
