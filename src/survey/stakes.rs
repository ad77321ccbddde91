//! What the rooms of a level threaten and promise: danger, reward, and who guards what.
//!
//! Consumes a level's encounters and loot, and the tags `enemy`, `trap` and `loot` of its props.

use crate::{
    grid::BitGrid,
    level::{Distances, DoorKind, Level, Tile},
    model::PropKind,
};

/// What a room threatens and promises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RoomStakes {
    /// The sum of the costs of the room's encounters.
    pub danger: u64,
    /// The sum of the values of the room's loot.
    pub reward: u64,
    /// The number of foes and traps: props whose kind has the tag `enemy` or `trap`.
    pub threats: u32,
    /// The number of rewards: props whose kind has the tag `loot`, and loot of kinds without it.
    pub rewards: u32,
    /// The number of keys and switches.
    pub keys: u32,
    /// The number of markers of any kind.
    pub markers: u32,
    /// Whether each way from the main path to the room leads through a lock or a secret door.
    pub is_shut: bool,
    /// Whether its whole floor lies within the [`quiet`](crate::level::Budgets::quiet) steps from
    /// the entry, over the tiles, where no encounter has a member. Determined for rooms with keys
    /// alone.
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
    /// The stakes of a level. Cost: linear in rooms, passages, props, encounters and loot, a sort of
    /// the detours, and with keys and a `quiet` in cells.
    #[must_use]
    pub fn of(level: &Level) -> Self {
        let mut rooms = vec![RoomStakes::default(); level.rooms.len()];
        let kinds: Vec<KindFacts> = level.kinds.iter().map(KindFacts::of).collect();
        for prop in &level.props {
            let (room, kind) = (&mut rooms[prop.room as usize], kinds[usize::from(prop.kind)]);
            room.threats += u32::from(kind.is_threat);
            room.rewards += u32::from(kind.is_reward);
            room.markers += u32::from(kind.is_marker);
        }
        for encounter in level.encounters() {
            rooms[encounter.room as usize].danger += u64::from(encounter.cost);
        }
        let has_tag = |item: &str| {
            let position = level.kinds.binary_search_by(|kind| kind.name.as_str().cmp(item));
            position.is_ok_and(|kind| kinds[kind].is_reward)
        };
        for loot in level.loot() {
            let room = &mut rooms[loot.room as usize];
            room.reward += u64::from(loot.value);
            room.rewards += u32::from(!has_tag(&loot.item));
        }
        level.keys.iter().for_each(|key| rooms[key.room as usize].keys += 1);
        for (room, is_open) in rooms.iter_mut().zip(open_from_path(level)) {
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

/// For each room, whether a way from a room of the main path leads there without a lock and without
/// a secret door.
fn open_from_path(level: &Level) -> Vec<bool> {
    let mut is_open = vec![false; level.rooms.len()];
    let mut next: Vec<u32> = level.path.clone();
    level.path.iter().for_each(|&room| is_open[room as usize] = true);
    while let Some(room) = next.pop() {
        for (beyond, passage) in level.neighbours(room) {
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
    let quiet = level.budgets().map_or(0, |budgets| budgets.quiet);
    if quiet == 0 || level.keys.is_empty() {
        return;
    }
    let mut distances = Distances::default();
    distances.measure(&BitGrid::of(&level.tiles, Tile::is_open), [level.entry]);
    for (id, room) in (0..).zip(rooms).filter(|(_, room)| room.keys > 0) {
        room.is_quiet = level.floor_in(id).all(|cell| distances.get(cell).is_some_and(|steps| steps <= quiet));
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
        ArmStakes { danger: rooms().map(|room| room.danger).sum(), reward: rooms().map(|room| room.reward).sum() }
    };
    let stakes = |way: &Vec<u32>| {
        let [from, detours @ .., to] = &way[..] else { return CycleStakes::default() };
        let between = on_path[*from as usize] + 1..on_path[*to as usize];
        CycleStakes { path: arm(level.path.get(between).unwrap_or_default()), detour: arm(detours) }
    };
    level.cycles().iter().map(stakes).collect()
}
