//! The cells of stairs: the entry and the exit, where the rules want them beside a wall of their
//! room, and the ways down beside the exit.
//!
//! Consumes rooms with their floors and vaults, passages, the path and random words; moves entry
//! and exit, and produces the other stairs. These take floor as it is, so they change no wall.

use super::{
    Passage, PlanContext, PlannedRoom, ShapedFloors,
    ends::{EntryAndExit, middle, nearest_floor},
    mission::PlannedStairs,
    placed_vault::{self, VaultObstacles},
};
use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet},
    model::Stairs,
    preset::StairsPlace,
    rng::{RandomSource, SeedStage},
    trace::Trace,
};

/// Whether the entry, and the exit, stand at a wall of their room. A requested entry stands where
/// it is asked for.
fn are_at_walls<T>(context: &PlanContext<'_, T>) -> [bool; 2] {
    let [entry, exit] = [context.preset.entry.at, context.preset.exit.at].map(|at| at == StairsPlace::Wall);
    [entry && context.start.is_none(), exit]
}

/// Moves the entry and the exit to walls of their rooms, where the rules ask for it.
///
/// Draws each uniformly, by one random word, from the cells at a wall that are farther than the
/// clearance from all doors and free of the vault. In a path of one room, the exit is at least half
/// as far from the entry as any of them. Without such a cell they stay. Cost: linear in the cells
/// of the two rooms, plus passages.
pub(super) fn move_to_walls(
    context: &mut PlanContext<'_, impl Trace>,
    rooms: &[PlannedRoom],
    floors: &ShapedFloors,
    passages: &[Passage],
    path: &[u32],
    chosen: EntryAndExit,
) -> EntryAndExit {
    let moves = are_at_walls(context);
    let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return chosen };
    if moves == [false; 2] {
        return chosen;
    }
    let draw = &mut context.stream(SeedStage::Stairs);
    let EntryAndExit { mut entry, mut exit } = chosen;
    if moves[0] {
        let mut cells = cells_at_walls(context, rooms, floors, passages, first);
        cells.retain(|cell| *cell != exit);
        entry = draw.pick(cells.into_iter()).unwrap_or(entry);
    }
    if moves[1] {
        let mut cells = cells_at_walls(context, rooms, floors, passages, last);
        cells.retain(|cell| *cell != entry);
        if first == last {
            let steps = |cell: &Cell| cell.x.abs_diff(entry.x) + cell.y.abs_diff(entry.y);
            let most = cells.iter().map(steps).max().unwrap_or_default();
            cells.retain(|cell| 2 * steps(cell) >= most);
        }
        exit = draw.pick(cells.into_iter()).unwrap_or(exit);
    }
    EntryAndExit { entry, exit }
}

/// Places the ways down beside the exit, each in its room: at the floor cell nearest to the middle,
/// where no vault stands, or at a wall as the exit is.
///
/// Those at walls draw one word each, from words of their own. Cost: as [`move_to_walls`], for each
/// of them.
pub(super) fn place(
    context: &mut PlanContext<'_, impl Trace>,
    rooms: &[PlannedRoom],
    floors: &ShapedFloors,
    passages: &[Passage],
    planned: &[PlannedStairs],
) -> Vec<Stairs> {
    let PlanContext { preset, seed, .. } = *context;
    let place = |&PlannedStairs { rule, room: id }: &PlannedStairs| {
        let (rule, room) = (preset.stairs.get(usize::from(rule))?, rooms.get(id as usize)?);
        let at_wall = (rule.at == StairsPlace::Wall).then(|| {
            let cells = cells_at_walls(context, rooms, floors, passages, id);
            seed.leaf_stream(SeedStage::StairCells, rule.to.digest32()).pick(cells.into_iter())
        });
        let in_middle = || placed_vault::standing_place(preset, room, nearest_floor(room, floors, middle(room)), None);
        Some(Stairs { cell: at_wall.flatten().unwrap_or_else(in_middle), to: rule.to.clone() })
    };
    planned.iter().filter_map(place).collect()
}

/// The floor cells beside a room's walls where stairs keep doors clear, in row-major order.
fn cells_at_walls(
    context: &mut PlanContext<'_, impl Trace>,
    rooms: &[PlannedRoom],
    floors: &ShapedFloors,
    passages: &[Passage],
    id: u32,
) -> Vec<Cell> {
    let PlanContext { preset, .. } = *context;
    let room = &rooms[id as usize];
    let (rect, extent) = (room.rect, room.rect.extent());
    context.trace.count(|| room.rect.area().unsigned_abs() + passages.len() as u64);
    let obstacles = VaultObstacles::of(preset, room);
    // Collects the cells near doors in a set: a large room may have very many doors.
    let mut near_doors = BitGrid::new(extent.width, extent.height);
    let own = passages.iter().filter(|passage| passage.rooms.contains(&id));
    for near in own.flat_map(Passage::doors).filter_map(|door| door.grown(preset.clearance)?.intersection(rect)) {
        context.trace.count(|| near.area().unsigned_abs());
        let (left, top) = (near.left() - rect.left(), near.top() - rect.top());
        near_doors.insert_rect(Rect::of(left, top, near.width(), near.height()));
    }
    let floor = floors.of(room);
    let is_at_wall = |x: i32, y: i32| {
        [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].into_iter().any(|(x, y)| !floor.contains(x, y))
    };
    let mut cells = Vec::new();
    for y in 0..extent.height {
        let free = floor.runs(y).flatten().filter(|&x| is_at_wall(x, y) && !near_doors.get(Cell::new(x, y)));
        let cell = |x: i32| Cell::new(rect.left() + x, rect.top() + y);
        cells.extend(free.map(cell).filter(|&cell| obstacles.as_ref().is_none_or(|vault| vault.is_free(cell))));
    }
    cells
}
