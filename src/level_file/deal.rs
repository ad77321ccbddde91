//! Budgets, allowances, encounters and loot of a level file.
//!
//! Encounters and loot are read into one list for each field, in every form of a file: so they take
//! little more memory than their text. How many a level may have follows from its props, which
//! stand behind them.

mod write;

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};

use super::{
    NamedFields, limit,
    lists::{NumberLists, RawNames, RawNumber},
};
pub(super) use write::{EncountersWriter, LootWriter};

/// The budgets of a level.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Budgets", deny_unknown_fields)]
pub(crate) struct RawBudgets {
    pub(super) encounters: i64,
    pub(super) loot: i64,
    pub(super) quiet: i64,
    /// The groups that the level has.
    #[serde(default, deserialize_with = "groups")]
    pub(super) groups: Vec<RawGroupCost>,
}

/// What a group costs.
#[derive(Serialize, Deserialize)]
#[serde(rename = "GroupCost", deny_unknown_fields)]
pub(crate) struct RawGroupCost {
    pub(super) name: String,
    pub(super) cost: i64,
}

fn groups<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<RawGroupCost>, D::Error> {
    let groups: Vec<NamedFields<RawGroupCost>> = limit::GROUPS.list(deserializer)?;
    Ok(groups.into_iter().map(|NamedFields(group)| group).collect())
}

/// The budgets as read: an object with named fields, or null in JSON lines.
pub(crate) struct RawBudgetsOrNone(pub(super) Option<RawBudgets>);

impl<'de> Deserialize<'de> for RawBudgetsOrNone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// No option: RON writes the object alone, without `Some`.
        struct BudgetsVisitor;

        impl<'de> Visitor<'de> for BudgetsVisitor {
            type Value = RawBudgetsOrNone;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("named fields, or null")
            }

            fn visit_unit<E: Error>(self) -> Result<RawBudgetsOrNone, E> {
                Ok(RawBudgetsOrNone(None))
            }

            fn visit_none<E: Error>(self) -> Result<RawBudgetsOrNone, E> {
                Ok(RawBudgetsOrNone(None))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawBudgetsOrNone, A::Error> {
                RawBudgets::deserialize(MapAccessDeserializer::new(map)).map(|budgets| RawBudgetsOrNone(Some(budgets)))
            }
        }

        deserializer.deserialize_any(BudgetsVisitor)
    }
}

/// The allowance of a room.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Allowance", deny_unknown_fields)]
pub(crate) struct RawAllowance {
    pub(super) encounters: RawNumber,
    pub(super) loot: RawNumber,
}

/// An encounter, as RON and JSON write it.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Encounter", deny_unknown_fields)]
struct RawEncounter<Name> {
    group: Option<Name>,
    room: RawNumber,
    cost: RawNumber,
    cells: Vec<[i32; 2]>,
}

/// A thing of the loot, as RON and JSON write it.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Loot", deny_unknown_fields)]
struct RawLootThing<Name> {
    item: Name,
    room: RawNumber,
    value: RawNumber,
    cell: [i32; 2],
}

/// Encounters as columns.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EncounterColumns {
    group: RawNames,
    room: Vec<RawNumber>,
    cost: Vec<RawNumber>,
    x: NumberLists,
    y: NumberLists,
}

/// Loot as columns.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LootColumns {
    item: RawNames,
    room: Vec<RawNumber>,
    value: Vec<RawNumber>,
    x: Vec<i32>,
    y: Vec<i32>,
}

/// An encounter of a file: its group, room, cost, and the columns and rows of its cells.
pub(super) type EncounterFields<'raw> = (Option<&'raw str>, u32, u32, &'raw [i32], &'raw [i32]);

impl EncounterColumns {
    pub(super) fn len(&self) -> usize {
        self.room.len()
    }

    /// The number of cells of all encounters.
    pub(super) fn cells(&self) -> usize {
        self.x.total()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = EncounterFields<'_>> {
        let numbers = self.room.iter().zip(&self.cost);
        let rows = self.group.iter().zip(numbers).zip(self.x.iter().zip(self.y.iter()));
        rows.map(|((group, (room, cost)), (x, y))| (group, room.0, cost.0, x, y))
    }
}

impl LootColumns {
    pub(super) fn len(&self) -> usize {
        self.room.len()
    }

    /// Each thing of the loot: item, room, value and cell.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Option<&str>, u32, u32, [i32; 2])> {
        let numbers = self.room.iter().zip(&self.value);
        let rows = self.item.iter().zip(numbers).zip(self.x.iter().zip(&self.y));
        rows.map(|((item, (room, value)), (&x, &y))| (item, room.0, value.0, [x, y]))
    }
}

/// One list for each field of `Element`.
trait Columns<Element> {
    /// Adds an entry to each column; a text for an invalid one.
    fn add(&mut self, element: Element) -> Result<(), String>;

    /// Whether all columns are equally long.
    fn are_even(&self) -> bool;
}

impl Columns<RawEncounter<String>> for EncounterColumns {
    fn add(&mut self, element: RawEncounter<String>) -> Result<(), String> {
        let RawEncounter { group, room, cost, cells } = element;
        self.group.add("group", group.as_deref())?;
        self.room.push(room);
        self.cost.push(cost);
        self.x.add(cells.iter().map(|&[x, _]| x))?;
        self.y.add(cells.iter().map(|&[_, y]| y))
    }

    fn are_even(&self) -> bool {
        let Self { group, room, cost, x, y } = self;
        (group.len(), cost.len(), x.len()) == (room.len(), room.len(), room.len()) && x.has_lengths_of(y)
    }
}

impl Columns<RawLootThing<String>> for LootColumns {
    fn add(&mut self, element: RawLootThing<String>) -> Result<(), String> {
        let RawLootThing { item, room, value, cell: [x, y] } = element;
        self.item.add("item", Some(&item))?;
        self.room.push(room);
        self.value.push(value);
        self.x.push(x);
        self.y.push(y);
        Ok(())
    }

    fn are_even(&self) -> bool {
        let Self { item, room, value, x, y } = self;
        [item.len(), value.len(), x.len(), y.len()].iter().all(|&length| length == room.len())
    }
}

/// Encounters read from a list or from columns.
#[derive(Default)]
pub(crate) struct RawEncounterList(pub(super) EncounterColumns);

impl<'de> Deserialize<'de> for RawEncounterList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        columns::<_, RawEncounter<String>, _>(deserializer).map(Self)
    }
}

/// Loot read from a list or from columns.
#[derive(Default)]
pub(crate) struct RawLootList(pub(super) LootColumns);

impl<'de> Deserialize<'de> for RawLootList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        columns::<_, RawLootThing<String>, _>(deserializer).map(Self)
    }
}

/// Reads a list of `Element`s into columns, entry by entry, or the columns themselves.
fn columns<'de, D, Element, Table>(deserializer: D) -> Result<Table, D::Error>
where
    D: Deserializer<'de>,
    Element: Deserialize<'de>,
    Table: Columns<Element> + Default + Deserialize<'de>,
{
    struct ColumnsVisitor<Element, Table>(PhantomData<(Element, Table)>);

    impl<'de, Element, Table> Visitor<'de> for ColumnsVisitor<Element, Table>
    where
        Element: Deserialize<'de>,
        Table: Columns<Element> + Default + Deserialize<'de>,
    {
        type Value = Table;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list, or an object of columns")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Table, A::Error> {
            let mut table = Table::default();
            while let Some(NamedFields(element)) = list.next_element::<NamedFields<Element>>()? {
                table.add(element).map_err(A::Error::custom)?;
            }
            Ok(table)
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Table, A::Error> {
            let table = Table::deserialize(MapAccessDeserializer::new(map))?;
            let uneven = || A::Error::custom("the columns of a list differ in length");
            if table.are_even() { Ok(table) } else { Err(uneven()) }
        }
    }

    deserializer.deserialize_any(ColumnsVisitor(PhantomData))
}
