//! Spawning: a group of the preset that arrives in a finished level, by the rules of generation.
//!
//! Consumes a preset, a level that it made, and the state of play as sets of cells. Produces the
//! members of a group and their cells; changes nothing.
//!
//! The group's filter and weight, the counts of its members, its spread, the crowd that a room
//! holds and the quiet zone are rules as in [populating](crate::populate). What a level may have
//! holds for no guest: budgets, `most`, `fight`, `boss` and `required`. A finished level does not
//! know the slots of its layouts.

mod error;
#[cfg(test)]
mod tests;

use std::iter;

pub use error::SpawnError;

use crate::{
    floorplan::QuietZone,
    furnish::SpaceSets,
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet},
    level::{Level, Room},
    model::PropKind,
    populate::MemberPlaces,
    preset::{GroupRule, Preset, RampInput, RoomFacts},
    rng::{FloorSeed, RandomSource, SeedStage},
};

/// The least steps between a group that arrives and the cell that it keeps away from: a preset
/// without a quiet zone has no surprise beside the player either.
const LEAST_QUIET: u32 = 8;

/// A member of a group that arrives in a level.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Spawned<'preset> {
    /// What it is.
    pub kind: &'preset PropKind,
    /// The position of its kind in [`Preset::kinds`].
    pub kind_id: u16,
    /// Where it stands.
    pub cell: Cell,
}

/// The state of play, as sets of cells of a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpawnGround<'play> {
    /// The cells on which one can stand now, and that can be reached.
    pub(crate) walkable: &'play BitGrid,
    /// The cells where something stands: monsters, the player.
    pub(crate) taken: &'play BitGrid,
    /// The cells where nobody may be seen to arrive.
    pub(crate) in_view: &'play BitGrid,
}

/// The members of a group that arrives in one room of a level, and their cells.
///
/// The rooms that suit the group are tried in a random order, each once. The same arguments give
/// the same answer on every platform, within one revision. The group keeps out of view, and beyond
/// the preset's quiet zone around `away_from`, but at least [`LEAST_QUIET`] steps from it, in eight
/// directions and through all doors.
///
/// Cost: linear in the cells of the level, for each step of the quiet zone in the words of its
/// rows.
///
/// # Errors
///
/// [`SpawnError`] if the preset is another, or has no such group, if `away_from` is rock, or if no
/// room has a place.
#[cfg_attr(not(test), expect(dead_code, reason = "the state of play calls it"))]
pub(crate) fn spawn<'preset>(
    preset: &'preset Preset,
    level: &Level,
    ground: SpawnGround<'_>,
    group: &str,
    seed: u64,
    away_from: Cell,
) -> Result<Vec<Spawned<'preset>>, SpawnError> {
    let origin = level.origin();
    let (given, known) = (origin.preset_digest, preset.digest());
    if given != known {
        let (name, other) = (origin.preset.to_string(), preset.name().to_owned());
        return Err(SpawnError::PresetDigest { name, given, other, known });
    }
    let rule = preset.groups.iter().find(|rule| rule.name == *group).ok_or_else(|| unknown_group(preset, group))?;
    if !level.is_open(away_from) && level.terrain(away_from).is_none() {
        return Err(SpawnError::Rock(away_from));
    }
    let mut rooms: Vec<&Room> = level.rooms().iter().filter(|room| suits(preset, rule, level, room)).collect();
    let draw = &mut FloorSeed::new(seed, origin.floor).stream(SeedStage::Spawn);
    draw.shuffle(&mut rooms);
    let steps = preset.encounters.quiet.whole_at(RampInput::of_level(origin.difficulty)).max(LEAST_QUIET as i32);
    let quiet = QuietZone::new(level.tiles(), level.terrain_cells(), away_from, steps);
    let mut closed = ground.taken.clone();
    closed.union_with(ground.in_view);
    let keys = level.keys().iter().map(|key| key.cell);
    keys.chain([level.entry(), level.exit()]).for_each(|cell| closed.set(cell, true));
    let arrived = rooms.iter().find_map(|room| place((preset, rule), (level, room), ground, &closed, &quiet, draw));
    let no_place = || SpawnError::NoPlace { group: group.to_owned(), rooms: rooms.len() as u32 };
    let spawned = |(kind_id, cell)| Spawned { kind: &preset.kinds[usize::from(kind_id)], kind_id, cell };
    Ok(arrived.ok_or_else(no_place)?.into_iter().map(spawned).collect())
}

fn unknown_group(preset: &Preset, name: &str) -> SpawnError {
    let known = preset.groups.iter().map(|rule| rule.name.as_str());
    SpawnError::UnknownGroup {
        preset: preset.name().to_owned(),
        name: name.to_owned(),
        nearest: roomgen_text::nearest(name, known.clone()).map(str::to_owned),
        known: known.map(str::to_owned).collect(),
    }
}

/// Whether generation may lay the group in a room: it suits the filter, and its weight there is
/// more than 0.
fn suits(preset: &Preset, rule: &GroupRule, level: &Level, room: &Room) -> bool {
    let Room { kind, rect, progress, .. } = *room;
    // Tags have other numbers in a level that was read.
    let numbers = level.tags(room).filter_map(|tag| preset.tags.iter().position(|other| other == tag));
    let tags = numbers.fold(0, |tags, number| tags | 1 << number);
    let input = RampInput { progress, difficulty: level.origin().difficulty };
    rule.rooms.suits(&RoomFacts { kind, extent: rect.extent(), progress, tags }) && rule.weight.fixed_at(input) > 0
}

/// The members of a group in a room, as their kinds and cells, on the cells that furnishing would
/// hand on now; `None` without a place. Cost: linear in the cells of the room.
fn place(
    (preset, rule): (&Preset, &GroupRule),
    (level, room): (&Level, &Room),
    ground: SpawnGround<'_>,
    all_closed: &BitGrid,
    quiet: &QuietZone,
    draw: &mut impl RandomSource,
) -> Option<Vec<(u16, Cell)>> {
    let (rect, difficulty) = (room.rect, level.origin().difficulty);
    let in_room = |cell: Cell| Cell::new(cell.x - rect.left(), cell.y - rect.top());
    let none = BitGrid::new(rect.width(), rect.height());
    let (mut open, mut closed, mut clearance) = (none.clone(), none.clone(), none);
    for cell in level.floor_in(room.id).filter(|&cell| ground.walkable.get(cell)) {
        open.set(in_room(cell), true);
        closed.set(in_room(cell), all_closed.get(cell));
    }
    let is_closed = |kind: &PropKind| kind.marker || kind.value > 0;
    let props = level.props_in(room.id).filter(|prop| is_closed(prop.kind)).flat_map(|prop| prop.cells.cells());
    props.for_each(|cell| closed.set(in_room(cell), true));
    let passages = level.passages_of(room.id).filter_map(|id| level.passage(id));
    for &door in passages.flat_map(|passage| passage.doors()) {
        let (Cell { x, y }, width, height) = (in_room(door.top_left()), door.width(), door.height());
        for (cells, depth) in [(&mut closed, 1), (&mut clearance, preset.clearance)] {
            // Beside the door lies the wall: of its four sides, one is in the room.
            cells.insert_rect(Rect::of(x, y - depth, width, height + 2 * depth));
            cells.insert_rect(Rect::of(x - depth, y, width + 2 * depth, height));
        }
    }
    // Members need neither floor nor covers, and the caller knows what can be reached.
    let (floor, standing, covered) = (open.clone(), closed.clone(), closed.clone());
    let (entrance, is_joined) = (Rect::of(0, 0, 1, 1), true);
    let mut space = SpaceSets { floor, open, standing, covered, clearance, closed, entrance, is_joined };
    let crowd = rect.cells().filter(|&cell| ground.taken.get(cell)).count() as u32;
    let (mut members, mut cells, mut steps) = (Vec::new(), Vec::new(), 0);
    let near = quiet.cells_in(rect).map(in_room);
    let mut places = MemberPlaces::new(rect.extent(), &mut space, iter::empty(), near, &mut steps);
    let most = places.vacancies(crowd);
    let is_placed = rule.least_at(difficulty) <= most
        && rule.place(difficulty, most, &mut places, (&mut members, &mut cells), draw);
    let in_level = |cell: Cell| Cell::new(cell.x + rect.left(), cell.y + rect.top());
    let kinds = members.into_iter().flat_map(|(kind, count)| iter::repeat_n(kind, count as usize));
    is_placed.then(|| kinds.zip(cells.into_iter().map(in_level)).collect())
}
