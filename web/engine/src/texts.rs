//! Problems, rooms, doors and props in the words and fields that the page shows.

use roomgen::{Level, Passage, Room, error::Problem, floorplan::Connection, level::Allowance, lint::Finding};
use serde::Serialize;

/// A problem of a preset, or a finding of lint.
#[derive(Debug, Serialize)]
pub(crate) struct ShownProblem {
    #[serde(flatten)]
    problem: Problem,
    /// The code of the finding, which replaces that of the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    finding: Option<&'static str>,
    levels: Option<u32>,
}

impl ShownProblem {
    pub(crate) fn new(problem: &Problem) -> Self {
        Self { problem: problem.clone(), finding: None, levels: None }
    }
}

impl From<Finding> for ShownProblem {
    fn from(finding: Finding) -> Self {
        Self { problem: finding.problem, finding: Some(finding.code.name()), levels: finding.levels }
    }
}

/// A room in words: "room 3: bonus room of 9x7 cells, layout crypt, tags dark, deep".
pub(crate) fn room(level: &Level, room: &Room, spent: Allowance) -> String {
    let mut words = format!("room {}: {} room", room.id, room.kind.name());
    words += &format!(" of {}x{} cells", room.rect.width(), room.rect.height());
    if let Some(layout) = level.layout(room) {
        words += &format!(", layout {layout}");
    }
    if let Some(vault) = level.vault(room) {
        words += &format!(", vault {vault}");
    }
    let tags: Vec<_> = level.tags(room).collect();
    if !tags.is_empty() {
        words += &format!(", tagged {}", tags.join(", "));
    }
    words + &budget_line(level, room, spent)
}

/// What a room spends of its allowance, and on what: ", encounters wolf pack (5): cost 5 of 6".
fn budget_line(level: &Level, room: &Room, spent: Allowance) -> String {
    let groups = level.encounters().iter().filter(|encounter| encounter.room == room.id);
    let groups: Vec<_> =
        groups.map(|encounter| (encounter.group.as_deref().unwrap_or("vault"), encounter.cost)).collect();
    let things = level.loot().iter().filter(|thing| thing.room == room.id);
    let things: Vec<_> = things.map(|thing| (thing.item.as_str(), thing.value)).collect();
    let Allowance { encounters, loot, .. } = room.allowance;
    let parts =
        [("encounters", "cost", groups, spent.encounters, encounters), ("loot", "value", things, spent.loot, loot)];
    let parts = parts.into_iter().filter(|(_, _, bought, _, allowed)| !bought.is_empty() || *allowed > 0);
    let says = parts.map(|(what, sum, bought, spent, allowed)| {
        let names: Vec<_> = bought.iter().map(|(name, price)| format!("{name} ({price})")).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        format!(", {what} {names}: {sum} {spent} of {allowed}")
    });
    says.collect()
}

/// The doors of a passage in words: "closed door between rooms 3 and 4".
pub(crate) fn passage(level: &Level, passage: &Passage) -> String {
    let [one, other] = passage.rooms;
    let mut words = match passage.connection {
        Connection::Corridor(_) => {
            format!("{} door of the corridor between rooms {one} and {other}", passage.kind.name())
        }
        _ => format!("{} door between rooms {one} and {other}", passage.kind.name()),
    };
    if let Some(lock) = level.lock(passage) {
        words += &format!(", locked: {lock} opens it");
    }
    if let Some((from, to)) = passage.one_way.zip(level.one_way_to(passage)) {
        words += &format!(", one way, from room {from} to room {to}");
    }
    if let Some(saves) = passage.saves {
        words += &format!(", a shortcut that saves {saves}");
    }
    words
}
