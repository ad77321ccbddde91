//! What the rooms of a level threaten and promise: danger, reward, and who guards what.
//!
//! Consumes a level's encounters and loot, and the tags `enemy`, `trap` and `loot` of its props.

use std::collections::BTreeMap;

use crate::{
    geom::{Cell, Rect},
    grid::BitGrid,
    level::{DoorKind, Level, Loot},
    model::{PropKind, RoomKind},
};

/// What a room threatens and promises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RoomStakes {
    /// The sum of the costs of the room's encounters.
    pub danger: u64,
    /// The number of the members of the room's encounters.
    pub members: u32,
    /// The sum of the values of the room's loot. Of an offer, the most that may be taken counts.
    pub reward: u64,
    /// The number of foes and traps: props whose kind has the tag `enemy` or `trap`.
    pub threats: u32,
    /// The number of rewards: props whose kind has the tag `loot`, and loot of kinds without it. Of
    /// an offer, as many count as may be taken.
    pub rewards: u32,
    /// The number of keys and switches.
    pub keys: u32,
    /// The number of markers of any kind.
    pub markers: u32,
    /// Whether each way into the room, from the main path and never nearer to the start, leads
    /// through a lock or a secret door.
    pub is_shut: bool,
    /// Whether it is the start room, or its whole floor lies within the
    /// [`quiet`](crate::level::Budgets::quiet) steps from the entry, where no encounter has a
    /// member. Determined for rooms with keys alone.
    pub is_quiet: bool,
}

impl RoomStakes {
    /// Whether a foe or a trap in the room, a lock or a secret door guards its rewards.
    #[must_use]
    pub fn is_guarded(&self) -> bool {
        self.threats > 0 || self.is_shut
    }

    /// Whether there is nothing to fight, to take or to use: no foe, trap, reward, key, switch or
    /// marker.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.threats == 0 && self.rewards == 0 && self.keys == 0 && self.markers == 0
    }
}

/// What one of the two ways of a cycle threatens and promises, without the rooms at its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArmStakes {
    /// The number of its rooms.
    pub rooms: u32,
    /// The sum of the costs of its encounters.
    pub danger: u64,
    /// The sum of the values of its loot.
    pub reward: u64,
}

/// What the two ways of a cycle threaten and promise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CycleStakes {
    /// The rooms of the main path between the two rooms that the detours join.
    pub path: ArmStakes,
    /// The detours.
    pub detour: ArmStakes,
}

impl CycleStakes {
    /// The arm with more danger, then the other one. Of equal ones the path is first.
    #[must_use]
    pub fn by_danger(&self) -> [ArmStakes; 2] {
        if self.detour.danger > self.path.danger { [self.detour, self.path] } else { [self.path, self.detour] }
    }
}

/// What each room of a level threatens and promises.
///
/// ```
/// use roomgen::{Preset, generate, survey::Stakes};
///
/// let level = generate(&Preset::built_in("crypt")?, 42);
/// let stakes = Stakes::of(&level);
/// let empty = stakes.rooms().iter().filter(|room| room.is_empty()).count();
/// println!("{empty} of {} rooms hold nothing", stakes.rooms().len());
/// # Ok::<(), roomgen::RequestError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stakes {
    rooms: Vec<RoomStakes>,
    cycles: Vec<CycleStakes>,
}

/// What an offer promises.
#[derive(Clone, Debug, Default)]
struct OfferStakes {
    room: u32,
    /// The number of its props that are rewards.
    rewards: u32,
    /// The values of those of its props that are loot.
    values: Vec<u32>,
}

/// What the tags of a kind say.
#[derive(Clone, Copy)]
struct KindFacts {
    is_threat: bool,
    is_reward: bool,
    is_marker: bool,
}

impl KindFacts {
    fn of(kind: &PropKind) -> Self {
        let labels = &kind.labels;
        Self {
            is_threat: labels.has("enemy") || labels.has("trap"),
            is_reward: labels.has("loot"),
            is_marker: kind.marker,
        }
    }
}

impl Stakes {
    /// The stakes of a level. Cost: linear in rooms, passages, props, encounters and loot, a sort
    /// of the detours, and with keys and a `quiet` in cells.
    #[must_use]
    pub fn of(level: &Level) -> Self {
        let mut rooms = vec![RoomStakes::default(); level.rooms.len()];
        for encounter in level.encounters() {
            let room = &mut rooms[encounter.room as usize];
            room.danger += u64::from(encounter.cost);
            room.members += encounter.cells.len() as u32;
        }
        level.keys.iter().for_each(|key| rooms[key.room as usize].keys += 1);
        count_things(level, &mut rooms);
        for (room, is_open) in rooms.iter_mut().zip(open_rooms(level)) {
            room.is_shut = !is_open;
        }
        mark_quiet(level, &mut rooms);
        let cycles = cycles(level, &rooms);
        Self { rooms, cycles }
    }

    /// What each room threatens and promises, by its id.
    #[must_use]
    pub fn rooms(&self) -> &[RoomStakes] {
        &self.rooms
    }

    /// What the two ways of each cycle threaten and promise, by the number of the cycle; see
    /// [`Level::cycles`].
    #[must_use]
    pub fn cycles(&self) -> &[CycleStakes] {
        &self.cycles
    }
}

/// Counts threats, markers and rewards.
fn count_things(level: &Level, rooms: &mut [RoomStakes]) {
    let kinds: Vec<KindFacts> = level.kinds.iter().map(KindFacts::of).collect();
    let mut offers = vec![OfferStakes::default(); level.offers().len()];
    // The offer of each offered kind in a cell.
    let mut offered: BTreeMap<(u16, u16, u16), usize> = BTreeMap::new();
    for (id, prop) in (0..).zip(&level.props) {
        let (room, kind) = (&mut rooms[prop.room as usize], kinds[usize::from(prop.kind)]);
        room.threats += u32::from(kind.is_threat);
        room.markers += u32::from(kind.is_marker);
        match level.offers.of_prop(id) {
            None => room.rewards += u32::from(kind.is_reward),
            Some(offer) => {
                offered.insert((prop.x, prop.y, prop.kind), offer as usize);
                offers[offer as usize].room = prop.room;
                offers[offer as usize].rewards += u32::from(kind.is_reward);
            }
        }
    }
    for Loot { item, room, value, cell } in level.loot() {
        let kind = level.kinds.binary_search_by(|kind| kind.name.cmp(item)).ok();
        let has_tag = kind.is_some_and(|kind| kinds[kind].is_reward);
        let offer = kind.and_then(|kind| offered.get(&(cell.x as u16, cell.y as u16, kind as u16)));
        if let Some(&offer) = offer {
            offers[offer].values.push(*value);
            offers[offer].rewards += u32::from(!has_tag);
        } else {
            rooms[*room as usize].reward += u64::from(*value);
            rooms[*room as usize].rewards += u32::from(!has_tag);
        }
    }
    for (mut stakes, offer) in offers.into_iter().zip(level.offers()) {
        let room = &mut rooms[stakes.room as usize];
        stakes.values.sort_unstable_by(|one, other| other.cmp(one));
        room.reward += stakes.values.iter().take(offer.take as usize).map(|&value| u64::from(value)).sum::<u64>();
        room.rewards += stakes.rewards.min(offer.take);
    }
}

/// For each room, whether a way leads into it, from the main path and never nearer to the start,
/// without a lock and without a secret door. A room of the path itself has such a way if a room
/// before it has an open passage to it.
fn open_rooms(level: &Level) -> Vec<bool> {
    let mut is_open = vec![false; level.rooms.len()];
    is_open[level.start().id as usize] = true;
    let mut next: Vec<u32> = level.path.clone();
    while let Some(room) = next.pop() {
        let depth = level.rooms[room as usize].depth;
        for (beyond, passage) in level.neighbours(room).filter(|(beyond, _)| beyond.depth >= depth) {
            let may_pass = passage.kind != DoorKind::Secret
                && passage.lock.is_none()
                && passage.one_way.is_none_or(|from| from == room);
            if may_pass && !std::mem::replace(&mut is_open[beyond.id as usize], true) {
                next.push(beyond.id);
            }
        }
    }
    is_open
}

/// Sets `is_quiet` of the rooms with keys.
fn mark_quiet(level: &Level, rooms: &mut [RoomStakes]) {
    for (stakes, room) in rooms.iter_mut().zip(&level.rooms) {
        stakes.is_quiet = stakes.keys > 0 && room.kind == RoomKind::Start;
    }
    let quiet = level.budgets().map_or(0, |budgets| budgets.quiet);
    if quiet == 0 || level.keys.is_empty() {
        return;
    }
    let mut near = BitGrid::new(level.width(), level.height());
    let mut front = vec![level.entry];
    for _ in 0..=quiet {
        let is_open = |cell: &Cell| level.tile(*cell).is_open() || level.terrain(*cell).is_some();
        front.retain(|&cell| {
            is_open(&cell) && !near.get(cell) && {
                near.set(cell, true);
                true
            }
        });
        if front.is_empty() {
            break;
        }
        front = front.into_iter().filter_map(|cell| Rect::from_cell(cell).grown(1)).flat_map(Rect::cells).collect();
    }
    for (id, room) in (0..).zip(rooms).filter(|(_, room)| room.keys > 0) {
        room.is_quiet |= level.floor_in(id).all(|cell| near.get(cell));
    }
}

fn cycles(level: &Level, rooms: &[RoomStakes]) -> Vec<CycleStakes> {
    if level.rooms.iter().all(|room| room.cycle.is_none()) {
        return Vec::new();
    }
    let mut on_path = vec![0; level.rooms.len()];
    (0_usize..).zip(&level.path).for_each(|(position, &room)| on_path[room as usize] = position);
    let arm = |ids: &[u32]| {
        let rooms = || ids.iter().map(|&room| &rooms[room as usize]);
        let (danger, reward) = (rooms().map(|room| room.danger).sum(), rooms().map(|room| room.reward).sum());
        ArmStakes { rooms: ids.len() as u32, danger, reward }
    };
    let stakes = |way: &Vec<u32>| {
        let [from, detours @ .., to] = &way[..] else { return CycleStakes::default() };
        let between = on_path[*from as usize] + 1..on_path[*to as usize];
        CycleStakes { path: arm(level.path.get(between).unwrap_or_default()), detour: arm(detours) }
    };
    level.cycles().iter().map(stakes).collect()
}
