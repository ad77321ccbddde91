//! Vaults: which rooms have one, and in which orientation.
//!
//! Consumes the preset's vaults, the partition, the rooms and the arrival cell; gives rooms their
//! [`PlacedVault`].
//! This stage decides all limits that apply to the whole level: vaults with a room of their own,
//! required vaults, and the number of each vault.
//!
//! Random words, in this order: one for each vault with its own room and a chance below 1, in file
//! order, unless it is required or of a pool; one for the orientation of each such vault that gets
//! its room; for each other required or dealt vault one for the room and one for the orientation;
//! then, for each room that some vault suits, one for the chance, one for the vault and one for the
//! orientation. A choice with one option draws nothing.

use super::{
    Note, NoteCode, PlacedVault, PlanContext, PlannedRoom,
    arrival::ArrivalCell,
    inset,
    partition::{DemandSource, LeafDemand, Partition},
    placed_vault::{fits, orientations},
    pools::{self, DealtEntries},
    route::{ReservedLeaf, Route},
};
use crate::{
    geom::{Cell, Extent, Rect},
    grid::Grid,
    model::{RoomKind, Tile},
    preset::{MeteredRule, Preset, Ramp, RampInput, Vault, VaultCell, VaultSite, limit_at},
    rng::{RandomSource, SeedStage, WordStream},
    trace::Trace,
    weights,
};

/// The reason why a vault is missing that suits no room but the start.
const BLOCKS_ARRIVAL: &str = "it has a wall, an obstacle or a marker at the cell where the player must arrive";

/// The vaults of one level while they are assigned to rooms.
#[derive(Debug)]
pub(super) struct VaultAssigner<'preset> {
    preset: &'preset Preset,
    difficulty: f32,
    /// The cell that no vault may block.
    arrival: Option<ArrivalCell>,
    draw: WordStream,
    /// The leaves of the vaults that need rooms of their own in this level, by vault.
    pub(super) demands: Vec<LeafDemand>,
    /// For each vault of the preset, the number of further rooms that may have it.
    left: Vec<u32>,
    /// What vaults may still draw of the budgets of encounters and loot.
    rest: [u32; 2],
    pub(super) notes: Vec<Note>,
}

impl<'preset> VaultAssigner<'preset> {
    /// Draws which of the vaults with rooms of their own this level is to have, and demands leaves
    /// of their sizes.
    pub(super) fn new<T>(context: &PlanContext<'preset, T>, dealt: &DealtEntries) -> Self {
        let PlanContext { preset, difficulty, seed, .. } = *context;
        let mut draw = seed.stream(SeedStage::Vaults);
        let margin = 2 * inset::least_margin(preset.style);
        let mut demands = Vec::new();
        for (number, vault) in (0..).zip(&preset.vaults) {
            let VaultSite::Room { chance } = &vault.site else { continue };
            let is_asked = match vault.pool {
                Some(_) => dealt.has_vault(number),
                None => {
                    let input = RampInput::of_level(difficulty);
                    vault.required || chance.is(1.0) || draw.chance(chance.at(input))
                }
            };
            if is_asked {
                let extent = vault.drawings.first().map_or(Extent::new(1, 1), |drawing| drawing.extent);
                let is_turned = vault.drawings.iter().any(|drawing| drawing.extent != extent);
                let leaf = Extent::new(extent.width + margin, extent.height + margin);
                // A vault that may be elsewhere stays off the arrival cell, which it might block.
                let is_start = vault.rooms.kinds == [RoomKind::Start];
                // What pools deal must find its place beside the other rooms that they deal.
                let demand = if vault.pool.is_some() { LeafDemand::beside_others } else { LeafDemand::new };
                demands.push(
                    demand(DemandSource::Vault(number), leaf, is_turned)
                        .or_start(is_start)
                        .for_kinds(&vault.rooms.kinds),
                );
            }
        }
        let most = (0..).zip(&preset.vaults).map(|(number, vault)| match &vault.site {
            _ if vault.pool.is_some() => u32::from(dealt.has_vault(number)),
            VaultSite::Inside { most, .. } => limit_at(most.as_ref(), difficulty),
            VaultSite::Room { .. } => 1,
        });
        let (left, notes) = (most.collect(), Vec::new());
        Self { preset, difficulty, arrival: context.arrival(), draw, demands, left, rest: [0; 2], notes }
    }

    /// Reserves the leaves that were cut for vaults.
    ///
    /// In the style `Corridors`, resizes the rooms inside them to fit the drawing.
    pub(super) fn reserve(&self, partition: &Partition, inside: &mut [Rect], route: &mut Route) {
        route.reserved.clear();
        for (leaf, vault) in partition.leaves_of_vaults() {
            inset::fill_leaf(self.preset.style, partition, inside, leaf);
            route.reserved.push(ReservedLeaf::new(leaf, &self.preset.vaults[usize::from(vault)].rooms.kinds));
        }
    }

    /// Assigns vaults with rooms of their own to the rooms of their leaves.
    pub(super) fn assign_own_rooms(&mut self, partition: &Partition, rooms: &mut [PlannedRoom], room_of: &[u32]) {
        for (leaf, number) in partition.leaves_of_vaults() {
            let vault = &self.preset.vaults[usize::from(number)];
            let room = rooms.get_mut(room_of[leaf.index()] as usize);
            match room.filter(|room| vault.rooms.kinds.contains(&room.kind)) {
                Some(room) if fits(self.preset, vault, room, self.arrival) => self.place(number, room),
                Some(_) => self.miss(number, BLOCKS_ARRIVAL),
                None => self.miss(number, "its room could not be of the kind that it wants"),
            }
        }
        let wanted: Vec<u16> = self.demands.iter().filter_map(|demand| demand.source.vault()).collect();
        for number in wanted {
            let vault = &self.preset.vaults[usize::from(number)];
            let is_met = partition.leaves_of_vaults().any(|(_, met)| met == number);
            if let Some(extent) = vault.drawings.first().map(|drawing| drawing.extent).filter(|_| !is_met) {
                self.miss(number, &format!("the level has no place left for a room of {extent} cells"));
            }
        }
    }

    /// The cells of the level at the edges of vault drawings beside which doors belong, in
    /// row-major order.
    pub(super) fn welcome(&self, rooms: &[PlannedRoom]) -> Vec<Cell> {
        let mut cells = Vec::new();
        if self.preset.vaults.is_empty() {
            return cells;
        }
        for room in rooms {
            let Some((_, drawing)) = room.vault.and_then(|vault| vault.of(self.preset)) else { continue };
            let (last, bottom) = (drawing.extent.width - 1, drawing.extent.height - 1);
            let mut look_at = |x: i32, y: i32| {
                if drawing.cell(x, y) == Some(VaultCell::Door) {
                    cells.push(Cell::new(room.rect.left() + x, room.rect.top() + y));
                }
            };
            // Only edge cells count. A drawing of one row or column lists its cells twice, which is
            // harmless.
            (0..=last).for_each(|x| [0, bottom].into_iter().for_each(|y| look_at(x, y)));
            (1..bottom).for_each(|y| [0, last].into_iter().for_each(|x| look_at(x, y)));
        }
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells
    }

    /// What vaults may draw: the budgets without the dearest boss of each room that has one, and
    /// without the most that metered things take on a floor.
    pub(super) fn budgets(&self, rooms: &[PlannedRoom]) -> [u32; 2] {
        let Preset { groups, encounters, loot, kinds, .. } = self.preset;
        let budgets =
            [&encounters.budget, &loot.budget].map(|budget| budget.whole_at(RampInput::of_level(self.difficulty)));
        let bosses = groups.iter().filter(|group| group.boss);
        let dearest = |room: &PlannedRoom| {
            let suiting = bosses
                .clone()
                .filter(|group| group.rooms.kinds.contains(&room.kind) && group.rooms.suits_except_size(&room.facts()));
            suiting.map(|group| group.cost).max().unwrap_or_default()
        };
        let metered =
            |rule: &MeteredRule| rule.count.div_ceil(rule.every).saturating_mul(kinds[usize::from(rule.kind)].value);
        // A large level may have more boss rooms than a budget has points.
        let [costs, values] = budgets.map(i32::unsigned_abs);
        let costs = match bosses.clone().next() {
            Some(_) => rooms.iter().map(dearest).fold(costs, u32::saturating_sub),
            None => costs,
        };
        [costs, loot.metered.iter().map(metered).fold(values, u32::saturating_sub)]
    }

    /// Whether the budgets have what a vault draws.
    fn can_pay(&self, vault: &Vault) -> bool {
        vault.drawn_sums.iter().zip(self.rest).all(|(&drawn, rest)| drawn <= rest)
    }

    /// Assigns vaults to rooms: first the required ones, then others at random. Cost: vaults times
    /// rooms.
    ///
    /// What draws more than the budgets have left is drawn for no room. A vault that the level must
    /// have is stripped then, with a note.
    pub(super) fn assign(&mut self, rooms: &mut [PlannedRoom], trace: &mut impl Trace) {
        if self.preset.vaults.is_empty() {
            return;
        }
        self.rest = self.budgets(rooms);
        rooms.iter_mut().for_each(|room| self.pay(room));
        for number in 0..self.preset.vaults.len() as u16 {
            let vault = &self.preset.vaults[usize::from(number)];
            let is_asked = vault.required || vault.pool.is_some() && self.left[usize::from(number)] > 0;
            if !is_asked || vault.has_own_room() {
                continue;
            }
            trace.count(|| 4 * rooms.len() as u64);
            let suits = |room: &PlannedRoom| vault.rooms.suits(&room.facts());
            let (preset, arrival) = (self.preset, self.arrival);
            let fitting = |room: &PlannedRoom| suits(room) && fits(preset, vault, room, arrival);
            let free = (0..rooms.len()).filter(|&id| fitting(&rooms[id]) && is_free(&rooms[id]));
            if let Some(id) = self.draw.pick_of_several(free) {
                self.place(number, &mut rooms[id]);
                self.pay(&mut rooms[id]);
            } else if rooms.iter().any(fitting) {
                let is_dealt = rooms.iter().any(|room| fitting(room) && room.layout.is_some());
                let dealt = if is_dealt { ", or layouts that pools dealt them" } else { "" };
                self.miss(number, &format!("all rooms that suit it have other vaults{dealt}"));
            } else if rooms.iter().any(|room| suits(room) && fits(preset, vault, room, None)) {
                self.miss(number, BLOCKS_ARRIVAL);
            } else if rooms.iter().any(suits) {
                self.miss(number, "no room that suits it is large enough");
            } else {
                self.miss(number, "no room is of the kind, size, progress and tags that it wants");
            }
        }
        // Lists the vaults that the remaining rooms may have. A vault leaves the list when its
        // limit is reached.
        let inside = (0..).zip(&self.preset.vaults).filter_map(|(number, vault)| match &vault.site {
            VaultSite::Inside { weight, .. } if vault.pool.is_none() => {
                Some((number, vault, weight, vault.rooms.kind_bits()))
            }
            VaultSite::Inside { .. } | VaultSite::Room { .. } => None,
        });
        let mut open: Vec<(u16, &Vault, &Ramp, u8)> = inside.collect();
        open.retain(|(number, ..)| self.left[usize::from(*number)] > 0);
        let mut fitting: Vec<Option<&Ramp>> = Vec::with_capacity(open.len());
        for room in rooms.iter_mut().filter(|room| is_free(room)) {
            let (facts, input) = (room.facts(), room.ramp_input(self.difficulty));
            trace.count(|| 1 + open.len() as u64);
            fitting.clear();
            fitting.extend(open.iter().map(|(_, vault, weight, kinds)| {
                let suits = kinds >> facts.kind as u8 & 1 == 1 && vault.rooms.suits_except_kind(&facts);
                (suits && self.can_pay(vault) && fits(self.preset, vault, room, self.arrival)).then_some(*weight)
            }));
            let mut weights = fitting.iter().flatten();
            if weights.any(|weight| weight.fixed_at(input) > 0)
                && self.draw.chance(self.preset.vault_chance.at(input))
                && let Some(chosen) = weights::choose(fitting.iter().copied(), input, &mut self.draw)
            {
                self.place(open[chosen].0, room);
                self.pay(room);
                open.retain(|(number, ..)| self.left[usize::from(*number)] > 0);
            }
        }
    }

    /// Assigns a vault to a room in one of the orientations that fit, drawn uniformly.
    fn place(&mut self, number: u16, room: &mut PlannedRoom) {
        let vault = &self.preset.vaults[usize::from(number)];
        let chosen = self.draw.pick_of_several(orientations(self.preset, vault, room, self.arrival));
        if let Some((orientation, drawing, at)) = chosen {
            let left = &mut self.left[usize::from(number)];
            *left = left.saturating_sub(1);
            let has_walls = drawing.has_walls();
            room.vault = Some(PlacedVault { vault: number, drawing: orientation, at, has_walls, is_stripped: false });
        }
    }

    /// Takes what the vault of a room draws from the budgets, or strips it where they have less.
    fn pay(&mut self, room: &mut PlannedRoom) {
        let Some(placed) = &mut room.vault else { return };
        let vault = &self.preset.vaults[usize::from(placed.vault)];
        if self.can_pay(vault) {
            self.rest.iter_mut().zip(vault.drawn_sums).for_each(|(rest, drawn)| *rest -= drawn);
            return;
        }
        placed.is_stripped = true;
        let what = ["encounters", "loot"].into_iter().zip(vault.drawn_sums.into_iter().zip(self.rest));
        for (what, (wanted, got)) in what.filter(|(_, (drawn, rest))| drawn > rest) {
            let about = Some(format!("{}: it draws more {what} than the budget has left", vault.name));
            self.notes.push(Note { code: NoteCode::VaultStripped, wanted, got, about });
        }
    }

    /// Adds a note that a vault was not placed, if the vault is required or dealt by a pool. `why`
    /// is the reason.
    fn miss(&mut self, number: u16, why: &str) {
        let vault = &self.preset.vaults[usize::from(number)];
        if let Some(pool) = vault.pool {
            self.notes.push(pools::note(self.preset, pool, &vault.name, why));
        } else if vault.required {
            let about = Some(format!("{}: {why}", vault.name));
            self.notes.push(Note { code: NoteCode::VaultShort, wanted: 1, got: 0, about });
        }
    }
}

/// Whether a room may get a vault: it has none, and no layout that a pool dealt it.
fn is_free(room: &PlannedRoom) -> bool {
    room.vault.is_none() && room.layout.is_none()
}

/// Paints the walls of vaults into the tiles, and rock where a wall touches no floor. Drawings have
/// no walls at their edges.
pub(super) fn paint_walls(tiles: &mut Grid<Tile>, preset: &Preset, rooms: &[PlannedRoom]) {
    for room in rooms {
        let Some((_, drawing)) = room.vault.filter(|vault| vault.has_walls).and_then(|vault| vault.of(preset)) else {
            continue;
        };
        let width = drawing.extent.width.max(1) as usize;
        for (y, rows) in (1..).zip(drawing.cells.windows(3 * width).step_by(width)) {
            let (above, rows) = rows.split_at(width);
            let (row, below) = rows.split_at(width);
            let around = above.windows(3).zip(row.windows(3)).zip(below.windows(3));
            for (x, ((above, here), below)) in (1..).zip(around) {
                if here[1] == VaultCell::Wall {
                    let all_walls = |cells: &[VaultCell]| cells.iter().all(|&cell| cell == VaultCell::Wall);
                    let tile = if [above, here, below].into_iter().all(all_walls) { Tile::Rock } else { Tile::Wall };
                    tiles.set(Cell::new(room.rect.left() + x, room.rect.top() + y), tile);
                }
            }
        }
    }
}
