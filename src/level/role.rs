//! Roles of props: what each is to a game.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::{Level, Population, Prop};
use crate::{
    buckets::Buckets,
    geom::{Cell, Rect},
    model::PropRecord,
};

/// What a prop is to a game: the first of these that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PropRole {
    /// The key or the switch at this position in [`Level::keys`].
    Key(u32),
    /// A member of the encounter at this position in [`Level::encounters`]: a foe, or a trap. The
    /// labels of its kind tell them apart.
    Member(u32),
    /// Part of the offer at this position in [`Level::offers`]. It may be loot too.
    Offer(u32),
    /// The thing at this position in [`Level::loot`].
    Loot(u32),
    /// A marker in the cell of the entry or of a way down.
    Stairs,
    /// Any other marker.
    Marker,
    /// Any other prop, which stands there to be seen or to be in the way.
    Furniture,
}

/// The roles of all props, and the props of those that have one.
#[derive(Clone, Debug)]
pub(super) struct RoleTable {
    of_props: Vec<PropRole>,
    /// The ids of the members of each encounter.
    pub(super) members: Buckets<u32>,
    pub(super) keys: Vec<Option<u32>>,
    pub(super) loot: Vec<Option<u32>>,
    /// The loot that is offered, by its prop.
    offered: BTreeMap<u32, u32>,
}

impl RoleTable {
    /// Cost: linear in the cells of props, times the logarithm of encounters, keys and loot.
    pub(super) fn new(level: &Level) -> Self {
        let Population { encounters, loot, .. } = &level.population;
        let members = (0..)
            .zip(encounters)
            .flat_map(|(number, encounter)| encounter.cells.iter().map(move |&cell| ((encounter.room, cell), number)));
        let members: BTreeMap<(u32, Cell), u32> = members.collect();
        let names =
            level.keys.iter().map(|key| level.key_name(key)).chain(loot.iter().map(|thing| thing.item.as_str()));
        let names: BTreeSet<_> = names.collect();
        // Most props are no things: they need not be looked for.
        let is_thing: Vec<_> = level.kinds.iter().map(|kind| names.contains(kind.name.as_str())).collect();
        let mut keys = UnclaimedThings::of(level.keys.iter().map(|key| (key.room, key.cell, level.key_name(key))));
        let mut things = UnclaimedThings::of(loot.iter().map(|thing| (thing.room, thing.cell, thing.item.as_str())));
        let mut table = Self {
            of_props: Vec::with_capacity(level.props.len()),
            members: Buckets::default(),
            keys: vec![None; level.keys.len()],
            loot: vec![None; loot.len()],
            offered: BTreeMap::new(),
        };
        let is_at_stairs = |cells: Rect| level.ways().any(|cell| cells.contains(cell));
        for (id, record) in (0..).zip(&level.props) {
            let kind = &level.kinds[usize::from(record.kind)];
            let cells = record.cells();
            let is_thing = is_thing[usize::from(record.kind)];
            let mut members = cells.cells().filter_map(|cell| members.get(&(record.room, cell)));
            let role = if let Some(key) = is_thing.then(|| keys.claim(record, &kind.name)).flatten() {
                table.keys[key as usize] = Some(id);
                PropRole::Key(key)
            } else if let Some(&encounter) = kind.marker.then(|| members.next()).flatten() {
                PropRole::Member(encounter)
            } else {
                let thing = is_thing.then(|| things.claim(record, &kind.name)).flatten();
                if let Some(thing) = thing {
                    table.loot[thing as usize] = Some(id);
                }
                match (level.offers.of_prop(id), thing) {
                    (Some(offer), thing) => {
                        table.offered.extend(thing.map(|thing| (id, thing)));
                        PropRole::Offer(offer)
                    }
                    (None, Some(thing)) => PropRole::Loot(thing),
                    (None, None) if !kind.marker => PropRole::Furniture,
                    (None, None) if is_at_stairs(cells) => PropRole::Stairs,
                    (None, None) => PropRole::Marker,
                }
            };
            table.of_props.push(role);
        }
        let members = (0..).zip(&table.of_props).filter_map(|(id, role)| match role {
            PropRole::Member(encounter) => Some((*encounter, id)),
            _ => None,
        });
        table.members = Buckets::new(encounters.len(), members);
        table
    }

    /// The position in the loot of a prop, which may be offered.
    fn thing(&self, id: u32) -> Option<u32> {
        match self.of_props.get(id as usize)? {
            PropRole::Loot(thing) => Some(*thing),
            _ => self.offered.get(&id).copied(),
        }
    }
}

/// Things by room and cell. The first prop of their name there is the first of them.
struct UnclaimedThings<'level>(BTreeMap<(u32, Cell), Vec<(u32, &'level str)>>);

impl<'level> UnclaimedThings<'level> {
    fn of(things: impl Iterator<Item = (u32, Cell, &'level str)>) -> Self {
        let mut by_cell: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (number, (room, cell, name)) in (0..).zip(things) {
            by_cell.entry((room, cell)).or_default().push((number, name));
        }
        Self(by_cell)
    }

    fn claim(&mut self, prop: &PropRecord, kind: &str) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        prop.cells().cells().find_map(|cell| {
            let here = self.0.get_mut(&(prop.room, cell))?;
            let position = here.iter().position(|&(_, name)| name == kind)?;
            Some(here.remove(position).0)
        })
    }
}

/// Roles of props.
///
/// The first query finds the roles of all props, in time linear in the cells of props, times the
/// logarithm of encounters, keys and loot; so does the first one behind an edit that adds or
/// removes a prop. All others take constant time.
impl Level {
    /// What the prop with this id is to a game; `None` if there is no such prop.
    #[must_use]
    pub fn role(&self, id: u32) -> Option<PropRole> {
        self.roles().of_props.get(id as usize).copied()
    }

    /// The ids of the props that are the members of an encounter, ascending; none if there is no
    /// such encounter, or none of them is left.
    #[must_use]
    pub fn members(&self, encounter: u32) -> &[u32] {
        self.roles().members.get(encounter)
    }

    /// The id of the prop that a thing of the loot is, by its position in [`Level::loot`].
    #[must_use]
    pub fn loot_prop(&self, thing: u32) -> Option<u32> {
        self.roles().loot.get(thing as usize).copied().flatten()
    }

    /// The id of the prop that a key or a switch is, by its position in [`Level::keys`]; `None` if
    /// it was removed.
    #[must_use]
    pub fn key_prop(&self, key: u32) -> Option<u32> {
        self.roles().keys.get(key as usize).copied().flatten()
    }

    /// The position in the loot of the prop with this id, also of one that is offered.
    pub(crate) fn thing(&self, id: u32) -> Option<u32> {
        self.roles().thing(id)
    }
}

impl Prop<'_> {
    /// What the prop is to a game.
    ///
    /// Constant time behind the first query of [`Level::role`].
    ///
    /// ```
    /// use roomgen::{Preset, generate, level::PropRole};
    ///
    /// let level = generate(&Preset::built_in("crypt")?, 42);
    /// for prop in level.props() {
    ///     match prop.role() {
    ///         PropRole::Member(encounter) => assert!(level.members(encounter).contains(&prop.id)),
    ///         PropRole::Loot(thing) => println!("worth {}", level.loot()[thing as usize].value),
    ///         PropRole::Key(key) => assert_eq!(level.key_prop(key), Some(prop.id)),
    ///         _ => {}
    ///     }
    /// }
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn role(&self) -> PropRole {
        // A prop comes from a level that has it.
        self.level.role(self.id).unwrap_or(PropRole::Furniture)
    }
}
