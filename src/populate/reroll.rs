//! Gives what was placed in re-rolled rooms its cells in their new furnishing.
//!
//! The first draw of the whole level has decided who is where, and what is spent: this changes no
//! other room, and neither adds nor replaces anything. What finds no cell is left out, with a note,
//! and its cost stays spent.

use super::{
    LevelPopulation, PlannedEncounter, PlannedLoot, finish,
    places::{MemberPlaces, ThingClass, ThingPlaces},
    spending::{PlacedProp, PlacedProps, class_of, in_level, in_room, pieces_of, slots_of},
};
use crate::{
    floorplan::FloorPlan,
    furnish::{LevelFurnishing, PlacedSlot, RerolledRooms, RoomSpace, SpaceSets},
    geom::Cell,
    grid::CellSet,
    model::{Note, NoteCode},
    preset::{GroupRule, Preset},
    rng::{FloorSeed, LeafWordSource, SeedStage},
    trace::PropSource,
};

/// Moves metered things of re-rolled rooms to their new cells. Call it after
/// [`finish::note_planned`].
pub(super) fn move_planned(plan: &FloorPlan, population: &mut LevelPopulation, again: &RerolledRooms) {
    finish::note_planned(
        population,
        again.planned_cells(plan).map(|(position, cell)| (plan.props[position].source, cell)),
    );
}

/// What decides where the contents of re-rolled rooms are placed.
#[derive(Clone, Copy)]
pub(super) struct RerollTask<'level> {
    pub(super) preset: &'level Preset,
    pub(super) plan: &'level FloorPlan,
    pub(super) seed: &'level FloorSeed,
    pub(super) difficulty: f32,
}

impl RerollTask<'_> {
    /// Puts the re-rolled rooms in the place of what they were, and places in them again what the
    /// first draw has placed there. Returns the steps that it took.
    ///
    /// Cost: a copy of the level's props and purchases; for each re-rolled room that of its
    /// purchases.
    #[cold]
    pub(super) fn place_again(
        self,
        mut again: RerolledRooms,
        population: &mut LevelPopulation,
        placed: &mut PlacedProps,
        furnishing: &mut LevelFurnishing,
    ) -> u64 {
        let spaces = std::mem::take(&mut again.furnishing.spaces);
        let slots = std::mem::take(&mut again.furnishing.slots);
        let mut rooms: Vec<_> = again.rooms.iter().zip(spaces).map(|(room, space)| self.room(*room, space)).collect();
        again.replace_in(self.plan, furnishing);
        self.keep_vault_encounters(&mut rooms, population, furnishing);
        self.move_placed(&mut rooms, &slots, placed);
        population.notes.extend(notes(&rooms));
        rooms.iter().map(|room| room.steps).sum()
    }

    /// A room in which nothing is placed yet.
    fn room(self, (id, number): (u32, u32), space: RoomSpace) -> RerolledPopulation {
        let mut words = self.seed.rerolled(number).leaves(SeedStage::Populate);
        words.move_to(self.plan.rooms[id as usize].leaf);
        RerolledPopulation { id, space, words, steps: 0, wanted: 0, missing: Vec::new() }
    }

    /// Drops the members and things of vaults that had to give way in the new furnishing.
    fn keep_vault_encounters(
        self,
        rooms: &mut [RerolledPopulation],
        population: &mut LevelPopulation,
        furnishing: &LevelFurnishing,
    ) {
        let is_here = |id: u32| position_in(rooms, id).is_some();
        let of_vaults = population.encounters.extract_if(.., |group| group.group.is_none() && is_here(group.room));
        let encounters: Vec<PlannedEncounter> = of_vaults.collect();
        let of_vaults = population.loot.extract_if(.., |item| !item.is_metered && is_here(item.room));
        let loot: Vec<PlannedLoot> = of_vaults.collect();
        let mut kept =
            LevelPopulation { encounters: encounters.clone(), loot: loot.clone(), ..LevelPopulation::default() };
        finish::keep_vault_encounters(self.preset, self.plan, &mut kept, furnishing);
        for first in &loot {
            if !kept.loot.iter().any(|item| (item.kind, item.cell) == (first.kind, first.cell))
                && let Some(position) = position_in(rooms, first.room)
            {
                rooms[position].miss(1, self.preset.kinds[usize::from(first.kind)].name.as_str());
            }
        }
        for first in &encounters {
            let now = kept.encounters.iter().find(|group| group.room == first.room);
            let count = first.cells.len() - now.map_or(0, |group| group.cells.len());
            if count > 0
                && let Some(position) = position_in(rooms, first.room)
            {
                rooms[position].miss(count as u32, "members of its vault");
            }
        }
        // Those of vaults come before all else of their room.
        population.encounters.splice(0..0, kept.encounters);
        population.loot.splice(0..0, kept.loot);
    }

    /// Gives each purchase of the rooms new cells, and takes out those that find none.
    fn move_placed(self, rooms: &mut [RerolledPopulation], slots: &[PlacedSlot], placed: &mut PlacedProps) {
        let PlacedProps { props, groups, items } = std::mem::take(placed);
        // Members of groups come first, then things, each in the order of the lists.
        let mut props = props.into_iter();
        for mut group in groups {
            let mut members: Vec<PlacedProp> = props.by_ref().take(group.cells.len()).collect();
            if let Some(position) = position_in(rooms, group.room) {
                let room = &mut rooms[position];
                let rule = group.group.and_then(|number| self.preset.groups.get(usize::from(number)));
                let spread = rule.map_or(GroupRule::SPREAD, GroupRule::spread);
                if !room.place_members(self, slots, spread, &mut members) {
                    room.miss(members.len() as u32, rule.map_or("", |rule| rule.name.as_str()));
                    continue;
                }
                group.cells = members.iter().map(|member| member.prop.cells().top_left()).collect();
            }
            placed.props.append(&mut members);
            placed.groups.push(group);
        }
        let things: Vec<(PlannedLoot, PlacedProp)> = items.into_iter().zip(props).collect();
        for lot in things.chunk_by(|_, (next, _)| !next.is_first) {
            let mut lot = lot.to_vec();
            let (PlannedLoot { room: id, .. }, _) = lot[0];
            if let Some(position) = position_in(rooms, id) {
                rooms[position].place_things(self, slots, &mut lot);
            }
            for (item, prop) in lot {
                placed.props.push(prop);
                placed.items.push(item);
            }
        }
    }
}

/// A re-rolled room in which its groups and things are placed.
struct RerolledPopulation {
    id: u32,
    space: RoomSpace,
    words: LeafWordSource,
    /// The words of sets that were visited.
    steps: u64,
    /// The number of members and things that were to be placed.
    wanted: u32,
    /// How many of which of them are missing.
    missing: Vec<(u32, String)>,
}

/// The position of a room among those that are re-rolled.
fn position_in(rooms: &[RerolledPopulation], id: u32) -> Option<usize> {
    rooms.binary_search_by_key(&id, |room| room.id).ok()
}

impl RerolledPopulation {
    /// Notes that members or things of a name find no cell.
    fn miss(&mut self, count: u32, name: &str) {
        match self.missing.iter_mut().find(|(_, other)| other == name) {
            Some((sum, _)) => *sum += count,
            None => self.missing.push((count, name.to_owned())),
        }
        self.wanted += count;
    }

    /// Gives the members of a group new cells. Returns false, and changes nothing, if there are too
    /// few.
    fn place_members(
        &mut self,
        task: RerollTask<'_>,
        slots: &[PlacedSlot],
        spread: u32,
        members: &mut [PlacedProp],
    ) -> bool {
        fn cells_in<S: CellSet>(
            task: RerollTask<'_>,
            slots: &[PlacedSlot],
            (id, space): (u32, &mut SpaceSets<S>),
            (count, spread): (u32, u32),
            (words, steps): (&mut LeafWordSource, &mut u64),
        ) -> Option<Vec<Cell>> {
            let room = &task.plan.rooms[id as usize];
            let quiet = Some(&task.plan.quiet).filter(|quiet| quiet.may_touch(room.rect));
            let quiet = quiet.into_iter().flat_map(|quiet| quiet.cells_in(room.rect)).map(|cell| in_room(room, cell));
            let slots = slots_of(task.preset, slots, (id, room), false);
            let mut cells = Vec::new();
            let mut places = MemberPlaces::new(room.rect.extent(), space, slots, quiet, steps);
            places.take(count, spread, &mut cells, words).then_some(cells)
        }

        let (id, count) = (self.id, members.len() as u32);
        let draw = (&mut self.words, &mut self.steps);
        let cells = match &mut self.space {
            RoomSpace::Block(space) => cells_in(task, slots, (id, space), (count, spread), draw),
            RoomSpace::Grid(space) => cells_in(task, slots, (id, space), (count, spread), draw),
        };
        let Some(cells) = cells else { return false };
        self.wanted += count;
        let room = &task.plan.rooms[id as usize];
        for (member, cell) in members.iter_mut().zip(cells) {
            let Cell { x, y } = in_level(room, cell);
            (member.prop.x, member.prop.y) = (x as u16, y as u16);
        }
        true
    }

    /// Gives the things of one purchase new cells: all, or else the least number of its rule. Takes
    /// out those without a cell.
    fn place_things(&mut self, task: RerollTask<'_>, slots: &[PlacedSlot], lot: &mut Vec<(PlannedLoot, PlacedProp)>) {
        fn cells_in<S: CellSet>(
            task: RerollTask<'_>,
            slots: &[PlacedSlot],
            (id, space): (u32, &mut SpaceSets<S>),
            (class, count, least): (ThingClass, u32, u32),
            (words, steps): (&mut LeafWordSource, &mut u64),
        ) -> Vec<Cell> {
            let room = &task.plan.rooms[id as usize];
            let slots = slots_of(task.preset, slots, (id, room), true);
            let mut cells = Vec::new();
            // Members and things were chosen before: none gives way to another.
            let mut places = ThingPlaces::new(room.rect.extent(), space, slots, 0, steps);
            let is_placed = places.take(class, count, &mut cells, words)
                || count > least && places.take(class, least, &mut cells, words);
            if is_placed { cells } else { Vec::new() }
        }

        let (id, count) = (self.id, lot.len() as u32);
        let (PlannedLoot { kind, .. }, PlacedProp { source, .. }) = lot[0];
        let rule = match source {
            PropSource::Loot { item } => task.preset.loot.items.get(usize::from(item)),
            _ => None,
        };
        let least = rule.map_or(1, |rule| pieces_of(rule, task.difficulty).0);
        let kind = &task.preset.kinds[usize::from(kind)];
        let wanted = (class_of(kind), count, least);
        let draw = (&mut self.words, &mut self.steps);
        let cells = match &mut self.space {
            RoomSpace::Block(space) => cells_in(task, slots, (id, space), wanted, draw),
            RoomSpace::Grid(space) => cells_in(task, slots, (id, space), wanted, draw),
        };
        let placed = cells.len() as u32;
        self.wanted += placed;
        if placed < count {
            self.miss(count - placed, kind.name.as_str());
        }
        lot.truncate(cells.len());
        let room = &task.plan.rooms[id as usize];
        for ((item, bought), cell) in lot.iter_mut().zip(cells) {
            item.cell = in_level(room, cell);
            (bought.prop.x, bought.prop.y) = (item.cell.x as u16, item.cell.y as u16);
        }
    }
}

/// The most notes of a level on what re-rolled rooms miss: a level file has a limit.
const MOST_NOTES: usize = 64;

/// The notes on what the rooms miss: one for each room; where there are more than [`MOST_NOTES`],
/// the last stands for the others.
fn notes(rooms: &[RerolledPopulation]) -> Vec<Note> {
    let short: Vec<&RerolledPopulation> = rooms.iter().filter(|room| !room.missing.is_empty()).collect();
    let (named, others) = match short.split_at_checked(MOST_NOTES - 1) {
        Some((named, others)) if others.len() > 1 => (named, others),
        _ => (&short[..], &[][..]),
    };
    let missing = |room: &RerolledPopulation| room.missing.iter().map(|(count, _)| count).sum::<u32>();
    let note = |rooms: &[&RerolledPopulation], about: String| {
        let wanted = rooms.iter().map(|room| room.wanted).sum();
        let got = rooms.iter().map(|room| room.wanted - missing(room)).sum();
        Note { code: NoteCode::RerollShort, wanted, got, about: Some(about) }
    };
    let of_room = |room: &&RerolledPopulation| {
        note(&[*room], format!("no cell in re-rolled room {} for {}", room.id, names(&room.missing)))
    };
    let rest = others.first().map(|first| {
        note(others, format!("no cell in {} re-rolled rooms, the first of them room {}", others.len(), first.id))
    });
    named.iter().map(of_room).chain(rest).collect()
}

/// How many of which names are missing: the first few of them, since a note has a limit, too.
fn names(missing: &[(u32, String)]) -> String {
    const FEW: usize = 3;
    let named: Vec<String> = missing.iter().take(FEW).map(|(count, name)| format!("{count} of {name:?}")).collect();
    match missing.len().saturating_sub(FEW) {
        0 => named.join(", "),
        more => format!("{} and {more} more kinds", named.join(", ")),
    }
}
