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

use std::{borrow::Borrow, collections::BTreeSet, iter};

pub use error::SpawnError;

use crate::{
    floorplan::QuietZone,
    furnish::SpaceSets,
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet},
    level::{Level, Room},
    model::PropKind,
    play::{Floor, Walker},
    populate::MemberPlaces,
    preset::{GroupRule, Preset, RampInput, RoomFacts},
    rng::{FloorSeed, RandomSource, SeedStage},
    sight,
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

impl Preset {
    /// The members of a group that arrives later on a floor, such as a band that wanders in, and
    /// their cells, by the rules that generation has.
    ///
    /// They stand together in one room that suits the group, to which the hero can walk now, out of
    /// view of `away_from` and at least eight steps from it, or as many as the preset keeps quiet
    /// around the entry. `taken` are cells where the game's own things stand. Budgets and limits of
    /// levels do not count, nor does the floor change: what arrives is the game's own. The same
    /// arguments give the same answer on every platform, within one revision.
    ///
    /// Cost: linear in the cells of the level, and in the steps that it keeps away.
    ///
    /// # Errors
    ///
    /// [`SpawnError`] if another preset made the level, if there is no such group, if the hero
    /// cannot stand at `away_from`, or if no room has a place.
    ///
    /// ```
    /// use roomgen::{Preset, generate, grid::BitGrid, play::Floor};
    ///
    /// let preset = Preset::built_in("caves")?;
    /// let floor = Floor::new(generate(&preset, 42));
    /// let (hero, monsters) = (floor.level().entry(), BitGrid::new(80, 50));
    /// let group = floor.level().group_costs().first().ok_or("no group")?.name.clone();
    /// for member in preset.spawn(&floor, &group, 200, hero, &monsters)? {
    ///     println!("{} at {}", member.kind.name, member.cell);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn spawn(
        &self,
        floor: &Floor<impl Borrow<Level>>,
        group: &str,
        seed: u64,
        away_from: Cell,
        taken: &BitGrid,
    ) -> Result<Vec<Spawned<'_>>, SpawnError> {
        let level = floor.level();
        let distances = floor.distances(away_from, Walker::Hero);
        let mut walkable = floor.walkable(Walker::Hero).clone();
        for cell in level.tiles().bounds().cells().filter(|&cell| distances.get(cell).is_none()) {
            walkable.set(cell, false);
        }
        let (walkable, gone) = (&walkable, &floor.gone().collect());
        let in_view = &sight::view(floor.opaque(), away_from, i32::MAX);
        spawn(self, level, SpawnGround { walkable, taken, in_view, gone }, group, seed, away_from)
    }
}

/// The state of play, as sets of cells of a level.
#[derive(Clone, Copy, Debug)]
struct SpawnGround<'play> {
    /// The cells on which one can stand now, and that can be reached.
    walkable: &'play BitGrid,
    /// The cells where something stands: monsters, the player.
    taken: &'play BitGrid,
    /// The cells where nobody may be seen to arrive.
    in_view: &'play BitGrid,
    /// The props that are gone.
    gone: &'play BTreeSet<u32>,
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
/// [`SpawnError`] if the preset is another, or has no such group, if nobody can stand at
/// `away_from`, or if no room has a place.
fn spawn<'preset>(
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
    if !ground.walkable.get(away_from) {
        return Err(SpawnError::Rock(away_from));
    }
    let mut rooms: Vec<&Room> = level.rooms().iter().filter(|room| suits(preset, rule, level, room)).collect();
    let draw = &mut FloorSeed::new(seed, origin.floor).stream(SeedStage::Spawn);
    draw.shuffle(&mut rooms);
    let steps = preset.encounters.quiet.whole_at(RampInput::of_level(origin.difficulty)).max(LEAST_QUIET as i32);
    let quiet = QuietZone::new(level.tiles(), level.terrain_cells(), away_from, steps);
    // The caller's sets may be of another size.
    let mut closed = BitGrid::new(level.width(), level.height());
    closed.union_with(ground.taken);
    closed.union_with(ground.in_view);
    let keys = level.keys().iter().map(|key| key.cell);
    keys.chain(level.stair_cells()).for_each(|cell| closed.set(cell, true));
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
    let props = level.props_in(room.id).filter(|prop| is_closed(prop.kind) && !ground.gone.contains(&prop.id));
    props.flat_map(|prop| prop.cells.cells()).for_each(|cell| closed.set(in_room(cell), true));
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
