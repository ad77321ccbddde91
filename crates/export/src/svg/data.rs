//! What a plan says of the things that its shapes stand for: class, `data-` attributes and title.
//!
//! Texts are escaped. The attributes are the fields of the records of level files, with hyphens;
//! that of the field `id` has the name of the thing.

use roomgen::{
    geom::Cell,
    level::{Allowance, Audience, DoorKind, Level, Room, RoomKind},
    level_file::records,
};
use serde_json::{Value, json};

use crate::{
    fields::{FieldValue, fields, text},
    picture::ink_page::InkSubject,
    xml::escaped,
};

/// What a plan for an audience says of a level's things.
pub(super) struct PlanData<'level> {
    level: &'level Level,
    audience: Audience,
}

impl<'level> PlanData<'level> {
    pub(super) fn new(level: &'level Level, audience: Audience) -> Self {
        Self { level, audience }
    }

    /// What the level has, in words.
    pub(super) fn description(&self) -> String {
        let level = self.level;
        let count = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
        let words = match self.audience {
            Audience::Master => format!(
                "{}, {} of them on the way from the entry to the exit; {}; {}",
                count(level.rooms().len(), "room"),
                level.path().len(),
                count(level.passages().len(), "passage"),
                count(level.props().len(), "prop"),
            ),
            Audience::Player => "for players".to_owned(),
        };
        format!("Plan of a level of {} by {} metres: {words}.", level.width(), level.height())
    }

    /// The attributes of a group of shapes, and its title.
    pub(super) fn of_subject(&self, subject: InkSubject) -> (String, String) {
        let level = self.level;
        let with_class = |class: &str, (data, title): (String, String)| (format!("class=\"{class}\" {data}"), title);
        let stairs = |id: &str, Cell { x, y }: Cell, title: &str| {
            (format!("id=\"{id}\" class=\"stairs\" data-cell=\"{x} {y}\""), title.to_owned())
        };
        match subject {
            InkSubject::Terrain(id) => {
                let name = level.terrain_kinds().get(id).map(|kind| escaped(&kind.name)).unwrap_or_default();
                with_class("terrain", (format!("data-terrain=\"{name}\""), name))
            }
            InkSubject::Cover(id) => {
                let name = level.kinds().get(id).map(|kind| escaped(&kind.name)).unwrap_or_default();
                with_class("cover", (format!("data-kind=\"{name}\""), name))
            }
            InkSubject::Prop(id) => self.of_prop(id),
            InkSubject::Passage(id) => with_class("door", self.of_passage(id)),
            InkSubject::OneWay(id) => with_class("one-way", self.of_one_way(id)),
            InkSubject::Lock(id) => with_class("lock", self.of_lock(id)),
            InkSubject::Key(id) => with_class("key", self.of_key(id)),
            InkSubject::Entry => stairs("entry", level.entry(), "Entry"),
            InkSubject::Exit => stairs("exit", level.exit(), "Exit"),
            InkSubject::Stairs(id) => level.stairs().get(id).map_or_else(Default::default, |way| {
                let to = escaped(&way.to);
                let (data, title) = stairs(&format!("stairs-{id}"), way.cell, &format!("Stairs to {to}"));
                (format!("{data} data-to=\"{to}\""), title)
            }),
        }
    }

    /// A room with its layout, vault and tags, and what it gets and spends of the level's budgets.
    pub(super) fn of_room(&self, room: &Room, spent: Allowance) -> (String, String) {
        let level = self.level;
        let rect = room.rect;
        let mut record = records::room(level, room);
        if spent != Allowance::default() {
            record["spent"] = json!({ "encounters": spent.encounters, "loot": spent.loot });
        }
        let mut title = format!("Room {}: {}, {}x{}", room.id, room_name(room.kind), rect.width(), rect.height());
        if let Some(cycle) = room.cycle {
            title += &format!(", cycle {cycle}");
        }
        for name in level.layout(room).into_iter().chain(level.vault(room)).chain(level.tags(room)) {
            title += ", ";
            title += &escaped(name);
        }
        let sums = [("cost", spent.encounters, room.allowance.encounters), ("value", spent.loot, room.allowance.loot)];
        for (what, spent, allowed) in sums.into_iter().filter(|&(_, spent, allowed)| (spent, allowed) != (0, 0)) {
            title += &format!(", {what} {spent} of {allowed}");
        }
        (attributes("room", &record), title)
    }

    /// A passage and where it leads, which players do not see.
    pub(super) fn of_passage(&self, id: usize) -> (String, String) {
        let level = self.level;
        let Some(passage) = level.passages().get(id) else { return Default::default() };
        let ([one, other], kind) = (passage.rooms, passage.kind);
        let called = match kind {
            _ if level.is_bare(passage) => "opening",
            DoorKind::Open => "open door",
            DoorKind::Closed => "closed door",
            DoorKind::Secret => "secret door",
            DoorKind::Barred => "barred door",
        };
        match self.audience {
            Audience::Master => {
                let lock = level.lock(passage).map(|lock| format!(" with lock {}", escaped(lock))).unwrap_or_default();
                (
                    attributes("passage", &records::passage(level, id as u32, passage)),
                    format!("Passage {id}: {called}{lock}, room {one} to room {other}"),
                )
            }
            Audience::Player => (format!("data-kind=\"{kind}\""), called.to_owned()),
        }
    }

    fn of_one_way(&self, id: usize) -> (String, String) {
        let level = self.level;
        let passage = level.passages().get(id);
        let ways = passage.and_then(|passage| Some((passage, passage.one_way.zip(level.one_way_to(passage))?)));
        let Some((passage, (from, to))) = ways else { return Default::default() };
        let saves = passage.saves.map(|saves| format!(", saves {saves}")).unwrap_or_default();
        let title = format!("Passage {id}: one way from room {from} to room {to}{saves}");
        (format!("data-passage=\"{id}\""), title)
    }

    fn of_lock(&self, id: usize) -> (String, String) {
        let level = self.level;
        let passage = level.passages().get(id);
        let lock = passage.and_then(|passage| Some((level.lock_mark(passage)?, escaped(level.lock(passage)?))));
        let Some((mark, name)) = lock else { return Default::default() };
        (format!("data-passage=\"{id}\" data-lock=\"{name}\""), format!("Lock {}: {name}", mark.number))
    }

    fn of_key(&self, id: usize) -> (String, String) {
        let level = self.level;
        let Some(key) = level.keys().get(id) else { return Default::default() };
        let (mark, name, term) = (level.key_mark(key), escaped(level.key_name(key)), key.key_use.term());
        let data = attributes("key", &records::key(level, id as u32, key));
        (data, format!("{name}: {term} of lock {}", mark.number))
    }

    /// A prop with its offer, and what the budgets bought with it.
    fn of_prop(&self, id: usize) -> (String, String) {
        let level = self.level;
        let Some(prop) = level.prop(id as u32) else { return Default::default() };
        let (class, name) = (if prop.kind.marker { "marker" } else { "prop" }, escaped(&prop.kind.name));
        let data = attributes("prop", &records::prop(level, &prop));
        let mut title = name;
        if let Some((number, offer)) =
            prop.offer.and_then(|number| Some((number, level.offers().get(number as usize)?)))
        {
            title += &format!(", offer {number}: {} of {} may be taken", offer.take, offer.props.len());
        }
        (format!("class=\"{class}\" {data}"), title)
    }
}

/// The attributes of a thing: the fields of its record but shapes, which are drawn. Lists have
/// spaces between.
fn attributes(what: &str, record: &Value) -> String {
    let attribute = |(name, value): (String, FieldValue)| {
        let text = match value {
            FieldValue::Flag(is) => is.to_string(),
            FieldValue::Whole(number) => number.to_string(),
            FieldValue::Number(number) => number.to_string(),
            FieldValue::Text(text) => text,
            FieldValue::List(list) => list.iter().map(text).collect::<Vec<_>>().join(" "),
        };
        let name = if name == "id" { what.to_owned() } else { name.replace('_', "-") };
        format!("data-{name}=\"{}\"", escaped(&text))
    };
    let attributes = fields(record, &["doors", "corridor", "outline"]).into_iter().map(attribute);
    attributes.collect::<Vec<_>>().join(" ")
}

/// The name of a kind of room in titles.
const fn room_name(kind: RoomKind) -> &'static str {
    match kind {
        RoomKind::Start => "start room",
        RoomKind::Path => "room on the path",
        RoomKind::Bonus => "bonus room",
        RoomKind::End => "end room",
        RoomKind::Detour => "detour",
    }
}
