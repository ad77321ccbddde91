//! What the labels of danger say: what rooms spent of what they were to get, and what offers are
//! worth.
//!
//! Consumes a level, which does not say what was reserved of its budgets, before rooms had
//! allowances: what vaults draw has no group, a boss is known by its tag, and guards of keys are
//! not known.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use roomgen::{
    geom::Cell,
    level::{Encounter, Level},
};

/// The tag of bosses, which also gives them their figure.
const BOSS: &str = "boss";

/// What a room spent of one budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Share {
    /// What it spent, with what was reserved.
    spent: u32,
    /// What it was to get, with what was reserved; `None` unless it lacks so much that it could
    /// have bought the cheapest encounter or thing of the level.
    lacks_of: Option<u32>,
    /// Whether a boss is part of it.
    pub(super) has_boss: bool,
}

impl Share {
    /// `None` for a room without anything to tell.
    fn of(spent: u32, allowed: u32, cheapest: u32, has_boss: bool) -> Option<Self> {
        let lacks = allowed.saturating_sub(spent);
        let lacks_of = (lacks >= cheapest.max(1)).then_some(allowed);
        (spent > 0 || lacks_of.is_some()).then_some(Self { spent, lacks_of, has_boss })
    }

    /// The number that the room spent, if it is above 0.
    pub(super) fn number(&self) -> Option<String> {
        (self.spent > 0).then(|| self.spent.to_string())
    }

    /// The number, and after a stroke what was to be spent if more could have been.
    pub(super) fn words(&self) -> String {
        let of = self.lacks_of.map(|allowed| format!("/{allowed}")).unwrap_or_default();
        format!("{}{of}", self.spent)
    }
}

/// The cells of the markers of bosses.
pub(super) fn bosses(level: &Level) -> BTreeSet<Cell> {
    let markers = level.markers().filter(|marker| marker.kind.labels.has(BOSS));
    markers.flat_map(|marker| marker.cells.cells()).collect()
}

/// Whether a group has a boss, whose cells are given.
pub(super) fn is_boss(encounter: &Encounter, bosses: &BTreeSet<Cell>) -> bool {
    encounter.group.is_some() && encounter.cells.iter().any(|cell| bosses.contains(cell))
}

/// For each room, what it spent on encounters and on loot.
pub(super) fn room_words(level: &Level) -> Vec<[Option<Share>; 2]> {
    let bosses = bosses(level);
    // What was reserved of the budget, by room, and whether it is a boss.
    let mut top: BTreeMap<u32, (u32, bool)> = BTreeMap::new();
    for encounter in level.encounters() {
        let is_boss = is_boss(encounter, &bosses);
        if encounter.group.is_none() || is_boss {
            let (cost, has_boss) = top.entry(encounter.room).or_default();
            *cost = cost.saturating_add(encounter.cost);
            *has_boss |= is_boss;
        }
    }
    let bought = level.encounters().iter().filter(|encounter| encounter.group.is_some());
    let cheapest_group = bought.map(|encounter| encounter.cost).filter(|&cost| cost > 0).min().unwrap_or(1);
    let values = level.loot().iter().map(|thing| thing.value);
    let cheapest_thing = values.filter(|&value| value > 0).min().unwrap_or(1);
    let rooms = level.rooms().iter().zip(level.spent());
    let of_room = |(room, spent): (&roomgen::level::Room, roomgen::level::Allowance)| {
        let (cost, has_boss) = top.remove(&room.id).unwrap_or_default();
        let allowed = room.allowance.encounters.saturating_add(cost);
        [
            Share::of(spent.encounters, allowed, cheapest_group, has_boss),
            Share::of(spent.loot, room.allowance.loot, cheapest_thing, false),
        ]
    };
    rooms.map(of_room).collect()
}

/// Loot of which a player may take some, or a thing that is part of no offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LootOffer {
    pub(super) room: u32,
    pub(super) cells: Vec<Cell>,
    /// The value of what may be taken.
    pub(super) value: u32,
    /// How many may be taken.
    take: u32,
}

impl LootOffer {
    /// The value, and how many of how many may be taken; nothing of a thing without a value.
    pub(super) fn words(&self) -> String {
        let of = format!("{} of {}", self.take, self.cells.len());
        match (self.value, self.cells.len()) {
            (0, 1) => String::new(),
            (value, 1) => value.to_string(),
            (0, _) => of,
            (value, _) => format!("{value} ({of})"),
        }
    }
}

/// The loot of a level, with the things of an offer together, as [`Level::spent`] counts them.
pub(super) fn offers(level: &Level) -> Vec<LootOffer> {
    let mut singles = Vec::new();
    let mut offered: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (number, thing) in level.loot().iter().enumerate() {
        match level.loot_prop(number as u32).and_then(|id| level.prop(id)?.offer) {
            Some(offer) => offered.entry(offer).or_default().push(number),
            None => singles.push(LootOffer { room: thing.room, cells: vec![thing.cell], value: thing.value, take: 1 }),
        }
    }
    let together = offered.into_iter().filter_map(|(offer, numbers)| {
        let things: Vec<_> = numbers.iter().filter_map(|&number| level.loot().get(number)).collect();
        let take = level.offers().get(offer as usize)?.take;
        let mut values: Vec<u32> = things.iter().map(|thing| thing.value).collect();
        values.sort_unstable_by_key(|&value| Reverse(value));
        let value = values.iter().take(take as usize).fold(0, |sum: u32, &value| sum.saturating_add(value));
        Some(LootOffer {
            room: things.first()?.room,
            cells: things.iter().map(|thing| thing.cell).collect(),
            value,
            take,
        })
    });
    singles.into_iter().chain(together).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(spent: u32, allowed: u32) -> Option<String> {
        Share::of(spent, allowed, 3, false).map(|share| share.words())
    }

    #[test]
    fn a_share_is_told_only_if_it_could_have_bought_more() {
        assert_eq!(words(6, 6).as_deref(), Some("6"));
        assert_eq!(words(6, 8).as_deref(), Some("6"), "the rest buys nothing");
        assert_eq!(words(6, 9).as_deref(), Some("6/9"));
        assert_eq!(words(0, 3).as_deref(), Some("0/3"));
        assert_eq!((words(0, 2), words(0, 0)), (None, None));
        assert_eq!(words(7, 2).as_deref(), Some("7"), "what other rooms left, too");
    }

    #[test]
    fn the_cost_of_a_boss_is_no_lack_and_no_excess() {
        let preset = roomgen::Preset::built_in("crypt").unwrap();
        let mut bosses_seen = 0;
        for seed in 0..8 {
            let level = roomgen::generate(&preset, seed);
            let end = level.end().id;
            let bosses: Vec<_> = level.props_in(end).filter(|prop| prop.kind.labels.has("boss")).collect();
            let is_boss = |cell: &Cell| bosses.iter().any(|boss| boss.cells.contains(*cell));
            let groups = level.encounters().iter().filter(|group| group.room == end && group.cells.iter().any(is_boss));
            for group in groups {
                let share = room_words(&level)[end as usize][0].clone().unwrap();
                let allowed = level.rooms()[end as usize].allowance.encounters;
                assert!(share.has_boss && share.spent >= group.cost);
                assert!(share.lacks_of.is_none_or(|of| of == allowed + group.cost), "{share:?}");
                bosses_seen += 1;
            }
        }
        assert_eq!(bosses_seen, 8);
    }

    #[test]
    fn an_offer_says_how_many_may_be_taken() {
        let offer = |value, count, take| LootOffer { room: 0, cells: vec![Cell::default(); count], value, take };
        assert_eq!(offer(2, 3, 1).words(), "2 (1 of 3)");
        assert_eq!(offer(0, 3, 2).words(), "2 of 3");
        assert_eq!((offer(2, 1, 1).words(), offer(0, 1, 1).words()), ("2".to_owned(), String::new()));
    }
}
