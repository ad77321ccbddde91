//! What is reserved of the budgets, before rooms share the rest: vault encounters, bosses, required
//! groups, loot that is due, metered things, guards of keys.
//!
//! Metered things become planned props, which furnishing places before the first formation. Groups
//! are placed after furnishing, which keeps cells free for the least of their members.

use super::{
    GroupPromise, LevelPopulation, PlannedEncounter, PlannedLoot, finish, limits::RoomLimits, places::MemberPlaces,
    rooms::RoomSequence,
};
use crate::{
    floorplan::{FloorPlan, PlannedProp, PlannedPropSource},
    geom::Cell,
    grid::CellSet,
    model::{Allowance, Note, NoteCode, RoomKind},
    preset::{GroupRule, Preset, RampInput, RoomFacts, count_at},
    rng::RandomSource,
    weights,
};

/// Takes what is reserved, in the order of its methods.
pub(super) struct Reservations<'a> {
    preset: &'a Preset,
    plan: &'a mut FloorPlan,
    population: &'a mut LevelPopulation,
    limits: &'a mut RoomLimits,
    difficulty: f32,
    /// What is left of the budgets.
    pub(super) rest: Allowance,
    /// The number of planned props and members of each room.
    taken: Vec<i64>,
    /// Scratch memory: the groups that fit a room.
    fitting: Vec<u16>,
    pub(super) work: u64,
}

impl<'a> Reservations<'a> {
    pub(super) fn new(
        preset: &'a Preset,
        plan: &'a mut FloorPlan,
        population: &'a mut LevelPopulation,
        limits: &'a mut RoomLimits,
        difficulty: f32,
    ) -> Self {
        let mut taken = vec![0; plan.rooms.len()];
        plan.props.iter().for_each(|prop| taken[prop.room as usize] += 1);
        let rest = population.budgets;
        Self { preset, plan, population, limits, difficulty, rest, taken, fitting: Vec::new(), work: 0 }
    }

    /// The number of cells of a room on which planned props may still lie. Two may be stairs.
    fn cells_left(&self, id: u32) -> i64 {
        let room = &self.plan.rooms[id as usize];
        self.plan.floors.count(room) - room.cells_under_vault(self.preset) - 2 - self.taken[id as usize]
    }

    /// As [`cells_left`](Self::cells_left), for members of groups: those beyond the quiet zone.
    /// Cells of the zone that are no floor of the room are taken off, too.
    fn cells_beyond_quiet(&mut self, id: u32) -> i64 {
        let rect = self.plan.rooms[id as usize].rect;
        if !self.plan.quiet.may_touch(rect) {
            return self.cells_left(id);
        }
        self.work += rect.area().unsigned_abs();
        self.cells_left(id) - i64::from(self.plan.quiet.count_in(rect))
    }

    /// Counts the members and things that vaults draw against the budgets. The plan has given
    /// rooms no vault that draws more than is left.
    pub(super) fn count_vault_encounters(&mut self) {
        let preset = self.preset;
        for (id, room) in (0..).zip(&self.plan.rooms) {
            let is_told = room.vault.is_some_and(|vault| !vault.is_stripped);
            let Some((drawing, corner)) = room.vault_drawing(preset).filter(|_| is_told) else { continue };
            let in_level = |cell: Cell| Cell::new(corner.x + cell.x, corner.y + cell.y);
            let (mut cost, mut cells) = (0, Vec::new());
            for prop in &drawing.props {
                self.work += 1;
                let cell = in_level(prop.cells.top_left());
                let kind = &preset.kinds[usize::from(prop.kind)];
                let value = kind.value;
                if preset.placings[usize::from(prop.kind)].is_member {
                    if !self.plan.quiet.contains(cell) {
                        cost += kind.cost;
                        cells.push(cell);
                    }
                } else if value > 0 {
                    let (kind, drawn_offer) = (prop.kind, prop.offer);
                    let thing = PlannedLoot { kind, room: id, value, cell, drawn_offer, ..PlannedLoot::default() };
                    self.population.loot.push(PlannedLoot { is_first: true, ..thing });
                }
            }
            if !cells.is_empty() {
                self.population.encounters.push(PlannedEncounter { group: None, room: id, cost, cells });
            }
        }
        finish::settle_offers(preset, self.plan, &mut self.population.loot);
        let spent = self.population.spent();
        self.rest.encounters = self.rest.encounters.saturating_sub(spent.encounters);
        self.rest.loot = self.rest.loot.saturating_sub(spent.loot);
        self.limits.read(preset, self.plan, self.difficulty, self.population);
    }

    /// Reserves a boss for each room that a group with `boss` names. There is one end room: where
    /// its size alone is wrong, the level lacks its boss.
    pub(super) fn reserve_bosses(&mut self, draw: &mut impl RandomSource) {
        let bosses = self.preset.groups.iter().filter(|group| group.boss);
        // Few kinds of rooms have bosses: most rooms are passed by with one look.
        let kinds = bosses.clone().fold(0, |kinds, group| kinds | group.rooms.kind_bits());
        let (mut wanted, mut got) = (0, 0);
        for id in 0..self.plan.rooms.len() as u32 {
            let room = &self.plan.rooms[id as usize];
            if kinds & 1 << room.kind as u8 == 0 {
                continue;
            }
            let (facts, input) = (room.facts(), room.ramp_input(self.difficulty));
            self.work += self.preset.groups.len() as u64;
            let is_end = facts.kind == RoomKind::End;
            // A boss that weighs nothing here is none that the preset asks for.
            let names = |group: &GroupRule| {
                let is_in_size = group.rooms.suits(&facts)
                    || is_end && group.rooms.kinds.contains(&RoomKind::End) && group.rooms.suits_except_size(&facts);
                is_in_size && group.weight.fixed_at(input) > 0
            };
            if bosses.clone().any(names) {
                wanted += 1;
                let limit = self.rest.encounters;
                let fits = |group: &GroupRule, facts: &RoomFacts| group.boss && group.rooms.suits(facts);
                got += u32::from(self.reserve_group(id, limit, fits, draw));
            }
        }
        self.population.promises.push(GroupPromise { code: NoteCode::BossShort, group: None, wanted, got });
    }

    /// Reserves each required group in all rooms that it suits.
    pub(super) fn reserve_required(&mut self, draw: &mut impl RandomSource) {
        let preset = self.preset;
        for (number, group) in (0..).zip(&preset.groups).filter(|(_, group)| group.required) {
            let (mut wanted, mut got) = (0, 0);
            for id in 0..self.plan.rooms.len() as u32 {
                self.work += 1;
                if group.rooms.suits(&self.plan.rooms[id as usize].facts()) {
                    wanted += 1;
                    // A place near the start is what its rule asks for.
                    let limit = self.rest.encounters.min(self.limits.most);
                    let is_this = |other: &GroupRule, _: &RoomFacts| std::ptr::eq(other, group);
                    got += u32::from(self.reserve_group(id, limit, is_this, draw));
                }
            }
            let promise = GroupPromise { code: NoteCode::GroupShort, group: Some(number), wanted, got };
            self.population.promises.push(promise);
        }
    }

    /// Reserves loot that is due: of each room the most that a rule for it draws, as far as the
    /// budget goes.
    pub(super) fn reserve_due(&mut self, graph: &RoomSequence, draw: &mut impl RandomSource) {
        let rules = &self.preset.loot.due;
        if rules.is_empty() {
            return;
        }
        for (id, (room, facts)) in (0..).zip(self.plan.rooms.iter().zip(&graph.facts)) {
            self.work += rules.len() as u64;
            let room = room.facts();
            let of_room = rules.iter().filter(|rule| (!rule.locked || facts.is_locked) && rule.rooms.suits(&room));
            let drawn = of_room.map(|rule| {
                let (least, most) = count_at(&rule.value, self.difficulty);
                if most > least { least + draw.below(most - least + 1) } else { least }
            });
            let value = drawn.max().unwrap_or_default().min(self.rest.loot);
            if value > 0 {
                self.rest.loot -= value;
                self.population.due.push((id, value));
            }
        }
    }

    /// Scales what is left of the budgets with the area of the level: what is reserved so far is
    /// paid in full at any size.
    pub(super) fn scale(&mut self) {
        let Self { preset, population, rest, .. } = self;
        for (budget, rest) in
            [(&mut population.budgets.encounters, &mut rest.encounters), (&mut population.budgets.loot, &mut rest.loot)]
        {
            let scaled = preset.scaled_by_area(*rest);
            *budget = (*budget - *rest).saturating_add(scaled);
            *rest = scaled;
        }
    }

    /// Lays the metered things, so many of each rule, in rooms that loot may lie in and no scarce
    /// lock closes, if there are such. Cost: linear in rooms and things.
    pub(super) fn reserve_metered(&mut self, counts: &[u32], draw: &mut impl RandomSource) {
        if counts.iter().all(|&count| count == 0) {
            return;
        }
        let first = self.preset.loot.first.whole_at(RampInput::of_level(self.difficulty)).unsigned_abs();
        // The rooms with cells left: those that are far enough, and the others.
        let (mut far, mut near) = (Vec::with_capacity(self.plan.rooms.len()), Vec::new());
        for (id, room) in (0..).zip(&self.plan.rooms).filter(|&(id, _)| self.cells_left(id) > 0) {
            let is_optional = self.plan.mission.optional.binary_search(&id).is_ok();
            if room.depth >= first && !is_optional { &mut far } else { &mut near }.push(id);
        }
        self.work += self.plan.rooms.len() as u64;
        for (number, (&count, rule)) in (0..).zip(counts.iter().zip(&self.preset.loot.metered)) {
            let mut got = 0;
            for _ in 0..count {
                self.work += 1;
                let rooms = if far.is_empty() { &mut near } else { &mut far };
                let value = self.preset.kinds[usize::from(rule.kind)].value;
                if value > self.rest.loot {
                    break;
                }
                let Some(at) = draw.pick(0..rooms.len()) else { break };
                let room = rooms[at];
                self.taken[room as usize] += 1;
                if self.cells_left(room) <= 0 {
                    rooms.swap_remove(at);
                }
                self.rest.loot -= value;
                let source = PlannedPropSource::Metered { rule: number, item: self.population.loot.len() as u32 };
                self.plan.props.push(PlannedProp { room, kind: rule.kind, at: None, source });
                let thing = PlannedLoot { kind: rule.kind, room, value, ..PlannedLoot::default() };
                self.population.loot.push(PlannedLoot { is_metered: true, is_first: true, ..thing });
                got += 1;
            }
            let name = || self.preset.kinds[usize::from(rule.kind)].name.to_string();
            let about = (got < count).then(name);
            self.note(NoteCode::MeteredShort, count, got, about);
        }
    }

    /// Lays a group in the rooms of keys, until enough of the keys that lie beyond the quiet zone,
    /// and not in the start room, are guarded.
    pub(super) fn guard_keys(&mut self, draw: &mut impl RandomSource) {
        let fraction = self.preset.encounters.keys.fixed_at(RampInput::of_level(self.difficulty));
        let mut rooms: Vec<u32> = self.plan.mission.keys.iter().map(|key| key.room).collect();
        if fraction > 0 {
            let is_start = |room: u32| self.plan.rooms[room as usize].kind == RoomKind::Start;
            rooms.retain(|&room| !is_start(room) && self.is_beyond_quiet(room));
        }
        let wanted = (fraction * rooms.len() as u32 + 128) / 256;
        let is_guarded = |of: &Self, room: u32| of.population.encounters.iter().any(|group| group.room == room);
        let count = |top: &Self| rooms.iter().filter(|&&room| is_guarded(top, room)).count() as u32;
        let mut open: Vec<u32> = rooms.iter().copied().filter(|&room| !is_guarded(self, room)).collect();
        draw.shuffle(&mut open);
        let mut got = count(self);
        while got < wanted {
            let Some(room) = open.pop() else { break };
            if is_guarded(self, room) {
                continue;
            }
            // All guards together leave half of what there is to the rooms.
            let limit = (self.rest.encounters / (2 * (wanted - got))).min(self.limits.left(room));
            let fits =
                |group: &GroupRule, facts: &RoomFacts| !group.boss && !group.required && group.rooms.suits(facts);
            if self.reserve_group(room, limit, fits, draw) {
                got = count(self);
            }
        }
        self.population.promises.push(GroupPromise { code: NoteCode::GuardShort, group: None, wanted, got });
        self.plan.props.sort_by_key(|prop| prop.room);
    }

    /// Draws a group for a room, of those that suit it and cost at most `limit`, and has furnishing
    /// keep cells for the least of it. Returns whether there is one.
    fn reserve_group(
        &mut self,
        id: u32,
        limit: u32,
        suits: impl Fn(&GroupRule, &RoomFacts) -> bool,
        draw: &mut impl RandomSource,
    ) -> bool {
        let (preset, difficulty) = (self.preset, self.difficulty);
        let (room, left) = (self.plan.rooms[id as usize], self.cells_beyond_quiet(id));
        let facts = room.facts();
        let fits = |group: &GroupRule| {
            group.cost <= limit && suits(group, &facts) && i64::from(group.least_at(difficulty)) <= left
        };
        self.work += preset.groups.len() as u64;
        self.fitting.clear();
        self.fitting.extend((0..).zip(&preset.groups).filter(|(_, group)| fits(group)).map(|(number, _)| number));
        let weights = self.fitting.iter().map(|&number: &u16| Some(&preset.groups[usize::from(number)].weight));
        let Some(chosen) = weights::choose(weights, room.ramp_input(difficulty), draw) else { return false };
        let number = self.fitting[chosen];
        let group = &preset.groups[usize::from(number)];
        self.taken[id as usize] += i64::from(group.least_at(difficulty));
        self.plan.kept.resize(self.plan.rooms.len(), 0);
        self.plan.kept[id as usize] += group.least_at(difficulty);
        self.rest.encounters -= group.cost;
        self.limits.take(self.plan, Some(group), id, group.cost);
        let encounter = PlannedEncounter { group: Some(number), room: id, cost: group.cost, cells: Vec::new() };
        self.population.encounters.push(encounter);
        true
    }

    /// Whether a room has floor beyond the quiet zone.
    fn is_beyond_quiet(&self, id: u32) -> bool {
        let (room, quiet) = (&self.plan.rooms[id as usize], &self.plan.quiet);
        !quiet.may_touch(room.rect) || i64::from(quiet.count_in(room.rect)) < self.plan.floors.count(room)
    }

    fn note(&mut self, code: NoteCode, wanted: u32, got: u32, about: Option<String>) {
        if got < wanted {
            self.population.notes.push(Note { code, wanted, got, about });
        }
    }
}

impl GroupRule {
    /// The least number of members at a difficulty.
    pub(crate) fn least_at(&self, difficulty: f32) -> u32 {
        self.members.iter().map(|member| count_at(&member.count, difficulty).0).sum()
    }

    /// Places the group in a room, with its least if it would have more than `most` members. Sets
    /// `members` to each kind with the number of its members, and `cells` to their cells in this
    /// order. Returns whether it has a place. Draws a word for each kind with a choice, and for
    /// each member.
    pub(crate) fn place<S: CellSet>(
        &self,
        difficulty: f32,
        most: u32,
        places: &mut MemberPlaces<'_, S>,
        (members, cells): (&mut Vec<(u16, u32)>, &mut Vec<Cell>),
        draw: &mut impl RandomSource,
    ) -> bool {
        self.draw_members(difficulty, most.into(), members, draw);
        let count = members.iter().map(|(_, count)| count).sum();
        places.take(count, self.spread(), cells, draw)
    }

    /// Sets `members` to each kind with the number of its members: a word for each kind with a
    /// choice. Where these are more than `cells`, the group has its least.
    fn draw_members(&self, difficulty: f32, cells: i64, members: &mut Vec<(u16, u32)>, draw: &mut impl RandomSource) {
        members.clear();
        let mut all = 0;
        for member in &self.members {
            let (least, most) = count_at(&member.count, difficulty);
            let count = if most > least { least + draw.below(most - least + 1) } else { least };
            members.push((member.kind, count));
            all += i64::from(count);
        }
        if all > cells {
            let least = self.members.iter().map(|member| count_at(&member.count, difficulty).0);
            members.iter_mut().zip(least).for_each(|((_, count), least)| *count = least);
        }
    }
}
